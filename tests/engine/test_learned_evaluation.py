"""The learned evaluations, against a plain reading of their tables.

The oracle knows which cells make up a pattern, and that a table has the least states up to
symmetry, in order. It adds the values up, one pattern after another.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from operator import mul
from pathlib import Path

import pytest

import quintet
from quintet.position import Position

LEARNED = Path(__file__).parents[2] / "native" / "search" / "evaluation" / "learned"
MAX_BYTES = 300_000

Place = tuple[int, ...]
Family = tuple[list[Place], list[Place]]  # places, and permutations of their cells


def quixo_families() -> Iterator[Family]:
    """Two lines from each side, the second and third from each side, corners, diagonals."""
    mirror = [tuple(range(10)), (4, 3, 2, 1, 0, 9, 8, 7, 6, 5)]
    for first in (0, 1):
        places = []
        for far, upright in product((False, True), repeat=2):
            lines = [4 - line if far else line for line in (first, first + 1)]
            places.append(
                tuple(
                    at * 5 + line if upright else line * 5 + at for line in lines for at in range(5)
                )
            )
        yield places, mirror
    corners = []
    for far_row, far_column in product((False, True), repeat=2):
        rows = [4, 3, 2] if far_row else [0, 1, 2]
        columns = [4, 3, 2] if far_column else [0, 1, 2]
        corners.append(tuple(5 * row + column for row in rows for column in columns))
    yield corners, [tuple(range(9)), (0, 3, 6, 1, 4, 7, 2, 5, 8)]
    diagonals = [tuple(6 * at for at in range(5)), tuple(4 * at + 4 for at in range(5))]
    yield diagonals, [(0, 1, 2, 3, 4), (4, 3, 2, 1, 0)]


def qomet_families() -> Iterator[Family]:
    """Each ring with the centre, and three neighbours of each ring, corners or sides between."""
    turns = [tuple((at + turn) % 8 for at in range(8)) for turn in (0, 2, 4, 6)]
    mirrors = [tuple(-at % 8 for at in turn) for turn in turns]
    for ring in range(3):
        place = tuple(8 * ring + at for at in range(8))
        yield [(*place, 24)], [(*each, 8) for each in turns + mirrors]
    for first in (0, 1):
        places = [
            tuple(8 * ring + (middle + step) % 8 for ring in range(3) for step in (-1, 0, 1))
            for middle in range(first, 8, 2)
        ]
        yield places, [tuple(range(9)), (2, 1, 0, 5, 4, 3, 8, 7, 6)]


FAMILIES = {"quixo": quixo_families, "qomet": qomet_families}


def state_of(digits: tuple[int, ...]) -> int:
    return sum(digit * 3**at for at, digit in enumerate(digits))


@cache
def numbers(game: str) -> tuple[int, ...]:
    return tuple(int(number) for number in (LEARNED / f"{game}.inc").read_text().split(","))


@cache
def tables(game: str) -> tuple[list[tuple[list[Place], dict[int, int]]], list[int]]:
    """Return the places and values of each family, and the values of counts."""
    left = list(numbers(game))
    found = []
    for places, symmetries in FAMILIES[game]():
        values: dict[int, int] = {}
        weights = [[3 ** each.index(cell) for cell in range(len(each))] for each in symmetries]
        for reversed_digits in product(range(3), repeat=len(places[0])):
            digits = reversed_digits[::-1]  # so that states come in order
            least = min(sum(map(mul, digits, each)) for each in weights)
            state = state_of(digits)
            values[state] = left.pop(0) if least == state else values[least]
        found.append((places, values))
    return found, left


def evaluated(position: Position) -> int:
    """Return the sum of a position's patterns, for the side to move."""
    families, counts = tables(position.game)
    own = 1 + position.turn
    digits = [0 if cell == 0 else 1 if cell == own else 2 for cell in position.cells]
    total = counts[26 * digits.count(1) + digits.count(2)]
    for places, values in families:
        total += sum(values[state_of(tuple(digits[cell] for cell in place))] for place in places)
    return total


def positions(game: str, count: int) -> Iterator[Position]:
    rng = random.Random(f"learned {game}")
    position = quintet.start(game)
    for _ in range(count):
        if position.outcome is not None:
            position = quintet.start(game)
        yield position
        position = position.play(rng.choice(position.moves))


@pytest.mark.parametrize("game", FAMILIES)
def test_an_evaluation_is_the_sum_of_its_patterns(game: str) -> None:
    found = {position._evaluation - evaluated(position) for position in positions(game, 400)}
    assert found == {0}


@pytest.mark.parametrize("game", FAMILIES)
def test_positions_that_look_the_same_are_evaluated_alike(game: str) -> None:
    for position in positions(game, 200):
        assert position._evaluation == position.canonical()._evaluation


@pytest.mark.parametrize("game", FAMILIES)
def test_a_table_is_small_and_has_no_number_too_many(game: str) -> None:
    _, counts = tables(game)
    assert len(counts) == 26 * 26
    assert 2 * len(numbers(game)) <= MAX_BYTES
    assert all(-(2**15) <= number < 2**15 for number in numbers(game))
