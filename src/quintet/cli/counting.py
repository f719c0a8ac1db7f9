"""Perft over all cores, with a progress bar where somebody watches."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from quintet.cli.common import say
from quintet.i18n.sentence import sentence
from quintet.position import Position


def count(position: Position, depth: int, *, divide: bool) -> tuple[int, dict[str, int]]:
    """The number of ways to play `depth` plies and, with `divide`, the number after every move."""
    if depth < 2:
        by_move = dict.fromkeys(position.moves, 1) if divide and depth == 1 else {}
        return position.perft(depth), by_move
    # The first two plies make enough parts to keep all cores busy to the end.
    parts = [
        (first, child) for first in position.moves for child in _children(position.play(first))
    ]
    by_move = dict.fromkeys(position.moves, 0)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        results = pool.map(lambda part: part[1].perft(depth - 2), parts)
        for (first, _), number in zip(parts, _watched(results, len(parts)), strict=True):
            by_move[first] += number
    return sum(by_move.values()), by_move if divide else {}


def _children(position: Position) -> list[Position]:
    return [position.play(move) for move in position.moves]


def _watched(results: Iterator[int], total: int) -> Iterator[int]:
    """The results as they come, with a bar on standard error when that is a terminal."""
    if not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(
        results,
        say(sentence("counting")),
        total=total,
        console=Console(stderr=True),
        transient=True,
    )
