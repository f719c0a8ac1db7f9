"""Draw Quixo. With four players a cube shows the seat its dot points at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from quintet.draw.looks import exchange
from quintet.draw.scene import Piece, Scene, Spot, attributes, elsewhere
from quintet.draw.terminal import Line, Marks, Picture, cell, grid
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, sentence, template
from quintet.position import Position

VIEWS: tuple[str, ...] = ("board",)
COLOURS: tuple[Sentence, ...] = (sentence("Cross"), sentence("Circle"))
PIECE_NAMES: Mapping[str, Sentence] = {
    ".": sentence("Blank cube"),
    "x": sentence("Cross"),
    "o": sentence("Circle"),
    "s": sentence("Cross, its dot to the south"),
    "w": sentence("Circle, its dot to the west"),
    "n": sentence("Cross, its dot to the north"),
    "e": sentence("Circle, its dot to the east"),
}

# Whole sentences, because word order differs between languages.
SHOWING = {
    ".": template("The cube on {place} is blank."),
    "x": template("The cube on {place} shows a cross."),
    "o": template("The cube on {place} shows a circle."),
    "s": template("The cube on {place} shows a cross, its dot to the south."),
    "w": template("The cube on {place} shows a circle, its dot to the west."),
    "n": template("The cube on {place} shows a cross, its dot to the north."),
    "e": template("The cube on {place} shows a circle, its dot to the east."),
    # The same seats with the other symbol.
    "S": template("The cube on {place} shows a circle, its dot to the south."),
    "W": template("The cube on {place} shows a cross, its dot to the west."),
    "N": template("The cube on {place} shows a circle, its dot to the north."),
    "E": template("The cube on {place} shows a cross, its dot to the east."),
}

EXCHANGED = {"x": "o", "o": "x", "s": "S", "w": "W", "n": "N", "e": "E"}
CROSSES = "xsnWE"
DOTS = {"s": (0.0, 18.6), "w": (-21.6, 0.0), "n": (0.0, -18.6), "e": (21.6, 0.0)}

# Sizes in pixels on a small phone. With four players the seats are around the tray.
STEP, FRAME, AROUND = 60.0, 30.0, 20.0
FACE_Y = -5.0  # the centre of a cube's upper face


def scene(position: Position, view: str) -> Scene:
    variant = position.variant
    size, margin = len(variant.rows), _margin(variant.seats)
    shown = [
        (_cell(place, variant.letters[code], size, variant.seats), variant.letters[code])
        for place, code in zip(variant.places, position.cells, strict=True)
    ]
    width = 2 * margin + STEP * size
    return Scene(
        "quixo",
        width,
        width + 8,
        sentence("The board of Quixo."),
        _board(position, {}),
        {letter: _cube(letter) for letter in variant.letters},
        tuple(spot for spot, _ in shown),
        tuple(Piece(letter, spot.at) for spot, letter in shown),
        28,
        position.winning,
        defs=DEFS,
        marks=MARKS,
    )


def exchange_looks(position: Position, scene: Scene) -> Scene:
    made = exchange(scene, EXCHANGED, (SHOWING,), _cube)
    return replace(made, board=_board(position, EXCHANGED))


def _board(position: Position, badges: Mapping[str, str]) -> str:
    seats, size = position.variant.seats, len(position.variant.rows)
    tray = _tray(size, seats)
    if seats == 2:
        return tray
    symbols = tuple(badges.get(seat, seat) for seat in "swne")
    return tray + _seats(_margin(seats), STEP * size, symbols)


@cache
def _cell(place: str, letter: str, size: int, seats: int) -> Spot:
    margin = _margin(seats)
    x = margin + STEP * ("abcde".index(place[0]) + 0.5)
    y = margin + STEP * (size - int(place[1]) + 0.5)
    label = sentence(SHOWING[letter], place=place)
    outline = '<rect class="outline" x="-28" y="-29" width="56" height="58" rx="8"/>'
    turned = _turned(x, y, size, seats)
    return Spot(place, x, y, label, outline, place, depth=y, mark_y=FACE_Y, data=turned)


def _turned(x: float, y: float, size: int, seats: int) -> dict[str, str]:
    """Return where a point is when another of four seats is at the bottom."""
    if seats != 4:
        return {}
    middle = _margin(seats) + STEP * size / 2
    points = {}
    for turn in (1, 2, 3):
        x, y = middle + (y - middle), middle - (x - middle)
        points[f"turn{turn}"] = (x, y)
    return elsewhere(**points)


def _margin(seats: int) -> float:
    return FRAME + (AROUND if seats == 4 else 0)


DEFS = (
    '<linearGradient id="~face" x2="1" y2="1"><stop stop-color="var(--wood-light)"/>'
    '<stop offset="1" stop-color="var(--wood)"/></linearGradient>'
    '<linearGradient id="~front" y2="1" x2=".15"><stop offset=".8" stop-color="var(--wood)"/>'
    '<stop offset="1" stop-color="var(--wood-dark)"/></linearGradient>'
    '<linearGradient id="~edge" x2="1" y2="1"><stop stop-color="var(--wood-edge)"/>'
    '<stop offset=".6" stop-color="var(--wood-edge)" stop-opacity="0"/></linearGradient>'
    '<linearGradient id="~frame" x2="1" y2="1"><stop stop-color="var(--walnut-light)"/>'
    '<stop offset=".5" stop-color="var(--walnut)"/>'
    '<stop offset="1" stop-color="var(--walnut)"/></linearGradient>'
)


def _square(size: float, more: str = "") -> str:
    """Return a mark along the edges of a cube's upper face."""
    x, y = size, size * 0.88
    return f'<rect x="{-x:g}" y="{-y:g}" width="{2 * x:g}" height="{2 * y:g}" rx="7"{more}/>'


