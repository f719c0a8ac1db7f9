"""Game records in a PGN-like text form and as JSON.

docs/reference/records.md describes both formats.

>>> from quintet import record
>>> game, = record.loads('[Game "quantik"]  1. A@a1 2. B@b1 {a comment} *')
>>> [ply.move for ply in game.moves], game.final.text
(['A@a1', 'B@b1'], '..../..../..../Ab..')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Protocol

from quintet.record.json_reader import read_lines
from quintet.record.json_writer import write_line
from quintet.record.limits import MAX_GAME_SIZE, MAX_VARIATION_DEPTH
from quintet.record.model import Form, Line, Ply, Record
from quintet.record.move_text import read_move_text, write_move_text
from quintet.record.source import BYTE_ORDER_MARK, Piece, Source, pieces, pieces_of_text
from quintet.record.split import split
from quintet.record.text_reader import read_game
from quintet.record.text_writer import write_game

__all__ = [
    "MAX_GAME_SIZE",
    "MAX_VARIATION_DEPTH",
    "Form",
    "Line",
    "Ply",
    "Record",
    "dumps",
    "loads",
    "read",
    "read_move_text",
    "write",
    "write_move_text",
]


class WritableFile(Protocol):
    def write(self, text: str, /) -> object: ...


def read(source: Source) -> Iterator[Record]:
    """Yield the games of a path, a text file or lines, in either form.

    A game that cannot be read becomes a record with an `error`, and reading goes on.
    """
    return _read(pieces(source))


def _read(found: Iterator[Piece]) -> Iterator[Record]:
    for piece in found:
        beginning = piece.text.lstrip().removeprefix(BYTE_ORDER_MARK).lstrip()
        if beginning:
            everything = chain((piece,), found)
            if beginning.startswith("{"):
                yield from read_lines(everything)
            else:
                yield from map(read_game, split(everything))


def loads(text: str) -> list[Record]:
    """Return the games in a text, in either form."""
    return list(_read(pieces_of_text(text)))


def dumps(record: Record, form: Form = "text") -> str:
    """Return a game as text that ends with a newline, or raise `BadRecord`."""
    record.check()
    if form == "json":
        return write_line(record) + "\n"
    if form == "text":
        return write_game(record)
    raise ValueError(f"form must be text or json, not {form!r}")


def write(file: WritableFile, records: Iterable[Record], form: Form = "text") -> None:
    """Write games to a file; in text form a blank line follows each."""
    for record in records:
        file.write(dumps(record, form))
        if form == "text":
            file.write("\n")
