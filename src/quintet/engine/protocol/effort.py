"""How much a search may take: clocks, and memory that suits the work."""

from __future__ import annotations

import os

from quintet.engine.transpositions import MEGABYTE

# What is kept back from a clock for the way a move takes to whoever holds the clock.
MARGIN_SECONDS = 0.05
MOVES_AHEAD = 25  # how many more moves a clock has to last for, when nobody says


def share_of_clock(left: float, increment: float, moves_to_go: int | None) -> float:
    """The seconds to spend on a move with so many left; never so many that the flag falls."""
    usable = max(0.0, left - MARGIN_SECONDS)
    moves = min(moves_to_go or MOVES_AHEAD, MOVES_AHEAD)
    # Most of an increment can be spent at once: it comes back.
    return min(usable / moves + 0.75 * increment, 0.8 * usable)


def table_megabytes(most: int, nodes: int | None) -> int:
    """The memory for a search: no more than its nodes can fill, since clearing it takes time too.

    A node leaves 16 bytes at most; four times that keeps them from pushing each other out.
    """
    return most if nodes is None else min(most, nodes * 64 // MEGABYTE + 1)


def most_threads() -> int:
    """What a search may use: with many more threads than cores it would only get slower."""
    return max(8, os.cpu_count() or 1)


def most_megabytes(searches: int = 1) -> int:
    """What one of so many searches may use: together they leave half of the machine to others."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        memory = 4096 * MEGABYTE  # a system that does not tell
    return max(64, memory // MEGABYTE // 2 // searches)
