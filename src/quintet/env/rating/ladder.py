"""The ladder: where an agent stands among the ten levels of the engine.

The levels of a variant were measured against each other (`tools/level_ratings.py`); level 1 is 0
Elo. An agent plays against the levels nearest to it, and its rating is the one that explains its
results best.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from quintet.engine import levels
from quintet.engine.tournament.game import Game
from quintet.engine.tournament.openings import opening
from quintet.env.policy import Agent, choose
from quintet.env.rating.bradley_terry import Floats, Place, Result, fit, place
from quintet.env.rating.report import LevelScore, Rating
from quintet.env.simulator import Simulator
from quintet.errors import BadOption
from quintet.games.variant import Variant
from quintet.i18n.sentence import sentence
from quintet.position import MAX_THREADS, check_range, first_position

FILE = Path(__file__).parent / "level_ratings.json"
MAX_RATED_GAMES = 100_000
FIRST_LEVEL = 5  # in the middle of the ladder
ROUNDS = 8  # how often the estimate decides who is next


@dataclass(frozen=True, slots=True, eq=False)
class Ladder:
    """The levels of one variant as they were measured.

    `elo` are their ratings, level 1 first, and `covariance` is that of their errors. The games had
    `opening` random plies, and level 10 searched `nodes` a move.
    """

    elo: Floats
    covariance: Floats
    opening: int
    nodes: int


def ladder_of(variant: Variant) -> Ladder:
    """Return the measured levels of a variant, or raise `BadOption` if there are none."""
    for entry in _entries():
        if entry["game"] == variant.name and entry["options"] == variant.changed_options:
            results = [Result(row[0] - 1, row[1] - 1, *row[2:]) for row in entry["results"]]
            elo, covariance = fit(len(levels.LEVELS), results)
            return Ladder(elo, covariance, entry["opening"], entry["nodes"])
    raise BadOption(
        sentence(
            "The levels of {game} with these options have not been measured, so that there is no "
            "ladder. Run tools/level_ratings.py for them.",
            game=variant.title,
        ),
        option="game",
        value={"game": variant.name, **variant.changed_options},
    )


@cache
def _entries() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def rate(
    policy: Agent,
    game: str,
    *,
    games: int = 200,
    seed: int = 0,
    threads: int | None = None,
    **options: object,
) -> Rating:
    """Place a policy among the ten levels, by so many games against those nearest to it.

    Games begin with random plies and each opening is played from every side, so that `games` is
    rounded up to whole openings. They are played in step: the policy is asked about many positions
    at once, and the levels think on `threads` threads (all cores by default), one each.

    With three seats the policy has one and a level the other two; the larger share of the point
    wins the comparison with each of them, and two who both got nothing are not compared. With four
    it has both seats of a side.

    The games depend on the seed and the policy alone: here levels 9 and 10 search a number of nodes
    instead of thinking by the clock.
    """
    simulator = Simulator(game, **options)
    variant = simulator.variant
    ladder = ladder_of(variant)
    sides = sorted(set(variant.sides))
    check_range("games", games, 1, MAX_RATED_GAMES)
    threads = (os.cpu_count() or 1) if threads is None else threads
    check_range("threads", threads, 1, MAX_THREADS)
    scores = [LevelScore(level) for level in levels.LEVELS]
    estimate: Place | None = None
    with ThreadPoolExecutor(threads) as pool:
        for numbers in _rounds(-(-games // len(sides))):
            nearest = _nearest(ladder.elo, estimate)
            match = [
                _Match(simulator, ladder, seed, number, nearest[turn % len(nearest)], side)
                for turn, number in enumerate(numbers)
                for side in sides
            ]
            _play(policy, simulator, match, pool)
            for each in match:
                scores[each.level - 1] = scores[each.level - 1].with_game(each.comparisons())
            estimate = _place(ladder, scores)
    assert estimate is not None
    return _rating(simulator, ladder, estimate, scores)


def _rounds(openings: int) -> Iterator[range]:
    """Yield the numbers of the openings of each round."""
    size = -(-openings // ROUNDS)
    for first in range(0, openings, size):
        yield range(first, min(first + size, openings))


def _nearest(elo: Floats, estimate: Place | None) -> list[int]:
    """Return the two levels about which the next games say most; at first, one in the middle."""
    if estimate is None:
        return [FIRST_LEVEL]
    order = np.argsort(np.abs(elo - estimate.elo), kind="stable")
    return [int(number) + 1 for number in order[:2]]


def _place(ladder: Ladder, scores: Sequence[LevelScore]) -> Place:
    counted = np.array([each.comparisons for each in scores], np.float64)
    points = np.array([each.wins + each.draws / 2 for each in scores], np.float64)
    return place(ladder.elo, counted, points)


def _rating(
    simulator: Simulator, ladder: Ladder, found: Place, scores: Sequence[LevelScore]
) -> Rating:
    # An error of the levels' ratings shifts the agent's by the weights of its games against them.
    spread = float(found.weights @ ladder.covariance @ found.weights)
    return Rating(
        environment=simulator.layout.name,
        elo=found.elo,
        own_interval=(found.low, found.high),
        error_of_levels=spread**0.5,
        scores=tuple(scores),
        levels=tuple(float(value) for value in ladder.elo),
        level_errors=tuple(float(value) for value in ladder.covariance.diagonal() ** 0.5),
    )


class _Match:
    """A game of the policy against a level."""

    def __init__(
        self, simulator: Simulator, ladder: Ladder, seed: int, number: int, level: int, side: int
    ) -> None:
        self.variant = simulator.variant
        begin = first_position(self.variant.name, self.variant.changed_options)
        self.game = Game(begin, opening(begin, ladder.opening, seed, number))
        self.level, self.side, self.nodes = level, side, ladder.nodes
        self.rng = random.Random(f"{seed} ladder {number} side {side}")  # noqa: S311 - a game

    @property
    def asks_policy(self) -> bool:
        return self.variant.sides[self.game.position.turn] == self.side

    def play(self, action: int) -> None:
        self.game.play(self.variant.words[self.game.position.turn][action])

    def find_move(self) -> str:
        """Return the move of the level."""
        situation = self.game.situation
        return levels.choose(
            situation.position,
            self.level,
            self.rng,
            nodes=self.nodes,
            history=situation.history,
        )

    def comparisons(self) -> Iterator[float]:
        """Yield what the policy scored in comparison with each other side: 1, 0.5 or 0."""
        outcome = self.game.outcome
        assert outcome is not None
        shares = dict(zip(self.variant.sides, outcome.scores, strict=True))
        own = shares.pop(self.side)
        for share in shares.values():
            if own + share > 0:
                yield 1.0 if own > share else 0.5 if own == share else 0.0


def _play(policy: Agent, simulator: Simulator, matches: Sequence[_Match], pool: Executor) -> None:
    """Play all games in step: first all moves of the policy, then all of the levels."""
    live = list(matches)
    while live:
        asked = [match for match in live if match.asks_policy]
        if asked:
            states = simulator.states(match.game.position for match in asked)
            seen, masks = simulator.observe(states), simulator.masks(states)
            actions = choose(policy, states, seen, masks)
            for match, action in zip(asked, actions, strict=True):
                match.play(int(action))
        live = [match for match in live if match.game.outcome is None]
        thinking = [match for match in live if not match.asks_policy]
        words = pool.map(_Match.find_move, thinking)
        for match, word in zip(thinking, words, strict=True):
            match.game.play(word)
        live = [match for match in live if match.game.outcome is None]
