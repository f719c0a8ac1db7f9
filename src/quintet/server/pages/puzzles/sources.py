"""Where puzzles come from, besides the collection of each game: tiles of the first page.

Another source is one more line here: a page that asks for moves.
"""

from __future__ import annotations

from typing import NamedTuple

from quintet.i18n.sentence import Sentence, sentence


class PuzzleSource(NamedTuple):
    """A page of puzzles: its address, its name, and what it offers."""

    url: str
    title: Sentence
    about: Sentence


SOURCES: tuple[PuzzleSource, ...] = (
    PuzzleSource(
        "/puzzles/today",
        sentence("Puzzle of the day"),
        sentence("The same for everybody, and another one tomorrow."),
    ),
    PuzzleSource(
        "/puzzles/mistakes",
        sentence("Your mistakes"),
        sentence("Find what you missed in your own games."),
    ),
)
