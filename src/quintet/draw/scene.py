"""Scenes, and how they are written as SVG.

A game describes a *scene*: a fixed board, *spots* where pieces can stand or that can be touched,
and the *pieces* on them. Pages play with nothing more: they move pieces from spot to spot and put
marks on spots (`board.css` styles them).

In drawings `~` starts an id and is replaced by the picture's name, so that ids on a page differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.resources import files

from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence

# The marks of a place, the same in every game.
MARKS = ("last", "origin", "target", "chosen", "forbidding", "winning", "hint", "hint-from")

# The fill of a place that forbids a move.
HATCH = (
    '<pattern id="~hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0 0V6" stroke="var(--mark-forbidding)" '
    'stroke-width="2.4"/></pattern>'
)

NOTHING = "."  # the letter of an empty place
HIDDEN = re.compile(r'<\w+ [^<>]*visibility="hidden"[^<>]*/>')  # until the picture turns
Marks = Mapping[str, str]  # place -> one or more of MARKS, with spaces between them


@dataclass(frozen=True, slots=True)
class Spot:
    """A point where a piece can stand or that can be touched.

    `at` is its stable name: that of a place, or store, seat and number (`reserve-0-3`). `touch` is
    the step of a path that touching it makes, if any; if `seat` is given, for that seat only.
    Motions name stores (`reserve`, `pool`, `hand`); `holds` are the letters of the pieces that
    belong there. A spot can lie `over` a place, like a facelet over a slot: a place without a spot
    is shown on every spot over it.
    """

    at: str
    x: float
    y: float
    label: Sentence
    outline: str  # an SVG element around (0, 0): the touch area and focus ring
    touch: str = ""
    seat: int | None = None
    store: str = ""
    holds: str = ""
    depth: float = 0  # nearer pieces are drawn later
    over: str = ""
    scale: float = 1  # of pieces and marks
    haze: float = 0  # how much pieces fade here
    mark_y: float = 0  # vertical offset of marks
    data: Mapping[str, str] = field(default_factory=dict)  # further attributes for the page


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece and the spot it stands on."""

    letter: str
    at: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A position ready to be drawn."""

    game: str
    width: float
    height: float
    title: Sentence
    board: str  # the fixed part, below the pieces
    symbols: Mapping[str, str]  # the drawing of every letter's piece, around (0, 0)
    spots: tuple[Spot, ...]
    pieces: tuple[Piece, ...]
    mark_size: float  # the radius of a ring around a piece
    lines: tuple[tuple[str, ...], ...] = ()  # places that a winning line or square joins
    overlay: str = ""  # above the pieces, such as the near edges of a cube
    view: str = ""  # the page module that animates this view, if any
    fresh: bool = False  # redrawn after each move: its pieces cannot move from spot to spot
    defs: str = ""  # materials that the drawings use
    marks: Mapping[str, str] = field(default_factory=dict)  # replace default marks
    floor_marks: bool = False  # marks are drawn below the pieces
    # The part of the plane that shows the board with its trays beside it, not above and below:
    # x, y, width, height. `elsewhere` says where spots are then; drawings are in `arranged`.
    wide: tuple[float, float, float, float] | None = None


def write_svg(
    scene: Scene,
    say: Translate,
    marks: Marks,
    *,
    style: bool,
    size: int | None = None,
    prefix: str = "",
    touchable: bool = True,
) -> str:
    """Return the scene as an SVG element; `style` includes the style sheet.

    `prefix` makes the ids of several pictures on one page unique. A picture that is not
    `touchable` is one image to a screen reader; its spots say only where pieces can go.
    """
    name = f"{prefix}{scene.game}"
    spots = {spot.at: spot for spot in scene.spots}
    marked = [(spot, marks[at]) for at in marks for spot in _seen_on(at, scene.spots)]
    marks_layer = _layer("marks", (_marks(spot, kinds, name) for spot, kinds in marked))
    title = escape(say(scene.title) if touchable else _described(scene, spots, say))
    write_spot = _spot if touchable else _bare_spot
    ground = scene.board if touchable else HIDDEN.sub("", scene.board)
    return "".join(
        (
            _opening(scene, name, title, size, touchable=touchable),
            f"<title>{title}</title>" if touchable else "",
            f"<style>{sheet()}</style>" if style else "",
            f"<defs>{_named(_definitions(scene, name), name)}</defs>",
            _layer("ground", (_named(ground, name),)),
            marks_layer if scene.floor_marks else "",
            _pieces(scene, spots, marked, name),
            _layer("overlay", (_named(scene.overlay, name),)),
            "" if scene.floor_marks else marks_layer,
            _layer(
                "lines",
                (_line([spots[at] for at in line if at in spots]) for line in scene.lines),
            ),
            # Spots come last, so that no piece hides the focus ring.
            f'<g class="spots">{"".join(write_spot(spot, say) for spot in scene.spots)}</g>',
            "</svg>",
        )
    )


def _opening(scene: Scene, name: str, title: str, size: int | None, *, touchable: bool) -> str:
    """Return the start tag of the SVG element."""
    dimensions = f' width="{size}" height="{size * scene.height / scene.width:.0f}"' if size else ""
    wide = " ".join(f"{number:g}" for number in scene.wide or ())
    view = attributes(
        (
            ("data-view", scene.view),
            ("data-fresh", "1" if scene.fresh else ""),
            ("data-wide", wide),
        )
        if touchable
        else ()
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board {scene.game}" '
        f'viewBox="0 0 {scene.width:g} {scene.height:g}"{dimensions}{view} '
        f'data-name="{name}" role="{"group" if touchable else "img"}" aria-label="{title}">'
    )


def _definitions(scene: Scene, name: str) -> str:
    """Return the drawings that others use: patterns, materials, pieces and marks."""
    symbols = (
        f'<g id="{symbol_id(name, letter)}">{drawing}</g>'
        for letter, drawing in scene.symbols.items()
    )
    marks = {**mark_drawings(scene.mark_size), **scene.marks}
    mark_symbols = (f'<g id="~mark-{mark}">{drawing}</g>' for mark, drawing in marks.items())
    return "".join((HATCH, scene.defs, *symbols, *mark_symbols))


def _pieces(
    scene: Scene, spots: Mapping[str, Spot], marked: Iterable[tuple[Spot, str]], name: str
) -> str:
    """Return the layer of pieces, the nearer ones last."""
    kinds_on = {spot.at: kinds for spot, kinds in marked}
    order = sorted(scene.pieces, key=lambda piece: spots[piece.at].depth)
    return _layer(
        "pieces",
        (_piece(piece, spots[piece.at], name, kinds_on.get(piece.at, "")) for piece in order),
    )


def symbol_id(name: str, letter: str) -> str:
    return f"{name}-{'blank' if letter == '.' else letter}"


@cache
def sheet() -> str:
    """Return the style sheet of all boards."""
    return files("quintet.draw").joinpath("board.css").read_text(encoding="utf-8")


def one_stroke(four: tuple[str, ...]) -> tuple[str, ...]:
    """Return four places in an order that draws their line or square in one stroke."""
    first, second, third, last = four
    is_square = abs(ord(first[0]) - ord(last[0])) == 1
    return (first, second, last, third, first) if is_square else four


def elsewhere(**points: tuple[float, float]) -> dict[str, str]:
    """Return where something is in other arrangements, for the page.

    `turn1` has the next seat at the bottom instead of seat 0, `turn2` the one after it; `wide` has
    the trays beside the board, `wide_turn1` both.
    """
    return {name.replace("_", "-"): f"{x:g} {y:g}" for name, (x, y) in points.items()}


def arranged(upright: str, wide: str) -> str:
    """Return what is drawn with the trays around the board, or beside it."""
    return f'<g class="in-upright">{upright}</g><g class="in-wide">{wide}</g>'


def _layer(name: str, parts: Iterable[str]) -> str:
    return f'<g class="{name}" aria-hidden="true">{"".join(parts)}</g>'


def _named(drawing: str, name: str) -> str:
    return drawing.replace("~", f"{name}-")


def attributes(values: Iterable[tuple[str, object]]) -> str:
    return "".join(f' {name}="{escape(str(value))}"' for name, value in values if value != "")


def _seen_on(place: str, spots: tuple[Spot, ...]) -> list[Spot]:
    """Return the spot of a place, or the spots over it if it has none."""
    return [spot for spot in spots if spot.at == place] or [
        spot for spot in spots if spot.over == place
    ]


def _spot(spot: Spot, say: Translate) -> str:
    label = escape(say(spot.label))
    facts = attributes(
        (
            ("data-at", spot.at),
            ("data-touch", spot.touch),
            ("data-seat", "" if spot.seat is None else spot.seat),
            ("data-store", spot.store),
            ("data-holds", spot.holds),
            ("data-over", spot.over),
            ("data-scale", "" if spot.scale == 1 else f"{spot.scale:.4g}"),
            ("data-depth", f"{spot.depth:g}" if spot.depth else ""),
            ("data-mark", f"{spot.mark_y:g}" if spot.mark_y else ""),
            *((f"data-{key}", value) for key, value in spot.data.items()),
        )
    )
    return (
        f'<g class="spot"{facts} transform="translate({spot.x:g} {spot.y:g})" '
        f'role="img" aria-label="{label}"><title>{label}</title>{spot.outline}</g>'
    )


def _bare_spot(spot: Spot, say: Translate) -> str:
    """Return where a spot is, and nothing for touch or screen reader."""
    if spot.over:
        return ""
    facts = attributes(
        (
            ("data-at", spot.at),
            ("data-store", spot.store),
            ("data-holds", spot.holds),
            ("data-scale", "" if spot.scale == 1 else f"{spot.scale:.4g}"),
            ("data-depth", f"{spot.depth:g}" if spot.depth else ""),
            ("data-mark", f"{spot.mark_y:g}" if spot.mark_y else ""),
            ("data-haze", f"{spot.haze:.2f}" if spot.haze else ""),
        )
    )
    return f'<g class="spot"{facts} transform="translate({spot.x:g} {spot.y:g})"/>'


def _described(scene: Scene, spots: Mapping[str, Spot], say: Translate) -> str:
    """Return what a picture shows, in words: its title, and every piece on the board."""
    standing = (spots[piece.at] for piece in scene.pieces if piece.letter != NOTHING)
    return " ".join(
        say(said) for said in (scene.title, *(it.label for it in standing if not it.store))
    )


def _piece(piece: Piece, spot: Spot, name: str, kinds: str) -> str:
    classes = "".join(f" is-{mark}" for mark in kinds.split())
    seen = attributes(
        (
            ("transform", _scale(spot)),
            ("stroke", "var(--haze)" if spot.haze else ""),
            ("stroke-opacity", f"{spot.haze:.2f}" if spot.haze else ""),
        )
    )
    return (
        f'<g class="piece{classes}" data-on="{spot.at}" data-letter="{piece.letter}" '
        f'transform="translate({spot.x:g} {spot.y:g})">'
        f'<use href="#{symbol_id(name, piece.letter)}"{seen}/></g>'
    )


def _line(spots: list[Spot]) -> str:
    points = " ".join(f"{spot.x:g},{spot.y + spot.mark_y:g}" for spot in spots)
    places = " ".join(spot.at for spot in spots)
    return f'<polyline class="winning-line" data-joins="{places}" points="{points}"/>'


def _scale(spot: Spot) -> str:
    return "" if spot.scale == 1 else f"scale({spot.scale:.4g})"


def _marks(spot: Spot, marked: str, name: str) -> str:
    return "".join(
        f'<use class="mark {mark}" data-marks="{spot.at}" href="#{name}-mark-{mark}" '
        f'transform="translate({spot.x:g} {spot.y + spot.mark_y:g}){_scale(spot)}"/>'
        for mark in marked.split()
    )


def mark_drawings(size: float) -> dict[str, str]:
    """Return marks as rings and dots, for round pieces."""
    return {
        "last": f'<circle r="{size:g}"/>',
        "origin": f'<circle r="{size:g}"/>',
        "target": f'<circle r="{size * 0.24:g}"/>',
        "chosen": f'<circle r="{size:g}"/>',
        "forbidding": f'<circle r="{size:g}" fill="url(#~hatch)"/>',
        "winning": "",
        "hint": f'<circle r="{size * 0.9:g}"/>',
        "hint-from": f'<circle r="{size * 0.9:g}"/>',
    }
