"""What an engine says of a position: a value, how it is known, the best moves with their lines."""

from __future__ import annotations

import math
from dataclasses import dataclass

from quintet.position import Position

# The scale on which evaluations become chances: this much ahead wins about three games in four.
_EVALUATION_SCALE = 60.0


@dataclass(frozen=True, slots=True)
class Value:
    """How good a position is for the side to move.

    kind `win` or `loss` comes with the number of plies until the game ends, `draw` with nothing,
    and `chance` is an estimate. `chance` is always the expected share of the point.
    """

    kind: str
    plies: int | None
    chance: float

    def __str__(self) -> str:
        if self.kind in ("win", "loss"):
            return f"{self.kind} in {self.plies}"
        return "draw" if self.kind == "draw" else f"{self.chance:.0%}"

    @property
    def order(self) -> float:
        """A number by which better values are greater: fast wins, slow losses."""
        if self.kind == "win":
            return 2 - (self.plies or 0) / 1000
        if self.kind == "loss":
            return -1 + (self.plies or 0) / 1000
        return self.chance


def win_in(plies: int) -> Value:
    return Value("win", plies, 1.0)


def loss_in(plies: int) -> Value:
    return Value("loss", plies, 0.0)


DRAW = Value("draw", None, 0.5)


def chance_of(chance: float) -> Value:
    return Value("chance", None, chance)


def value_of_score(score: int, *, exact: bool) -> Value:
    """A value from the compiled search's score (native/search/score.hpp)."""
    if score >= 29_000:
        return win_in(30_000 - score)
    if score <= -29_000:
        return loss_in(30_000 + score)
    if score == 0 and exact:
        return DRAW
    return chance_of(1 / (1 + math.exp(-score / _EVALUATION_SCALE)))


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move with its value for the side that plays it, how that is known, and the line it begins.

    `known`: `proved` (exact), `table` (exact, looked up) or `searched`. A searched win or loss is
    certain, but may be possible faster.
    """

    move: str
    value: Value
    known: str
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a position; the best moves first."""

    position: Position
    value: Value
    known: str
    moves: tuple[MoveValue, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> MoveValue:
        """The best move; there is none when the game is over."""
        if not self.moves:
            raise LookupError("the game is over: there is no best move")
        return self.moves[0]
