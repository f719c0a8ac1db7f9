"""What an engine says of a position: a value, how it is known, the best moves with their lines."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from quintet import _core
from quintet.position import Position
from quintet.value import DRAW, TIE, Value, estimated, loss_in, win_in

Certainty = Literal["proved", "table", "searched"]

# The scale on which evaluations become chances: this much ahead wins about three games in four.
_EVALUATION_SCALE = 60.0


def value_of_score(score: int, *, exact: bool, must_end: bool) -> Value:
    """A value from the compiled search's score (native/search/score.hpp).

    Where a game must end, an even one is a tie; otherwise it goes on for ever.
    """
    if score >= _core.DECIDED_SCORE:
        return win_in(_core.WIN_SCORE - score)
    if score <= -_core.DECIDED_SCORE:
        return loss_in(_core.WIN_SCORE + score)
    if score == 0 and exact:
        return TIE if must_end else DRAW
    return estimated(1 / (1 + math.exp(-score / _EVALUATION_SCALE)))


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move with its value for the side that plays it and the line it begins.

    `certainty` is `proved` (exact), `table` (exact, from a tablebase) or `searched`. A
    searched win or loss is certain, but may be possible faster.
    """

    move: str
    value: Value
    certainty: Certainty
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a position; the best moves first."""

    position: Position
    value: Value
    certainty: Certainty
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
