"""What a position is worth to the side to move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ValueKind = Literal["win", "loss", "draw", "tie", "chance"]


@dataclass(frozen=True, slots=True)
class Value:
    """How good a position is for the side to move.

    A `win` or `loss` has the number of plies until the game ends. A `draw` (play never ends), a
    `tie` (the game ends and nobody wins) and a `chance` (not exact) have none. `estimate` is always
    the expected share of the point.
    """

    kind: ValueKind
    plies: int | None
    estimate: float

    def __str__(self) -> str:
        if self.kind in ("win", "loss"):
            return f"{self.kind} in {self.plies}"
        return self.kind if self.kind != "chance" else f"{self.estimate:.0%}"

    @property
    def order(self) -> float:
        """A number by which better values are greater: fast wins, slow losses."""
        if self.kind == "win":
            return 2 - (self.plies or 0) / 1000
        if self.kind == "loss":
            return -1 + (self.plies or 0) / 1000
        return self.estimate


def win_in(plies: int) -> Value:
    return Value("win", plies, 1.0)


def loss_in(plies: int) -> Value:
    return Value("loss", plies, 0.0)


DRAW = Value("draw", None, 0.5)
TIE = Value("tie", None, 0.5)


def estimated(share: float) -> Value:
    return Value("chance", None, share)


def one_ply_earlier(value: Value, *, same_side: bool = False) -> Value:
    """The value of a position, told by the side that moves there, one ply before."""
    if value.kind == "chance":
        return value if same_side else estimated(1 - value.estimate)
    if value.plies is None:
        return value
    wins = (value.kind == "win") == same_side
    return win_in(value.plies + 1) if wins else loss_in(value.plies + 1)
