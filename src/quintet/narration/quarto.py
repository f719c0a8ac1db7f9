"""Moves of Quarto as sentences that name all features of a piece."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.i18n.sentence import Sentence, sentence, template
from quintet.position import Position

# Whole sentences, because word order differs between languages.
GIVEN = {
    "0": template("{player} gives piece 0: light, round, tall, solid."),
    "1": template("{player} gives piece 1: light, round, tall, hollow."),
    "2": template("{player} gives piece 2: light, round, short, solid."),
    "3": template("{player} gives piece 3: light, round, short, hollow."),
    "4": template("{player} gives piece 4: light, square, tall, solid."),
    "5": template("{player} gives piece 5: light, square, tall, hollow."),
    "6": template("{player} gives piece 6: light, square, short, solid."),
    "7": template("{player} gives piece 7: light, square, short, hollow."),
    "8": template("{player} gives piece 8: dark, round, tall, solid."),
    "9": template("{player} gives piece 9: dark, round, tall, hollow."),
    "a": template("{player} gives piece a: dark, round, short, solid."),
    "b": template("{player} gives piece b: dark, round, short, hollow."),
    "c": template("{player} gives piece c: dark, square, tall, solid."),
    "d": template("{player} gives piece d: dark, square, tall, hollow."),
    "e": template("{player} gives piece e: dark, square, short, solid."),
    "f": template("{player} gives piece f: dark, square, short, hollow."),
}
CALLED_LINE = template("{player} calls Quarto and points at the line from {start} to {end}.")
CALLED_SQUARE = template("{player} calls Quarto and points at the square from {start} to {end}.")


def narrate(position: Position, word: str, names: Sequence[str]) -> Sentence:
    player = names[position.turn]
    if word in GIVEN:
        return sentence(GIVEN[word], player=player)
    if word == "silent":
        return sentence("{player} stays silent.", player=player)
    if position.motion(word):
        return sentence(
            "{player} places piece {piece} on {place}.",
            player=player,
            piece=position.motion(word)[0].piece,
            place=word,
        )
    _, start, end = position.variant.path(word)
    template = CALLED_SQUARE if _are_neighbours(start, end) else CALLED_LINE
    return sentence(template, player=player, start=start, end=end)


def _are_neighbours(start: str, end: str) -> bool:
    """Return whether two places touch at a corner; the ends of a line do not."""
    return abs(ord(start[0]) - ord(end[0])) == 1
