"""Quantik, drawn: capitals are the first player's pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintet.draw.scene import Piece, Scene, Spot
from quintet.draw.terminal import Line, Marks, Picture, above, beside, cell, grid, words
from quintet.sentence import sentence

if TYPE_CHECKING:
    from quintet.position import Position

VIEWS: tuple[str, ...] = ("board",)

# Whole sentences, so that every language can put them in its own order.
STANDING = {
    "A": "A light sphere stands on {place}.",
    "B": "A light cylinder stands on {place}.",
    "C": "A light cube stands on {place}.",
    "D": "A light cone stands on {place}.",
    "a": "A dark sphere stands on {place}.",
    "b": "A dark cylinder stands on {place}.",
    "c": "A dark cube stands on {place}.",
    "d": "A dark cone stands on {place}.",
}
WAITING = {
    "A": "A light sphere waits beside the board.",
    "B": "A light cylinder waits beside the board.",
    "C": "A light cube waits beside the board.",
    "D": "A light cone waits beside the board.",
    "a": "A dark sphere waits beside the board.",
    "b": "A dark cylinder waits beside the board.",
    "c": "A dark cube waits beside the board.",
    "d": "A dark cone waits beside the board.",
}
PLAYED = {
    "A": "This light sphere is on the board.",
    "B": "This light cylinder is on the board.",
    "C": "This light cube is on the board.",
    "D": "This light cone is on the board.",
    "a": "This dark sphere is on the board.",
    "b": "This dark cylinder is on the board.",
    "c": "This dark cube is on the board.",
    "d": "This dark cone is on the board.",
}

NAMES = {"A": "sphere", "B": "cylinder", "C": "cube", "D": "cone"}


# Sizes, in units that are pixels on a small phone. The board is seen from a little above.
WIDTH, HEIGHT = 360.0, 436.0
LEFT, TOP, ACROSS, DOWN = 37.0, 78.0, 73.0, 64.0
RESERVE_Y = (412.0, 50.0)


def scene(position: Position, view: str) -> Scene:
    letters = position.variant.letters
    spots: list[Spot] = []
    pieces: list[Piece] = []
    for place, code in zip(position.variant.places, position.cells, strict=True):
        letter = letters[code]
        x = LEFT + ACROSS * ("abcd".index(place[0]) + 0.5)
        y = TOP + DOWN * (4 - int(place[1])) + DOWN * 0.72
        said = STANDING.get(letter, "{place} is empty.")
        outline = f'<rect class="outline" x="-34" y="-44" width="68" height="{DOWN - 4:g}" rx="6"/>'
        spots.append(Spot(place, x, y, sentence(said, place=place), outline, place, depth=y))
        if code:
            pieces.append(Piece(letter, place))
    for code, letter in enumerate(letters[1:], start=1):
        seat, shape = divmod(code - 1, 4)
        left = 2 - position.cells.count(code)
        for number in range(2):
            at = f"reserve-{letter}-{number}"
            x = 45 + 90 * shape + 42 * (number - 0.5)
            here = number < left
            said = (WAITING if here else PLAYED)[letter]
            spots.append(
                Spot(
                    at,
                    x,
                    RESERVE_Y[seat],
                    sentence(said),
                    '<rect class="outline" x="-21" y="-44" width="42" height="60" rx="6"/>',
                    letter.upper(),
                    seat,
                    "reserve",
                    letter,
                    RESERVE_Y[seat],
                )
            )
            if here:
                pieces.append(Piece(letter, at))
    return Scene(
        "quantik",
        WIDTH,
        HEIGHT,
        sentence("The board of Quantik."),
        _board(),
        _symbols(),
        tuple(spots),
        tuple(pieces),
        26,
        position.winning,
    )


def _board() -> str:
    cells = "".join(
        f'<rect x="{LEFT + ACROSS * file + 2:g}" y="{TOP + DOWN * row + 2:g}" '
        f'width="{ACROSS - 4:g}" height="{DOWN - 4:g}" rx="4" fill="var(--wood-light)"/>'
        for file in range(4)
        for row in range(4)
    )
    return (
        f'<rect x="{LEFT - 8:g}" y="{TOP - 8:g}" width="{4 * ACROSS + 16:g}" '
        f'height="{4 * DOWN + 26:g}" rx="10" fill="var(--wood)"/>{cells}'
    )


def _symbols() -> dict[str, str]:
    shapes = {
        "A": '<circle cy="-18" r="22"/>',
        "B": '<rect x="-19" y="-38" width="38" height="46" rx="10"/>',
        "C": '<rect x="-20" y="-34" width="40" height="42"/>',
        "D": '<path d="M-22 4L0 -44L22 4Z"/>',
    }
    return {
        (letter if seat == 0 else letter.lower()): f'<g fill="var(--{wood})">{shape}</g>'
        for seat, wood in enumerate(("maple", "walnut"))
        for letter, shape in shapes.items()
    }


def terminal(position: Position, marks: Marks, *, wide: bool) -> Picture:
    variant, cells = position.variant, position.cells

    def draw(place: str) -> Line:
        code = cells[variant.places.index(place)]
        style = "" if code == 0 else f"side{(code - 1) // 4}"
        return cell(variant.letters[code], style, marks.get(place))

    board = grid(4, draw, wide=wide, heavy=(2,))
    reserves = tuple(_reserve(position, seat) for seat in range(2))
    if not wide:
        return above(board, reserves)
    legend = tuple(words(f"{letter} {name}") for letter, name in NAMES.items())
    return beside(board, above(reserves, legend))


def _reserve(position: Position, seat: int) -> Line:
    letters = "ABCD" if seat == 0 else "abcd"
    left = " ".join(
        letter * (2 - position.cells.count(1 + 4 * seat + number))
        for number, letter in enumerate(letters)
    )
    return words(f"{('first', 'second')[seat]} player has {left}")
