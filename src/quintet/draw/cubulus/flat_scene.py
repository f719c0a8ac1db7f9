"""Cubulus as six flat faces in the usual net, with the centre beside them."""

from __future__ import annotations

from functools import cache, partial

from quintet.draw.cubulus import balls
from quintet.draw.scene import Piece, Scene, Spot, arranged, elsewhere
from quintet.games.cubulus import FACELETS, PLACES, ROWS
from quintet.i18n.sentence import sentence
from quintet.position import Position

STEP, GAP = 42.0, 5.0
FACE = 3 * STEP + GAP
MARGIN = 4.0
# Upright the net has four rows, and the back hangs below, turned over; wide it has four columns.
WIDTH, HEIGHT = 3 * FACE - GAP + 2 * MARGIN, 4 * FACE - GAP + 2 * MARGIN
WIDE = (0.0, 0.0, HEIGHT, WIDTH)
CORNERS = {"U": (1, 0), "L": (0, 1), "F": (1, 1), "R": (2, 1), "B": (1, 3), "D": (1, 2)}
WIDE_CORNERS = {**CORNERS, "B": (3, 1)}
SCALE = 0.5
CENTRE = (MARGIN + 1.5 * STEP, MARGIN + 1.5 * STEP)
WIDE_CENTRE = (CENTRE[0] + 3 * FACE, CENTRE[1])


def _trays(*corners: tuple[int, int]) -> balls.Points:
    """Return the points of trays that fill the free corners of the net."""
    return tuple(
        tuple(
            (MARGIN + 31 + FACE * column + 32 * (at % 3), MARGIN + 31 + FACE * row + 32 * (at // 3))
            for at in range(9)
        )
        for column, row in corners
    )


RESERVES = _trays((0, 3), (2, 3), (0, 2))
WIDE_RESERVES = _trays((0, 2), (2, 2), (3, 2))


def scene(position: Position) -> Scene:
    letters = balls.in_slots(position)
    spots, pieces = balls.reserve(position, RESERVES, WIDE_RESERVES)
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
        arranged(*(_ground(wide=wide) + _names(letters, wide=wide) for wide in (False, True))),
        balls.symbols(position.variant.letters),
        tuple(spots),
        tuple(pieces),
        balls.RADIUS + 2,
        tuple(map(_on_a_face, position.winning)),
        fresh=True,
        defs=balls.MATERIALS,
        wide=WIDE,
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
        data=elsewhere(wide=_middle(facelet, wide=True)) if facelet[0] == "B" else {},
    )


@cache
def _core(letter: str) -> Spot:
    outline = f'<circle class="outline" r="{STEP / 2 + 2:g}"/>'
    label = balls.slot_label("core", letter)
    data = elsewhere(wide=WIDE_CENTRE)
    return Spot("core", *CENTRE, label, outline, touch="core", scale=SCALE, data=data)


def _middle(facelet: str, *, wide: bool = False) -> tuple[float, float]:
    column, row = (WIDE_CORNERS if wide else CORNERS)[facelet[0]]
    down, right = divmod(int(facelet[1]) - 1, 3)
    if facelet[0] == "B" and not wide:
        down, right = 2 - down, 2 - right
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


def _names(letters: list[str], *, wide: bool) -> str:
    """Return the names of empty facelets."""
    named = [_name(at, wide=wide) for at in FACELETS if letters[ROWS[at][0]] == "."]
    if letters[PLACES.index("core")] == ".":
        named.append(_name("core", wide=wide))
    return "".join(named)


@cache
def _name(at: str, *, wide: bool) -> str:
    centre = WIDE_CENTRE if wide else CENTRE
    x, y = centre if at == "core" else _middle(at, wide=wide)
    return f'<text class="label" x="{x:g}" y="{y + 3.5:g}">{at}</text>'


@cache
def _ground(*, wide: bool) -> str:
    side = 3 * STEP
    faces = "".join(
        f'<rect class="face" x="{MARGIN + FACE * column:g}" y="{MARGIN + FACE * row:g}" '
        f'width="{side:g}" height="{side:g}" rx="12"/>'
        for column, row in (WIDE_CORNERS if wide else CORNERS).values()
    )
    holes = "".join(
        f'<circle class="hole" cx="{x:g}" cy="{y:g}" r="17"/>'
        for x, y in (
            *map(partial(_middle, wide=wide), FACELETS),
            WIDE_CENTRE if wide else CENTRE,
        )
    )
    trays = "".join(
        f'<rect class="tray" x="{points[0][0] - 18:g}" y="{points[0][1] - 18:g}" '
        'width="100" height="100" rx="16"/>'
        for points in (WIDE_RESERVES if wide else RESERVES)
    )
    return trays + faces + holes + _letters(wide=wide)


def _letters(*, wide: bool) -> str:
    """Return the letter of every face, where four of its slots meet."""
    corners = {
        face: (sum(x) / 4, sum(y) / 4)
        for face in CORNERS
        for x, y in [
            zip(*(_middle(f"{face}{at}", wide=wide) for at in (1, 2, 4, 5)), strict=True),
        ]
    }
    return "".join(
        f'<text class="face-letter" x="{x:g}" y="{y:g}" font-size="14">{face}</text>'
        for face, (x, y) in corners.items()
    )
