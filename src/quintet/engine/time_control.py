"""How many seconds to spend on a move: with a clock, and without one."""

from __future__ import annotations

DEFAULT_SECONDS = 1.0  # for a move, a hint or an analysis without limits
MAX_SHARE_OF_CLOCK = 1 / 20  # of the time left, for one move at a table
CLOCK_MARGIN = 0.05  # seconds reserved for sending the move
MOVES_AHEAD = 25  # moves the clock has to last for, unless the client says how many


def seconds_for_move(left: int | None) -> float:
    """Return the seconds to spend on a move with `left` milliseconds on the clock."""
    return (
        DEFAULT_SECONDS if left is None else min(DEFAULT_SECONDS, left / 1000 * MAX_SHARE_OF_CLOCK)
    )


def share_of_clock(left: float, increment: float, moves_to_go: int | None) -> float:
    """Return the seconds to spend on a move so that the flag never falls."""
    usable = max(0.0, left - CLOCK_MARGIN)
    moves = min(moves_to_go or MOVES_AHEAD, MOVES_AHEAD)
    # Most of the increment can be spent at once: it comes back.
    return min(usable / moves + 0.75 * increment, 0.8 * usable)
