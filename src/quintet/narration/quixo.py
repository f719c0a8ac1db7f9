"""Moves of Quixo as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.i18n.sentence import Sentence, sentence, template
from quintet.position import Position

# By whether the cube taken is blank, and whether the move sets its dot (four players).
PUSHED = {
    (True, False): template(
        "{player} takes the blank cube from {start} and pushes it in at {end}."
    ),
    (False, False): template(
        "{player} takes their own cube from {start} and pushes it in at {end}."
    ),
    (True, True): template(
        "{player} takes the blank cube from {start} and pushes it in at {end} (dot: {dot})."
    ),
    (False, True): template(
        "{player} takes their own cube from {start} and pushes it in at {end} (dot: {dot})."
    ),
}


def narrate(position: Position, word: str, names: Sequence[str]) -> Sentence:
    player, variant = names[position.turn], position.variant
    if word == "pass":
        return sentence("{player} can take no cube and passes.", player=player)
    start, end, *dots = variant.path(word)
    blank = position.cells[variant.places.index(start)] == 0
    template = PUSHED[blank, bool(dots)]
    if not dots:
        return sentence(template, player=player, start=start, end=end)
    dot = names[variant.seat_names.index(dots[0])]
    return sentence(template, player=player, start=start, end=end, dot=dot)


def suggest(position: Position, word: str, names: Sequence[str]) -> Sentence:
    if word == "pass":
        return sentence("pass")
    start, end, *dots = position.variant.path(word)
    if not dots:
        return sentence("take the cube on {start} and push it in at {end}", start=start, end=end)
    return sentence(
        "take the cube on {start} and push it in at {end} (dot: {dot})",
        start=start,
        end=end,
        dot=names[position.variant.seat_names.index(dots[0])],
    )
