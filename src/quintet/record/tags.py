"""The tag pairs at the top of a record in text form."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from quintet.i18n.sentence import Filling, sentence
from quintet.record.faults import CONTROL, CONTROL_CLASS, Fault, control_character
from quintet.record.tokens import after_spaces

REPETITION = "Repetition"  # the tag that is "off" where a third occurrence is no draw (H1)

_TAG = re.compile(
    r"\[[ \t]*(?P<name>[A-Za-z][A-Za-z0-9_]*)[ \t]*"
    rf'"(?P<value>(?:[^"\\\n{CONTROL_CLASS}]++|\\[^\n{CONTROL_CLASS}])*+)"[ \t]*\]'
)
_ESCAPE = re.compile(r'\\(["\\])')

# The parts of a tag in order, each with what an error says was expected there.
_PARTS: tuple[tuple[re.Pattern[str], Filling], ...] = (
    (re.compile(r"\[[ \t]*"), "["),
    (re.compile(r"[A-Za-z][A-Za-z0-9_]*[ \t]*"), sentence("the name of a tag")),
    (re.compile(r'"'), sentence('a value in quotation marks: "')),
    (
        re.compile(rf'(?:[^"\\\n{CONTROL_CLASS}]++|\\[^\n{CONTROL_CLASS}])*+'),
        sentence("the value of the tag"),
    ),
    (re.compile(r'"[ \t]*'), sentence('the closing "')),
    (re.compile(r"\]"), "]"),
)


class Tag(NamedTuple):
    """A tag pair; `at` and `value_at` are offsets in the text of its game."""

    name: str
    value: str
    at: int
    value_at: int
    written: str  # the value with its escapes

    def offset(self, index: int) -> int:
        """Return the offset of a character of the value in the text of the game."""
        at = 0
        for _ in range(index):
            at += 2 if _ESCAPE.match(self.written, at) else 1
        return self.value_at + at


def read_tags(text: str) -> tuple[list[Tag], int]:
    """Return the leading tags and where they end. A fault's `skip` is an offset."""
    tags: list[Tag] = []
    at = after_spaces(text, 0)
    while text.startswith("[", at):
        found = _TAG.match(text, at)
        if found is None:
            _explain(text, at)
        written = found["value"]
        value = _ESCAPE.sub(r"\1", written) if "\\" in written else written
        tags.append(Tag(found["name"], value, at, found.start("value"), written))
        at = after_spaces(text, found.end())
    return tags, at


def write_tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _explain(text: str, at: int) -> NoReturn:
    """Raise a fault that points at the first wrong character of a tag."""
    expected: Filling = ""
    for pattern, expected in _PARTS:  # noqa: B007 - the last one is the one that was missing
        found = pattern.match(text, at)
        if found is None:
            break
        at = found.end()
    # Point at a control character, not at the backslash before it.
    bad = CONTROL.match(text, at + text.startswith("\\", at))
    if bad is not None:
        raise control_character(bad[0], skip=bad.start())
    raise Fault(
        sentence('A tag is written [Name "value"] on one line.'), expected=expected, skip=at
    )
