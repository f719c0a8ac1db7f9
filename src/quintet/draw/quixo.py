"""Quixo, drawn: with four players a cube shows the seat its dot points at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintet.draw.scene import Piece, Scene, Spot
from quintet.draw.terminal import Line, Marks, Picture, cell, grid
from quintet.sentence import sentence

if TYPE_CHECKING:
    from quintet.position import Position

VIEWS: tuple[str, ...] = ("board",)

# Whole sentences, so that every language can put them in its own order.
SHOWING = {
    ".": "The cube on {place} is blank.",
    "x": "The cube on {place} shows a cross.",
    "o": "The cube on {place} shows a circle.",
    "s": "The cube on {place} shows a cross, its dot to the south.",
    "w": "The cube on {place} shows a circle, its dot to the west.",
    "n": "The cube on {place} shows a cross, its dot to the north.",
    "e": "The cube on {place} shows a circle, its dot to the east.",
}


# Sizes, in units that are pixels on a small phone.
MARGIN, STEP = 30.0, 60.0


def scene(position: Position, view: str) -> Scene:
    variant = position.variant
    size = len(variant.rows)
    spots: list[Spot] = []
    pieces: list[Piece] = []
    for place, code in zip(variant.places, position.cells, strict=True):
        letter = variant.letters[code]
        x = MARGIN + STEP * ("abcde".index(place[0]) + 0.5)
        y = MARGIN + STEP * (size - int(place[1]) + 0.5)
        said = sentence(SHOWING[letter], place=place)
        outline = '<rect class="outline" x="-28" y="-28" width="56" height="56" rx="7"/>'
        spots.append(Spot(place, x, y, said, outline, place, depth=y))
        pieces.append(Piece(letter, place))
    width = 2 * MARGIN + STEP * size
    return Scene(
        "quixo",
        width,
        width + 10,
        sentence("The board of Quixo."),
        f'<rect x="14" y="14" width="{width - 28:g}" height="{width - 20:g}" rx="12" '
        'fill="var(--walnut)"/>',
        {letter: _symbol(letter) for letter in variant.letters},
        tuple(spots),
        tuple(pieces),
        28,
        position.winning,
    )


def _symbol(letter: str) -> str:
    cube = (
        '<rect x="-28" y="-28" width="56" height="56" rx="7" '
        'fill="var(--wood)" stroke="var(--wood-line)"/>'
    )
    if letter == ".":
        return cube
    drawn = '<path d="M-13 -13L13 13M-13 13L13 -13"/>' if letter in "xsn" else '<circle r="14"/>'
    dots = {"s": (0, 22), "w": (-22, 0), "n": (0, -22), "e": (22, 0)}
    dot = ""
    if letter in dots:
        x, y = dots[letter]
        dot = f'<circle cx="{x}" cy="{y}" r="3.5" fill="var(--ink)"/>'
    return f'{cube}<g fill="none" stroke="var(--ink)" stroke-width="6">{drawn}</g>{dot}'


def terminal(position: Position, marks: Marks, *, wide: bool) -> Picture:
    variant, cells = position.variant, position.cells

    def draw(place: str) -> Line:
        code = cells[variant.places.index(place)]
        style = f"side{variant.sides[code - 1]}" if code else ""
        return cell(variant.letters[code], style, marks.get(place))

    return grid(len(variant.rows), draw, wide=wide)
