"""How an engine behaves at a table: how long it thinks, and what it agrees to."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.engine import analyse
from quintet.engine.review import chance_of_side
from quintet.position import Position

SECONDS = 1.0  # for a move or a hint
SHARE_OF_CLOCK = 1 / 20  # never more than this of the time that is left
SECONDS_FOR_ANSWER = 0.3


def seconds_for_move(left: int | None) -> float:
    """How long to think with so many milliseconds left on the clock."""
    return SECONDS if left is None else min(SECONDS, left / 1000 * SHARE_OF_CLOCK)


def agrees(what: str, position: Position, seat: int, *, history: Sequence[Position] = ()) -> bool:
    """To take back and to play again always; to a draw unless there is hope for more."""
    if what != "draw":
        return True
    found = analyse(position, seconds=SECONDS_FOR_ANSWER, history=history)
    hope = chance_of_side(found, position.variant.sides[seat])
    return hope is not None and hope <= position.variant.draw_scores()[seat]
