"""Moves of Cubulus as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.i18n.sentence import Sentence, sentence, template
from quintet.position import Position

# By the number of balls pushed.
INSERTED = (
    template("{player} inserts a ball at {place}."),
    template("{player} inserts a ball at {place} and pushes the one there a step inward."),
    template("{player} inserts a ball at {place} and pushes the two in its way a step inward."),
)


def narrate(position: Position, word: str, names: Sequence[str]) -> Sentence:
    player, variant = names[position.turn], position.variant
    if word == "core":
        return sentence("{player} puts a neutral ball into the centre.", player=player)
    if variant.actions(position) == ("set_up",):
        return sentence("{player} puts a neutral ball at {place}.", player=player, place=word)
    steps = position.motion(word)
    if not word.endswith("+"):
        return sentence(INSERTED[len(steps) - 1], player=player, place=word)
    # The first motion is that of the ball pushed out at the far end.
    colour = variant.letters.index(steps[0].piece) - 1
    place = word.removesuffix("+")
    if colour >= len(names):
        return sentence(
            "{player} turns the row at {place}: a neutral ball comes round from its far end.",
            player=player,
            place=place,
        )
    return sentence(
        "{player} turns the row at {place}: a ball comes round from its far end ({owner}).",
        player=player,
        place=place,
        owner=names[colour],
    )


def suggest(position: Position, word: str, _names: Sequence[str]) -> Sentence:
    if word == "core":
        return sentence("put a neutral ball into the centre")
    if position.variant.actions(position) == ("set_up",):
        return sentence("put a neutral ball at {place}", place=word)
    if word.endswith("+"):
        return sentence("turn the row at {place}", place=word.removesuffix("+"))
    return sentence("insert a ball at {place}", place=word)
