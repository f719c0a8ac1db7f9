"""What a page needs to edit a position: the parts of its text. What is legal is asked for."""

from __future__ import annotations

from typing import Any

from quintet.options import write_value
from quintet.position import Position


def editing(position: Position) -> dict[str, Any]:
    """The rows of places, the letters of pieces, and the fields after the board."""
    variant = position.variant
    return {
        "game": position.game,
        "options": {name: write_value(value) for name, value in variant.options.items()},
        "rows": [[variant.places[cell] for cell in row] for row in variant.rows],
        "letters": variant.letters,
        "fields": [
            {"name": field.name, "choices": field.choices, "optional": field.optional}
            for field in variant.fields
        ],
        "position": position.text,
    }
