"""The data of the position editor."""

from __future__ import annotations

from quintet.draw import DRAWERS
from quintet.games.types import Field
from quintet.games.variant import Variant
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Filling, sentence
from quintet.options import write_value
from quintet.position import Position

EMPTY = "-"  # an empty field of a text


def editing(position: Position, say: Translate) -> dict[str, object]:
    """Return the parts of a position's text, and the position to begin with."""
    variant = position.variant
    return {
        "game": variant.name,
        "options": {name: write_value(value) for name, value in variant.options.items()},
        "rows": [[variant.places[cell] for cell in row] for row in variant.rows],
        "pieces": [
            {"letter": letter, "said": say(_piece(variant, letter))} for letter in variant.letters
        ],
        "fields": [
            {
                "name": field.name,
                "label": say(field.label or field.name),
                "choices": [
                    {"text": text, "said": say(_choice(variant, field, text))}
                    for text in field.choices
                ],
            }
            for field in variant.fields
            if not field.optional  # only finished games have one
        ],
        "position": position.text,
    }


def _piece(variant: Variant, letter: str) -> Filling:
    nothing = sentence("Eraser")
    return DRAWERS[variant.name].PIECE_NAMES.get(letter, nothing)


def _choice(variant: Variant, field: Field, text: str) -> Filling:
    """Return what a field says, in words."""
    if text in field.labels:
        return field.labels[text]
    if text == EMPTY:
        return sentence("None")
    if field.kind == "seat":
        return _seat(variant, variant.seat_names.index(text))
    if field.kind == "piece":
        return _piece(variant, text)
    return text


def _seat(variant: Variant, seat: int) -> Filling:
    """Return a seat's name: its colour, or its piece where partners share one."""
    if variant.seats > len(set(variant.sides)):
        return _piece(variant, variant.sign(seat))
    return DRAWERS[variant.name].COLOURS[variant.sides[seat]]
