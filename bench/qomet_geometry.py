"""The board of Qomet on a plane: lines, squares, slides and symmetries, from the rules alone."""

from __future__ import annotations

from typing import NamedTuple

# QM1, on a plane with the centre at (0, 0). A point is a bit, in the order of this list.
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
POINTS = [(0, 0)] + [(r * x, r * y) for r in (1, 2, 3) for x, y in DIRECTIONS]
BIT = {point: 1 << number for number, point in enumerate(POINTS)}
LINES = [
    *([(k * x, k * y) for k in range(-3, 4)] for x, y in ((1, 0), (0, 1), (1, 1), (1, -1))),
    *([(k, e) for k in (-r, 0, r)] for r in (1, 2, 3) for e in (-r, r)),
    *([(e, k) for k in (-r, 0, r)] for r in (1, 2, 3) for e in (-r, r)),
]
OUTER = [point for point in POINTS if 3 in (abs(point[0]), abs(point[1]))]
SQUARES = [
    *(sum(BIT[r * x, r * y] for x in (-1, 1) for y in (-1, 1)) for r in (1, 2, 3)),
    *(
        BIT[0, 0] | BIT[r * x, 0] | BIT[0, r * y] | BIT[r * x, r * y]
        for r in (1, 2, 3)
        for x in (-1, 1)
        for y in (-1, 1)
    ),
]
MATRICES = [
    *((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0)),
    *((0, 1, 1, 0), (-1, 0, 0, 1), (0, -1, -1, 0), (1, 0, 0, -1)),
]


class Slide(NamedTuple):
    """A step along a line; a star on `target` goes to `beyond`, or off the board."""

    start: tuple[int, int]
    target: tuple[int, int]
    beyond: tuple[int, int] | None
    leaves: bool


def all_slides(corner_exit: str) -> list[Slide]:
    found = []
    for there in LINES:
        for line in (there, there[::-1]):
            for start, target, beyond in zip(line, line[1:], [*line[2:], None], strict=False):
                end = beyond is None and target in OUTER
                along_side = start in OUTER  # QM11
                leaves = end and (not along_side or corner_exit == "any")
                found.append(Slide(start, target, beyond, leaves))
    return found


def word_of(start: tuple[int, int], target: tuple[int, int]) -> str:
    return "-".join("abcdefg"[x + 3] + "1234567"[y + 3] for x, y in (start, target))


def name_of(point: tuple[int, int]) -> str:
    return "abcdefg"[point[0] + 3] + "1234567"[point[1] + 3]
