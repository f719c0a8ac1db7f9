"""Quarto from above: no piece hides another, and all sixteen are told apart at a glance.

Tall pieces are large and wear a step; short ones are small. The rest is as it is: round or square,
light or dark (with an inlay), solid or with a hole.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from quintet.draw.scene import arranged
from quintet.draw.wood import WOODS
from quintet.games.quarto import PIECES

DARK, SQUARE, SHORT, HOLLOW = 8, 4, 2, 1

# Sizes in pixels on a small phone.
WIDTH, HEIGHT = 360.0, 464.0
CENTRE, STEP, DISC = 180.0, 66.0, 174.0
HAND = (329.0, 331.0)
POOL_X, POOL_STEP, POOL_Y = 26.0, 44.0, (390.0, 438.0)
WELL, RING = 28.0, 29.0
LARGE, SMALL = 21.0, 13.0
# Beside the board: three in a row, the last one with the piece in hand.
WIDE = (3.0, 0.0, 497.0, 362.0)
WIDE_HAND = (453.0, 331.0)


def point(place: str) -> tuple[float, float]:
    """Return where a place is."""
    return (
        CENTRE + STEP * ("abcd".index(place[0]) - 1.5),
        CENTRE + STEP * (2.5 - int(place[1])),
    )


def pool_point(number: int) -> tuple[float, float]:
    return POOL_X + POOL_STEP * (number % 8), POOL_Y[number // 8]


def wide_point(number: int) -> tuple[float, float]:
    row, column = divmod(number, 3)
    return 386.0 + 45 * column, 26.0 + 61 * row


@cache
def board() -> str:
    wells = "".join(_well(*point(f"{file}{rank}")) for file in "abcd" for rank in range(1, 5))
    low, left = CENTRE + 2 * STEP + 9, CENTRE - 2 * STEP - 4
    names = "".join(
        f'<text class="label carved" x="{point(f"{file}1")[0]:g}" y="{low:g}">{file}</text>'
        for file in "abcd"
    ) + "".join(
        f'<text class="label carved" x="{left:g}" y="{point(f"a{rank}")[1] + 3:g}">{rank}</text>'
        for rank in range(1, 5)
    )
    upright = _tray(HAND, map(pool_point, range(16)))
    wide = _tray(WIDE_HAND, map(wide_point, range(16)))
    return f"{_disc(CENTRE, CENTRE, DISC)}{wells}{names}{arranged(upright, wide)}"


def _tray(hand: tuple[float, float], points: Iterable[tuple[float, float]]) -> str:
    """Return where the piece in hand and the others stand."""
    pool = "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="{SMALL - 4:g}" fill="var(--shadow)" opacity=".35"/>'
        for x, y in points
    )
    return f"{_disc(*hand, 28)}{_well(*hand, 25)}{pool}"


def _disc(x: float, y: float, radius: float) -> str:
    return (
        f'<circle cx="{x + 2:g}" cy="{y + 4:g}" r="{radius:g}" fill="var(--shadow)"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="url(#~disc)" '
        'stroke="var(--ebony-line)"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius - 3:g}" fill="none" stroke="var(--ebony-edge)"/>'
    )


def _well(x: float, y: float, radius: float = WELL) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="url(#~well)" stroke="url(#~lip)" '
        'stroke-width="1.2"/>'
    )


@cache
def symbols() -> dict[str, str]:
    return {letter: _symbol(number) for number, letter in enumerate(PIECES)}


def _symbol(piece: int) -> str:
    wood = WOODS[piece // DARK]
    size = SMALL if piece & SHORT else LARGE
    # Light comes from the upper left: what is tall throws a longer shadow.
    reach = 2 if piece & SHORT else 5
    line = f'stroke="var(--{wood}-line)" stroke-width="1.2"'
    parts = [
        _outline(piece, size, f'fill="var(--shadow)" transform="translate({reach} {reach})"'),
        _outline(piece, size, f'fill="url(#~{wood}-top)" {line}'),
    ]
    if not piece & SHORT:
        step = f'fill="none" stroke="var(--{wood}-line)" stroke-width="1" opacity=".75"'
        parts.append(_outline(piece, size - 5.5, step))
    if piece & DARK:
        parts.append(_outline(piece, size - 2.6, 'fill="none" stroke="var(--inlay)"'))
    if piece & HOLLOW:
        hole = 5.5 if piece & SHORT else 8.5
        parts.append(f'<circle r="{hole:g}" fill="url(#~hole)" {line}/>')
    return "".join(parts)


def _outline(piece: int, size: float, paint: str) -> str:
    if not piece & SQUARE:
        return f'<circle r="{size:g}" {paint}/>'
    side = size * 0.92  # so that a square looks no larger than a circle
    return (
        f'<rect x="{-side:g}" y="{-side:g}" width="{2 * side:g}" height="{2 * side:g}" rx="2.5" '
        f"{paint}/>"
    )
