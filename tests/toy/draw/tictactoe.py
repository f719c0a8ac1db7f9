"""Tic-tac-toe, drawn."""

from __future__ import annotations

from collections.abc import Mapping

from quintet.draw.scene import Piece, Scene, Spot
from quintet.draw.terminal import Line, Marks, Picture, cell, grid
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, sentence, template
from quintet.position import Position

VIEWS: tuple[str, ...] = ("board",)
COLOURS: tuple[Sentence, ...] = (sentence("Crosses"), sentence("Noughts"))
PIECE_NAMES: Mapping[str, Sentence] = {"x": sentence("Cross"), "o": sentence("Nought")}
STANDING = {
    ".": template("{place} is empty."),
    "x": template("A cross is on {place}."),
    "o": template("A nought is on {place}."),
}
STEP = 60.0
SYMBOLS = {
    "x": '<path d="M-18 -18L18 18M-18 18L18 -18" stroke="var(--ink)" stroke-width="6"/>',
    "o": '<circle r="18" fill="none" stroke="var(--ink)" stroke-width="6"/>',
}
BOARD = '<path d="M60 5V175M120 5V175M5 60H175M5 120H175" stroke="var(--ink)" stroke-width="2"/>'


def scene(position: Position, view: str) -> Scene:
    letters = [position.variant.letters[code] for code in position.cells]
    standing = dict(zip(position.variant.places, letters, strict=True))
    return Scene(
        "tictactoe",
        3 * STEP,
        3 * STEP,
        sentence("The board of tic-tac-toe."),
        BOARD,
        SYMBOLS,
        tuple(_space(place, letter) for place, letter in standing.items()),
        tuple(Piece(letter, place) for place, letter in standing.items() if letter != "."),
        mark_size=24,
        lines=position.winning,
    )


def _space(place: str, letter: str) -> Spot:
    x, y = STEP * ("abc".index(place[0]) + 0.5), STEP * (3.5 - int(place[1]))
    outline = '<rect class="outline" x="-28" y="-28" width="56" height="56"/>'
    return Spot(place, x, y, sentence(STANDING[letter], place=place), outline, place)


def terminal(position: Position, marks: Marks, say: Translate, *, wide: bool) -> Picture:
    variant = position.variant

    def draw(place: str) -> Line:
        code = position.cells[variant.places.index(place)]
        return cell(variant.letters[code], f"side{code - 1}" if code else "", marks.get(place))

    return grid(3, draw, wide=wide)
