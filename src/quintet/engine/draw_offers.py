"""What the engine answers to draw offers and other requests of its opponent."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.engine import analyse
from quintet.engine.review import estimate_of_side
from quintet.position import Position

SECONDS_FOR_ANSWER = 0.3


def agrees(what: str, position: Position, seat: int, *, history: Sequence[Position] = ()) -> bool:
    """Return whether the engine in a seat agrees to a request.

    It always agrees to a takeback and a rematch, and to a draw unless it expects more.
    """
    if what != "draw":
        return True
    found = analyse(position, seconds=SECONDS_FOR_ANSWER, history=history)
    expected = estimate_of_side(found, position.variant.sides[seat])
    return expected is not None and expected <= position.variant.draw_scores()[seat]
