"""Lookups of arrays: as one at a time, as the oracle says, and nothing else is looked up."""

import subprocess
import sys
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quintet
from oracle.solver import SmallQuixo, Solver
from quintet import _core, tablebase
from quintet.env import Batch, Simulator
from quintet.errors import BadOption, BadTablebase, NoTablebase
from quintet.position import Position
from quintet.tablebase import Tablebase, find_tablebase
from quintet.tablebase.arrays import UNKNOWN, ArrayValues
from quintet.tablebase.solver import Work
from quintet.tablebase.solvers import find_solver

SHIPPED: list[tuple[str, dict[str, Any]]] = [
    ("quixo", {"size": 3}),
    ("quantik", {}),
    ("qomet", {}),
    ("qomet", {"corner_exit": "rays"}),
    ("quarto", {}),
    ("quarto", {"squares": True}),
    ("quarto", {"features": "height,colour,shape"}),
    ("quarto", {"calls": "spoken"}),
    ("quarto", {"calls": "spoken", "squares": True, "features": "height"}),
]


@pytest.fixture(autouse=True)
def shipped_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    tablebase.close()


def random_states(
    game: str, options: dict[str, Any], count: int, seed: int = 1
) -> tuple[Simulator, npt.NDArray[np.uint64]]:
    """States of all lengths of random games, finished ones among them."""
    simulator = Simulator(game, **options)
    states = simulator.init(200)
    parts = [states]
    rng = np.random.default_rng(seed)
    for _ in range(40):
        masks = simulator.masks(states)
        actions = np.where(masks, rng.random(masks.shape), -1).argmax(axis=1)
        states = simulator.step(states, actions).states
        parts.append(states)
    chosen = rng.permutation(np.concatenate(parts))[:count]
    return simulator, chosen


def expected(positions: list[Position]) -> list[tuple[int, int]]:
    """What one lookup at a time says."""
    found = []
    for value in map(tablebase.get, positions):
        if value is None:
            found.append((UNKNOWN, -1))
        else:
            plies = -1 if value.plies is None else value.plies
            found.append(({1.0: 1, 0.5: 0, 0.0: -1}[value.estimate], plies))
    return found


def pairs(values: ArrayValues) -> list[tuple[int, int]]:
    return list(zip(values.outcomes.tolist(), values.plies.tolist(), strict=True))


@pytest.mark.parametrize(("game", "options"), SHIPPED)
def test_arrays_answer_like_single_lookups(game: str, options: dict[str, Any]) -> None:
    simulator, states = random_states(game, options, 1500)
    found = tablebase.look_up(game, states, **options)
    positions = [simulator.position(states, row) for row in range(len(states))]
    assert pairs(found) == expected(positions)
    assert (found.outcomes != UNKNOWN).any()


def from_facts(simulator: Simulator, cells: bytes, fields: list[int]) -> Position:
    """Any board, even one that no game can come to."""
    made = simulator.variant.core.from_facts(cells, fields)
    assert isinstance(made, Position)
    return made


def test_boards_of_quantik_that_no_game_comes_to() -> None:
    """Up to four pieces of one side alone: nothing says what they are worth, but not twice."""
    simulator = Simulator("quantik")
    rng = np.random.default_rng(11)
    positions = []
    for count in rng.integers(0, 5, 200):
        cells = np.zeros(16, np.uint8)
        cells[rng.permutation(16)[:count]] = rng.integers(1, 5, count) + 4 * rng.integers(2)
        positions.append(from_facts(simulator, cells.tobytes(), []))
    found = tablebase.look_up("quantik", simulator.states(positions))
    assert pairs(found) == expected(positions)


@cache
def all_boards() -> tuple[list[str], npt.NDArray[np.uint64]]:
    """Every board of 3x3 with either side to move: as text, and as states."""
    texts = []
    for cells in product(".xo", repeat=9):
        board = "".join(cells)
        texts += [f"{board[:3]}/{board[3:6]}/{board[6:]} {turn}" for turn in "xo"]
    simulator = Simulator("quixo", size=3)
    positions = []
    for text in texts:
        board, turn = text.split(" ")
        # Cells are counted file by file from below, and texts row by row from above.
        rows = board.split("/")[::-1]
        cells_by_file = [rows[rank][file] for file in range(3) for rank in range(3)]
        codes = bytes(".xo".index(cell) for cell in cells_by_file)
        positions.append(from_facts(simulator, codes, [".xo".index(turn) - 1]))
    return texts, simulator.states(positions)


def test_boards_of_small_quixo_have_the_near_values_of_the_oracle() -> None:
    solver = Solver("quixo")
    texts, states = all_boards()
    found = pairs(tablebase.look_up("quixo", states, size=3))
    decided = 0
    for text, (outcome, plies) in list(zip(texts, found, strict=True))[::401]:
        state = solver.oracle.read(text, size=3)
        ending = solver.outcome(state)
        near = None if ending else solver.value_within(state, 3, 2)
        if ending:
            side = 0 if text.endswith("x") else 1
            assert (outcome, plies) == ({1.0: 1, 0.0: -1}[ending[side]], 0), text
        elif near:
            kind, _, count = near.split()
            assert (outcome, plies) == ({"win": 1, "loss": -1}[kind], int(count)), text
            decided += 1
        else:
            assert outcome == 0 or plies > (3 if outcome > 0 else 2), text
    assert decided > 20


