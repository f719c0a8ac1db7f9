"""Cubulus as six flat faces in the usual net, with the centre beside them."""

from __future__ import annotations

from functools import cache

from quintet.draw.cubulus import balls
from quintet.draw.scene import Piece, Scene, Spot
from quintet.games.cubulus import FACELETS, PLACES, ROWS
from quintet.i18n.sentence import sentence
from quintet.position import Position

STEP, GAP = 42.0, 5.0
FACE = 3 * STEP + GAP
MARGIN = 4.0
WIDTH, HEIGHT = 4 * FACE - GAP + 2 * MARGIN, 3 * FACE - GAP + 2 * MARGIN
CORNERS = {"U": (1, 0), "L": (0, 1), "F": (1, 1), "R": (2, 1), "B": (3, 1), "D": (1, 2)}
SCALE = 0.5
CENTRE = (MARGIN + 1.5 * STEP, MARGIN + 1.5 * STEP)
RESERVES = [
    [
        (x + 32 * column, MARGIN + 2 * FACE + 31 + 32 * row)
        for row in range(3)
        for column in range(3)
    ]
    for x in (MARGIN + 31 + FACE * column for column in (0, 2, 3))
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
        _ground() + _names(letters),
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
    """Return the facelets of a winning square, in order around it."""
    face = balls.face_of(square)
    over = {PLACES[ROWS[at][0]]: f"face-{at}" for at in FACELETS if at[0] == face}
    a, b, c, d = (over[place] for place in square)
    return a, b, d, c, a


def _names(letters: list[str]) -> str:
    """Return the names of empty facelets."""
    named = [(at, *_middle(at)) for at in FACELETS if letters[ROWS[at][0]] == "."]
    if letters[PLACES.index("core")] == ".":
        named.append(("core", *CENTRE))
    return "".join(
        f'<text class="label" x="{x:g}" y="{y + 3.5:g}">{name}</text>' for name, x, y in named
    )


@cache
def _ground() -> str:
    side = 3 * STEP
    faces = "".join(
        f'<rect class="face" x="{MARGIN + FACE * column:g}" y="{MARGIN + FACE * row:g}" '
        f'width="{side:g}" height="{side:g}" rx="12"/>'
        for column, row in CORNERS.values()
    )
    holes = "".join(
        f'<circle class="hole" cx="{x:g}" cy="{y:g}" r="17"/>'
        for x, y in (*map(_middle, FACELETS), CENTRE)
    )
    trays = "".join(
        f'<rect class="tray" x="{points[0][0] - 18:g}" y="{points[0][1] - 18:g}" '
        'width="100" height="100" rx="16"/>'
        for points in RESERVES
    )
    return trays + faces + holes + _letters()


def _letters() -> str:
    """Return the letter of every face, where four of its slots meet."""
    corners = {
        face: (sum(x) / 4, sum(y) / 4)
        for face in CORNERS
        for x, y in [zip(*(_middle(f"{face}{number}") for number in (1, 2, 4, 5)), strict=True)]
    }
    return "".join(
        f'<text class="face-letter" x="{x:g}" y="{y:g}" font-size="14">{face}</text>'
        for face, (x, y) in corners.items()
    )
