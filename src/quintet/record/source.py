"""Read paths, files and lines in pieces of bounded size."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from quintet.record.limits import MAX_GAME_SIZE


@runtime_checkable
class TextFile(Protocol):
    """A text file open for reading."""

    def readline(self, size: int = -1, /) -> str: ...


Source = TextFile | str | os.PathLike[str] | Iterable[str]

BYTE_ORDER_MARK = "\ufeff"

# More than the largest game: a line of several pieces is too large by itself.
_PIECE = MAX_GAME_SIZE + 2

# Blank lines are read together, because there may be millions.
_LINES = re.compile(r"(?:[^\S\n]*+\n)++|[^\n]*+\n")
_BLOCK = 1 << 16
_SHORT_LINE = 80
_MAX_TOGETHER = 4096


class Piece(NamedTuple):
    """A line, a run of blank lines, or the next part of a line that is too long."""

    text: str
    line: int  # the number of the first line
    begins: bool  # whether it starts a line


def pieces(source: Source) -> Iterator[Piece]:
    """Yield the lines of a source with their numbers; line ends become newlines."""
    if isinstance(source, str | os.PathLike):
        # Bytes that are not UTF-8 become lone surrogates, which a record then reports.
        with Path(source).open(encoding="utf-8", errors="surrogateescape") as file:
            # A pipe may be slow: read by lines, so that a game is reported as soon as it ends.
            take = partial(file.read, _BLOCK) if file.seekable() else partial(file.readline, _PIECE)
            yield from _pieces(iter(take, ""))
    elif isinstance(source, TextFile):
        yield from _pieces(_chunks_of_file(source))
    else:
        yield from _pieces(_chunks_of_lines(source))


def pieces_of_text(text: str) -> Iterator[Piece]:
    return _pieces(text[at : at + _BLOCK] for at in range(0, len(text), _BLOCK))


def _chunks_of_file(file: TextFile) -> Iterator[str]:
    return iter(partial(file.readline, _PIECE), "")


def _chunks_of_lines(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith(("\n", "\r")) else line + "\n"


def _pieces(chunks: Iterator[str]) -> Iterator[Piece]:
    number, begins, rest = 1, True, ""
    for chunk in chain(_with_newlines(chunks), [""]):
        text = rest + chunk
        end = text.rfind("\n") + 1
        for found in _LINES.finditer(text, 0, end):
            yield Piece(found[0], number, begins)
            number, begins = number + found[0].count("\n"), True
        rest = text[end:]
        # A line is held back until it is complete, too large, or the last one.
        if rest and (len(rest) > MAX_GAME_SIZE or not chunk):
            yield Piece(rest, number, begins)
            begins, rest = False, ""


def _with_newlines(chunks: Iterator[str]) -> Iterator[str]:
    """Drop the byte order mark and turn all line ends into newlines."""
    decoder = io.IncrementalNewlineDecoder(None, translate=True)
    first = next(chunks, "").removeprefix(BYTE_ORDER_MARK)
    for chunk in chain((first,), _together(chunks)):
        decoded = decoder.decode(chunk)
        if decoded:
            yield decoded
    rest = decoder.decode("", final=True)
    if rest:
        yield rest


def _together(chunks: Iterable[str]) -> Iterator[str]:
    """Join chunks that are blank lines."""
    blank: list[str] = []
    for chunk in chunks:
        if len(chunk) <= _SHORT_LINE and chunk.isspace():
            blank.append(chunk)
            if len(blank) < _MAX_TOGETHER:
                continue
            chunk = ""
        if blank:
            chunk = "".join(blank) + chunk
            blank.clear()
        yield chunk
    if blank:
        yield "".join(blank)
