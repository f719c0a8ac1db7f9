"""Sentences for people, apart from the values that fill them, so that any language can say them.

A sentence is whole: nothing is ever glued to it, because no two languages agree on order. `str`
says it in English; `quintet.i18n.catalogue` has a speaker for every other language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Number:
    """A number as people write it, with so many digits after the mark: 1,234.5 or 1 234,5."""

    value: float
    digits: int = 0

    def __str__(self) -> str:
        return f"{self.value:,.{self.digits}f}"


@dataclass(frozen=True, slots=True)
class Listed:
    """Several things as one: `a, b, and c` or `a, b, or c`."""

    items: tuple[Filling, ...]
    word: str  # and, or

    def __str__(self) -> str:
        *others, last = map(str, self.items)
        comma = "," if len(others) > 1 else ""
        return f"{', '.join(others)}{comma} {self.word} {last}" if others else last


@dataclass(frozen=True, slots=True)
class Sentence:
    """A whole sentence in English with named gaps, and what fills the gaps.

    `many` is how it reads when the value `count` is not one.
    """

    template: str
    values: Mapping[str, Filling] = field(default_factory=dict)
    many: str | None = None

    @property
    def count(self) -> float:
        """How many things a sentence with two forms is about."""
        found = self.values["count"]
        assert isinstance(found, int | Number)
        return found if isinstance(found, int) else found.value

    def __str__(self) -> str:
        form = self.template if self.many is None or self.count == 1 else self.many
        return form.format_map(self.values)

    def __hash__(self) -> int:
        return hash((self.template, self.many, tuple(sorted(self.values.items()))))


# What can fill a gap: a plain number stands as it is, like the number of a move or a column.
Filling = str | int | Number | Listed | Sentence


def sentence(template: str, /, **values: Filling) -> Sentence:
    return Sentence(template, values)


def counted(one: str, many: str, /, *, count: int | Number, **values: Filling) -> Sentence:
    """A sentence that reads differently for one and for many."""
    return Sentence(one, {"count": count, **values}, many)


def template(text: str) -> str:
    """Marks the text of a sentence that is put together elsewhere, so that it is translated."""
    return text


def all_of(items: Iterable[Filling]) -> Listed:
    return Listed(tuple(items), "and")


def any_of(items: Iterable[Filling]) -> Listed:
    return Listed(tuple(items), "or")
