"""Quantik, drawn: capitals are the first player's pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintet.draw.terminal import Line, Marks, Picture, above, beside, cell, grid, words
from quintet.language import Say
from quintet.sentence import sentence, template

if TYPE_CHECKING:
    from quintet.position import Position

SHAPE_LEGEND = (
    sentence("A sphere"),
    sentence("B cylinder"),
    sentence("C cube"),
    sentence("D cone"),
)
RESERVE_LINES = (template("first player has {pieces}"), template("second player has {pieces}"))


def terminal(position: Position, marks: Marks, say: Say, *, wide: bool) -> Picture:
    variant, cells = position.variant, position.cells

    def draw(place: str) -> Line:
        code = cells[variant.places.index(place)]
        style = "" if code == 0 else f"side{(code - 1) // 4}"
        return cell(variant.letters[code], style, marks.get(place))

    board = grid(4, draw, wide=wide, heavy=(2,))
    reserves = tuple(_reserve_line(position, seat, say) for seat in range(2))
    if not wide:
        return above(board, reserves)
    legend = tuple(words(say(line)) for line in SHAPE_LEGEND)
    return beside(board, above(reserves, legend))


def _reserve_line(position: Position, seat: int, say: Say) -> Line:
    letters = "ABCD" if seat == 0 else "abcd"
    left = " ".join(
        letter * (2 - position.cells.count(1 + 4 * seat + number))
        for number, letter in enumerate(letters)
    )
    return words(say(sentence(RESERVE_LINES[seat], pieces=left)))
