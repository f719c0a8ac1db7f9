"""Zugzwang: positions that are lost only because the side to move has to move.

No rules allow a pass, but its value can be looked up: the other side would be to move on the same
board, which with exchanged colours is a position of the game.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from itertools import chain, product

from quintet import _core, tablebase
from quintet.position import Position

# A board for the side to move, and for the other side after a pass.
Boards = Iterator[tuple[Position, Position]]

FEW = 16  # moves a reader can check one by one


def zugzwangs(start: Position) -> tuple[int, Position | None]:
    """Return the number of zugzwangs up to symmetry, and a long one.

    That one has few moves, and differs for the two sides.
    """
    met: set[Position] = set()
    best = (False, False, 0)
    striking = None
    for found, passed in BOARDS[start.game](start):
        value = tablebase.probe(found)
        if value.kind != "loss" or not value.plies:
            continue
        after = tablebase.probe(passed)
        if after.kind == "win":
            continue
        met.add(found.canonical())
        merit = (
            len(found.moves) <= FEW,
            found.canonical() != passed.canonical(),
            value.plies + (after.plies or 0),
        )
        if merit > best:
            best, striking = merit, found
    return len(met), striking


def quantik(start: Position) -> Boards:
    """Yield all boards with equal numbers of pieces, up to symmetry."""
    core = start.variant.core
    keys = bytes(8)  # docs/reference/tablebase-format.md says how a position is written as a key
    spread = [sum((board >> cell & 1) << 8 * cell for cell in range(16)) for board in range(2**16)]
    for pieces in range(17):
        if pieces % 2 == 0:
            for boards in struct.iter_unpack("<4H", keys):
                starter, other, low, high = (spread[board] for board in boards)
                shapes = low + 2 * high
                yield (
                    _position(core, starter + 5 * other + shapes),
                    _position(core, other + 5 * starter + shapes),
                )
        keys = _core.quantik_next_layer(keys, 1, _core.Progress())


def _position(core: _core.Variant, cells: int) -> Position:
    made = core.from_facts(cells.to_bytes(16, "little"), [])
    assert isinstance(made, Position)
    return made


def quixo(start: Position) -> Boards:
    """Yield all boards with x to move, most of them once up to symmetry.

    The first file is the greatest of some edges, which excludes most symmetric boards cheaply.
    """
    core, size = start.variant.core, int(start.variant.settings["size"])
    exchange = bytes.maketrans(b"\1\2", b"\2\1")
    files = list(product(range(3), repeat=size))
    for first, last in product(files, repeat=2):
        if max(first[::-1], last, last[::-1]) > first:
            continue
        for between in product(files, repeat=size - 2):
            cells = bytes(chain(first, *between, last))
            found = core.from_facts(cells, [0])
            passed = core.from_facts(cells.translate(exchange), [0])
            assert isinstance(found, Position)
            assert isinstance(passed, Position)
            yield found, passed


BOARDS: dict[str, Callable[[Position], Boards]] = {"quantik": quantik, "quixo": quixo}
