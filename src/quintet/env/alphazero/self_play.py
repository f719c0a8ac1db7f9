"""Games of a network against itself, many at once."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from quintet.env.alphazero.network import Bools, Floats, Samples
from quintet.env.batch import Batch
from quintet.env.tree_search import TreeSearch

Request = tuple[Bools, Bools]
Reply = tuple[Floats, Floats]


@dataclass(slots=True)
class _Moves:
    """The last moves of all games: rings, by ply and game."""

    observations: Bools
    masks: Bools
    policies: npt.NDArray[np.float16]
    seats: npt.NDArray[np.int8]
    values: Floats


class SelfPlay:
    """Plays games in step; `samples` hold the positions of those that ended.

    What a position is worth is how its game ended, mixed with what the search found by `trust`.
    For `opening` plies moves are drawn by their visits; afterwards the most visited is played.
    """

    def __init__(
        self,
        batch: Batch,
        search: TreeSearch,
        *,
        opening: int = 8,
        trust: float = 0.0,
        seed: int = 0,
    ) -> None:
        self.batch, self.search = batch, search
        self.opening, self.trust = opening, trust
        self.rng = np.random.default_rng(seed)
        self.ended = 0  # games
        self.plies = 0  # of these games
        self.samples: list[Samples] = []
        games, length = batch.games, batch.limit
        layout = batch.simulator.layout
        self._now = 0
        self._two_sided = len(set(layout.sides)) == 2
        self._columns = 1 if self._two_sided else layout.seats
        self._moves = _Moves(
            np.empty((length, games, *layout.observation_shape), np.bool_),
            np.empty((length, games, batch.simulator.vocabulary), np.bool_),
            np.empty((length, games, batch.simulator.vocabulary), np.float16),
            np.empty((length, games), np.int8),
            np.empty((length, games, self._columns), np.float32),
        )
        search.reset(batch.states)

    def play(self) -> Generator[Request | None, Reply | None]:
        """Yield leaves to evaluate, and None whenever a move was played in all games."""
        while True:
            while waiting := self.search.select():
                reply = yield self.search.observations[:waiting], self.search.masks[:waiting]
                assert reply is not None
                self.search.update(*reply)
            self._play_move()
            yield None

    def _play_move(self) -> None:
        batch, search = self.batch, self.search
        policies = search.policies()
        place = self._now % batch.limit
        self._moves.observations[place] = batch.observations
        self._moves.masks[place] = batch.masks
        self._moves.policies[place] = policies
        self._moves.seats[place] = batch.seats
        self._moves.values[place] = search.values[:, : self._columns]
        began = self._now - batch.plies
        actions = self._choose(policies)
        search.advance(actions)
        batch.step(actions)
        self._now += 1
        ended = np.flatnonzero(batch.terminated | batch.truncated)
        if len(ended):
            self._gather(ended, began[ended])
            search.reset(batch.states[ended], ended)

    def _choose(self, policies: Floats) -> npt.NDArray[np.int64]:
        """Draw moves in the opening, and take the most visited ones later."""
        sums = np.cumsum(policies, axis=1)
        drawn = (sums < self.rng.random((len(policies), 1)) * sums[:, -1:]).sum(axis=1)
        drawn = np.where(np.take_along_axis(policies, drawn[:, None], 1)[:, 0] > 0, drawn, -1)
        best = policies.argmax(axis=1)
        early = (self.batch.plies < self.opening) & (drawn >= 0)
        chosen: npt.NDArray[np.int64] = np.where(early, drawn, best)
        return chosen

    def _gather(self, games: npt.NDArray[np.intp], began: npt.NDArray[Any]) -> None:
        """Collect the positions of games that ended, with their results."""
        lengths = self._now - began
        rows = np.repeat(games, lengths)
        steps = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        places = (np.repeat(began, lengths) + steps) % self.batch.limit
        seats = self._moves.seats[places, rows].astype(np.intp)
        turn = np.arange(self._columns)
        whose = (seats[:, None] + turn) % self.batch.rewards.shape[1]
        results = self.batch.rewards[rows[:, None], whose]
        found = self._moves.values[places, rows]
        self.samples.append(
            Samples(
                self._moves.observations[places, rows],
                self._moves.masks[places, rows],
                self._moves.policies[places, rows].astype(np.float32),
                ((1 - self.trust) * results + self.trust * found).astype(np.float32),
            )
        )
        self.ended += len(games)
        self.plies += int(lengths.sum())

    def take(self) -> Samples | None:
        """Return the positions of the games that ended since the last call."""
        if not self.samples:
            return None
        taken = Samples(*(np.concatenate(arrays) for arrays in zip(*self.samples, strict=True)))
        self.samples = []
        return taken
