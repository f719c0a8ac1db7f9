"""Translatable sentences: an English template and the values that fill its gaps.

A sentence is never concatenated with another, because word order differs between languages.
`str(sentence)` is English; `quintet.i18n.catalogue.translator` renders it in another language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Number:
    """A number as people write it, with `digits` decimals: 1,234.5 or 1 234,5."""

    value: float
    digits: int = 0

    def __str__(self) -> str:
        return f"{self.value:,.{self.digits}f}"


@dataclass(frozen=True, slots=True)
class Listed:
    """A list in words: `a, b, and c` or `a, b, or c`."""

    items: tuple[Filling, ...]
    word: str  # and, or

    def __str__(self) -> str:
        *others, last = map(_filled, self.items)
        comma = "," if len(others) > 1 else ""
        return f"{', '.join(others)}{comma} {self.word} {last}" if others else last


@dataclass(frozen=True, slots=True)
class Sentence:
    """A whole English sentence with named gaps, and the values that fill them.

    `many` is the plural form, used when the value `count` is not one.
    """

    template: str
    values: Mapping[str, Filling] = field(default_factory=dict)
    many: str | None = None

    @property
    def count(self) -> float:
        """The number that chooses between singular and plural."""
        found = self.values["count"]
        assert isinstance(found, int | Number)
        return found if isinstance(found, int) else found.value

    @property
    def english(self) -> str:
        """The English form, its gaps not yet filled."""
        return self.template if self.many is None or self.count == 1 else self.many

    def __str__(self) -> str:
        return self.english.format_map(_Gaps(self.values))

    def __hash__(self) -> int:
        return hash((self.template, self.many, tuple(sorted(self.values.items()))))


_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")


def isolated(text: str) -> str:
    """Keep a text from the right from changing the direction of the sentence around it."""
    return f"\u2068{text}\u2069" if _RIGHT_TO_LEFT.search(text) else text


def _filled(value: Filling) -> str:
    return isolated(value) if isinstance(value, str) else str(value)


class _Gaps:
    """What fills the gaps of a sentence, made into text only where the sentence has the gap."""

    def __init__(self, values: Mapping[str, Filling]) -> None:
        self.values = values

    def __getitem__(self, name: str) -> str:
        return _filled(self.values[name])


# What can fill a gap. A plain `int` is printed without grouping, like the number of a move.
Filling = str | int | Number | Listed | Sentence


def sentence(template: str, /, **values: Filling) -> Sentence:
    """Return a translatable sentence; catalogues collect its first argument."""
    return Sentence(template, values)


def counted(one: str, many: str, /, *, count: int | Number, **values: Filling) -> Sentence:
    """Return a sentence with a singular and a plural form, chosen by `count`."""
    return Sentence(one, {"count": count, **values}, many)


def template(text: str) -> str:
    """Mark a text for translation that becomes a sentence elsewhere."""
    return text


def templates(one: str, many: str) -> tuple[str, str]:
    """Mark a singular and a plural form that become a counted sentence elsewhere."""
    return one, many


def all_of(items: Iterable[Filling]) -> Listed:
    """Return the items joined by "and"."""
    return Listed(tuple(items), "and")


def any_of(items: Iterable[Filling]) -> Listed:
    """Return the items joined by "or"."""
    return Listed(tuple(items), "or")
