"""Clock times in comments, written as in PGN: `[%clk 0:04:58.300]`."""

from __future__ import annotations

import re

from quintet.i18n.sentence import sentence
from quintet.record.faults import Fault

_COMMAND = re.compile(
    r"\[%clk[ \t]+(?P<hours>[0-9]{1,4}):(?P<minutes>[0-5]?[0-9]):(?P<seconds>[0-5]?[0-9])"
    r"(?:\.(?P<fraction>[0-9]{1,3}))?[ \t]*\]"
)


def has_clock(comment: str) -> bool:
    return "[%clk" in comment and _COMMAND.search(comment) is not None


def take_clock(comment: str) -> tuple[int | None, str | None]:
    """Split a comment into its clock time in milliseconds and the remaining text.

    Either is None where the comment has none. A comment without a clock time is unchanged.
    """
    if "[%clk" not in comment:
        return None, comment
    found = _COMMAND.search(comment)
    if found is None:
        return None, comment
    around = (comment[: found.start()].strip(), comment[found.end() :].strip())
    rest = " ".join(part for part in around if part)
    if has_clock(rest):
        raise two_clocks()
    hours, minutes, seconds = (int(found[name]) for name in ("hours", "minutes", "seconds"))
    milliseconds = int((found["fraction"] or "").ljust(3, "0"))
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds, rest or None


def write_clock(milliseconds: int) -> str:
    seconds, fraction = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    dot = f".{fraction:03}" if fraction else ""
    return f"[%clk {hours}:{minutes:02}:{seconds:02}{dot}]"


def two_clocks() -> Fault:
    return Fault(sentence("A move has only one clock time."))
