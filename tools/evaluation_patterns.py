"""The patterns of the learned evaluations: which cells are looked at together (train_evaluation.py).

A family is one table: the places on the board where it is looked up, and the symmetries of such a
place, under which its values are the same. A state is a number in base 3 (empty, own, other) or 4
(Cubulus; with the neutral balls, or with the third player's). native/search/evaluation/patterns.hpp
reads the tables in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

Place = tuple[int, ...]
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Family:
    """Places whose patterns share a table."""

    base: int
    places: tuple[Place, ...]
    symmetries: tuple[Place, ...]
    parts: tuple[tuple[Place, ...], ...]  # sub-patterns; those in one tuple share their values

    @cached_property
    def states(self) -> int:
        return self.base ** len(self.places[0])

    @cached_property
    def digits(self) -> Numbers:
        """What stands at each cell of each state."""
        states = np.arange(self.states)
        cells = len(self.places[0])
        return np.stack([states // self.base**cell % self.base for cell in range(cells)], axis=1)

    @cached_property
    def entries(self) -> Numbers:
        """The entry of each state: entries are the least states up to symmetry, in order."""
        powers = self.base ** np.arange(len(self.places[0]))
        images = [self.digits[:, list(symmetry)] @ powers for symmetry in self.symmetries]
        _, entries = np.unique(np.min(images, axis=0), return_inverse=True)
        return entries.reshape(-1)

    def part_states(self, part: Place) -> Numbers:
        """The state of a sub-pattern in each state."""
        return self.digits[:, list(part)] @ (self.base ** np.arange(len(part)))


@dataclass(frozen=True)
class Board:
    """The patterns of a game."""

    cells: int
    base: int
    families: tuple[Family, ...]


SQUARE = ((0, 1, 2, 3, 4, 5, 6, 7, 8), (2, 1, 0, 5, 4, 3, 8, 7, 6), (0, 3, 6, 1, 4, 7, 2, 5, 8))


def group(generators: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return the permutations that some make up."""
    found = {tuple(range(len(generators[0])))}
    waiting = list(found)
    while waiting:
        one = waiting.pop()
        for generator in generators:
            made = tuple(one[cell] for cell in generator)
            if made not in found:
                found.add(made)
                waiting.append(made)
    return tuple(sorted(found))


def _planes() -> Iterator[tuple[int, Place]]:
    """Yield the depth and the slots of the nine planes of the cube."""
    for axis, depth in product(range(3), range(3)):
        slots = []
        for row, column in product(range(3), repeat=2):
            place = [row, column]
            place.insert(axis, depth)
            slots.append(9 * place[0] + 3 * place[1] + place[2])
        yield depth, tuple(slots)


BLOCKS = ((0, 1, 3, 4), (2, 1, 5, 4), (6, 7, 3, 4), (8, 7, 5, 4))
SINGLE_PARTS = (((0,), (2,), (6,), (8,)), ((1,), (3,), (5,), (7,)), ((4,),))
# Each in both directions, so that mirrored patterns get the same sums.
FACE_PARTS = (
    (*BLOCKS, *((a, c, b, d) for a, b, c, d in BLOCKS)),
    ((0, 2, 6, 8), (2, 0, 8, 6), (6, 8, 0, 2), (8, 6, 2, 0), (0, 6, 2, 8), (2, 8, 0, 6), (6, 0, 8, 2),
     (8, 2, 6, 0)),
    ((1, 3, 5, 7), (1, 5, 3, 7), (7, 3, 5, 1), (7, 5, 3, 1), (3, 1, 7, 5), (3, 7, 1, 5), (5, 1, 7, 3),
     (5, 7, 1, 3)),
    *SINGLE_PARTS,
)  # fmt: skip
ROWS = ((0, 1, 2), (6, 7, 8), (0, 3, 6), (2, 5, 8), (2, 1, 0), (8, 7, 6), (6, 3, 0), (8, 5, 2))
MIDDLE_ROWS = ((3, 4, 5), (5, 4, 3), (1, 4, 7), (7, 4, 1))


def cubulus(family_count: int, *, with_middles: bool) -> Board:
    """Return the patterns of Cubulus: its faces, and the planes between them."""
    symmetries = group(SQUARE)
    planes = list(_planes())
    faces = tuple(slots for depth, slots in planes if depth != 1)
    middles = tuple(slots for depth, slots in planes if depth == 1)
    parts = (*FACE_PARTS, ROWS, MIDDLE_ROWS)
    families = [Family(4, faces, symmetries, parts)] * family_count
    if with_middles:
        families.append(Family(4, middles, symmetries, (*SINGLE_PARTS, ROWS, MIDDLE_ROWS)))
    return Board(27, 4, tuple(families))


