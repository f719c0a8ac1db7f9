"""Where records come from: files, paths and lines, taken in pieces of bounded size."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from quintet.record.limits import LARGEST_GAME


@runtime_checkable
class TextFile(Protocol):
    """What is needed of a text file that is open for reading."""

    def readline(self, size: int = -1, /) -> str: ...


Source = TextFile | str | os.PathLike[str] | Iterable[str]

BYTE_ORDER_MARK = "\ufeff"

# More than the largest game, so that a line that comes in several pieces is too large by itself.
_PIECE = LARGEST_GAME + 2


class Piece(NamedTuple):
    """A line, or the next part of one that is too long to be held whole."""

    text: str
    line: int
    begins: bool  # whether a line begins here


def pieces(source: Source) -> Iterator[Piece]:
    """The lines of a source with their numbers; every line end is read as a newline."""
    if isinstance(source, str | os.PathLike):
        # Bytes that are not UTF-8 become lone surrogates, which a record then reports.
        with Path(source).open(encoding="utf-8", errors="surrogateescape") as file:
            yield from _pieces(_chunks_of_file(file))
    elif isinstance(source, TextFile):
        yield from _pieces(_chunks_of_file(source))
    else:
        yield from _pieces(_chunks_of_lines(source))


def _chunks_of_file(file: TextFile) -> Iterator[str]:
    while chunk := file.readline(_PIECE):
        yield chunk


def _chunks_of_lines(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith(("\n", "\r")) else line + "\n"


def _pieces(chunks: Iterator[str]) -> Iterator[Piece]:
    number, begins, rest = 1, True, ""
    for chunk in chain(_with_newlines(chunks), [""]):
        *lines, rest = (rest + chunk).split("\n")
        for line in lines:
            yield Piece(line + "\n", number, begins)
            number, begins = number + 1, True
        # A line is held back until its end is there, unless that makes it too large, or last.
        if rest and (len(rest) > LARGEST_GAME or not chunk):
            yield Piece(rest, number, begins)
            begins, rest = False, ""


def _with_newlines(chunks: Iterator[str]) -> Iterator[str]:
    """The chunks without a byte order mark in front, and with newlines for all line ends."""
    decoder = io.IncrementalNewlineDecoder(None, translate=True)
    first = next(chunks, "").removeprefix(BYTE_ORDER_MARK)
    for chunk in chain((first,), chunks):
        decoded = decoder.decode(chunk)
        if decoded:
            yield decoded
    rest = decoder.decode("", final=True)
    if rest:
        yield rest
