"""Whether bytes are a function from keys to numbers, which compiled code then reads unchecked."""

from __future__ import annotations

import struct
from itertools import pairwise

PAIR = struct.Struct("<II")
ROWS = 3
MOST_BITS = 8


def check_function(block: memoryview) -> None:
    """Raise if a lookup would leave the bytes (docs/reference/tablebase-format.md)."""
    if len(block) < PAIR.size:
        raise ValueError("this is no function")
    bits, buckets = PAIR.unpack_from(block)
    head = PAIR.size * (buckets + 2)
    if not 1 <= bits <= MOST_BITS or buckets < 1 or head > len(block):
        raise ValueError("this is no function")
    firsts = [first for first, _ in PAIR.iter_unpack(block[PAIR.size : head])]
    if firsts[0] != 0 or any(after - first < ROWS for first, after in pairwise(firsts)):
        raise ValueError("a bucket has too few cells")
    # One byte more is read than the cells fill.
    if head + (firsts[-1] * bits + 7) // 8 + 1 != len(block):
        raise ValueError("there are not as many cells as there should be")
