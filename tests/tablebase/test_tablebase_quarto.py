"""Quarto: the tablebase of openings, and the proofs for all other boards."""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import quintet
from oracle import ORACLES
from oracle.solver import Solver as Oracle
from quintet import _core, tablebase
from quintet.engine import Limits, Search, analyse
from quintet.position import Position
from quintet.tablebase.file import TablebaseFile, write_tablebase
from quintet.tablebase.solver import Work
from quintet.tablebase.solvers import find_solver
from quintet.value import TIE

ALL = ("colour", "shape", "height", "top")
FEWER = [("colour",), ("top",), ("shape", "top"), ("colour", "height"), ("colour", "shape", "top")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the openings in which a single feature counts."""
    made = tmp_path_factory.mktemp("tables")
    solver = find_solver(quintet.start("quarto", features=("colour",)).variant)
    assert solver is not None
    solved = solver.solve(Work(made, threads=2, gigabytes=0.1))
    assert solved.numbers["value"] == str(TIE)
    verified = solver.verify(Work(made, threads=2, gigabytes=0.1))
    assert verified.positions > 0
    assert verified.mistakes == 0
    return made


def random_position(rng: random.Random, plies: int, **options: object) -> Position:
    """A position of a game that is not over; nobody calls anything."""
    while True:
        position = quintet.start("quarto", **options)
        for _ in range(plies):
            moves = [word for word in position.moves if not position.variant.is_claim(word)]
            if position.outcome is None:
                position = position.play(rng.choice(moves))
        if position.outcome is None:
            return position


@pytest.mark.slow
@pytest.mark.parametrize("feature", ["colour", "height"])
def test_openings_have_the_values_that_a_search_proves(
    folder: Path, monkeypatch: pytest.MonkeyPatch, feature: str
) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(folder))
    tablebase.close()
    rng = random.Random(feature)
    for plies in range(7):
        position = random_position(rng, plies, features=(feature,))
        found = Search(position, Limits(nodes=30_000_000, megabytes=64), tables=False).run()
        assert found.certainty == "proved"
        assert tablebase.probe(position).kind == "tie"
        assert found.value.kind == "tie"


@pytest.mark.parametrize("squares", [False, True])
@pytest.mark.parametrize("features", [*FEWER, ALL])
def test_a_board_with_three_pieces_is_answered_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, features: tuple[str, ...], squares: bool
) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))  # those that come with the package are used
    rng = random.Random(str(features))
    for _ in range(10):
        board = random_position(rng, 6, features=features, squares=squares)
        found = analyse(board)
        assert (found.value, found.certainty, found.nodes) == (TIE, "table", 0), board.text
        # One gift is kept, and only those that are the same up to symmetry are known with it.
        kept = board.play(found.best.move).canonical()
        for word in board.moves:
            after = board.play(word)
            assert tablebase.get(after) == (TIE if after.canonical() == kept else None), after.text


def test_spoken_boards_with_three_pieces_are_answered_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    board = random_position(random.Random(3), 6, calls="spoken")
    found = analyse(board)
    assert (found.value, found.certainty, found.nodes) == (TIE, "table", 0)
    assert not board.variant.is_claim(found.best.move)


@pytest.mark.parametrize("squares", [False, True])
@pytest.mark.parametrize("features", [("height",), ("shape", "top")])
def test_gifts_of_the_tablebase_keep_the_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, features: tuple[str, ...], squares: bool
) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    rng = random.Random(str(features))
    for _ in range(3):
        board = random_position(rng, 6, features=features, squares=squares)
        after = board.play(analyse(board).best.move)
        found = Search(after, Limits(nodes=30_000_000, megabytes=64), tables=False).run()
        assert (found.value, found.certainty) == (TIE, "proved"), after.text


def some_boards(core: _core.QuartoSolver, pieces: int, most: int) -> bytes:
    """Boards with so many pieces, of sixteen bytes each."""
    boards = core.first_layer()
    for _ in range(pieces):
        boards = core.next_layer(boards, _core.Progress())
        step = max(1, len(boards) // 16 // most)
        boards = b"".join(boards[at : at + 16] for at in range(0, len(boards), 16 * step))
    return boards


def mistakes_with(
    folder: Path, tmp_path: Path, block: str, number_of: Callable[[int], int]
) -> tuple[int, int]:
    """Return the mistakes that a check finds with other values for three pieces."""
    solver = find_solver(quintet.start("quarto", features=("colour",)).variant)
    assert solver is not None
    file = TablebaseFile(solver.path(folder))
    core = _core.QuartoSolver(solver.variant.settings["features"], False, 10**6)
    boards = some_boards(core, 3, 10**6)
    count = len(boards) // 16
    blocks = {name: bytes(file.block(name)) for name in file.header["blocks"]}
    stored = bytes(number_of(board) for board in range(count))
    blocks[block] = core.function_of(boards, stored, _core.Progress())
    write_tablebase(solver.path(tmp_path), file.header, blocks)
    return solver.verify(Work(tmp_path, threads=2, gigabytes=0.1)).mistakes, count


@pytest.mark.slow
def test_a_check_detects_boards_without_a_gift(folder: Path, tmp_path: Path) -> None:
    no_such_look = 2
    mistakes, count = mistakes_with(folder, tmp_path, "gifts", lambda _: no_such_look)
    assert mistakes == count


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [4, 5])  # a win and a loss, with that many placements
def test_a_check_detects_a_wrong_value(folder: Path, tmp_path: Path, wrong: int) -> None:
    mistakes, count = mistakes_with(
        folder, tmp_path, "3", lambda board: wrong if board % 10 == 0 else 0
    )
    assert mistakes >= (count + 9) // 10


@pytest.mark.parametrize("squares", [False, True])
@pytest.mark.parametrize("features", [*FEWER, ALL])
def test_the_plain_proof_detects_every_wrong_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, features: tuple[str, ...], squares: bool
) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    variant = quintet.start("quarto", features=features, squares=squares).variant
    table = tablebase.find_tablebase(variant)
    assert table is not None
    assert isinstance(table.core, _core.QuartoTable)
    core = _core.QuartoSolver(variant.settings["features"], squares, 10**6)
    boards = some_boards(core, 8, 60)
    numbers = core.prove(boards, 2, _core.Progress())
    assert len(set(numbers)) > 1  # not all are tied
    again = partial(table.core.prove_again, boards, memory=10**6, threads=2)
    assert again(numbers=numbers, progress=_core.Progress())[:2] == (len(numbers), 0)
    for wrong in (
        [number + 2 if number else 0 for number in numbers],
        [number - 2 if number > 2 else 0 for number in numbers],
        [0 if number else 4 for number in numbers],
        [0 if number else 7 for number in numbers],
    ):
        different = sum(one != other for one, other in zip(wrong, numbers, strict=True))
        assert again(numbers=bytes(wrong), progress=_core.Progress())[1] == different


@pytest.mark.parametrize("squares", [False, True])
@pytest.mark.parametrize("features", FEWER)
def test_proofs_agree_with_brute_force(features: tuple[str, ...], squares: bool) -> None:
    rng = random.Random(str(features))
    oracle = ORACLES["quarto"]
    for plies in (25, 26):
        position = random_position(rng, plies, features=features, squares=squares)
        state = oracle.read(position.text, **position.options)
        found = analyse(position, moves="all", megabytes=1)
        expected = Oracle("quarto").move_values(state)
        assert {move.move: str(move.value) for move in found.moves} == expected, position.text
