"""Consistency checks of the header of a Quixo tablebase."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from quintet.tablebase.file import checked_int
from quintet.tablebase.solver import DAMAGED, value_of

MIN_OVERFLOW = 254  # the first verdict that does not fit into a byte


def check_steps(
    steps: Mapping[str, Any],
    positions: int,
    pairs: Mapping[str, tuple[int, int]],
    overflow: Mapping[tuple[int, int], int],
    cells: int,
) -> None:
    """Raise ValueError if the counts do not match the sizes of the layers.

    `overflow` has the length of the overflow list of each layer.
    """
    found = dict(overflow)
    if steps.keys() != pairs.keys():
        raise ValueError("steps and layers do not match")
    different = 0
    for step, (first, second) in pairs.items():
        layers = {(first, second), (second, first)}
        boards = len(layers) * comb(cells, first) * comb(cells - first, second)
        if _sum(steps[step]["all"], boards) != boards:
            raise ValueError("the counts of a step do not match the size of its layers")
        counts = steps[step]["different"]
        different += _sum(counts, boards)
        listed = sum(found.pop(layer, 0) for layer in layers)
        if (
            sum(count for verdict, count in counts.items() if int(verdict) >= MIN_OVERFLOW)
            != listed
        ):
            raise ValueError("an overflow list has the wrong length")
    if found:
        raise ValueError("an overflow list belongs to no layer")
    if positions != different:
        raise ValueError("the counts do not add up to the number of positions")


def _sum(counts: Mapping[str, int], boards: int) -> int:
    """Return the sum of counts by verdict: wins, losses and draws."""
    for verdict in counts:
        value = value_of(checked_int(int(verdict), DAMAGED - 1))
        if value is None or value.kind == "tie":
            raise ValueError("a verdict does not occur in Quixo")
    return sum(checked_int(count, boards) for count in counts.values())
