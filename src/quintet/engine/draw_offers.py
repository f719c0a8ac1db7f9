"""What the engine answers to draw offers and other requests of its opponent."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.engine import analyse
from quintet.engine.review import estimate_of_side
from quintet.position import Position

SECONDS_FOR_ANSWER = 0.3
OPENING = 4  # turns of every seat in which the engine plays on unless it has lost


def agrees(what: str, position: Position, seat: int, *, history: Sequence[Position] = ()) -> bool:
    """Return whether the engine in a seat agrees to a request.

    It always agrees to a takeback and a rematch. It agrees to a draw after the opening if it is
    not better, and at any time if it loses by force; never where the game has no draws.
    """
    if what != "draw":
        return True
    variant = position.variant
    if not variant.can_draw:
        return False
    found = analyse(position, seconds=SECONDS_FOR_ANSWER, history=history)
    expected = estimate_of_side(found, variant.sides[seat])
    if expected is None:
        return False
    is_opening = len(history) < OPENING * variant.seats
    return expected == 0 if is_opening else expected <= variant.draw_scores()[seat]
