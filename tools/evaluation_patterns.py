"""The patterns of learned evaluations (train_evaluation.py): which cells are looked at together.

A family is one table: the places on the board where it is looked up, and the symmetries of such a
place, under which its values are the same. A state is a number in base 3, a digit a cell: empty, of
the side to move, of the other. native/search/evaluation/patterns.hpp reads the tables in the same
order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from permutations import group

Place = tuple[int, ...]
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Family:
    """Places whose patterns share a table."""

    places: tuple[Place, ...]
    symmetries: frozenset[Place]
    parts: tuple[tuple[Place, ...], ...]  # sub-patterns; those in one tuple share their values

    @cached_property
    def states(self) -> int:
        return int(3 ** len(self.places[0]))

    @cached_property
    def digits(self) -> Numbers:
        """What stands at each cell of each state."""
        states = np.arange(self.states)
        cells = len(self.places[0])
        return np.stack([states // 3**cell % 3 for cell in range(cells)], axis=1)

    @cached_property
    def entries(self) -> Numbers:
        """The entry of each state: entries are the least states up to symmetry, in order."""
        powers = 3 ** np.arange(len(self.places[0]))
        images = [self.digits[:, list(symmetry)] @ powers for symmetry in self.symmetries]
        _, entries = np.unique(np.min(images, axis=0), return_inverse=True)
        return entries.reshape(-1)

    def part_states(self, part: Place) -> Numbers:
        """The state of a sub-pattern in each state."""
        return self.digits[:, list(part)] @ (3 ** np.arange(len(part)))


@dataclass(frozen=True)
class Board:
    """The patterns of a game."""

    cells: int
    families: tuple[Family, ...]


def quixo() -> Board:
    """Return the patterns of Quixo: two lines beside each other, corners and diagonals."""

    def sides(*rows: int) -> tuple[Place, ...]:
        grid = np.arange(25).reshape(5, 5)
        return tuple(
            tuple(int(cell) for row in rows for cell in turned[row])
            for turned in (grid, grid[::-1], grid.T, grid.T[::-1])
        )

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
        (
            Family(sides(0, 1), two_lines, line_parts),
            Family(sides(1, 2), two_lines, line_parts),
            Family(corners, group(((0, 3, 6, 1, 4, 7, 2, 5, 8),)), corner_parts),
            Family(diagonals, group(((4, 3, 2, 1, 0),)), diagonal_parts),
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
        tuple(tuple(symmetry[cell] for cell in (0, 2, 4, 6)) for symmetry in sorted(symmetries)),
    )
    rings = tuple(
        Family(((*range(8 * ring, 8 * ring + 8), 24),), symmetries, ring_parts) for ring in range(3)
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
            tuple(
                tuple(8 * ring + (middle + step) % 8 for ring in range(3) for step in (-1, 0, 1))
                for middle in range(first, 8, 2)
            ),
            across,
            sector_parts,
        )
        for first in (0, 1)
    )
    return Board(25, (*rings, *sectors))


BOARDS = {
    "qomet": qomet(),
    "quixo": quixo(),
}
