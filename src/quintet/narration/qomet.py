"""Moves of Qomet as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.i18n.sentence import Sentence, sentence, template
from quintet.position import Position

# By whose star is pushed, and whether it leaves the board.
PUSHED = {
    ("other", False): template(
        "{player} moves a star from {start} to {end} and pushes an opposing star to {beyond}."
    ),
    ("other", True): template(
        "{player} moves a star from {start} to {end} and pushes an opposing star off the board."
    ),
    ("own", False): template(
        "{player} moves a star from {start} to {end} and pushes another of their own to {beyond}."
    ),
    ("own", True): template(
        "{player} moves a star from {start} to {end} and pushes another of their own off the board."
    ),
}


def narrate(position: Position, word: str, names: Sequence[str]) -> Sentence:
    player = names[position.turn]
    moved, *pushed = position.motion(word)
    if moved.origin == "reserve":
        return sentence("{player} places a star on {place}.", player=player, place=moved.target)
    if moved.target == "reserve":
        return sentence(
            "{player} takes the star on {place} off the board.",
            player=player,
            place=moved.origin,
        )
    if not pushed:
        return sentence(
            "{player} moves a star from {start} to {end}.",
            player=player,
            start=moved.origin,
            end=moved.target,
        )
    hit = pushed[0]
    whose = "own" if hit.piece == moved.piece else "other"
    return sentence(
        PUSHED[whose, hit.target == "reserve"],
        player=player,
        start=moved.origin,
        end=moved.target,
        beyond=hit.target,
    )


def suggest(position: Position, word: str, _names: Sequence[str]) -> Sentence:
    moved = position.motion(word)[0]
    if moved.origin == "reserve":
        return sentence("place a star on {place}", place=moved.target)
    if moved.target == "reserve":
        return sentence("take the star on {place} off the board", place=moved.origin)
    return sentence("move the star from {start} to {end}", start=moved.origin, end=moved.target)
