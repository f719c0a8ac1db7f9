"""How many boards there are up to symmetry, by Burnside's lemma and nothing of the solvers."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

# Points of a board, the centre at the origin.
Points = tuple[tuple[int, int], ...]

TURNS = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
MIRRORS = ((1, 0, 0, -1), (-1, 0, 0, 1), (0, 1, 1, 0), (0, -1, -1, 0))


def quixo_points(size: int) -> Points:
    steps = range(1 - size, size, 2)
    return tuple((x, y) for x in steps for y in steps)


def qomet_points() -> Points:
    """Return the centre, and the corners and mid-sides of three squares (QM1)."""
    around = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
    return (0, 0), *((ring * x, ring * y) for ring in (1, 2, 3) for x, y in around)


def boards_up_to_symmetry(points: Points, own: int, other: int) -> int:
    """Return the number of boards with so many pieces of either side."""
    fixed = [_fixed(_cycles(points, matrix))[own, other] for matrix in (*TURNS, *MIRRORS)]
    return sum(fixed) // len(fixed)


@cache
def _cycles(points: Points, matrix: tuple[int, int, int, int]) -> tuple[int, ...]:
    """Return the lengths of the cycles of a symmetry."""
    a, b, c, d = matrix
    left, lengths = set(points), []
    while left:
        (x, y), length = next(iter(left)), 0
        while (x, y) in left:
            left.remove((x, y))
            x, y, length = a * x + b * y, c * x + d * y, length + 1
        lengths.append(length)
    return tuple(sorted(lengths))


@cache
def _fixed(cycles: tuple[int, ...]) -> Counter[tuple[int, int]]:
    """Count boards that a symmetry leaves as they are: each cycle is empty or of one side."""
    counts = Counter({(0, 0): 1})
    for length in cycles:
        longer = Counter[tuple[int, int]]()
        for (own, other), count in counts.items():
            longer[own, other] += count
            longer[own + length, other] += count
            longer[own, other + length] += count
        counts = longer
    return counts
