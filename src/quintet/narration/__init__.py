"""Moves as sentences, for screen readers and learners. One module a game.

>>> import quintet
>>> from quintet.narration import narrate
>>> print(narrate(quintet.start("quixo"), "a1e1"))
x takes the blank cube from a1 and pushes it in at e1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from quintet.games import Parts
from quintet.i18n.sentence import Sentence
from quintet.position import Position


class Narrator(Protocol):
    """The interface of a game's module in this folder."""

    def narrate(self, position: Position, word: str, names: Sequence[str]) -> Sentence: ...
    def suggest(self, position: Position, word: str, names: Sequence[str], /) -> Sentence: ...


NARRATORS: Mapping[str, Narrator] = Parts("narration")


def narrate(position: Position, word: str, names: Sequence[str] | None = None) -> Sentence:
    """Return what a legal move does, as a sentence.

    `names` are those of the players; without them the seats' names are used.
    """
    position.motion(word)  # raises for an illegal move
    return NARRATORS[position.game].narrate(position, word, names or position.variant.seat_names)


def suggest(position: Position, word: str, names: Sequence[str] | None = None) -> Sentence:
    """Return a legal move as advice to the player who may make it: "place a star on a4"."""
    position.motion(word)  # raises for an illegal move
    return NARRATORS[position.game].suggest(position, word, names or position.variant.seat_names)


def narrate_line(
    position: Position, words: Iterable[str], names: Sequence[str] | None = None
) -> Iterator[Sentence]:
    """Yield a sentence for each move of a line."""
    for word in words:
        yield narrate(position, word, names)
        position = position.play(word)


__all__ = ["NARRATORS", "Narrator", "narrate", "narrate_line", "suggest"]
