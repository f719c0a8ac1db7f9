"""What the header of a table of Quixo must say: nothing in it may contradict the rest."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from quintet.tablebase.file import whole
from quintet.tablebase.solver import DAMAGED, value_of

FIRST_LATE = 254  # the first verdict that does not fit into a byte


def check_steps(
    steps: Mapping[str, Any],
    positions: int,
    pairs: Mapping[str, tuple[int, int]],
    late: Mapping[tuple[int, int], int],
    cells: int,
) -> None:
    """Raises if the counts of the steps are not those of all boards of their pairs of layers.

    `late` says how many verdicts of a layer stand in a list of their own.
    """
    found = dict(late)
    if steps.keys() != pairs.keys():
        raise ValueError("other layers were solved than are there")
    different = 0
    for step, (first, second) in pairs.items():
        layers = {(first, second), (second, first)}
        boards = len(layers) * comb(cells, first) * comb(cells - first, second)
        if _sum(steps[step]["all"], boards) != boards:
            raise ValueError("a step has not as many boards as its layers")
        counts = steps[step]["different"]
        different += _sum(counts, boards)
        listed = sum(found.pop(layer, 0) for layer in layers)
        if sum(count for verdict, count in counts.items() if int(verdict) >= FIRST_LATE) != listed:
            raise ValueError("a list has not as many verdicts as do not fit into bytes")
    if found:
        raise ValueError("a list is of a layer that is not there")
    if positions != different:
        raise ValueError("there are not as many positions as were counted")


def _sum(counts: Mapping[str, int], boards: int) -> int:
    """How many boards there are, by verdict wins, losses and draws."""
    for verdict in counts:
        value = value_of(whole(int(verdict), DAMAGED - 1))
        if value is None or value.kind == "tie":
            raise ValueError("a verdict is none of Quixo")
    return sum(whole(count, boards) for count in counts.values())
