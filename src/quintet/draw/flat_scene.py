"""Cubulus laid flat: its six faces in the usual unfolding, and the centre beside them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from quintet.draw import balls
from quintet.draw.scene import Piece, Scene, Spot
from quintet.games.cubulus import FACELETS, PLACES, ROWS
from quintet.sentence import sentence

if TYPE_CHECKING:
    from quintet.position import Position

STEP, GAP = 40.0, 8.0
FACE = 3 * STEP + GAP
MARGIN = 10.0
WIDTH, HEIGHT = 4 * FACE - GAP + 2 * MARGIN, 3 * FACE - GAP + 2 * MARGIN
CORNERS = {"U": (1, 0), "L": (0, 1), "F": (1, 1), "R": (2, 1), "B": (3, 1), "D": (1, 2)}
SCALE = 0.5
CENTRE = (MARGIN + 1.5 * STEP, MARGIN + 2 * FACE + 1.5 * STEP)
RESERVES = [
    [(x + 32 * column, MARGIN + 28 + 32 * row) for row in range(3) for column in range(3)]
    for x in (MARGIN + 28, MARGIN + 2 * FACE + 28, MARGIN + 3 * FACE + 28)
]


def scene(position: Position) -> Scene:
    letters = balls.in_slots(position)
    spots, pieces = balls.reserve(position, RESERVES)
    for facelet in FACELETS:
        letter = letters[ROWS[facelet][0]]
        spots.append(_facelet(facelet, letter))
        if letter != ".":
            pieces.append(Piece(letter, f"face-{facelet}"))
    core = letters[PLACES.index("core")]
    spots.append(_core(core))
    if core != ".":
        pieces.append(Piece(core, "core"))
    return Scene(
        "cubulus",
        WIDTH,
        HEIGHT,
        sentence("The six faces of Cubulus."),
        _ground(),
        balls.symbols(position.variant.letters),
        tuple(spots),
        tuple(pieces),
        balls.RADIUS + 2,
        tuple(map(_on_a_face, position.winning)),
        fresh=True,
        defs=balls.MATERIALS,
    )


@cache
def _facelet(facelet: str, letter: str) -> Spot:
    x, y = _middle(facelet)
    return Spot(
        f"face-{facelet}",
        x,
        y,
        balls.facelet_label(facelet, letter),
        f'<rect class="outline" x="{-STEP / 2:g}" y="{-STEP / 2:g}" width="{STEP:g}" '
        f'height="{STEP:g}" rx="6"/>',
        touch=balls.facelet_touch(facelet, letter),
        over=PLACES[ROWS[facelet][0]],
        scale=SCALE,
    )


@cache
def _core(letter: str) -> Spot:
    outline = f'<circle class="outline" r="{STEP / 2 + 2:g}"/>'
    label = balls.slot_label("core", letter)
    return Spot("core", *CENTRE, label, outline, touch="core", scale=SCALE)


def _middle(facelet: str) -> tuple[float, float]:
    column, row = CORNERS[facelet[0]]
    down, right = divmod(int(facelet[1]) - 1, 3)
    return (
        MARGIN + column * FACE + (right + 0.5) * STEP,
        MARGIN + row * FACE + (down + 0.5) * STEP,
    )


def _on_a_face(square: tuple[str, ...]) -> tuple[str, ...]:
    """A winning square lies on one face: its facelets there, once around."""
    for face in CORNERS:
        over = {PLACES[ROWS[at][0]]: f"face-{at}" for at in FACELETS if at[0] == face}
        if all(place in over for place in square):
            a, b, c, d = (over[place] for place in square)
            return a, b, d, c, a
    raise ValueError(square)


@cache
def _ground() -> str:
    faces = []
    for facelet in FACELETS:
        x, y = _middle(facelet)
        if facelet[1] == "1":
            side = 3 * STEP
            faces.append(
                f'<rect class="face" x="{x - STEP / 2:g}" y="{y - STEP / 2:g}" '
                f'width="{side:g}" height="{side:g}" rx="12"/>'
            )
        faces.append(
            f'<circle class="hole" cx="{x:g}" cy="{y:g}" r="16"/>'
            f'<text class="label" x="{x:g}" y="{y + 4:g}">{facelet}</text>'
        )
    x, y = CENTRE
    faces.append(f'<circle class="hole" cx="{x:g}" cy="{y:g}" r="18"/>')
    trays = "".join(
        f'<rect class="tray" x="{points[0][0] - 18:g}" y="{points[0][1] - 18:g}" '
        'width="100" height="100" rx="16"/>'
        for points in RESERVES
    )
    return trays + "".join(faces)
