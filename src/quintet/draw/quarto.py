"""Quarto, drawn: a piece is its digit and a small likeness of it.

`(` round, `[` square; capital tall, small letter short; L light, D dark; an `o` inside when hollow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintet.draw.scene import Piece, Scene, Spot
from quintet.draw.terminal import Line, Marks, Picture, Span, above, beside, cell, grid, words
from quintet.games.quarto import PIECES
from quintet.sentence import sentence

if TYPE_CHECKING:
    from quintet.position import Position

VIEWS: tuple[str, ...] = ("board",)

# Whole sentences, so that every language can put them in its own order.
STANDING = {
    "0": "{place}: piece 0, light, round, tall, solid.",
    "1": "{place}: piece 1, light, round, tall, hollow.",
    "2": "{place}: piece 2, light, round, short, solid.",
    "3": "{place}: piece 3, light, round, short, hollow.",
    "4": "{place}: piece 4, light, square, tall, solid.",
    "5": "{place}: piece 5, light, square, tall, hollow.",
    "6": "{place}: piece 6, light, square, short, solid.",
    "7": "{place}: piece 7, light, square, short, hollow.",
    "8": "{place}: piece 8, dark, round, tall, solid.",
    "9": "{place}: piece 9, dark, round, tall, hollow.",
    "a": "{place}: piece a, dark, round, short, solid.",
    "b": "{place}: piece b, dark, round, short, hollow.",
    "c": "{place}: piece c, dark, square, tall, solid.",
    "d": "{place}: piece d, dark, square, tall, hollow.",
    "e": "{place}: piece e, dark, square, short, solid.",
    "f": "{place}: piece f, dark, square, short, hollow.",
}
WAITING = {
    "0": "Piece 0: light, round, tall, solid.",
    "1": "Piece 1: light, round, tall, hollow.",
    "2": "Piece 2: light, round, short, solid.",
    "3": "Piece 3: light, round, short, hollow.",
    "4": "Piece 4: light, square, tall, solid.",
    "5": "Piece 5: light, square, tall, hollow.",
    "6": "Piece 6: light, square, short, solid.",
    "7": "Piece 7: light, square, short, hollow.",
    "8": "Piece 8: dark, round, tall, solid.",
    "9": "Piece 9: dark, round, tall, hollow.",
    "a": "Piece a: dark, round, short, solid.",
    "b": "Piece b: dark, round, short, hollow.",
    "c": "Piece c: dark, square, tall, solid.",
    "d": "Piece d: dark, square, tall, hollow.",
    "e": "Piece e: dark, square, short, solid.",
    "f": "Piece f: dark, square, short, hollow.",
}

DARK, SQUARE, SHORT, HOLLOW = 8, 4, 2, 1


# Sizes, in units that are pixels on a small phone. The board is seen at a slant.
WIDTH, HEIGHT = 360.0, 440.0
CENTRE_X, CENTRE_Y, ACROSS, DOWN = 180.0, 146.0, 68.0, 52.0
HAND = (316.0, 294.0)
POOL_Y = (356.0, 420.0)


def scene(position: Position, view: str) -> Scene:
    letters, hand = position.variant.letters, position.fields[0]
    spots: list[Spot] = []
    pieces: list[Piece] = []
    for place, code in zip(position.variant.places, position.cells, strict=True):
        letter = letters[code]
        x = CENTRE_X + ACROSS * ("abcd".index(place[0]) - 1.5)
        y = CENTRE_Y + DOWN * (2.5 - int(place[1]))
        said = STANDING.get(letter, "{place} is empty.")
        outline = '<ellipse class="outline" cy="-2" rx="30" ry="24"/>'
        spots.append(Spot(place, x, y, sentence(said, place=place), outline, place, depth=y))
        if code:
            pieces.append(Piece(letter, place))
    said = WAITING[letters[hand]] if hand else "No piece is in hand."
    held = '<rect class="outline" x="-26" y="-52" width="52" height="70" rx="8"/>'
    x, y = HAND
    spots.append(Spot("hand", x, y, sentence(said), held, store="hand", holds=PIECES, depth=y))
    if hand:
        pieces.append(Piece(letters[hand], "hand"))
    for number, letter in enumerate(PIECES):
        here = number + 1 != hand and number + 1 not in position.cells
        x, y = 22.5 + 45 * (number % 8), POOL_Y[number // 8]
        said = WAITING[letter] if here else "Piece {piece} is not here any more."
        outline = '<rect class="outline" x="-22" y="-50" width="44" height="62" rx="6"/>'
        spots.append(
            Spot(
                f"pool-{letter}",
                x,
                y,
                sentence(said, piece=letter),
                outline,
                letter,
                store="pool",
                holds=letter,
                depth=y,
            )
        )
        if here:
            pieces.append(Piece(letter, f"pool-{letter}"))
    return Scene(
        "quarto",
        WIDTH,
        HEIGHT,
        sentence("The board of Quarto."),
        _board(),
        {letter: _symbol(number) for number, letter in enumerate(PIECES)},
        tuple(spots),
        tuple(pieces),
        26,
        position.winning,
    )


def _board() -> str:
    wells = "".join(
        f'<ellipse cx="{CENTRE_X + ACROSS * (file - 1.5):g}" '
        f'cy="{CENTRE_Y + DOWN * (row - 1.5):g}" rx="26" ry="19" fill="var(--walnut)"/>'
        for file in range(4)
        for row in range(4)
    )
    return (
        f'<ellipse cx="{CENTRE_X:g}" cy="{CENTRE_Y:g}" rx="178" ry="134" '
        f'fill="var(--walnut-dark)"/>{wells}'
        f'<ellipse cx="{HAND[0]:g}" cy="{HAND[1]:g}" rx="28" ry="20" fill="var(--walnut-dark)"/>'
    )


def _symbol(piece: int) -> str:
    wood = "walnut" if piece & DARK else "maple"
    height = 20 if piece & SHORT else 40
    corner = 3 if piece & SQUARE else 16
    hole = f'<circle cy="{-height:g}" r="7" fill="var(--ink)"/>' if piece & HOLLOW else ""
    return (
        f'<rect x="-17" y="{-height - 12}" width="34" height="{height + 24}" rx="{corner}" '
        f'fill="var(--{wood})" stroke="var(--{wood}-line)"/>{hole}'
    )


def terminal(position: Position, marks: Marks, *, wide: bool) -> Picture:
    variant, cells = position.variant, position.cells

    def draw(place: str) -> Line:
        code = cells[variant.places.index(place)]
        if code == 0:
            return cell("  .  " if wide else ".", "", marks.get(place))
        glyph = likeness(code - 1) if wide else variant.letters[code]
        return cell(glyph, _style(code - 1), marks.get(place))

    board = grid(4, draw, wide=wide)
    hand = position.fields[0]
    held = words("in hand: ") + (_piece(hand - 1) if hand else words("nothing"))
    free = [piece for piece in range(16) if piece + 1 not in cells and piece + 1 != hand]
    pool = tuple(
        tuple(span for piece in free[start : start + 4] for span in (*_piece(piece), Span("  ")))
        for start in range(0, len(free), 4)
    )
    side = above((held,), (words("to give:"), *pool))
    return beside(board, side) if wide else above(board, side)


def likeness(piece: int) -> str:
    """A piece as five characters: its digit, its outline, its height and colour, its top."""
    opening, closing = "[]" if piece & SQUARE else "()"
    letter = "D" if piece & DARK else "L"
    body = letter.lower() if piece & SHORT else letter
    return f"{piece:x}{opening}{body}{'o' if piece & HOLLOW else ' '}{closing}"


def _piece(piece: int) -> Line:
    return (Span(likeness(piece), _style(piece)),)


def _style(piece: int) -> str:
    return "side1" if piece & DARK else "side0"
