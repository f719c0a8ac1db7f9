"""Moves of Quantik as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.i18n.sentence import Sentence, sentence, template
from quintet.position import Position

PLACED = {
    "A": template("{player} places a sphere on {place}."),
    "B": template("{player} places a cylinder on {place}."),
    "C": template("{player} places a cube on {place}."),
    "D": template("{player} places a cone on {place}."),
}


def narrate(position: Position, word: str, names: Sequence[str]) -> Sentence:
    shape, place = word.split("@")
    return sentence(PLACED[shape], player=names[position.turn], place=place)


SUGGESTED = {
    "A": template("place a sphere on {place}"),
    "B": template("place a cylinder on {place}"),
    "C": template("place a cube on {place}"),
    "D": template("place a cone on {place}"),
}


def suggest(_position: Position, word: str, _names: Sequence[str]) -> Sentence:
    shape, place = word.split("@")
    return sentence(SUGGESTED[shape], place=place)
