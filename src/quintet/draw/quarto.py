"""Quarto, drawn: a piece is its digit and a small likeness of it.

`(` round, `[` square; capital tall, small letter short; L light, D dark; an `o` inside when hollow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintet.draw.terminal import (
    Line,
    Marks,
    Picture,
    Span,
    above,
    beside,
    cell,
    grid,
    words,
    words_with,
)
from quintet.language import Say
from quintet.sentence import sentence

if TYPE_CHECKING:
    from quintet.position import Position

DARK, SQUARE, SHORT, HOLLOW = 8, 4, 2, 1


def terminal(position: Position, marks: Marks, say: Say, *, wide: bool) -> Picture:
    variant, cells = position.variant, position.cells

    def draw(place: str) -> Line:
        code = cells[variant.places.index(place)]
        if code == 0:
            return cell("  .  " if wide else ".", "", marks.get(place))
        glyph = likeness(code - 1) if wide else variant.letters[code]
        return cell(glyph, _style(code - 1), marks.get(place))

    board = grid(4, draw, wide=wide)
    hand = position.fields[0]
    held = words(say(sentence("in hand: nothing")))
    if hand:
        piece = likeness(hand - 1)
        held = words_with(say(sentence("in hand: {piece}", piece=piece)), piece, _style(hand - 1))
    free = [piece for piece in range(16) if piece + 1 not in cells and piece + 1 != hand]
    pool = tuple(
        tuple(span for piece in free[start : start + 4] for span in (*_piece(piece), Span("  ")))
        for start in range(0, len(free), 4)
    )
    side = above((held,), (words(say(sentence("to give:"))), *pool))
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
