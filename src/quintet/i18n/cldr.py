"""How people write numbers, lists and dates in a language, by CLDR.

`tools/cldr.py` takes the data from CLDR.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Conventions:
    """The conventions of one language."""

    decimal: str
    group: str
    minus: str
    all_of: Sequence[str]  # how a list starts, goes on and ends, and how two are joined
    any_of: Sequence[str]
    dates: Sequence[str]  # a template for the days of each month
    plurals: Mapping[str, int]  # gettext's form for every category

    def number(self, value: float, digits: int) -> str:
        """Return a number with so many decimals: 1 234,5."""
        marks = {",": self.group, ".": self.decimal, "-": self.minus}
        return "".join(marks.get(letter, letter) for letter in f"{value:,.{digits}f}")

    def listed(self, items: Sequence[str], word: str) -> str:
        """Return a list in words: a, b and c, or with another `word`: a, b or c."""
        start, middle, end, two = self.any_of if word == "or" else self.all_of
        match items:
            case []:
                return ""
            case [only]:
                return only
            case [one, other]:
                return two.format(one, other)
        said = start.format(items[0], items[1])
        for item in items[2:-1]:
            said = middle.format(said, item)
        return end.format(said, items[-1])

    def day(self, day: date) -> str:
        """Return a date, with the month in few letters or as a number."""
        return self.dates[day.month - 1].format(day=day.day, year=day.year)


@cache
def conventions(code: str) -> Conventions:
    """Return the conventions of one of our languages."""
    found = _data()["languages"][code]
    return Conventions(
        found["decimal"],
        found["group"],
        found["minus"],
        found["and"],
        found["or"],
        found["dates"],
        found["plurals"],
    )


def likely_scripts() -> Mapping[str, str]:
    """Return what is written where: `zh-tw` is `zh-hant`."""
    found: Mapping[str, str] = _data()["likely"]
    return found


@cache
def _data() -> dict[str, Any]:
    path = files("quintet.i18n").joinpath("locales", "cldr.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found
