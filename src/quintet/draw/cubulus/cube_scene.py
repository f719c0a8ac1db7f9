"""Cubulus as a cube: balls in a translucent lattice."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from quintet.draw.cubulus import balls
from quintet.draw.cubulus.cube import Camera, Point, Tile
from quintet.draw.scene import Piece, Scene, Spot, arranged
from quintet.games.cubulus import FACELETS, PLACES, ROWS
from quintet.i18n.sentence import sentence
from quintet.position import Position

WIDTH, HEIGHT = 400.0, 497.0
CAMERA = Camera(200, 204)
# A finished game turns so that its square is visible; most faces already are.
CAMERAS = {
    "D": replace(CAMERA, pitch=-CAMERA.pitch),
    "L": replace(CAMERA, yaw=48),
    "B": replace(CAMERA, yaw=-138),
}
POINTS: tuple[Point, ...] = tuple(
    (column - 1, 1 - layer, row - 1)
    for layer in range(3)
    for row in range(3)
    for column in range(3)
)
# Trays below the cube, or beside it; the first is the lowest.
RESERVES: balls.Points = tuple(
    tuple((200.0 + 32 * (at - 4), y) for at in range(9)) for y in (481.0, 452.0, 423.0)
)
WIDE = (0.0, 0.0, 512.0, 412.0)
WIDE_RESERVES: balls.Points = tuple(
    tuple((424.0 + 32 * (at % 3), y + 32 * (at // 3)) for at in range(9))
    for y in (308.0, 192.0, 76.0)
)

HAZE = 0.45
HIDDEN = 'visibility="hidden"'

# A side of a slot: a soft square frame around a round opening, shaded like its face.
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
    waiting, pieces = balls.reserve(position, RESERVES, WIDE_RESERVES)
    pieces += [Piece(letter, PLACES[at]) for at, letter in enumerate(letters) if letter != "."]
    camera = next(
        (CAMERAS.get(balls.face_of(square), CAMERA) for square in position.winning), CAMERA
    )
    slots = [_slot(camera, at, letter) for at, letter in enumerate(letters)]
    facelets = [_facelet(camera, facelet, letters[ROWS[facelet][0]]) for facelet in FACELETS]
    return Scene(
        "cubulus",
        WIDTH,
        HEIGHT,
        sentence("The cube of Cubulus."),
        _ground(camera),
        balls.symbols(position.variant.letters),
        (*waiting, *slots, *facelets),
        tuple(pieces),
        balls.RADIUS + 2,
        tuple((a, b, d, c, a) for a, b, c, d in position.winning),
        overlay=_near(camera),
        view="cube",
        defs=balls.MATERIALS + LATTICE,
        wide=WIDE,
    )


@cache
def _slot(camera: Camera, at: int, letter: str) -> Spot:
    x, y, depth, unit = camera.slot(POINTS[at])
    place = PLACES[at]
    return Spot(
        place,
        round(x, 2),
        round(y, 2),
        balls.slot_label(place, letter),
        f'<circle class="outline" r="{0.45 * unit:.1f}"/>',
        touch=place if place == "core" and letter == "." else "",
        scale=unit / camera.unit,
        haze=_haze(camera, place),
        depth=round(depth, 3),
        data={"slot": _written(POINTS[at])},
    )


@cache
def _facelet(camera: Camera, facelet: str, letter: str) -> Spot:
    at = ROWS[facelet][0]
    tile = camera.tile(POINTS[at], facelet[0])
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
            "away": "" if tile.facing > 0 else "1",
        },
    )


def _haze(camera: Camera, place: str) -> float:
    """Return how much a ball fades: more the deeper it is behind visible faces."""
    over = (tile.facing for facelet, tile in _tiles(camera) if PLACES[ROWS[facelet][0]] == place)
    return HAZE * (1 - min(1, 4 * max(0, *over, 0)))


@cache
def _ground(camera: Camera) -> str:
    """Return the far sides of the lattice, and the data the page needs to turn it."""
    trays = arranged("".join(map(_tray, RESERVES)), "".join(map(_tray, WIDE_RESERVES)))
    far = "".join(_drawn(facelet, tile, tile.facing <= 0) for facelet, tile in _tiles(camera))
    return (
        f'{trays}<g class="lattice far" data-x="{camera.x:g}" data-y="{camera.y:g}" '
        f'data-yaw="{camera.yaw:g}" data-pitch="{camera.pitch:g}" data-open="{camera.openness:g}" '
        f'data-unit="{camera.unit:g}" data-open-unit="{camera.open_unit:g}" '
        f'data-aside="{camera.aside:g}" data-apart="{camera.apart:g}" '
        f'data-distance="{camera.distance:g}" data-haze="{HAZE:g}">'
        f"{far}</g>"
    )


def _tray(points: tuple[tuple[float, float], ...]) -> str:
    (left, top), (right, bottom) = points[0], points[-1]
    return (
        f'<rect class="tray" x="{left - 17:g}" y="{top - 14:g}" width="{right - left + 34:g}" '
        f'height="{bottom - top + 28:g}" rx="14"/>'
    )


@cache
def _near(camera: Camera) -> str:
    """Return the near sides of the lattice, with those between layers if it is open."""
    near = "".join(_drawn(facelet, tile, tile.facing > 0) for facelet, tile in _tiles(camera))
    between = "".join(
        f'<use href="#~tile" data-slot="{_written(point)}" data-face="{face}" data-between="1" '
        f"{HIDDEN}/>"
        for face, edge in (("U", 1), ("D", -1))
        for point in POINTS
        if point[1] != edge
    )
    letters = "".join(_letter(camera, face) for face in "URFDLB")
    return f'<g class="lattice near">{between}{near}{letters}</g>'


def _letter(camera: Camera, face: str) -> str:
    """Return the letter of a face, on the lattice where four of its slots meet."""
    tile = camera.tile(POINTS[ROWS[f"{face}1"][0]], face)
    (a, b), (c, d) = tile.right, tile.down
    x, y, unit = tile.x + (a + c) / 2, tile.y + (b + d) / 2, camera.unit
    sides = " ".join(f"{side / unit:.3f}" for side in (a, b, c, d))
    shown = f'transform="matrix({sides} {x:.2f} {y:.2f})"' if tile.facing > 0 else HIDDEN
    slot = _written(POINTS[ROWS[f"{face}1"][0]])
    return (
        f'<text class="face-letter" font-size="20" data-names="{face}" data-slot="{slot}" {shown}>'
        f"{face}</text>"
    )


@cache
def _tiles(camera: Camera) -> tuple[tuple[str, Tile], ...]:
    return tuple(
        (facelet, camera.tile(POINTS[ROWS[facelet][0]], facelet[0])) for facelet in FACELETS
    )


def _drawn(facelet: str, tile: Tile, shown: bool) -> str:
    placed = f'transform="{tile.placed}" fill-opacity="{1 - tile.light:.2f}"'
    return (
        f'<use href="#~tile" data-slot="{_written(POINTS[ROWS[facelet][0]])}" '
        f'data-face="{facelet[0]}" {placed if shown else HIDDEN}/>'
    )


def _written(point: Point) -> str:
    return " ".join(f"{number:g}" for number in point)
