"""What the players are called on pages without a table."""

from __future__ import annotations

from quintet.draw import DRAWERS
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import sentence
from quintet.position import Position


def player_names(position: Position, say: Translate) -> list[str]:
    """Return the names of the seats: by their pieces, or else as you and opponent.

    Partners are told apart by the letters that the board has beside its edges.
    """
    variant = position.variant
    colours = DRAWERS[position.game].COLOURS
    if colours and variant.seats > len(set(variant.sides)):
        named = zip(variant.sides, variant.seat_names, strict=True)
        return [f"{say(colours[side])} ({letter})" for side, letter in named]
    if colours:
        return [say(colours[side]) for side in variant.sides]
    yours, theirs = sentence("Your side"), sentence("Your opponent")
    own = variant.sides[position.turn]
    return [say(yours if side == own else theirs) for side in variant.sides]
