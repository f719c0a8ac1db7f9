"""The parts of a rules page: sections, paragraphs tied to rule ids, and figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from quintet.i18n.sentence import Sentence, sentence

# In the order of a page.
Part = Literal[
    "contents",
    "set_up",
    "turn",
    "forbidden",
    "end",
    "calls",
    "variants",
    "players",
    "time",
    "duration",
    "score",
    "agreed",
]

HEADINGS: Mapping[Part, Sentence] = {
    "contents": sentence("What you need"),
    "set_up": sentence("Set-up"),
    "turn": sentence("Your turn"),
    "forbidden": sentence("What is forbidden"),
    "end": sentence("How the game ends"),
    "calls": sentence("Calling Quarto"),
    "variants": sentence("Variants"),
    "players": sentence("Number of players"),
    "time": sentence("Time limits"),
    "duration": sentence("Playing time"),
    "score": sentence("Scores"),
    "agreed": sentence("In every game"),
}

# What a figure claims: its moves are legal and the game goes on (`move`), or end it (`win`,
# `loss`, `shared`, `draw`) for the seat that makes the last one; a shape that looks like a win is
# none (`no_win`); a move is refused (`refused`); or nothing moves (`still`).
Claim = Literal["move", "refused", "win", "loss", "shared", "draw", "no_win", "still"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, the ids of the rules it tells, and the reason if the rule is ours."""

    said: Sentence
    ids: tuple[str, ...] = ()
    why: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A position, the moves that are shown on it, and what they are to show.

    `moves` are played in order; with `apart`, each on the position as it was. `refused` are tried
    after them: words of moves, or places touched with spaces between them.
    """

    game: str
    position: str
    caption: Sentence
    ids: tuple[str, ...]
    shows: Claim = "still"
    moves: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    apart: bool = False
    options: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its paragraphs and figures."""

    part: Part
    paragraphs: tuple[Paragraph, ...]
    figures: tuple[Figure, ...] = ()


def rule(ids: str, said: Sentence) -> Paragraph:
    """Return a paragraph of the printed rules; `ids` has spaces between them."""
    return Paragraph(said, tuple(ids.split()))


def ruling(ids: str, said: Sentence, why: Sentence) -> Paragraph:
    """Return a rule of our own, with the reason for it."""
    return Paragraph(said, tuple(ids.split()), why)


def note(said: Sentence) -> Paragraph:
    """Return a paragraph that is no rule."""
    return Paragraph(said)
