"""Draw Qomet: three squares and eight rays, with the reserves beside them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, sin

from quintet.draw.looks import exchange
from quintet.draw.scene import NOTHING, Piece, Scene, Spot, arranged, elsewhere
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
from quintet.games.qomet import PLACES, STARS
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, sentence, template
from quintet.position import Position

VIEWS: tuple[str, ...] = ("board",)
COLOURS: tuple[Sentence, ...] = (sentence("Ivory"), sentence("Bronze"))
PIECE_NAMES: Mapping[str, Sentence] = {"x": sentence("Ivory star"), "o": sentence("Bronze star")}

# Whole sentences, because word order differs between languages.
STANDING = {
    ".": template("{place} is free."),
    "x": template("An ivory star stands on {place}."),
    "o": template("A bronze star stands on {place}."),
}
WAITING = {
    "x": template("An ivory star waits beside the board."),
    "o": template("A bronze star waits beside the board."),
}
PLAYED = {
    "x": template("This ivory star is on the board."),
    "o": template("This bronze star is on the board."),
}
OFF = {
    "x": template("Off the board: an ivory star returns here."),
    "o": template("Off the board: a bronze star returns here."),
}


# Sizes in pixels on a small phone.
WIDTH, HEIGHT = 360.0, 464.0
LEFT, TOP, STEP = 42.0, 94.0, 46.0
RESERVE_X, RESERVE_STEP, RESERVE_Y, OFF_X = 36.0, 42.0, (440.0, 25.0), 330.0
RADIUS = 20.0
# Beside the board: two in a row, the farther seat's above.
WIDE = (4.0, 56.0, 446.0, 358.0)
WIDE_X, WIDE_Y = 382.0, (262.0, 88.0)
LIGHT = (-0.6, -0.8)  # direction on the picture it comes from


def scene(position: Position, view: str) -> Scene:
    letters = position.variant.letters
    shown = [
        (_point_spot(place, letters[code]), letters[code])
        for place, code in zip(position.variant.places, position.cells, strict=True)
    ]
    for seat, letter in enumerate(letters[1:]):
        for number in range(STARS):
            waits = number < _held(position, seat)
            shown.append((_reserve_spot(letter, seat, number, waits), letter if waits else NOTHING))
        shown.append((_off(letter, seat), NOTHING))
    return Scene(
        "qomet",
        WIDTH,
        HEIGHT,
        sentence("The board of Qomet."),
        _board(),
        _symbols(),
        tuple(spot for spot, _ in shown),
        tuple(Piece(letter, spot.at) for spot, letter in shown if letter != NOTHING),
        22,
        tuple((*square, square[0]) for square in position.winning),
        defs=DEFS,
        wide=WIDE,
    )


def exchange_looks(position: Position, scene: Scene) -> Scene:
    return exchange(scene, {"x": "o", "o": "x"}, (STANDING, WAITING, PLAYED, OFF))


@cache
def _point_spot(place: str, letter: str) -> Spot:
    label = sentence(STANDING[letter], place=place)
    return Spot(place, *_point(place), label, '<circle class="outline" r="22"/>', place)


@cache
def _reserve_spot(letter: str, seat: int, number: int, waits: bool) -> Spot:
    x = RESERVE_X + RESERVE_STEP * number
    return Spot(
        f"reserve-{seat}-{number}",
        x,
        RESERVE_Y[seat],
        sentence((WAITING if waits else PLAYED)[letter]),
        '<circle class="outline" r="20"/>',
        seat=seat,
        store="reserve",
        holds=letter,
        data=elsewhere(
            turn1=(x, RESERVE_Y[1 - seat]),
            wide=_wide_point(seat, number),
            wide_turn1=_wide_point(1 - seat, number),
        ),
    )


@cache
def _off(letter: str, seat: int) -> Spot:
    """Return the spot of a reserve; touching it takes a star off the board (QM6)."""
    outline = '<rect class="outline" x="-322" y="-22" width="344" height="44" rx="21"/>'
    data = elsewhere(
        turn1=(OFF_X, RESERVE_Y[1 - seat]),
        wide=_wide_point(seat, STARS),
        wide_turn1=_wide_point(1 - seat, STARS),
    )
    data["wide-box"] = "-65 -149 88 172"
    said = sentence(OFF[letter])
    return Spot(f"off-{seat}", OFF_X, RESERVE_Y[seat], said, outline, "off", seat, data=data)


def _wide_point(tray: int, number: int) -> tuple[float, float]:
    """Return a place of a reserve beside the board; the last one is for stars taken off."""
    row, column = divmod(number, 2)
    return WIDE_X + RESERVE_STEP * column, WIDE_Y[tray] + RESERVE_STEP * row


def _point(place: str) -> tuple[float, float]:
    return LEFT + STEP * "abcdefg".index(place[0]), TOP + STEP * (7 - int(place[1]))


DEFS = (
    '<linearGradient id="~sky" x2="1" y2="1"><stop stop-color="var(--night-light)"/>'
    '<stop offset=".7" stop-color="var(--night)"/></linearGradient>'
    '<radialGradient id="~well" cx=".6" cy=".65"><stop stop-color="var(--night-light)"/>'
    '<stop offset="1" stop-color="var(--night-line)"/></radialGradient>'
    '<radialGradient id="~shade"><stop offset=".3" stop-color="var(--shadow)"/>'
    '<stop offset="1" stop-color="var(--shadow)" stop-opacity="0"/></radialGradient>'
)


@cache
def _board() -> str:
    squares = "".join(
        f'<rect x="{LEFT + STEP * ring:g}" y="{TOP + STEP * ring:g}" '
        f'width="{STEP * (6 - 2 * ring):g}" height="{STEP * (6 - 2 * ring):g}"/>'
        for ring in range(3)
    )
    far = STEP * 6
    rays = (
        f"M{LEFT:g} {TOP:g}l{far:g} {far:g}m0 {-far:g}l{-far:g} {far:g}"
        f"m{far / 2:g} 0v{-far:g}M{LEFT:g} {TOP + far / 2:g}h{far:g}"
    )
    wells = "".join(_well(*_point(place), 7) for place in PLACES)
    names = "".join(
        f'<text class="label carved" x="{LEFT + STEP * file:g}" y="{TOP + far + 27:g}">'
        f"{name}</text>"
        for file, name in enumerate("abcdefg")
    ) + "".join(
        f'<text class="label carved" x="{LEFT - 26:g}" y="{TOP + STEP * (7 - rank) + 3:g}">'
        f"{rank}</text>"
        for rank in range(1, 8)
    )
    return (
        f"{_slab(8, TOP - 34, 344, 14)}{_specks()}"
        f'<g fill="none" stroke="var(--gold)" stroke-width="1.4">{squares}<path d="{rays}"/></g>'
        f"{wells}{names}"
        + arranged("".join(map(_reserve, RESERVE_Y)), "".join(map(_wide_reserve, (0, 1))))
    )


def _slab(x: float, y: float, height: float, corner: float, width: float = 344) -> str:
    shape = f'width="{width:g}" height="{height:g}" rx="{corner:g}"'
    return (
        f'<rect x="{x + 3:g}" y="{y + 7:g}" {shape} fill="var(--shadow)"/>'
        f'<rect x="{x:g}" y="{y + 4:g}" {shape} fill="var(--night-line)"/>'
        f'<rect x="{x:g}" y="{y:g}" {shape} fill="url(#~sky)" stroke="var(--night-line)"/>'
        f'<rect x="{x + 2.5:g}" y="{y + 2.5:g}" width="{width - 5:g}" '
        f'height="{height - 5:g}" '
        f'rx="{corner - 2:g}" fill="none" stroke="var(--night-edge)" stroke-width=".8"/>'
    )


def _well(x: float, y: float, radius: float) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="url(#~well)" stroke="var(--gold)" '
        'stroke-width="1.2"/>'
    )


def _specks() -> str:
    """Return small background stars, the same in every picture."""
    return "".join(
        f'<circle cx="{36 + number * 197 % 300}" cy="{TOP - 22 + number * 131 % 318:g}" '
        f'r="{0.5 + number % 3 * 0.25:g}" fill="var(--ivory)" '
        f'opacity="{0.25 + number % 4 * 0.12:.2f}"/>'
        for number in range(1, 46)
    )


def _reserve(y: float) -> str:
    """Return a reserve: seven places, and an end for stars taken off (QM6)."""
    wells = "".join(_well(RESERVE_X + RESERVE_STEP * number, y, 5) for number in range(7))
    return (
        f"{_slab(8, y - 22, 42, 21)}{wells}"
        f'<circle cx="{OFF_X:g}" cy="{y - 1:g}" r="11" fill="none" stroke="var(--gold)" '
        'stroke-width="1.2" stroke-dasharray="3 3"/>'
    )


def _wide_reserve(tray: int) -> str:
    """Return a reserve beside the board, in four rows."""
    x, y = _wide_point(tray, 0)
    wells = "".join(_well(*_wide_point(tray, number), 5) for number in range(STARS))
    off_x, off_y = _wide_point(tray, STARS)
    return (
        f"{_slab(x - 22, y - 22, 170, 14, 86)}{wells}"
        f'<circle cx="{off_x:g}" cy="{off_y - 1:g}" r="11" fill="none" stroke="var(--gold)" '
        'stroke-width="1.2" stroke-dasharray="3 3"/>'
    )


@cache
def _symbols() -> dict[str, str]:
    dot = '<circle r="3.4" fill="var(--bronze-line)"/>'
    return {"x": _star("ivory"), "o": _star("bronze") + dot}


def _star(material: str) -> str:
    """Return a star of ten facets, shaded by their angle to the light."""
    corners = [
        (size * sin(pi * number / 5), -size * cos(pi * number / 5))
        for number, size in enumerate((RADIUS, RADIUS * 0.46) * 5)
    ]
    facets = ""
    for (x1, y1), (x2, y2) in pairwise((*corners, corners[0])):
        lean = ((y1 - y2) * -LIGHT[0] + (x2 - x1) * -LIGHT[1]) / hypot(x2 - x1, y2 - y1)
        tone, depth = (f"var(--{material}-light)", 0.95) if lean > 0 else ("#000", 0.34)
        facets += (
            f'<path d="M0 0L{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}Z" fill="{tone}" '
            f'opacity="{abs(lean) * depth:.2f}"/>'
        )
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return (
        f'<circle cx="3" cy="4" r="{RADIUS:g}" fill="url(#~shade)"/>'
        f'<polygon points="{points}" fill="var(--{material})" stroke="var(--{material}-line)" '
        f'stroke-width="1.6" stroke-linejoin="round"/>{facets}'
    )


def terminal(position: Position, marks: Marks, say: Translate, *, wide: bool) -> Picture:
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


def _reserve_line(name: str, held: int, seat: int, say: Translate) -> Line:
    if not held:
        return words(say(sentence("{seat} holds none", seat=name)))
    stars = name * held
    return words_with(
        say(sentence("{seat} holds {stars}", seat=name, stars=stars)), stars, f"side{seat}"
    )


def _held(position: Position, seat: int) -> int:
    return STARS - position.cells.count(seat + 1)


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
