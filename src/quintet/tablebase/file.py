"""Tablebase files, mapped into memory (docs/reference/tablebase-format.md)."""

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
NOT_A_TABLEBASE = template("This file is not a tablebase. Delete it and run `quintet solve`.")

# Magic, version, length of the header, start and length of the values, checksum.
_PREAMBLE = struct.Struct("<8sIIQQ32s")
_ALIGNMENT = 64
_MAX_HEADER = 2**24
_MAX_CHECKED_ON_OPEN = 2**26  # bytes; larger files are checked by `check` alone

# Values computed in their file leave this much room for the header.
ROOM_BEFORE_VALUES = 2**22

Places = Mapping[str, tuple[int, int]]  # start and length of every block, in bytes


class TablebaseFile:
    """A finished tablebase: a `header` that describes it, and blocks of values."""

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
                    "This tablebase has format version {version}, but version {known} is needed. "
                    "Delete it and run `quintet solve`.",
                    version=version,
                    known=VERSION,
                )
            )
        end = _PREAMBLE.size + header_length
        if header_length > _MAX_HEADER or end > first or first + length != self.size:
            raise self.damaged()
        if self.size <= _MAX_CHECKED_ON_OPEN:
            self.check()
        self._data = memoryview(self._memory)[first : first + length]
        self.header = self._read_header(self._memory[_PREAMBLE.size : end])

    def block(self, name: str) -> memoryview:
        first, length = self.header["blocks"][name]
        return self._data[first : first + length]

    def check(self) -> None:
        """Raise `BadTablebase` if the checksum does not match."""
        if checksum(self._memory, _PREAMBLE.size) != self._checksum:
            raise self.damaged()

    def _read_header(self, text: bytes) -> dict[str, Any]:
        try:
            header: dict[str, Any] = json.loads(text)
            room = len(self._data)
            for first, length in header["blocks"].values():
                checked_int(checked_int(first, room) + checked_int(length, room), room)
        # Thousands of nested brackets raise RecursionError.
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise self.damaged() from error
        return header

    def damaged(self) -> BadTablebase:
        return self.bad(sentence("This tablebase is damaged. Delete it and run `quintet solve`."))

    def bad(self, said: Sentence) -> BadTablebase:
        return BadTablebase(
            sentence("{file}: {message}", file=str(self.path), message=said), path=str(self.path)
        )


def checked_int(number: Any, maximum: int) -> int:
    """Return a number of a header, which must be an integer from 0 to a maximum."""
    if type(number) is not int or not 0 <= number <= maximum:
        raise ValueError(number)
    return number


def write_tablebase(
    path: Path, header: Mapping[str, Any], blocks: Mapping[str, bytes]
) -> TablebaseFile:
    """Write a tablebase atomically: readers never see a part of it."""
    places = _places(0, blocks)
    first = _aligned(_PREAMBLE.size + len(_encoded(header, places)))
    draft = path.with_name(path.name + ".new")
    draft.write_bytes(bytes(first))
    _write_blocks(draft, first, places, blocks)
    return _finish(draft, path, _encoded(header, places), first)


def finish_tablebase(
    draft: Path, path: Path, header: Mapping[str, Any], name: str, more: Mapping[str, bytes]
) -> TablebaseFile:
    """Make a tablebase of a file that holds its largest block already."""
    first = ROOM_BEFORE_VALUES
    length = draft.stat().st_size - first
    places = _places(_aligned(length), more)
    _write_blocks(draft, first, places, more)
    return _finish(draft, path, _encoded(header, {name: (0, length), **places}), first)


def _finish(draft: Path, path: Path, said: bytes, first: int) -> TablebaseFile:
    """Write preamble and header before the values, and rename the file."""
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


def _encoded(header: Mapping[str, Any], places: Places) -> bytes:
    return json.dumps({**header, "blocks": places}, separators=(",", ":")).encode()


def _aligned(place: int) -> int:
    return place + -place % _ALIGNMENT


def _places(start: int, blocks: Mapping[str, bytes]) -> Places:
    """Return where blocks stand, one after the other."""
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
