"""Find the offset of a field in a line of JSON, for error messages.

Each search is one pass over the tokens of the line, without recursion. It relies on the JSON parser
having accepted the line up to what is looked for.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

Path = tuple[str | int, ...]  # field names and list indices, outermost first

# A string, with the colon after it if it is a name; punctuation; or a number or constant.
_TOKEN = re.compile(
    r'(?P<text>"(?:[^"\\]++|\\.)*+"?)(?P<colon>[ \t\n\r]*+:)?|[\[\]{},]|[^\s"\[\]{},:]++', re.DOTALL
)
_CHARACTER = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL
)
_WHOLE_NUMBER = re.compile(r"-?[0-9]++(?![.eE])")


class Place(NamedTuple):
    """The offsets of a field's name, if it has one, and of its value."""

    name: int
    value: int


def find_field(text: str, path: Path) -> Place:
    """Return the place of a field, or of the closing bracket if it is missing."""
    first = _TOKEN.search(text)
    begin = 0 if first is None else first.start()
    place = Place(begin, begin)
    for step in path:
        place = _find_member(text, place.value, step)
    return place


def _find_member(text: str, at: int, step: str | int) -> Place:
    """Return the place of a member of the object or list at an offset."""
    depth, here, name = 0, "" if text[at] == "{" else 0, at
    for token in _TOKEN.finditer(text, at):
        begin = token.start()
        sign = text[begin]
        if sign in "]}":
            depth -= 1
            if depth <= 0:
                return Place(begin, begin)
        elif depth == 1:
            if token["colon"]:
                here, name = json.loads(token["text"]), begin
            elif sign == ",":
                here = here + 1 if isinstance(here, int) else here
            elif here == step:
                return Place(begin if isinstance(here, int) else name, begin)
        if sign in "[{":
            depth += 1
    return Place(at, at)


def find_character(text: str, at: int, index: int) -> int:
    """Return the offset of a character of the string that starts at an offset."""
    at += 1
    for _ in range(index):
        found = _CHARACTER.match(text, at)
        if found is None:
            break
        at = found.end()
    return at


def find_repeated_name(text: str) -> int:
    """Return the offset of the first repeated name, in the order objects are closed."""
    names: list[set[str]] = []
    repeated: list[int | None] = []
    for token in _TOKEN.finditer(text):
        sign = text[token.start()]
        if sign in "[{":
            names.append(set())
            repeated.append(None)
        elif sign in "]}" and names:
            names.pop()
            at = repeated.pop()
            if at is not None:
                return at
        elif token["colon"] and names:
            name = json.loads(token["text"])
            if name in names[-1] and repeated[-1] is None:
                repeated[-1] = token.start()
            names[-1].add(name)
    return 0


def find_constant(text: str, name: str) -> int:
    """Return the offset of the first such constant (NaN, Infinity) outside strings."""
    return next((t.start() for t in _TOKEN.finditer(text) if t[0].startswith(name)), 0)


def find_long_number(text: str) -> int:
    """Return the offset of the first integer with too many digits for Python."""
    for token in _TOKEN.finditer(text):
        number = _WHOLE_NUMBER.match(token[0])
        if number is not None:
            try:
                int(number[0])
            except ValueError:
                return token.start()
    return 0
