"""Position texts: reading with errors that point at a character, and writing."""

from __future__ import annotations

from typing import NoReturn

from quintet.errors import BadPosition
from quintet.games.types import Reading
from quintet.games.variant import Variant
from quintet.i18n.sentence import Filling, Sentence, sentence

MAX_TEXT = 200  # no position text of any game comes near it


def read(variant: Variant, text: str) -> Reading:
    """Read a position text and check that the position can come up in play."""
    reading = _Reader(variant, text).read()
    variant.check(reading)
    return reading


def write(variant: Variant, cells: bytes, fields: list[int]) -> str:
    letters = variant.letters
    board = "/".join("".join(letters[cells[cell]] for cell in row) for row in variant.rows)
    written = [
        field.write(value)
        for field, value in zip(variant.fields, fields, strict=True)
        if value or not field.optional
    ]
    return " ".join([board, *written])


class _Reader:
    def __init__(self, variant: Variant, text: str) -> None:
        self.variant = variant
        self.text = text
        self.at = 0

    def read(self) -> Reading:
        if len(self.text) > MAX_TEXT:
            self.at = MAX_TEXT
            self.fail(sentence("This is too long for a position."))
        cells, cell_columns = self.board()
        fields, field_columns = self.field_values()
        if self.at < len(self.text):
            self.fail(sentence("The position ends here, but {found} follows.", found=self.found()))
        places, rows = self.variant.places, self.variant.rows
        return Reading(places, rows, self.text, cells, fields, cell_columns, field_columns)

    def board(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        variant = self.variant
        cells = [0] * len(variant.places)
        columns = [0] * len(variant.places)
        for number, row in enumerate(variant.rows):
            if number > 0:
                self.expect("/")
            for cell in row:
                code = variant.letters.find(self.peek()) if self.peek() else -1
                if code < 0:
                    self.fail(
                        sentence(
                            "Expected one of {letters} for {place}, found {found}.",
                            letters=variant.letters,
                            place=variant.places[cell],
                            found=self.found(),
                        )
                    )
                cells[cell] = code
                columns[cell] = self.at + 1
                self.at += 1
        return tuple(cells), tuple(columns)

    def field_values(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        values: list[int] = []
        columns: list[int] = []
        for field in self.variant.fields:
            if field.optional and self.at == len(self.text):
                values.append(0)
                continue
            self.expect(" ")
            end = self.text.find(" ", self.at)
            token = self.text[self.at : end if end >= 0 else len(self.text)]
            value = field.read(token)
            if value is None:
                self.fail(
                    sentence(
                        "Expected {expected}, found {found}.",
                        expected=field.expected,
                        found=repr(token) if token else self.found(),
                    )
                )
            values.append(value)
            columns.append(self.at + 1)
            self.at += len(token)
        return tuple(values), tuple(columns)

    def expect(self, character: str) -> None:
        if self.peek() != character:
            self.fail(
                sentence(
                    "Expected {expected}, found {found}.",
                    expected=sentence("a space") if character == " " else repr(character),
                    found=self.found(),
                )
            )
        self.at += 1

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def found(self) -> Filling:
        character = self.peek()
        return repr(character) if character else sentence("the end")

    def fail(self, message: Sentence) -> NoReturn:
        raise BadPosition(message, text=self.text, column=self.at + 1)