MARKS = {
    "last": _square(25.5),
    "origin": _square(25.5),
    "target": '<circle cx="20" cy="-16" r="4.5"/>',
    "chosen": f'<g transform="translate(0 -6)">{_square(25.5)}</g>',  # lifted like the cube
    "forbidding": _square(25.5, ' fill="url(#~hatch)"'),
    "hint": _square(24.5),
    "hint-from": _square(24.5),
}


@cache
def _tray(size: int, seats: int) -> str:
    margin = _margin(seats)
    inner, outer = STEP * size, STEP * size + 2 * FRAME - 10
    low = margin - FRAME + 5
    slab = f'width="{outer:g}" height="{outer:g}" rx="13"'
    files = "".join(
        _name("abcde"[file], margin + STEP * (file + 0.5), margin + inner + 14, size, seats)
        for file in range(size)
    )
    ranks = "".join(
        _name(str(rank), margin - 14, margin + STEP * (size - rank + 0.5), size, seats)
        for rank in range(1, size + 1)
    )
    return (
        f'<rect x="{low + 3:g}" y="{low + 10:g}" {slab} fill="var(--shadow)"/>'
        f'<rect x="{low:g}" y="{low + 6:g}" {slab} fill="var(--walnut-dark)" '
        'stroke="var(--walnut-line)"/>'
        f'<rect x="{low:g}" y="{low:g}" {slab} fill="url(#~frame)" stroke="var(--walnut-line)"/>'
        f'<rect x="{margin - 4:g}" y="{margin - 4:g}" width="{inner + 8:g}" '
        f'height="{inner + 8:g}" rx="10" fill="var(--walnut-dark)" stroke="var(--walnut-line)"/>'
        f"{files}{ranks}"
    )


def _name(name: str, x: float, y: float, size: int, seats: int) -> str:
    """Return the name of a row or column; it stays upright when the board is turned."""
    return (
        f'<g transform="translate({x:g} {y:g})"{_data(_turned(x, y, size, seats))}>'
        f'<text class="label carved" y="3">{name}</text></g>'
    )


def _data(facts: Mapping[str, str]) -> str:
    return attributes((f"data-{name}", value) for name, value in facts.items())


@cache
def _seats(margin: float, inner: float, symbols: tuple[str, ...]) -> str:
    """Return the four seats at their sides, each with its team's symbol (QX8)."""
    middle, near, far = margin + inner / 2, 11.0, 2 * margin + inner - 11
    places = {"s": (middle, far), "w": (near, middle), "n": (middle, near), "e": (far, middle)}
    return "".join(
        f'<g transform="translate({x:g} {y:g})" stroke="var(--label)" fill="none"'
        f"{_data(_turned(x, y, round(inner / STEP), 4))}>"
        f'<g transform="translate(-6 0)" stroke-width="1.8">{_badge(symbol)}</g>'
        f'<text class="label" stroke="none" x="6" y="3">{seat}</text></g>'
        for (seat, (x, y)), symbol in zip(places.items(), symbols, strict=True)
    )


def _badge(letter: str) -> str:
    return '<path d="M-3 -3L3 3M-3 3L3 -3"/>' if letter in CROSSES else '<circle r="3.4"/>'


@cache
def _cube(letter: str) -> str:
    edge = 'stroke="var(--wood-line)" stroke-width=".9"'
    cube = (
        f'<rect x="-28.5" y="-30" width="57" height="59" rx="8" fill="url(#~front)" {edge}/>'
        '<rect x="-28.5" y="-30" width="57" height="50" rx="8" fill="url(#~face)"/>'
        '<rect x="-27" y="-28.6" width="54" height="47.4" rx="7" fill="none" '
        'stroke="url(#~edge)"/>'
        '<path d="M-26 -19C-10 -23 8 -15 26 -20M-26 -8C-12 -4 4 -11 26 -7M-26 3C-6 -1 6 7 26 2'
        'M-26 12C-14 15 8 9 26 13" fill="none" stroke="var(--wood-dark)" stroke-width=".8" '
        'opacity=".4"/>'
    )
    if letter == ".":
        return cube
    symbol = (
        '<path d="M-12.5 -16L12.5 6M-12.5 6L12.5 -16"/>'
        if letter in CROSSES
        else f'<ellipse cy="{FACE_Y:g}" rx="14" ry="12.4"/>'
    )
    burnt = (
        '<g fill="none" stroke="var(--ink)" stroke-linecap="round">'
        f'<g stroke-width="9.5" opacity=".16">{symbol}</g><g stroke-width="6">{symbol}</g></g>'
    )
    return cube + burnt + _dot(letter)


def _dot(letter: str) -> str:
    """Return the dot that points at a seat, for four players (QX9)."""
    if letter.lower() not in DOTS:
        return ""
    x, y = DOTS[letter.lower()]
    # The page turns it with the board.
    return (
        f'<g transform="translate(0 {FACE_Y:g})"><circle class="dot" cx="{x:g}" cy="{y:g}" r="2.9" '
        'fill="var(--ink)"/></g>'
    )


def terminal(position: Position, marks: Marks, say: Translate, *, wide: bool) -> Picture:
    variant, cells = position.variant, position.cells

    def draw(place: str) -> Line:
        code = cells[variant.places.index(place)]
        style = f"side{variant.sides[code - 1]}" if code else ""
        return cell(variant.letters[code], style, marks.get(place))

    return grid(len(variant.rows), draw, wide=wide)
