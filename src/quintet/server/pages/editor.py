"""What a page needs to put a position's text together, piece by piece."""

from __future__ import annotations

from quintet.draw import DRAWERS
from quintet.games.types import Field
from quintet.games.variant import Variant
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Filling, sentence
from quintet.options import write_value
from quintet.position import Position

EMPTY = "-"  # what stands in a text for nothing


def editing(position: Position, say: Translate) -> dict[str, object]:
    """The parts of the text of this variant's positions, and this one to begin with."""
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
            if not field.optional  # only a finished game has one, and nobody plays on from there
        ],
        "position": position.text,
    }


def _piece(variant: Variant, letter: str) -> Filling:
    nothing = sentence("Nothing: empties a space")
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
    """A seat by its colour, or where partners share one, by its own piece."""
    if variant.seats > len(set(variant.sides)):
        return _piece(variant, variant.sign(seat))
    return DRAWERS[variant.name].COLOURS[variant.sides[seat]]
