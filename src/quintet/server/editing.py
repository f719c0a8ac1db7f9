"""What a page needs to put a position's text together, piece by piece."""

from __future__ import annotations

from typing import Any

from quintet.options import write_value
from quintet.position import Position


def editing(position: Position) -> dict[str, Any]:
    """The parts of the text of this variant's positions, and this one to begin with."""
    variant = position.variant
    return {
        "game": variant.name,
        "options": {name: write_value(value) for name, value in variant.options.items()},
        "rows": [[variant.places[cell] for cell in row] for row in variant.rows],
        "letters": variant.letters,
        "fields": [
            {"name": field.name, "choices": field.choices}
            for field in variant.fields
            if not field.optional  # only a finished game has one, and nobody plays on from there
        ],
        "position": position.text,
    }