def quixo() -> Board:
    """Return the patterns of Quixo: two lines beside each other, corners and diagonals."""

    def sides(rows: tuple[int, ...], size: int = 5) -> tuple[Place, ...]:
        grid = np.arange(25).reshape(5, 5)
        found = []
        for turned in (grid, grid[::-1], grid.T, grid.T[::-1]):
            found.append(tuple(int(cell) for row in rows for cell in turned[row, :size]))
        return tuple(found)

    grid = np.arange(25).reshape(5, 5)
    corners = tuple(
        tuple(int(cell) for cell in turned[:3, :3].reshape(-1))
        for turned in (grid, grid[::-1], grid[:, ::-1], grid[::-1, ::-1])
    )
    diagonals = tuple(
        tuple(int(cell) for cell in turned.diagonal()) for turned in (grid, grid[:, ::-1])
    )
    two_lines = group(((4, 3, 2, 1, 0, 9, 8, 7, 6, 5),))
    first, second = (0, 1, 2, 3, 4), (5, 6, 7, 8, 9)
    line_parts = (
        (first, first[::-1]),
        (second, second[::-1]),
        *(((cell,), (4 - cell,)) for cell in range(3)),
        *(((5 + cell,), (9 - cell,)) for cell in range(3)),
        ((0, 1, 5, 6), (4, 3, 9, 8)),
        ((1, 2, 6, 7), (3, 2, 8, 7)),
    )
    corner_parts = (
        ((0,),), ((1,), (3,)), ((4,),), ((2,), (6,)), ((5,), (7,)), ((8,),),
        ((0, 1, 2), (0, 3, 6)), ((3, 4, 5), (1, 4, 7)), ((0, 1, 3, 4), (0, 3, 1, 4)),
    )  # fmt: skip
    diagonal_parts = (((0,), (4,)), ((1,), (3,)), ((2,),))
    return Board(
        25,
        3,
        (
            Family(3, sides((0, 1)), two_lines, line_parts),
            Family(3, sides((1, 2)), two_lines, line_parts),
            Family(3, corners, group(((0, 3, 6, 1, 4, 7, 2, 5, 8),)), corner_parts),
            Family(3, diagonals, group(((4, 3, 2, 1, 0),)), diagonal_parts),
        ),
    )


def qomet() -> Board:
    """Return the patterns of Qomet: rings with the centre, and sectors of three points a ring."""
    turn = (2, 3, 4, 5, 6, 7, 0, 1, 8)
    mirror = (0, 7, 6, 5, 4, 3, 2, 1, 8)
    symmetries = group((turn, mirror))
    ring_parts = (
        tuple((corner,) for corner in range(0, 8, 2)),
        tuple((side,) for side in range(1, 8, 2)),
        ((8,),),
        tuple(
            (8, *sides)
            for corner in range(0, 8, 2)
            for sides in (
                ((corner + 7) % 8, corner, (corner + 1) % 8),
                ((corner + 1) % 8, corner, (corner + 7) % 8),
            )
        ),
        tuple(tuple(symmetry[cell] for cell in (0, 2, 4, 6)) for symmetry in symmetries),
    )
    rings = tuple(
        Family(3, ((*range(8 * ring, 8 * ring + 8), 24),), symmetries, ring_parts)
        for ring in range(3)
    )
    sector_parts = (
        *(((3 * ring,), (3 * ring + 2,)) for ring in range(3)),
        *(((3 * ring + 1,),) for ring in range(3)),
        ((0, 3, 6), (2, 5, 8)),
        ((1, 4, 7),),
        *(((3 * ring, 3 * ring + 1, 3 * ring + 2), (3 * ring + 2, 3 * ring + 1, 3 * ring))
          for ring in range(3)),
    )  # fmt: skip
    across = group(((2, 1, 0, 5, 4, 3, 8, 7, 6),))
    sectors = tuple(
        Family(
            3,
            tuple(
                tuple(8 * ring + (middle + step) % 8 for ring in range(3) for step in (-1, 0, 1))
                for middle in range(first, 8, 2)
            ),
            across,
            sector_parts,
        )
        for first in (0, 1)
    )
    return Board(25, 3, (*rings, *sectors))


BOARDS = {
    "cubulus": cubulus(1, with_middles=True),
    "cubulus3": cubulus(3, with_middles=False),
    "qomet": qomet(),
    "quixo": quixo(),
}
