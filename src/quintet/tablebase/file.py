"""Table files: header and values, mapped into memory (docs/reference/tablebase-format.md)."""

from __future__ import annotations

import json
import mmap
import os
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quintet.errors import BadTablebase
from quintet.i18n.sentence import Sentence, sentence, template
from quintet.tablebase.disk import checksum, sync_folder

MAGIC = b"QTABLE\r\n"
VERSION = 1
SUFFIX = ".qtable"
NOT_A_TABLEBASE = template(
    "This file is no table of a solved game; delete it, and build it anew with 'quintet solve'."
)

# Magic, version, length of the header, where the values begin, how long they are, checksum.
_PREAMBLE = struct.Struct("<8sIIQQ32s")
_ALIGNMENT = 64
_LONGEST_HEADER = 2**24
_CHECKED_WHEN_OPENED = 2**26  # larger files are checked when somebody asks for it

# Values that are made in their file leave so much room for what comes before them.
ROOM_BEFORE_VALUES = 2**22

Places = Mapping[str, tuple[int, int]]  # the first byte of every block, and its length


class TablebaseFile:
    """A finished table: `header` says what it is of, `block(name)` gives a part of the values."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            self.size = os.fstat(file.fileno()).st_size
            if self.size < _PREAMBLE.size:
                raise self.bad(sentence(NOT_A_TABLEBASE))
            self._memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        magic, version, header_length, first, length, self._checksum = _PREAMBLE.unpack(
            self._memory[: _PREAMBLE.size]
        )
        if magic != MAGIC:
            raise self.bad(sentence(NOT_A_TABLEBASE))
        if version != VERSION:
            raise self.bad(
                sentence(
                    "This table has version {version}, and version {known} is needed; build it "
                    "anew with 'quintet solve'.",
                    version=version,
                    known=VERSION,
                )
            )
        end = _PREAMBLE.size + header_length
        if header_length > _LONGEST_HEADER or end > first or first + length != self.size:
            raise self.damaged()
        if self.size <= _CHECKED_WHEN_OPENED:
            self.check()
        self._data = memoryview(self._memory)[first : first + length]
        self.header = self._read_header(self._memory[_PREAMBLE.size : end])

    def block(self, name: str) -> memoryview:
        first, length = self.header["blocks"][name]
        return self._data[first : first + length]

    def check(self) -> None:
        """Refuses a file that is not as it was written."""
        if checksum(self._memory, _PREAMBLE.size) != self._checksum:
            raise self.damaged()

    def _read_header(self, text: bytes) -> dict[str, Any]:
        try:
            header: dict[str, Any] = json.loads(text)
            room = len(self._data)
            for first, length in header["blocks"].values():
                whole(whole(first, room) + whole(length, room), room)
        # A header of nothing but brackets is too deep.
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise self.damaged() from error
        return header

    def damaged(self) -> BadTablebase:
        return self.bad(
            sentence("This table is damaged; delete it and build it anew with 'quintet solve'.")
        )

    def bad(self, said: Sentence) -> BadTablebase:
        return BadTablebase(
            sentence("{file}: {message}", file=str(self.path), message=said), path=str(self.path)
        )


def whole(number: Any, most: int) -> int:
    """A number of a header, which must be one from 0 to the most there can be."""
    if type(number) is not int or not 0 <= number <= most:
        raise ValueError(number)
    return number


def write_tablebase(
    path: Path, header: Mapping[str, Any], blocks: Mapping[str, bytes]
) -> TablebaseFile:
    """Writes a table at once; nobody ever sees a part of it."""
    places = _places(0, blocks)
    first = _aligned(_PREAMBLE.size + len(_written(header, places)))
    draft = path.with_name(path.name + ".new")
    draft.write_bytes(bytes(first))
    _write_blocks(draft, first, places, blocks)
    return _finish(draft, path, _written(header, places), first)


def finish_tablebase(
    draft: Path, path: Path, header: Mapping[str, Any], name: str, more: Mapping[str, bytes]
) -> TablebaseFile:
    """Makes a table of a file that holds its largest block already, with room before it."""
    first = ROOM_BEFORE_VALUES
    length = draft.stat().st_size - first
    places = _places(_aligned(length), more)
    _write_blocks(draft, first, places, more)
    return _finish(draft, path, _written(header, {name: (0, length), **places}), first)


def _finish(draft: Path, path: Path, said: bytes, first: int) -> TablebaseFile:
    """Writes what stands before the values, and gives the file its name."""
    with draft.open("r+b") as file:
        size = os.fstat(file.fileno()).st_size
        assert _PREAMBLE.size + len(said) <= first <= size
        with mmap.mmap(file.fileno(), 0) as memory:
            memory[_PREAMBLE.size : _PREAMBLE.size + len(said)] = said
            memory[: _PREAMBLE.size] = _PREAMBLE.pack(
                MAGIC, VERSION, len(said), first, size - first, checksum(memory, _PREAMBLE.size)
            )
            memory.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync_folder(path.parent)
    return TablebaseFile(path)


def _written(header: Mapping[str, Any], places: Places) -> bytes:
    return json.dumps({**header, "blocks": places}, separators=(",", ":")).encode()


def _aligned(place: int) -> int:
    return place + -place % _ALIGNMENT


def _places(start: int, blocks: Mapping[str, bytes]) -> Places:
    """Where blocks stand, one after the other."""
    places = {}
    for name, block in blocks.items():
        places[name] = (start, len(block))
        start = _aligned(start + len(block))
    return places


def _write_blocks(path: Path, first: int, places: Places, blocks: Mapping[str, bytes]) -> None:
    with path.open("r+b") as file:
        for name, block in blocks.items():
            file.seek(first + places[name][0])
            file.write(block)
