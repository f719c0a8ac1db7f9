"""Quixo, drawn: with four players a cube shows the seat its dot points at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintet.draw.terminal import Line, Marks, Picture, cell, grid
from quintet.language import Say

if TYPE_CHECKING:
    from quintet.position import Position


def terminal(position: Position, marks: Marks, say: Say, *, wide: bool) -> Picture:
    variant, cells = position.variant, position.cells

    def draw(place: str) -> Line:
        code = cells[variant.places.index(place)]
        style = f"side{variant.sides[code - 1]}" if code else ""
        return cell(variant.letters[code], style, marks.get(place))

    return grid(len(variant.rows), draw, wide=wide)
