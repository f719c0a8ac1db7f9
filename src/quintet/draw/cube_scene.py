"""Cubulus as a cube: balls in a soft lattice that is half transparent."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from quintet.draw import balls
from quintet.draw.cube import Camera, Point, Tile
from quintet.draw.scene import Piece, Scene, Spot
from quintet.games.cubulus import FACELETS, PLACES, ROWS
from quintet.sentence import sentence

if TYPE_CHECKING:
    from quintet.position import Position

WIDTH, HEIGHT = 400.0, 506.0
CAMERA = Camera(200, 202)
POINTS: tuple[Point, ...] = tuple(
    (column - 1, 1 - layer, row - 1)
    for layer in range(3)
    for row in range(3)
    for column in range(3)
)
RESERVES = [[(200.0 + 32 * (at - 4), y) for at in range(9)] for y in (426.0, 456.0, 486.0)]

# A side of a slot: a soft square frame around a round opening. Its shade is the face's.
FRAME = (
    "M-.36-.5H.36Q.5-.5 .5-.36V.36Q.5 .5 .36 .5H-.36Q-.5 .5-.5 .36V-.36Q-.5-.5-.36-.5Z"
    "M-.41 0a.41 .41 0 0 0 .82 0a.41 .41 0 0 0-.82 0Z"
)
LATTICE = (
    f'<g id="~tile"><path d="{FRAME}" fill="var(--glass)" fill-opacity="1" stroke="none"/>'
    f'<path d="{FRAME}" fill="var(--glass-shade)" stroke="var(--glass-line)" stroke-width=".016"/>'
    "</g>"
)


def scene(position: Position) -> Scene:
    letters = balls.in_slots(position)
    waiting, pieces = balls.reserve(position, RESERVES)
    pieces += [Piece(letter, PLACES[at]) for at, letter in enumerate(letters) if letter != "."]
    slots = [_slot(at, letter) for at, letter in enumerate(letters)]
    facelets = [_facelet(facelet, letters[ROWS[facelet][0]]) for facelet in FACELETS]
    return Scene(
        "cubulus",
        WIDTH,
        HEIGHT,
        sentence("The cube of Cubulus."),
        _ground(),
        balls.symbols(position.variant.letters),
        (*waiting, *slots, *facelets),
        tuple(pieces),
        balls.RADIUS + 2,
        tuple((a, b, d, c, a) for a, b, c, d in position.winning),
        overlay=_near(),
        view="cube",
        defs=balls.MATERIALS + LATTICE,
    )


@cache
def _slot(at: int, letter: str) -> Spot:
    x, y, depth, unit = CAMERA.slot(POINTS[at])
    place = PLACES[at]
    return Spot(
        place,
        round(x, 2),
        round(y, 2),
        balls.slot_label(place, letter),
        f'<circle class="outline" r="{0.45 * unit:.1f}"/>',
        touch=place if letter == "." else "",
        over=place,
        scale=unit / CAMERA.unit,
        depth=round(depth, 3),
        data={"slot": _written(POINTS[at])},
    )


@cache
def _facelet(facelet: str, letter: str) -> Spot:
    at = ROWS[facelet][0]
    tile = CAMERA.tile(POINTS[at], facelet[0])
    return Spot(
        f"face-{facelet}",
        round(tile.x, 2),
        round(tile.y, 2),
        balls.facelet_label(facelet, letter),
        f'<polygon class="outline" points="{tile.corners}"/>',
        touch=balls.facelet_touch(facelet, letter),
        over=PLACES[at],
        data={
            "slot": _written(POINTS[at]),
            "facelet": facelet,
            "away": "" if tile.facing else "1",
        },
    )


@cache
def _ground() -> str:
    """The far sides of the lattice, and all that the page needs to turn it."""
    camera = CAMERA
    trays = "".join(
        f'<rect class="tray" x="{points[0][0] - 17:g}" y="{points[0][1] - 14:g}" '
        f'width="{points[-1][0] - points[0][0] + 34:g}" height="28" rx="14"/>'
        for points in RESERVES
    )
    far = "".join(_drawn(facelet, tile, not tile.facing) for facelet, tile in _tiles())
    return (
        f'{trays}<g class="lattice far" data-x="{camera.x:g}" data-y="{camera.y:g}" '
        f'data-yaw="{camera.yaw:g}" data-pitch="{camera.pitch:g}" data-open="{camera.openness:g}" '
        f'data-unit="{camera.unit:g}" data-open-unit="{camera.open_unit:g}" '
        f'data-gap="{camera.gap:g}" data-distance="{camera.distance:g}">{far}</g>'
    )


@cache
def _near() -> str:
    """The near sides of the lattice; the sides between layers are seen when it is open."""
    near = "".join(_drawn(facelet, tile, tile.facing) for facelet, tile in _tiles())
    return f'<g class="lattice near">{near}</g>'


def _tiles() -> list[tuple[str, Tile]]:
    return [(facelet, CAMERA.tile(POINTS[ROWS[facelet][0]], facelet[0])) for facelet in FACELETS]


def _drawn(facelet: str, tile: Tile, shown: bool) -> str:
    hidden = "" if shown else ' visibility="hidden"'
    return (
        f'<use href="#~tile" data-slot="{_written(POINTS[ROWS[facelet][0]])}" '
        f'data-face="{facelet[0]}" transform="{tile.placed}" '
        f'fill-opacity="{1 - tile.light:.2f}"{hidden}/>'
    )


def _written(point: Point) -> str:
    return " ".join(f"{number:g}" for number in point)
