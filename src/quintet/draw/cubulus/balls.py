"""What both views of Cubulus share: balls, their labels, and reserves."""

from __future__ import annotations

from functools import cache

from quintet.draw.scene import Piece, Spot, elsewhere
from quintet.games.cubulus import BALLS, FACES, PLACES, ROWS
from quintet.i18n.sentence import Sentence, sentence, template
from quintet.position import Position

RADIUS = 30.0
RESERVE = 0.42  # scale of balls beside the cube

# Whole sentences, because word order differs between languages.
SHOWING = {
    "x": template("An ivory ball shows at {facelet}."),
    "o": template("A charcoal ball shows at {facelet}."),
    "z": template("A red ball shows at {facelet}."),
    "n": template("A neutral ball shows at {facelet}."),
    ".": template("The slot at {facelet} is empty."),
}
LYING = {
    "x": template("An ivory ball is in the slot {place}."),
    "o": template("A charcoal ball is in the slot {place}."),
    "z": template("A red ball is in the slot {place}."),
    "n": template("A neutral ball is in the slot {place}."),
    ".": template("The slot {place} is empty."),
}
CENTRED = {
    "x": template("An ivory ball is in the centre of the cube."),
    "o": template("A charcoal ball is in the centre of the cube."),
    "z": template("A red ball is in the centre of the cube."),
    "n": template("A neutral ball is in the centre of the cube."),
    ".": template("The centre of the cube is empty."),
}
WAITING = {
    "x": template("An ivory ball waits beside the cube."),
    "o": template("A charcoal ball waits beside the cube."),
    "z": template("A red ball waits beside the cube."),
    "n": template("A neutral ball waits beside the cube."),
}
PLAYED = {
    "x": template("This ivory ball is in the cube."),
    "o": template("This charcoal ball is in the cube."),
    "z": template("This red ball is in the cube."),
    "n": template("This neutral ball is in the cube."),
}


def in_slots(position: Position) -> list[str]:
    """Return the letter of what is in every slot."""
    return [position.variant.letters[code] for code in position.cells]


def slot_label(place: str, letter: str) -> Sentence:
    return sentence(CENTRED[letter]) if place == "core" else sentence(LYING[letter], place=place)


def facelet_label(facelet: str, letter: str) -> Sentence:
    return sentence(SHOWING[letter], facelet=facelet)


def facelet_touch(facelet: str, letter: str) -> str:
    """Return the touch of a facelet; an empty slot has one on all its faces (CB13)."""
    return PLACES[ROWS[facelet][0]] if letter == "." else facelet


def face_of(square: tuple[str, ...]) -> str:
    """Return the face on which a winning square lies."""
    slots = {PLACES.index(place) for place in square}
    return next(face for face, on_face in zip("URFDLB", FACES, strict=True) if slots <= {*on_face})


Points = tuple[tuple[tuple[float, float], ...], ...]  # nine for each of three trays


def reserve(position: Position, trays: Points, wide: Points) -> tuple[list[Spot], list[Piece]]:
    """Return the balls not in play; the first tray is that of the seat at the bottom."""
    spots: list[Spot] = []
    pieces: list[Piece] = []
    variant = position.variant
    for colour, letter in enumerate(variant.letters[1:]):
        held = BALLS - position.cells.count(1 + colour)
        found = _tray(colour, letter, variant.seats, held, trays, wide)
        spots += found
        pieces += [Piece(letter, spot.at) for spot in found[:held]]
    return spots, pieces


@cache
def _tray(
    colour: int, letter: str, seats: int, held: int, trays: Points, wide: Points
) -> tuple[Spot, ...]:
    """Return the nine spots of one colour, of which the first `held` have a ball."""
    # Neutral balls belong to nobody and stay where they are.
    order = [(colour - turn) % seats if colour < seats else colour for turn in range(seats)]
    spots = []
    for number, (x, y) in enumerate(trays[order[0]]):
        points = {"wide": wide[order[0]][number]}
        for turn in range(1, seats):
            points[f"turn{turn}"] = trays[order[turn]][number]
            points[f"wide_turn{turn}"] = wide[order[turn]][number]
        spot = Spot(
            f"reserve-{colour}-{number}",
            x,
            y,
            sentence((WAITING if number < held else PLAYED)[letter]),
            '<circle class="outline" r="14"/>',
            store="reserve",
            holds=letter,
            scale=RESERVE,
            data=elsewhere(**points),
        )
        spots.append(spot)
    return tuple(spots)


def symbols(letters: str) -> dict[str, str]:
    return {letter: BALL[letter] for letter in letters[1:]}


def _shaded(material: str) -> str:
    """Return a ball with soft light from the upper left."""
    return (
        f'<radialGradient id="~{material}" cx=".36" cy=".3" r=".78">'
        f'<stop offset="0" stop-color="var(--{material}-light)"/>'
        f'<stop offset=".5" stop-color="var(--{material})"/>'
        f'<stop offset="1" stop-color="var(--{material}-dark)"/></radialGradient>'
    )


def _ball(material: str, pattern: str = "") -> str:
    return (
        f'<g stroke-opacity="1"><circle class="ball" r="{RADIUS:g}" fill="url(#~{material})" '
        f'stroke="var(--{material}-line)"/>{pattern}</g>{HAZE}'
    )


def _hatching() -> str:
    """Return two sets of lines that follow the ball's surface."""
    lines = []
    for offset in (-16, 0, 16):
        reach = (27**2 - offset**2) ** 0.5
        lines.append(f"M{offset} {-reach:.1f}Q{offset * 1.5:g} 0 {offset} {reach:.1f}")
    path = f'<path d="{"".join(lines)}" transform="rotate({{angle}})"/>'
    return (
        '<g fill="none" stroke="var(--hatching)" stroke-width="2" stroke-linecap="round">'
        f"{path.format(angle=45)}{path.format(angle=-45)}</g>"
    )


# A ball behind others fades: a disc whose only paint is its stroke, whose colour `<use>` sets.
HAZE = f'<circle r="{RADIUS / 2:g}" fill="none" stroke-width="{RADIUS + 1:g}"/>'
RING = '<circle r="16" fill="none" stroke="var(--charcoal-ring)" stroke-width="4"/>'
MATERIALS = "".join(map(_shaded, ("ivory", "charcoal", "red")))
BALL = {
    "x": _ball("ivory"),
    "o": _ball("charcoal", RING),
    "z": _ball("red", _hatching()),
    "n": _ball("red", _hatching()),
}
