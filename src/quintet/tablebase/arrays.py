"""Lookups of arrays of positions. Needs NumPy."""

from __future__ import annotations

from typing import NamedTuple

from quintet import _core
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence
from quintet.position import MAX_THREADS
from quintet.tablebase.file import TablebaseFile

try:
    import numpy as np
    import numpy.typing as npt
except ImportError as error:
    raise ImportError(
        "Arrays of lookups need NumPy. Install it: pip install 'quintet[env]'"
    ) from error

UNKNOWN = _core.UNKNOWN_OUTCOME


class ArrayValues(NamedTuple):
    """Exact values for the sides to move, an entry a position.

    `outcomes` are 1 for a win, 0 for a draw or a tie, -1 for a loss, and `UNKNOWN` (-128) for what
    the tablebase does not have. `plies` are those to the end of a game that is won or lost, with
    best play of both sides; otherwise -1.
    """

    outcomes: npt.NDArray[np.int8]
    plies: npt.NDArray[np.int16]


def look_up(
    file: TablebaseFile, core: _core.Table, states: npt.ArrayLike, threads: int
) -> ArrayValues:
    """Return the values of rows of words; refuse what is not a position."""
    if type(threads) is not int or not 1 <= threads <= MAX_THREADS:
        raise BadOption(
            sentence(
                "{name} must be a number from {least} to {most}.",
                name="threads",
                least=1,
                most=MAX_THREADS,
            ),
            option="threads",
            value=threads,
        )
    given = np.asarray(states)
    if given.ndim != 2 or given.shape[1] != core.words or given.dtype != np.uint64:
        raise BadOption(
            sentence(
                "States of {game} are rows of {words} unsigned 64-bit integers.",
                game=str(file.header["game"]).capitalize(),
                words=core.words,
            ),
            option="states",
            value=f"{given.dtype}{given.shape}",
        )
    given = np.ascontiguousarray(given)
    found = ArrayValues(np.empty(len(given), np.int8), np.empty(len(given), np.int16))
    unsound, damaged = core.look_up(given, found.outcomes, found.plies, threads)
    if unsound != len(given):
        raise BadOption(
            sentence(
                "State {row} is not a position of {game}.",
                row=unsound,
                game=str(file.header["game"]).capitalize(),
            ),
            option="states",
            value=[int(word) for word in given[unsound]],
        )
    if damaged:
        raise file.damaged()
    return found
