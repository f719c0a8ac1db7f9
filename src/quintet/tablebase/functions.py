"""Checks of static functions, which compiled code reads without checks."""

from __future__ import annotations

import struct
from itertools import pairwise

PAIR = struct.Struct("<II")
ROWS = 3
MAX_BITS = 8


def check_function(block: memoryview) -> None:
    """Raise ValueError if a key would be looked up outside the block."""
    if len(block) < PAIR.size:
        raise ValueError("not a static function")
    bits, buckets = PAIR.unpack_from(block)
    head = PAIR.size * (buckets + 2)
    if not 1 <= bits <= MAX_BITS or buckets < 1 or head > len(block):
        raise ValueError("not a static function")
    firsts = [first for first, _ in PAIR.iter_unpack(block[PAIR.size : head])]
    if firsts[0] != 0 or any(after - first < ROWS for first, after in pairwise(firsts)):
        raise ValueError("a bucket has too few cells")
    # The compiled code reads one byte past the cells.
    if head + (firsts[-1] * bits + 7) // 8 + 1 != len(block):
        raise ValueError("wrong number of cells")
