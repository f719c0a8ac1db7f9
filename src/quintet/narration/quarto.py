"""Moves of Quarto as sentences that name all features of a piece."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.games.quarto import DESCRIBED
from quintet.i18n.sentence import Sentence, sentence, template
from quintet.position import Position

CALLED_LINE = template("{player} calls Quarto and points at the line from {start} to {end}.")
CALLED_SQUARE = template("{player} calls Quarto and points at the square from {start} to {end}.")


def narrate(position: Position, word: str, names: Sequence[str]) -> Sentence:
    player = names[position.turn]
    if word in DESCRIBED:
        return sentence("{player} gives a piece: {piece}.", player=player, piece=DESCRIBED[word])
    if word == "silent":
        return sentence("{player} stays silent.", player=player)
    if position.motion(word):
        return sentence(
            "{player} places a piece on {place}: {piece}.",
            player=player,
            piece=DESCRIBED[position.motion(word)[0].piece],
            place=word,
        )
    _, start, end = position.variant.path(word)
    template = CALLED_SQUARE if _are_neighbours(start, end) else CALLED_LINE
    return sentence(template, player=player, start=start, end=end)


def _are_neighbours(start: str, end: str) -> bool:
    """Return whether two places touch at a corner; the ends of a line do not."""
    return abs(ord(start[0]) - ord(end[0])) == 1


def suggest(position: Position, word: str, _names: Sequence[str]) -> Sentence:
    if word in DESCRIBED:
        return sentence("give this piece: {piece}", piece=DESCRIBED[word])
    if word == "silent":
        return sentence("stay silent")
    if position.motion(word):
        return sentence("place the piece on {place}", place=word)
    _, start, end = position.variant.path(word)
    return sentence("call Quarto from {start} to {end}", start=start, end=end)
