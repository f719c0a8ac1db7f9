"""Data sets in files: Parquet or NumPy, by the end of the file's name."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

from quintet.env.data import numpy_file
from quintet.env.data.checking import check
from quintet.env.data.checksum import Checksum
from quintet.env.data.header import Header
from quintet.env.data.rows import Rows, joined
from quintet.errors import BadOption
from quintet.i18n.sentence import any_of, sentence

SUFFIXES = (".parquet", ".npz")


class Dataset(NamedTuple):
    """A whole file."""

    header: Header
    rows: Rows


class Written(NamedTuple):
    """What was written to a file."""

    games: int
    rows: int
    checksum: str


class _Writer(Protocol):
    def add(self, rows: Rows) -> None: ...
    def close(self, *, complete: bool) -> None: ...


def write(path: str | os.PathLike[str], header: Header, parts: Iterable[Rows]) -> Written:
    """Write rows to a file, which appears only when it is complete."""
    target = Path(path)
    kind = _kind(target)
    partial = target.with_name(target.name + ".part")
    checksum = Checksum(header)
    games = rows = 0
    last = None
    try:
        with partial.open("wb") as file:
            writer: _Writer
            if kind == ".parquet":
                from quintet.env.data import parquet

                writer = parquet.Writer(file, header)
            else:
                writer = numpy_file.Writer(file, header)
            complete = False
            try:
                for part in parts:
                    writer.add(check(part, header, str(target)))
                    checksum.add(part)
                    rows += len(part)
                    games += _count_games(part, last)
                    last = int(part.game[-1]) if len(part) else last
                complete = True
            finally:
                writer.close(complete=complete)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return Written(games, rows, checksum.text)


def chunks(path: str | os.PathLike[str]) -> tuple[Header, Iterator[Rows]]:
    """Open a file and return its header and its rows, some at a time.

    Raises `BadDataset` for a file that is damaged, of another layout, or no data set at all.
    """
    source = Path(path)
    if _kind(source) == ".parquet":
        from quintet.env.data import parquet

        header, parts = parquet.read(source)
    else:
        header, parts = numpy_file.read(source)
    return header, (check(part, header, str(source)) for part in parts)


def read(path: str | os.PathLike[str]) -> Dataset:
    """Read a whole file into memory; see `chunks`."""
    header, parts = chunks(path)
    return Dataset(header, joined(parts, header.simulator))


def _kind(path: Path) -> str:
    if path.suffix not in SUFFIXES:
        raise BadOption(
            sentence(
                "The name of a data set ends with {suffixes}, not {given}.",
                suffixes=any_of(SUFFIXES),
                given=path.name[-40:] or "''",
            ),
            option="output",
            value=str(path),
            allowed=SUFFIXES,
        )
    return path.suffix


def _count_games(part: Rows, last: int | None) -> int:
    if not len(part):
        return 0
    changes = int((part.game[1:] != part.game[:-1]).sum())
    return changes + (last is None or int(part.game[0]) != last)
