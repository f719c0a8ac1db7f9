"""Time controls. Times are whole milliseconds, and passed in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, get_args

from quintet.errors import BadOption
from quintet.i18n.sentence import Listed, Number, Sentence, all_of, counted, sentence

MAX_TIME_MS = 1000 * 60 * 60 * 24 * 366  # a year

ClockKind = Literal["move", "increment", "total"]
CLOCK_KINDS: tuple[ClockKind, ...] = get_args(ClockKind)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time control.

    kind `move`: each turn may take `base`. kind `increment`: each seat has `base` for the game and
    gains `increment` with every finished turn. kind `total`: each seat has `base` for the game.
    A turn is all a seat does before another seat acts (QT11).
    """

    kind: ClockKind
    base: int
    increment: int = 0

    def __post_init__(self) -> None:
        if self.kind not in CLOCK_KINDS:
            raise BadOption(
                sentence("A clock is one of {allowed}.", allowed=all_of(CLOCK_KINDS)),
                option="clock",
                value=self.kind,
                allowed=CLOCK_KINDS,
            )
        if not _is_time(self.base) or self.base == 0:
            raise BadOption(
                sentence("A clock needs a time of at least a millisecond and at most a year."),
                option="clock",
                value=self.base,
            )
        if not _is_time(self.increment) or (self.increment > 0) != (self.kind == "increment"):
            raise BadOption(
                sentence("A clock has an increment exactly if its kind is increment."),
                option="clock",
                value=self.increment,
            )

    def most(self, turns: int) -> int:
        """Return the most that a clock can show after so many turns, in milliseconds."""
        return min(MAX_TIME_MS, self.base + self.increment * turns)

    @property
    def text(self) -> str:
        """The text of a record's TimeControl tag, in seconds: `1/60`, `300+5`, `600`."""
        base = _seconds(self.base)
        if self.kind == "move":
            return f"1/{base}"
        return f"{base}+{_seconds(self.increment)}" if self.kind == "increment" else base

    @property
    def sentence(self) -> Sentence:
        """The time control in words."""
        base = _in_words(self.base)
        if self.kind == "move":
            return sentence("{time} per move", time=base)
        if self.kind == "total":
            return sentence("{time} per player", time=base)
        return sentence("{time} + {more} per move", time=base, more=_in_words(self.increment))


def read_clock(text: str) -> Clock | None:
    """Read a time control from its text; None for `-`, no clock."""
    if text == "-":
        return None
    found = re.fullmatch(
        r"(?P<move>1/)?(?P<base>\d{1,8}(\.\d{1,3})?)(\+(?P<increment>\d{1,8}(\.\d{1,3})?))?",
        text,
        re.ASCII,
    )
    if found is None or (found["move"] and found["increment"]):
        raise BadOption(
            sentence(
                "A clock is 1/60 (a minute a move), 300+5 (five minutes and five seconds more "
                "each turn), 600 (ten minutes in all) or - (none), not {text}.",
                text=text[:40],
            ),
            option="clock",
            value=text,
        )
    base = _milliseconds(found["base"])
    if found["move"]:
        return Clock("move", base)
    increment = _milliseconds(found["increment"] or "0")
    return Clock("increment", base, increment) if increment else Clock("total", base)


def _is_time(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_TIME_MS


def _in_words(milliseconds: int) -> Listed:
    """A time in words: `3 days`, `1 minute and 30 seconds`."""
    seconds, rest = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [
        counted("{count} day", "{count} days", count=days),
        counted("{count} hour", "{count} hours", count=hours),
        counted("{count} minute", "{count} minutes", count=minutes),
        counted("{count} second", "{count} seconds", count=seconds),
    ]
    if rest:
        exact = Number(seconds + rest / 1000, len(f"{rest:03}".rstrip("0")))
        parts[-1] = counted("{count} second", "{count} seconds", count=exact)
    return all_of(part for part in parts if part.count)


def _seconds(milliseconds: int) -> str:
    return f"{Decimal(milliseconds) / 1000:f}"


def _milliseconds(seconds: str) -> int:
    return int(Decimal(seconds) * 1000)