@pytest.mark.slow
def test_all_boards_of_small_quixo_have_the_values_of_the_oracle() -> None:
    oracle = SmallQuixo()
    texts, states = all_boards()
    found = pairs(tablebase.look_up("quixo", states, size=3))
    kinds = {"win": 1, "draw": 0, "loss": -1}
    for text, (outcome, plies) in zip(texts, found, strict=True):
        kind, *rest = oracle.value(oracle.oracle.read(text, size=3)).split()
        assert outcome == kinds[kind], text
        assert plies == (int(rest[-1]) if rest else -1), text


def test_values_of_quantik_follow_from_those_of_its_moves() -> None:
    """Its table answers with anything for a wrong key: a wrong canonical form shows here."""
    simulator, states = random_states("quantik", {}, 4000, seed=5)
    states = states[~simulator.terminated(states)]
    rows, actions = np.nonzero(simulator.masks(states))
    after = tablebase.look_up("quantik", simulator.step(states[rows], actions).states)
    plies = after.plies.astype(np.int64)
    order = np.where(after.outcomes < 0, 100 - plies, -100 + plies)  # for the side that moved
    best = np.full(len(states), -1000)
    np.maximum.at(best, rows, order)
    values = tablebase.look_up("quantik", states)
    assert (values.outcomes == np.sign(best)).all()
    assert (values.plies == 101 - np.abs(best)).all()


@pytest.mark.parametrize(("game", "options"), SHIPPED[:4])
def test_threads_change_nothing(game: str, options: dict[str, Any]) -> None:
    _, states = random_states(game, options, 5000)
    states = np.concatenate([states, states[::-1], states])
    alone = tablebase.look_up(game, states, **options)
    together = tablebase.look_up(game, states, threads=3, **options)
    assert (alone.outcomes == together.outcomes).all()
    assert (alone.plies == together.plies).all()


def test_what_is_no_array_of_positions_is_refused() -> None:
    simulator, states = random_states("quantik", {}, 3000)
    for wrong in (states.astype(np.int64), states[:, :2], states[0]):
        with pytest.raises(BadOption, match=r"rows of 3 unsigned"):
            tablebase.look_up("quantik", wrong)
    broken = states.copy()
    broken[2500, 2] ^= 1  # the other seat to move
    broken[2900, 0] |= 0xFFFF
    for threads in (1, 2):
        with pytest.raises(BadOption, match=r"State 2500 is not a position of Quantik"):
            tablebase.look_up("quantik", broken, threads=threads)
    for wrong_threads in (0, 10**6, 1.5):
        with pytest.raises(BadOption, match="threads"):
            tablebase.look_up("quantik", states, threads=wrong_threads)  # type: ignore[arg-type]
    assert len(tablebase.look_up("quantik", states[:0]).plies) == 0
    assert simulator.masks(states).any()


def test_arrays_need_not_be_contiguous() -> None:
    _, states = random_states("quixo", {"size": 3}, 900)
    plain = tablebase.look_up("quixo", states[::3].copy(), size=3)
    assert pairs(tablebase.look_up("quixo", states[::3], size=3)) == pairs(plain)


def test_a_game_without_a_tablebase_says_so() -> None:
    states = Simulator("cubulus").init(2)
    with pytest.raises(NoTablebase, match="No tablebase can be built for Cubulus"):
        tablebase.look_up("cubulus", states)
    with pytest.raises(NoTablebase, match="quintet solve quixo"):
        tablebase.look_up("quixo", Simulator("quixo").init(2))


def test_impossible_entries_are_damage() -> None:
    variant = quintet.start("quixo", size=3).variant
    found = find_tablebase(variant)
    assert found is not None
    values = bytearray(found.file.block("values"))
    values[:] = bytes([1]) * len(values)  # ties, which Quixo does not have
    damaged = Tablebase(found.file, _core.QuixoTable3(variant.core, bytes(values), 9, {}))
    with pytest.raises(BadTablebase, match="damaged"):
        damaged.look_up(Simulator("quixo", size=3).init(1))


def test_a_batch_looks_up_its_own_states() -> None:
    batch = Batch("quantik", 64, observations=False)
    for _ in range(3):
        batch.step(batch.sample())
    found = tablebase.look_up("quantik", batch.states)
    assert set(found.outcomes.tolist()) <= {1, -1}


def test_tablebases_work_without_numpy() -> None:
    script = """
import sys
sys.modules["numpy"] = None
import quintet
from quintet import tablebase
print(tablebase.probe(quintet.start("quantik")))
try:
    tablebase.look_up("quantik", [[0, 0, 0]])
except ImportError as error:
    print(error)
"""
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    value, message = ran.stdout.splitlines()
    assert value == "loss in 10"
    assert "quintet[env]" in message


@pytest.mark.slow
def test_arrays_of_quixo_on_4x4(tmp_path: Path) -> None:
    solver = find_solver(quintet.start("quixo", size=4).variant)
    assert solver is not None
    solver.solve(Work(tmp_path, threads=2))
    simulator, states = random_states("quixo", {"size": 4}, 4000)
    found = tablebase.look_up("quixo", states, size=4)
    positions = [simulator.position(states, row) for row in range(len(states))]
    assert pairs(found) == expected(positions)
    assert found.plies.max() > 20
