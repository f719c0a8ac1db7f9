"""Qomet, drawn: three squares and eight rays, with the reserves beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintet.draw.terminal import (
    MARKS,
    Line,
    Marks,
    Picture,
    Span,
    above,
    beside,
    words,
    words_with,
)
from quintet.language import Say
from quintet.sentence import sentence

if TYPE_CHECKING:
    from quintet.position import Position


def terminal(position: Position, marks: Marks, say: Say, *, wide: bool) -> Picture:
    across, down = (6, 2) if wide else (4, 1)
    canvas = _Canvas(6 * across + 3, 6 * down + 1)
    if wide:
        _lines(canvas, across, down)
    variant, cells = position.variant, position.cells
    for place, code in zip(variant.places, cells, strict=True):
        x, y = _at(place, across, down)
        mark = marks.get(place)
        if mark:
            canvas.put(x - 1, y, MARKS[mark][0], mark)
            canvas.put(x + 1, y, MARKS[mark][1], mark)
        canvas.put(x, y, variant.letters[code], f"side{code - 1}" if code else "")
    board = [
        (Span(f" {7 - row // down} " if row % down == 0 else "   ", "label"), *line)
        for row, line in enumerate(canvas.lines())
    ]
    board.append((Span("    " + "".join(file.ljust(across) for file in "abcdefg"), "label"),))
    reserves = tuple(
        _reserve_line(name, _held(position, seat), seat, say)
        for seat, name in enumerate(variant.seat_names)
    )
    return beside(tuple(board), reserves) if wide else above(tuple(board), reserves)


def _reserve_line(name: str, held: int, seat: int, say: Say) -> Line:
    if not held:
        return words(say(sentence("{seat} holds no stars", seat=name)))
    stars = name * held
    return words_with(
        say(sentence("{seat} holds {stars}", seat=name, stars=stars)), stars, f"side{seat}"
    )


def _held(position: Position, seat: int) -> int:
    return 7 - position.cells.count(seat + 1)


def _at(place: str, across: int, down: int) -> tuple[int, int]:
    return 1 + across * "abcdefg".index(place[0]), down * (7 - int(place[1]))


def _lines(canvas: _Canvas, across: int, down: int) -> None:
    for ring in range(3):
        left, right = 1 + across * ring, 1 + across * (6 - ring)
        top, bottom = down * ring, down * (6 - ring)
        for x in range(left, right + 1):
            canvas.put(x, top, "-", "frame")
            canvas.put(x, bottom, "-", "frame")
        for y in range(top + 1, bottom):
            canvas.put(left, y, "|", "frame")
            canvas.put(right, y, "|", "frame")
    middle_x, middle_y = 1 + across * 3, down * 3
    for x in range(1, 2 + across * 6):
        canvas.put(x, middle_y, "-", "frame")
    for y in range(1, down * 6):
        canvas.put(middle_x, y, "|", "frame")
    for step in range(6):
        x, y = 1 + across * step + across // 2, down * step + down // 2
        canvas.put(x, y, "\\", "frame")
        canvas.put(2 * middle_x - x, y, "/", "frame")


class _Canvas:
    def __init__(self, columns: int, rows: int) -> None:
        self.grid = [[Span(" ")] * columns for _ in range(rows)]

    def put(self, x: int, y: int, character: str, style: str) -> None:
        self.grid[y][x] = Span(character, style)

    def lines(self) -> list[Line]:
        return [tuple(row) for row in self.grid]
