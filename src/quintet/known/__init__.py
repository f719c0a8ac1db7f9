"""Facts about the games: values of whole games, and remarkable positions.

`tools/known.py` writes them from tablebases and measurements; the documentation and the pages show
them.

>>> from quintet import known
>>> print(known.facts()[0].variant.title, known.facts()[0].value)
Quantik loss in 10
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from quintet.games.variant import Variant
from quintet.position import Position, first_position, read_position
from quintet.value import DRAW, TIE, Value, loss_in, win_in

__all__ = ["FILE", "Curiosity", "Fact", "How", "Layer", "Spread", "Why", "facts"]

FILE = Path(__file__).parent / "facts.json"


class How(StrEnum):
    """How a value is known."""

    TABLE = "table"  # a tablebase of every position
    COMPLETE = "complete"  # one that takes gigabytes: its counts are kept, not its values
    OPENINGS = "openings"  # a tablebase of openings, and searches to the end of the game
    SET_UPS = "set_ups"  # not known, but for the set-ups that were tried


class Why(StrEnum):
    """Why a position is remarkable."""

    LONGEST = "longest"  # no win takes longer
    ZUGZWANG = "zugzwang"  # lost, and passing would save it
    ONLY_MOVE = "only_move"  # all moves but one lose


@dataclass(frozen=True, slots=True)
class Layer:
    """Counts of positions by value, with the same number of pieces."""

    on_board: int
    win: int
    draw: int  # or tied
    loss: int


@dataclass(frozen=True, slots=True)
class Spread:
    """The values of all positions of a tablebase: by layer, and by plies to the end."""

    layers: tuple[Layer, ...]
    plies: Mapping[int, tuple[int, int]]  # positions won and lost in so many


@dataclass(frozen=True, slots=True)
class Curiosity:
    """A remarkable position, and the best play from there, or how it begins."""

    why: Why
    game: str
    options: Mapping[str, str]
    text: str
    line: tuple[str, ...]
    value: Value

    @property
    def position(self) -> Position:
        return read_position(self.game, self.text, self.options)

    @property
    def line_text(self) -> str:
        """The moves in words, with an ellipsis if more follow."""
        goes_on = self.value.plies is not None and len(self.line) < self.value.plies
        return " ".join((*self.line, "…") if goes_on else self.line)


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known of a variant, and the cost of computing it.

    `zugzwangs` counts the lost boards that passing would save, if all were looked up; `seconds` is
    processor time of all threads, `megabytes` the peak of memory, `bytes` the size of the file.
    With a `device`, an accelerator, they are elapsed time and memory there, a check of every board
    included.
    """

    game: str
    options: Mapping[str, str]
    value: Value | None
    how: How
    positions: int | None
    longest: int | None
    zugzwangs: int | None
    seconds: float | None
    megabytes: int | None
    bytes: int | None
    spread: Spread | None
    curiosities: tuple[Curiosity, ...]
    device: str | None = None

    @property
    def variant(self) -> Variant:
        return first_position(self.game, self.options).variant


@cache
def facts() -> tuple[Fact, ...]:
    """Return all facts, game by game."""
    return tuple(_fact(each) for each in json.loads(FILE.read_text(encoding="utf-8")))


def _fact(given: dict[str, Any]) -> Fact:
    spread = given["spread"]
    return Fact(
        **{
            **given,
            "value": given["value"] and _value(given["value"]),
            "how": How(given["how"]),
            "spread": spread and _spread(spread),
            "curiosities": tuple(
                _curiosity(each, given["game"], given["options"]) for each in given["curiosities"]
            ),
        }
    )


def _value(text: str) -> Value:
    kind, _, plies = text.partition(" in ")
    return {
        "win": lambda: win_in(int(plies)),
        "loss": lambda: loss_in(int(plies)),
        "draw": lambda: DRAW,
        "tie": lambda: TIE,
    }[kind]()


def _spread(given: dict[str, Any]) -> Spread:
    return Spread(
        tuple(Layer(*layer) for layer in given["layers"]),
        {int(plies): (won, lost) for plies, (won, lost) in given["plies"].items()},
    )


def _curiosity(given: dict[str, Any], game: str, options: dict[str, str]) -> Curiosity:
    return Curiosity(
        Why(given["why"]),
        game,
        options,
        given["position"],
        tuple(given["line"]),
        _value(given["value"]),
    )
