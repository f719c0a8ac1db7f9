"""Counts of values by pieces on the board and by plies, from a tablebase's header."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from quintet.tablebase.solver import value_of
from quintet.value import Value, loss_in, win_in

# Pieces on the board, a value, and the number of positions.
Counts = Iterator[tuple[int, Value, int]]


def quantik(header: dict[str, Any]) -> Counts:
    for pieces, counts in header["positions_by_pieces_and_plies"].items():
        for plies, count in enumerate(counts):
            yield int(pieces), win_in(plies) if plies % 2 else loss_in(plies), count


def quixo(header: dict[str, Any]) -> Counts:
    for step, counts in header["steps"].items():
        for verdict, count in counts["different"].items():
            value = value_of(int(verdict))
            assert value is not None
            yield sum(map(int, step.split())), value, count


COUNTS: dict[str, Callable[[dict[str, Any]], Counts]] = {
    "quantik": quantik,
    "quixo": quixo,
}


def spread(game: str, header: dict[str, Any]) -> dict[str, Any] | None:
    """Return the counts of won, drawn and lost positions by layer, and by plies."""
    if game not in COUNTS:
        return None
    layers: dict[int, dict[str, int]] = defaultdict(lambda: {"win": 0, "draw": 0, "loss": 0})
    plies: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for on_board, value, count in COUNTS[game](header):
        layers[on_board]["draw" if value.plies is None else value.kind] += count
        if value.plies is not None:
            plies[value.plies][0 if value.kind == "win" else 1] += count
    return {
        "layers": [[at, *layers[at].values()] for at in sorted(layers)],
        "plies": {at: plies[at] for at in sorted(plies) if any(plies[at])},
    }


def longest(game: str, header: dict[str, Any]) -> int | None:
    """Return the plies of the longest win of a full tablebase."""
    if game not in COUNTS:
        return None
    values = (value for _, value, count in COUNTS[game](header) if count)
    return max(value.plies or 0 for value in values if value.kind == "win")
