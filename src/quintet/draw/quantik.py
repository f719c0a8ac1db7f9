"""Draw Quantik. Capitals are the first player's pieces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from quintet.draw.looks import exchange
from quintet.draw.scene import NOTHING, Piece, Scene, Spot, elsewhere, one_stroke
from quintet.draw.terminal import Line, Marks, Picture, above, beside, cell, grid, words
from quintet.draw.wood import (
    WOODS,
    ball,
    cone,
    cylinder,
    gradients,
    prism,
    round_band,
    shadow,
    square_band,
    standing_marks,
)
from quintet.games.quantik import SHAPES
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, sentence, template
from quintet.position import Position

VIEWS: tuple[str, ...] = ("board",)
COLOURS: tuple[Sentence, ...] = (sentence("Light"), sentence("Dark"))
PIECE_NAMES: Mapping[str, Sentence] = {
    "A": sentence("Light sphere"),
    "B": sentence("Light cylinder"),
    "C": sentence("Light cube"),
    "D": sentence("Light cone"),
    "a": sentence("Dark sphere"),
    "b": sentence("Dark cylinder"),
    "c": sentence("Dark cube"),
    "d": sentence("Dark cone"),
}

# Whole sentences, because word order differs between languages.
STANDING = {
    ".": template("{place} is empty."),
    "A": template("A light sphere stands on {place}."),
    "B": template("A light cylinder stands on {place}."),
    "C": template("A light cube stands on {place}."),
    "D": template("A light cone stands on {place}."),
    "a": template("A dark sphere stands on {place}."),
    "b": template("A dark cylinder stands on {place}."),
    "c": template("A dark cube stands on {place}."),
    "d": template("A dark cone stands on {place}."),
}
WAITING = {
    "A": template("A light sphere waits beside the board."),
    "B": template("A light cylinder waits beside the board."),
    "C": template("A light cube waits beside the board."),
    "D": template("A light cone waits beside the board."),
    "a": template("A dark sphere waits beside the board."),
    "b": template("A dark cylinder waits beside the board."),
    "c": template("A dark cube waits beside the board."),
    "d": template("A dark cone waits beside the board."),
}
PLAYED = {
    "A": template("This light sphere is on the board."),
    "B": template("This light cylinder is on the board."),
    "C": template("This light cube is on the board."),
    "D": template("This light cone is on the board."),
    "a": template("This dark sphere is on the board."),
    "b": template("This dark cylinder is on the board."),
    "c": template("This dark cube is on the board."),
    "d": template("This dark cone is on the board."),
}

# Sizes in pixels on a small phone. The board is seen from slightly above.
WIDTH, HEIGHT, SLANT = 360.0, 400.0, 0.72
LEFT, TOP, ACROSS, DOWN, GROOVE = 28.0, 76.0, 74.0, 54.0, 8.0
RESERVE_Y = (379.0, 46.0)
RING = 27.0
# Beside the board: three in a row, the farther seat's above.
WIDE = (2.0, 42.0, 482.0, 314.0)
WIDE_X, WIDE_STEP, WIDE_Y, WIDE_ROW = 374.0, 43.0, (242.0, 88.0), 49.0


def scene(position: Position, view: str) -> Scene:
    letters, cells = position.variant.letters, position.cells
    shown = [
        (_space(place, letters[code]), letters[code])
        for place, code in zip(position.variant.places, cells, strict=True)
    ]
    for code, letter in enumerate(letters[1:], start=1):
        left = 2 - cells.count(code)  # QK1
        for number in range(2):
            waits = number < left
            shown.append((_reserve_spot(code - 1, number, waits), letter if waits else NOTHING))
    return Scene(
        "quantik",
        WIDTH,
        HEIGHT,
        sentence("The board of Quantik."),
        _board(),
        _symbols(),
        tuple(spot for spot, _ in shown),
        tuple(Piece(letter, spot.at) for spot, letter in shown if letter != NOTHING),
        RING,
        tuple(map(one_stroke, position.winning)),
        defs=_defs(),
        marks=standing_marks(RING, SLANT),
        floor_marks=True,
        wide=WIDE,
    )


def exchange_looks(position: Position, scene: Scene) -> Scene:
    letters = {letter: letter.swapcase() for letter in STANDING if letter != NOTHING}
    return exchange(scene, letters, (STANDING, WAITING, PLAYED))


@cache
def _space(place: str, letter: str) -> Spot:
    x, y = _corner("abcd".index(place[0]), 4 - int(place[1]))
    x, y = x + ACROSS / 2, y + DOWN / 2 + 6
    label = sentence(STANDING[letter], place=place)
    outline = '<rect class="outline" x="-35" y="-31" width="70" height="50" rx="6"/>'
    return Spot(place, x, y, label, outline, place, depth=y)


@cache
def _reserve_spot(kind: int, number: int, waits: bool) -> Spot:
    """Return the spot of one of the two pieces of a kind (0 to 7) before it is played."""
    seat, shape = divmod(kind, 4)
    letter = (SHAPES, SHAPES.lower())[seat][shape]
    x, y = 26.0 + 88 * shape + 44 * number, RESERVE_Y[seat]
    row, column = divmod(2 * shape + number, 3)
    wide = [(WIDE_X + WIDE_STEP * column, low + WIDE_ROW * row) for low in WIDE_Y]
    return Spot(
        f"reserve-{letter}-{number}",
        x,
        y,
        sentence((WAITING if waits else PLAYED)[letter]),
        '<rect class="outline" x="-21" y="-44" width="42" height="60" rx="6"/>',
        touch=SHAPES[shape],
        seat=seat,
        store="reserve",
        holds=letter,
        depth=y,
        data=elsewhere(turn1=(x, RESERVE_Y[1 - seat]), wide=wide[seat], wide_turn1=wide[1 - seat]),
    )


def _corner(file: int, row: int) -> tuple[float, float]:
    """Return the upper left corner of a space; a groove separates regions (QK1)."""
    return (
        LEFT + ACROSS * file + GROOVE * (file > 1),
        TOP + DOWN * row + GROOVE * (row > 1),
    )


@cache
def _defs() -> str:
    return gradients(*WOODS) + (
        '<linearGradient id="~slab" x2="1" y2="1"><stop stop-color="var(--wood)"/>'
        '<stop offset="1" stop-color="var(--wood-dark)"/></linearGradient>'
        '<linearGradient id="~region" x2="1" y2="1"><stop stop-color="var(--pale-light)"/>'
        '<stop offset="1" stop-color="var(--pale)"/></linearGradient>'
    )


@cache
def _board() -> str:
    width, height = 4 * ACROSS + GROOVE, 4 * DOWN + GROOVE
    slab = (
        f'<rect x="{LEFT - 5:g}" y="{TOP - 2:g}" width="{width + 18:g}" height="{height + 20:g}" '
        'rx="12" fill="var(--shadow)"/>'
        f'<rect x="{LEFT - 8:g}" y="{TOP - 6:g}" width="{width + 16:g}" height="{height + 22:g}" '
        'rx="11" fill="var(--wood-dark)" stroke="var(--wood-line)"/>'
        f'<rect x="{LEFT - 8:g}" y="{TOP - 6:g}" width="{width + 16:g}" height="{height + 14:g}" '
        'rx="11" fill="url(#~slab)" stroke="var(--wood-line)" stroke-width=".8"/>'
    )
    regions = "".join(_region(file, row) for row in (0, 2) for file in (0, 2))
    names = "".join(
        f'<text class="label" x="{_corner(file, 0)[0] + ACROSS / 2:g}" '
        f'y="{TOP + height + 27:g}">{name}</text>'
        for file, name in enumerate("abcd")
    ) + "".join(
        f'<text class="label" x="10" y="{_corner(0, row)[1] + DOWN / 2 + 3:g}">{4 - row}</text>'
        for row in range(4)
    )
    return slab + regions + names


def _region(file: int, row: int) -> str:
    """Return a region: four spaces on a raised panel."""
    x, y = _corner(file, row)
    panel = f'x="{x:g}" width="{2 * ACROSS:g}" height="{2 * DOWN:g}" rx="7"'
    spaces = "".join(
        f'<rect x="{x + ACROSS * right + 4:g}" y="{y + DOWN * down + 3:g}" width="{ACROSS - 8:g}" '
        f'height="{DOWN - 6:g}" rx="6" fill="var(--pale-light)" stroke="var(--pale-line)"/>'
        for down in range(2)
        for right in range(2)
    )
    return (
        f'<rect {panel} y="{y + 3:g}" fill="var(--pale-line)"/>'
        f'<rect {panel} y="{y:g}" fill="url(#~region)" stroke="var(--pale-line)"/>{spaces}'
    )


@cache
def _symbols() -> dict[str, str]:
    return {
        (letter if wood == "maple" else letter.lower()): _symbol(letter, wood)
        for wood in WOODS
        for letter in SHAPES
    }


def _symbol(shape: str, wood: str) -> str:
    foot = 13 if shape == "A" else 19
    match shape:
        case "A":
            body, band = ball(wood, 20, SLANT), round_band(19.9, 13.5, SLANT * 0.55)
        case "B":
            body, band = cylinder(wood, 18, 29, SLANT), round_band(18, 7, SLANT)
        case "C":
            body, band = prism(wood, 21.5, 22, SLANT), square_band(21.5, 6, SLANT)
        case _:
            body, band = cone(wood, 20, 43, SLANT), round_band(17.4, 6, SLANT)
    return shadow(foot, SLANT) + body + (band if wood == "walnut" else "")


SHAPE_LEGEND = (
    sentence("A sphere"),
    sentence("B cylinder"),
    sentence("C cube"),
    sentence("D cone"),
)
RESERVE_LINES = (template("first player has {pieces}"), template("second player has {pieces}"))


def terminal(position: Position, marks: Marks, say: Translate, *, wide: bool) -> Picture:
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


def _reserve_line(position: Position, seat: int, say: Translate) -> Line:
    letters = "ABCD" if seat == 0 else "abcd"
    left = " ".join(
        letter * (2 - position.cells.count(1 + 4 * seat + number))
        for number, letter in enumerate(letters)
    )
    return words(say(sentence(RESERVE_LINES[seat], pieces=left)))
