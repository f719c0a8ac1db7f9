"""How many threads and how much memory a search may use on this machine."""

from __future__ import annotations

import os

from quintet.engine.transpositions import MEGABYTE

MIN_THREADS_ALLOWED = 8
MIN_MEGABYTES_ALLOWED = 64
ASSUMED_MEGABYTES = 4096  # on systems that do not report their memory


def max_threads() -> int:
    """Return the maximum of threads: many more than cores slow a search down."""
    return max(MIN_THREADS_ALLOWED, os.cpu_count() or 1)


def max_megabytes(searches: int = 1) -> int:
    """Return the maximum of memory for each of several searches: half in total."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        memory = ASSUMED_MEGABYTES * MEGABYTE
    return max(MIN_MEGABYTES_ALLOWED, memory // MEGABYTE // 2 // searches)


def useful_megabytes(allowed: int, nodes: int | None) -> int:
    """Return the size of a transposition table: no more than so many nodes can fill.

    Clearing a table takes time, too. A node stores at most 16 bytes; a table four times that size
    avoids most replacements.
    """
    return allowed if nodes is None else min(allowed, nodes * 64 // MEGABYTE + 1)
