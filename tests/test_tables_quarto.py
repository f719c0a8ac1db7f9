"""What is known of Quarto: the table of openings, and the proofs that answer for all the rest."""

import random
from pathlib import Path

import pytest

import quintet
from oracle import ORACLES
from oracle.solver import Solver as Oracle
from quintet import tables
from quintet.engine import Limits, Thinking, analyse
from quintet.position import Position
from quintet.tables.solver import Work
from quintet.tables.solvers import find_solver
from quintet.value import TIE

FEWER = [("colour",), ("top",), ("shape", "top"), ("colour", "height"), ("colour", "shape", "top")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the openings in which a single feature counts."""
    made = tmp_path_factory.mktemp("tables")
    solver = find_solver(quintet.start("quarto", features=("colour",)).variant)
    assert solver is not None
    solved = solver.solve(Work(made, threads=2))
    assert solved.numbers["value"] == str(TIE)
    verified = solver.verify(Work(made, threads=2))
    assert verified.positions > 0
    assert verified.mistakes == 0
    return made


def random_position(chance: random.Random, plies: int, **options: object) -> Position:
    """A position of a game that is not over; nobody calls anything."""
    while True:
        position = quintet.start("quarto", **options)
        for _ in range(plies):
            moves = [word for word in position.moves if not position.variant.is_claim(word)]
            if position.outcome is None:
                position = position.play(chance.choice(moves))
        if position.outcome is None:
            return position


@pytest.mark.parametrize("feature", ["colour", "height"])
def test_openings_have_the_values_that_a_search_proves(
    folder: Path, monkeypatch: pytest.MonkeyPatch, feature: str
) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(folder))
    tables.close()
    chance = random.Random(feature)
    for plies in range(7):
        position = random_position(chance, plies, features=(feature,))
        found = Thinking(position, Limits(nodes=30_000_000, megabytes=64), tables=False).run()
        assert found.known == "proved"
        assert tables.probe(position).kind == "tie"
        assert found.value.kind == "tie"


@pytest.mark.parametrize("squares", [False, True])
@pytest.mark.parametrize("features", FEWER)
def test_proofs_agree_with_brute_force(features: tuple[str, ...], squares: bool) -> None:
    chance = random.Random(str(features))
    oracle = ORACLES["quarto"]
    for plies in (25, 26):
        position = random_position(chance, plies, features=features, squares=squares)
        state = oracle.read(position.text, **position.options)
        found = analyse(position, moves="all", megabytes=1)
        expected = Oracle("quarto").move_values(state)
        assert {move.move: str(move.value) for move in found.moves} == expected, position.text
