"""Quantik, drawn: capitals are the first player's pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintet.draw.terminal import Line, Marks, Picture, above, beside, cell, grid, words

if TYPE_CHECKING:
    from quintet.position import Position

NAMES = {"A": "sphere", "B": "cylinder", "C": "cube", "D": "cone"}


def terminal(position: Position, marks: Marks, *, wide: bool) -> Picture:
    variant, cells = position.variant, position.cells

    def draw(place: str) -> Line:
        code = cells[variant.places.index(place)]
        style = "" if code == 0 else f"side{(code - 1) // 4}"
        return cell(variant.letters[code], style, marks.get(place))

    board = grid(4, draw, wide=wide, heavy=(2,))
    reserves = tuple(_reserve(position, seat) for seat in range(2))
    if not wide:
        return above(board, reserves)
    legend = tuple(words(f"{letter} {name}") for letter, name in NAMES.items())
    return beside(board, above(reserves, legend))


def _reserve(position: Position, seat: int) -> Line:
    letters = "ABCD" if seat == 0 else "abcd"
    left = " ".join(
        letter * (2 - position.cells.count(1 + 4 * seat + number))
        for number, letter in enumerate(letters)
    )
    return words(f"{('first', 'second')[seat]} player has {left}")
