"""Quantik in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quintet.sentence import Sentence, sentence

if TYPE_CHECKING:
    from quintet.position import Position

PLACED = {
    "A": "{player} places a sphere on {place}.",
    "B": "{player} places a cylinder on {place}.",
    "C": "{player} places a cube on {place}.",
    "D": "{player} places a cone on {place}.",
}


def narrate(position: Position, word: str, names: Sequence[str]) -> Sentence:
    shape, place = word.split("@")
    return sentence(PLACED[shape], player=names[position.turn], place=place)
