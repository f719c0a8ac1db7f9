"""A network as a player: alone, and with a search against the levels of the engine."""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from quintet.engine import levels
from quintet.env.alphazero.network import Network, evaluate
from quintet.env.policy import Bools, Policy
from quintet.env.simulator import Simulator, States
from quintet.env.tree_search import TreeSearch
from quintet.position import Position

MAX_PLIES = 400  # H5, between engines


def network_policy(network: Network) -> Policy:
    """Return a policy that plays what the network likes best, without a search."""

    def policy(observations: Bools, masks: Bools) -> npt.NDArray[np.int64]:
        logits, _ = evaluate(network, observations, masks)
        chosen: npt.NDArray[np.int64] = np.where(masks, logits, -np.inf).argmax(axis=1)
        return chosen

    return policy


@dataclass(frozen=True, slots=True)
class SearchAgent:
    """A network that searches before it moves: a `StatePolicy` for `rate` and `regret`.

    It plays the action most visited by so many `simulations`, without noise, so that it always
    answers alike. `leaves` of a tree are evaluated together.
    """

    network: Network
    simulator: Simulator
    simulations: int = 200
    leaves: int = 8
    threads: int = 1

    def act(self, states: States, observations: Bools, masks: Bools) -> npt.NDArray[np.int64]:
        """Return the most visited action of every state, which must not be over."""
        options: dict[str, Any] = dict(self.simulator.variant.changed_options)
        search = TreeSearch(
            self.simulator.variant.name,
            len(states),
            simulations=self.simulations,
            leaves=self.leaves,
            threads=self.threads,
            **options,
        ).reset(states)
        search.run(partial(evaluate, self.network))
        chosen: npt.NDArray[np.int64] = search.visits.argmax(axis=1)
        return chosen


@dataclass(frozen=True, slots=True)
class Match:
    """Games of a network against a level."""

    level: int
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Points a game: 1 for a win, a half for a draw."""
        return (self.wins + self.draws / 2) / max(1, self.games)


@dataclass(slots=True)
class _Game:
    """A game under way, and the side of the network."""

    position: Position
    side: int
    history: list[Position] = field(default_factory=list)

    def play(self, move: str | int) -> None:
        self.history.append(self.position)
        self.position = self.position.play(move)

    @property
    def over(self) -> bool:
        cycles = self.position.variant.cycles
        return (
            self.position.outcome is not None
            or len(self.history) >= MAX_PLIES
            or (cycles and self.history.count(self.position) >= 2)  # H1
        )

    @property
    def awaits_network(self) -> bool:
        return self.position.variant.sides[self.position.turn] == self.side


@dataclass(frozen=True, slots=True)
class Arena:
    """Where a network with a search meets levels: how long both think.

    `workers` games of a level are thought about at once, each on one thread.
    """

    simulations: int = 200
    leaves: int = 8
    seconds: float = 1.0  # a move, for levels that think by the clock
    random_plies: int = 2  # before the players begin; every beginning is played by all sides
    workers: int = 1
    threads: int = 1

    def play_level(
        self,
        network: Network,
        simulator: Simulator,
        level: int,
        *,
        games: int = 20,
        seed: int = 0,
        seconds: float | None = None,
    ) -> Match:
        """Play games against a level; those not finished in so many seconds don't count."""
        levels.find_level(level)
        deadline = None if seconds is None else monotonic() + seconds
        rng = random.Random(seed)  # noqa: S311
        running = self._begin(simulator, games, rng)
        ended: list[_Game] = []
        with ThreadPoolExecutor(self.workers) as pool:
            while running and (deadline is None or monotonic() < deadline):
                ours = [game for game in running if game.awaits_network]
                theirs = [game for game in running if not game.awaits_network]
                answer = partial(self._answer, level, deadline)
                replies = pool.map(answer, theirs, [rng.getrandbits(32) for _ in theirs])
                for game, action in zip(ours, self._think(network, simulator, ours), strict=True):
                    game.play(action)
                for game, reply in zip(theirs, replies, strict=True):
                    if reply is not None:
                        game.play(reply)
                ended += [game for game in running if game.over]
                running = [game for game in running if not game.over]
        return _count(level, simulator, ended)

    def _begin(self, simulator: Simulator, games: int, rng: random.Random) -> list[_Game]:
        """Return games after random plies, each beginning once with every side."""
        sides = sorted(set(simulator.layout.sides))
        begun: list[_Game] = []
        while len(begun) < games:
            game = _Game(simulator.position(simulator.init()), 0)
            while len(game.history) < self.random_plies and not game.over:
                game.play(str(rng.choice(list(game.position.moves))))
            if not game.over:
                begun += [_Game(game.position, side, list(game.history)) for side in sides]
        return begun[:games]

    def _answer(self, level: int, deadline: float | None, game: _Game, seed: int) -> str | None:
        """Return a level's move; None when it is too late to think."""
        if deadline is not None and monotonic() >= deadline:
            return None
        rng = random.Random(seed)  # noqa: S311
        return levels.choose(
            game.position, level, rng, seconds=self.seconds, threads=1, history=game.history
        )

    def _think(self, network: Network, simulator: Simulator, games: Sequence[_Game]) -> list[int]:
        if not games:
            return []
        agent = SearchAgent(network, simulator, self.simulations, self.leaves, self.threads)
        states = simulator.states([game.position for game in games])
        chosen = agent.act(states, simulator.observe(states), simulator.masks(states))
        return [int(action) for action in chosen]


def _count(level: int, simulator: Simulator, ended: Sequence[_Game]) -> Match:
    results = []
    for game in ended:
        rewards = simulator.rewards(simulator.states([game.position]))[0]
        results.append(float(rewards[simulator.layout.sides.index(game.side)]))
    wins, losses = results.count(1.0), sum(result < 0 for result in results)
    return Match(level, wins, len(results) - wins - losses, losses)
