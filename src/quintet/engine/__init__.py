"""The engine: analysis of positions, playing levels, protocols, tournaments.

>>> import quintet
>>> found = quintet.analyse(quintet.start("quantik"), nodes=2_000_000, tables=False)
>>> print(found.value, found.certainty)
loss in 10 proved
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quintet import _core
from quintet.engine.analysis import Analysis, MoveValue
from quintet.engine.search import Limits, Search
from quintet.engine.time_control import DEFAULT_SECONDS
from quintet.engine.transpositions import TranspositionTable
from quintet.position import Position
from quintet.value import Value

__all__ = [
    "Analysis",
    "Limits",
    "MoveValue",
    "Search",
    "TranspositionTable",
    "Value",
    "analyse",
    "stream",
]


def analyse(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    threads: int = 1,
    moves: int | str | Iterable[str] = 1,
    megabytes: int = _core.DEFAULT_MEGABYTES,
    history: Iterable[Position] = (),
    tables: bool = True,
) -> Analysis:
    """Search a position within these limits (one second if none) and return its value.

    `moves` is how many of the best moves get values and lines, `"all"`, or a list of moves to
    search. `history` is the positions of the game so far; a third occurrence is a draw (H1). With
    one thread and a limit of nodes the result is deterministic. Positions of a tablebase are looked
    up, unless `tables` is false. Ctrl-C raises `KeyboardInterrupt`.
    """
    limits = _limits(seconds, nodes, depth, threads, megabytes)
    return Search(position, limits, moves=moves, history=history, tables=tables).run()


def stream(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    threads: int = 1,
    moves: int | str | Iterable[str] = 1,
    megabytes: int = _core.DEFAULT_MEGABYTES,
    history: Iterable[Position] = (),
    tables: bool = True,
) -> Iterator[Analysis]:
    """Yield the analysis after every depth; closing the iterator stops the search."""
    limits = _limits(seconds, nodes, depth, threads, megabytes)
    return Search(position, limits, moves=moves, history=history, tables=tables).start()


def _limits(
    seconds: float | None, nodes: int | None, depth: int | None, threads: int, megabytes: int
) -> Limits:
    if seconds is None and nodes is None and depth is None:
        seconds = DEFAULT_SECONDS
    return Limits(seconds, nodes, depth, threads, megabytes)
