"""Qomet, drawn: three squares and eight rays, with the reserves beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintet.draw.scene import Piece, Scene, Spot
from quintet.draw.terminal import MARKS, Line, Marks, Picture, Span, above, beside, words
from quintet.sentence import sentence

if TYPE_CHECKING:
    from quintet.position import Position

VIEWS: tuple[str, ...] = ("board",)

# Whole sentences, so that every language can put them in its own order.
STANDING = {"x": "An ivory star stands on {place}.", "o": "A bronze star stands on {place}."}
WAITING = {
    "x": "An ivory star waits beside the board.",
    "o": "A bronze star waits beside the board.",
}
PLAYED = {"x": "This ivory star is on the board.", "o": "This bronze star is on the board."}
OFF = {
    "x": "Off the board: an ivory star returns here.",
    "o": "Off the board: a bronze star returns here.",
}


# Sizes, in units that are pixels on a small phone.
WIDTH, HEIGHT = 360.0, 464.0
LEFT, TOP, STEP = 42.0, 94.0, 46.0
RESERVE_Y = (438.0, 26.0)


def scene(position: Position, view: str) -> Scene:
    letters = position.variant.letters
    spots: list[Spot] = []
    pieces: list[Piece] = []
    for place, code in zip(position.variant.places, position.cells, strict=True):
        x, y = _point(place)
        said = STANDING.get(letters[code], "{place} is free.")
        outline = '<circle class="outline" r="22"/>'
        spots.append(Spot(place, x, y, sentence(said, place=place), outline, place))
        if code:
            pieces.append(Piece(letters[code], place))
    for seat, letter in enumerate(letters[1:]):
        for number in range(7):
            at = f"reserve-{seat}-{number}"
            here = number < _held(position, seat)
            said = (WAITING if here else PLAYED)[letter]
            x, y = 32 + 43.0 * number, RESERVE_Y[seat]
            outline = '<circle class="outline" r="20"/>'
            spots.append(
                Spot(at, x, y, sentence(said), outline, seat=seat, store="reserve", holds=letter)
            )
            if here:
                pieces.append(Piece(letter, at))
        outline = '<rect class="outline" x="-324" y="-24" width="344" height="48" rx="24"/>'
        spots.append(
            Spot(f"off-{seat}", 332, RESERVE_Y[seat], sentence(OFF[letter]), outline, "off", seat)
        )
    return Scene(
        "qomet",
        WIDTH,
        HEIGHT,
        sentence("The board of Qomet."),
        _board(),
        _symbols(),
        tuple(spots),
        tuple(pieces),
        22,
        tuple((*square, square[0]) for square in position.winning),
    )


def _point(place: str) -> tuple[float, float]:
    return LEFT + STEP * "abcdefg".index(place[0]), TOP + STEP * (7 - int(place[1]))


def _board() -> str:
    low, high, middle = 0, 6, 3
    squares = "".join(
        f'<rect x="{LEFT + STEP * ring:g}" y="{TOP + STEP * ring:g}" '
        f'width="{STEP * (6 - 2 * ring):g}" height="{STEP * (6 - 2 * ring):g}"/>'
        for ring in range(3)
    )
    rays = "".join(
        f"M{LEFT + STEP * x1:g} {TOP + STEP * y1:g}L{LEFT + STEP * x2:g} {TOP + STEP * y2:g}"
        for x1, y1, x2, y2 in (
            (low, low, high, high),
            (low, high, high, low),
            (middle, low, middle, high),
            (low, middle, high, middle),
        )
    )
    return (
        f'<rect x="8" y="{TOP - 34:g}" width="344" height="344" rx="12" fill="var(--night)"/>'
        f'<g fill="none" stroke="var(--gold)" stroke-width="1.5">{squares}<path d="{rays}"/></g>'
    )


def _symbols() -> dict[str, str]:
    points = "0,-19 5.3,-7.3 18,-5.9 8.6,2.8 11.2,15.4 0,9 -11.2,15.4 -8.6,2.8 -18,-5.9 -5.3,-7.3"
    return {
        "x": f'<polygon points="{points}" fill="var(--ivory)" stroke="var(--ivory-line)"/>',
        "o": f'<polygon points="{points}" fill="var(--bronze)" stroke="var(--bronze-line)"/>'
        '<circle r="3" fill="var(--bronze-line)"/>',
    }


def terminal(position: Position, marks: Marks, *, wide: bool) -> Picture:
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
        (*words(f"{name} holds "), Span(name * _held(position, seat) or "none", f"side{seat}"))
        for seat, name in enumerate(variant.seat_names)
    )
    return beside(tuple(board), reserves) if wide else above(tuple(board), reserves)


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
