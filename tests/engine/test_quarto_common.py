"""Quarto with two features in common (QT18): the engine against brute force."""

import random
from itertools import islice

import pytest

import quintet
from oracle import ORACLES
from oracle.solver import Solver
from quintet import Position
from quintet.engine import analyse
from quintet.testing import random_game

AMPLE = 5_000_000  # nodes
VARIANTS: dict[str, dict[str, object]] = {
    "lines": {},
    "squares": {"squares": True},
    "three features": {"features": "colour,height,top"},
    "two features and squares": {"features": "shape,top", "squares": True},
    "spoken": {"calls": "spoken"},
}


def late_positions(
    rng: random.Random, pieces: int, *, won: bool, **options: object
) -> list[Position]:
    """Positions of a random game with so many pieces or more, perhaps one that somebody won."""
    for _ in range(10_000):
        played = random_game(quintet.start("quarto", common=2, **options), rng)
        if won and not played[-1].winning:
            continue
        late = [
            position
            for position in played
            if sum(map(bool, position.cells)) >= pieces and position.outcome is None
        ]
        if late:
            return late[-3:]
    raise AssertionError("There is no such game.")


@pytest.mark.parametrize("name", VARIANTS)
def test_values_are_those_of_brute_force(name: str) -> None:
    rng = random.Random(name)
    pieces = 14 if name == "spoken" else 13
    kinds = set()
    for number in range(8):
        for position in late_positions(rng, pieces, won=number % 2 == 0, **VARIANTS[name]):
            solver = Solver("quarto")
            state = ORACLES["quarto"].read(position.text, **position.options)
            found = analyse(position, nodes=AMPLE, moves="all", megabytes=1)
            assert found.certainty == "proved", position.text
            values = {move.move: str(move.value) for move in found.moves}
            assert values == solver.move_values(state), position.text
            kinds |= {move.value.kind for move in found.moves}
    assert len(kinds) > 1


def test_gift_that_completes_two_in_common_loses_and_one_in_common_does_not() -> None:
    position = quintet.position("quarto", "..../..../..../012. -", common=2)
    found = analyse(position, nodes=50_000, moves="all")
    lost = {each.move for each in found.moves if str(each.value) == "loss in 2"}
    # Light and round are shared by the three, and by piece 3 alone of those left.
    assert lost == {"3"}
    usual = quintet.position("quarto", "..../..../..../012. -")
    found = analyse(usual, nodes=50_000, moves="all")
    lost = {each.move for each in found.moves if str(each.value) == "loss in 2"}
    assert lost == set("3456789ab")


def test_canonical_positions_have_the_same_value() -> None:
    rng = random.Random(2)
    games = (random_game(quintet.start("quarto", common=2), rng) for _ in range(4))
    for played in islice(games, 4):
        position = played[-3]
        same = position, position.canonical()
        values = {str(analyse(each, nodes=AMPLE).value) for each in same}
        assert len(values) == 1
