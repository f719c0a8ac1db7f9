"""Types that games share: reasons, motions, fields and parsed position texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, NamedTuple, NoReturn, Protocol

from quintet.errors import BadPosition
from quintet.i18n.sentence import Filling, Sentence, all_of, sentence
from quintet.outcome import Outcome

# What the choices of a field name: a seat, a piece, or neither.
FieldKind = Literal["seat", "piece", "text"]

# The kinds of move that clients can tell apart.
Action = Literal[
    "place", "give", "call", "silent", "move", "take", "pass", "insert", "turn", "set_up"
]


class PositionLike(Protocol):
    """The part of `quintet.Position` that games use."""

    @property
    def moves(self) -> tuple[str, ...]: ...
    @property
    def turn(self) -> int: ...
    @property
    def cells(self) -> bytes: ...
    @property
    def fields(self) -> list[int]: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def winning(self) -> tuple[tuple[str, ...], ...]: ...

    def play(self, move: str | int) -> PositionLike: ...


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is illegal: the rule, a sentence, and the places that forbid it."""

    rule: str
    sentence: Sentence
    places: tuple[str, ...] = ()


def reason(rule: str, template: str, /, *places: str, **values: Filling) -> Reason:
    """Return a reason whose sentence is the template with its gaps filled."""
    return Reason(rule, sentence(template, **values), places)


@dataclass(frozen=True, slots=True)
class Motion:
    """One piece going from one place to another.

    Places off the board: `reserve` (a side's own pieces), `pool` (shared pieces) and `hand`.
    The piece is its letter in the position text; `becomes` is its letter when it has arrived.
    """

    piece: str
    origin: str
    target: str
    becomes: str


def motion(piece: str, origin: str, target: str, becomes: str | None = None) -> Motion:
    """Return a motion of a piece that stays what it is unless `becomes` is given."""
    return Motion(piece, origin, target, piece if becomes is None else becomes)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a position text, after the board.

    `read` returns None for a text that is none of `choices`; `expected` names them in an error. A
    field with `optional` set is left out of the text when its number is 0 and it is the last one.

    A form calls the field by its `label`, and its choices by their `labels`, by the seat or the
    piece they name, or by their own text.
    """

    name: str
    expected: Sentence
    read: Callable[[str], int | None]
    write: Callable[[int], str]
    choices: tuple[str, ...]
    optional: bool = False
    kind: FieldKind = "text"
    label: Sentence | None = None
    labels: Mapping[str, Sentence] = field(default_factory=dict, compare=False)


def one_of(
    name: str,
    expected: Sentence,
    *values: str,
    optional: bool = False,
    kind: FieldKind = "text",
    label: Sentence | None = None,
    labels: Mapping[str, Sentence] | None = None,
) -> Field:
    """Return a field whose number is the index of its text among the values."""

    def read(text: str) -> int | None:
        return values.index(text) if text and text in values else None

    write = values.__getitem__
    return Field(name, expected, read, write, values, optional, kind, label, labels or {})


def turn_field(seat_names: tuple[str, ...]) -> Field:
    """Return the field that names the seat to move."""
    expected = sentence("the seat to move: {seats}", seats=all_of(seat_names))
    return one_of("turn", expected, *seat_names, kind="seat", label=sentence("Who is to move"))


class BenchSearch(NamedTuple):
    """A search of `quintet bench`: moves from the start, a depth, and options.

    The node count of a search to a fixed depth is the strictest check of the engine.
    """

    moves: str
    depth: int
    options: Mapping[str, str | int | bool] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Reading:
    """A parsed position text: cells, fields, and the column of each.

    `places` and `rows` are those of the variant.
    """

    places: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    text: str
    cells: tuple[int, ...]
    fields: tuple[int, ...]
    cell_columns: tuple[int, ...]
    field_columns: tuple[int, ...]

    def refuse(
        self, column: int, rule: str | None, template: str, /, **values: Filling
    ) -> NoReturn:
        """Raise `BadPosition` and point at a column of the text."""
        raise BadPosition(sentence(template, **values), text=self.text, column=column, rule=rule)

    def refuse_cell(self, cell: int, rule: str, template: str, /, **values: Filling) -> NoReturn:
        """Raise `BadPosition` and point at what stands in a cell."""
        place = self.places[cell]
        self.refuse(self.cell_columns[cell], rule, template, **{"place": place, **values})

    def refuse_field(self, field: int, rule: str, template: str, /, **values: Filling) -> NoReturn:
        """Raise `BadPosition` and point at a field, or at the end if it is missing."""
        columns = self.field_columns
        column = columns[field] if field < len(columns) else len(self.text) + 1
        self.refuse(column, rule, template, **values)

    def count(self, code: int) -> int:
        """Return how many cells hold a code."""
        return self.cells.count(code)

    def cells_with(self, *codes: int) -> tuple[int, ...]:
        """Return the cells that hold one of these codes, in the order of the text."""
        return tuple(cell for row in self.rows for cell in row if self.cells[cell] in codes)
