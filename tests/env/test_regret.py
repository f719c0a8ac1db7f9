"""Regret: exact where it can be computed by hand, honest about what it is known from."""

import json
import math
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import pytest

import quintet
from oracle.solver import SmallQuixo, Solver
from quintet import tablebase
from quintet.env import (
    ExactValues,
    Policy,
    Simulator,
    action_values,
    random_policy,
    random_positions,
    regret,
)
from quintet.errors import BadOption
from quintet.position import Position

Bools = npt.NDArray[np.bool_]
Choice = Callable[[dict[int, float]], int]


@pytest.fixture(autouse=True)
def shipped_tablebases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    tablebase.close()


@cache
def small() -> Simulator:
    return Simulator("quixo", size=3)


@cache
def open_boards() -> tuple[npt.NDArray[np.uint64], list[Position]]:
    """Boards of Quixo 3x3 that are not over, x to move."""
    core = small().variant.core
    made = [core.from_facts(bytes(cells), [0]) for cells in product(range(3), repeat=9)]
    boards = [board for board in made[::7] if isinstance(board, Position)]
    boards = [board for board in boards if board.outcome is None]
    return small().states(boards), boards


def shares(position: Position) -> dict[int, float]:
    """What every move is worth to its player, one lookup at a time."""
    found = {}
    for number in position.numbers:
        after = position.play(number)
        if after.outcome is not None:
            found[number] = after.outcome.scores[position.turn]
        else:
            found[number] = 1 - tablebase.probe(after).estimate
    return found


def scripted(states: npt.NDArray[np.uint64], boards: list[Position], choice: Choice) -> Policy:
    """A policy that knows these boards by their observations."""
    observations = small().observe(states)
    known = {
        observation.tobytes(): choice(shares(board))
        for observation, board in zip(observations, boards, strict=True)
    }

    def policy(observations: Bools, masks: Bools) -> list[int]:
        assert len(masks) == len(observations)
        return [known[observation.tobytes()] for observation in observations]

    return policy


def best(values: dict[int, float]) -> int:
    return max(values, key=lambda number: values[number])


def worst(values: dict[int, float]) -> int:
    return min(values, key=lambda number: values[number])


def test_a_perfect_policy_has_no_regret() -> None:
    states, boards = open_boards()
    found = regret(scripted(states, boards, best), "quixo", states=states, size=3)
    assert (found.mean, found.optimal, found.n) == (0, 1, len(boards))
    low, high = found.interval
    assert low == 0
    assert 0 < high < 0.01  # no errors in a sample is not a proof


def test_the_worst_policy_has_the_greatest_regret() -> None:
    states, boards = open_boards()
    found = regret(scripted(states, boards, worst), "quixo", states=states, size=3)
    lost = [max(values.values()) - min(values.values()) for values in map(shares, boards)]
    assert found.mean == pytest.approx(sum(lost) / len(lost))
    assert found.worst == found.mean
    assert found.optimal == pytest.approx(lost.count(0) / len(lost))


def test_random_play_loses_what_is_expected() -> None:
    """The expectation over all boards, one lookup at a time."""
    states, boards = open_boards()
    values = [list(shares(board).values()) for board in boards]
    lost = [max(row) - sum(row) / len(row) for row in values]
    mean = sum(lost) / len(lost)
    found = regret(random_policy(1), "quixo", states=states, size=3)
    assert found.uniform == pytest.approx(mean)
    low, high = found.interval
    assert low < mean < high
    assert high - low < 0.05


@pytest.mark.slow
def test_random_play_loses_what_the_oracle_expects() -> None:
    """The same from the rules up, by code that shares nothing with the tablebase."""
    oracle = SmallQuixo()
    states, boards = open_boards()
    worth = {"win": 1.0, "draw": 0.5, "loss": 0.0}
    expected = []
    for board in boards[::3]:
        state = oracle.oracle.read(board.text, size=3)
        values = []
        for word in oracle.oracle.moves(state):
            value = oracle.value(oracle.oracle.play(state, word))
            values.append(1 - worth[value.split()[0]])
        expected.append(max(values) - sum(values) / len(values))
    mean = sum(expected) / len(expected)
    found = regret(random_policy(1), "quixo", states=states[::3], size=3)
    assert found.uniform == pytest.approx(mean)
    low, high = found.interval
    assert low < mean < high


def test_groups_are_what_the_values_say() -> None:
    states, boards = open_boards()
    found = regret(scripted(states, boards, worst), "quixo", states=states, size=3)
    by_value: Counter[str] = Counter()
    by_choice: Counter[str] = Counter()
    for values in map(shares, boards):
        value = max(values.values())
        by_value[{1.0: "won", 0.5: "drawn", 0.0: "lost"}[value]] += 1
        count = list(values.values()).count(value)
        if count == len(values):
            by_choice["every"] += 1
        elif count == 1:
            by_choice["only one"] += 1
        else:
            by_choice["2 to 3" if count < 4 else "4 to 7" if count < 8 else "8 or more"] += 1
    assert {group.name: group.n for group in found.by_value} == by_value
    assert {group.name: group.n for group in found.by_choice} == by_choice
    regrets = {group.name: group.mean for group in (*found.by_value, *found.by_choice)}
    assert regrets["lost"] == regrets["every"] == 0
    assert found.by_ply == ()
    assert found.sources == {"table": len(boards)}


def test_positions_are_sampled_one_a_game() -> None:
    found = regret(random_policy(2), "quantik", positions=700, seed=5)
    assert found.positions == found.n == 700
    assert sum(group.n for group in found.by_ply) == 700
    assert [int(group.name) for group in found.by_ply] == sorted(
        int(group.name) for group in found.by_ply
    )
    low, high = found.interval
    assert low < found.uniform < high
    assert regret(random_policy(2), "quantik", positions=700, seed=5) == found


def test_random_positions_are_open_and_come_from_their_ply() -> None:
    sample = random_positions("quantik", 300, seed=1, first_ply=4)
    simulator = Simulator("quantik")
    assert not simulator.terminated(sample.states).any()
    pieces = np.bitwise_count(sample.states[:, :2]).sum(axis=1)
    assert (pieces == sample.plies).all()
    assert sample.plies.min() == 4
    same = random_positions("quantik", 300, seed=1, first_ply=4)
    assert (same.states == sample.states).all()
    other = random_positions("quantik", 300, seed=2, first_ply=4)
    assert len(other.states) != len(sample.states) or (other.states != sample.states).any()


def test_positions_of_a_game_are_chosen_with_equal_chances() -> None:
    """A game of Quarto lasts at least 8 plies: of the first 8 all are equally likely."""
    sample = random_positions("quarto", 4000, seed=3, limit=8)
    counts = np.bincount(sample.plies, minlength=8)
    assert counts.sum() == 4000
    assert np.abs(counts / 4000 - 1 / 8).max() < 4 * math.sqrt(1 / 8 * 7 / 8 / 4000)


def test_unique_positions_differ_by_more_than_symmetry() -> None:
    sample = random_positions("quixo", 500, size=3, unique=True)
    canonical = small().canonical(sample.states)
    assert len(np.unique(canonical)) == len(sample.states) < 500


def test_clusters_count_as_often_as_they_are_independent() -> None:
    """Copies of the same positions tell nothing new, and the interval knows it."""
    states, boards = open_boards()
    policy = scripted(states, boards, lambda values: min(values))
    once = regret(policy, "quixo", states=states, size=3)
    rows = np.repeat(np.arange(len(states)), 4)
    copies = regret(policy, "quixo", states=states[rows], clusters=rows, size=3)
    assert copies.mean == pytest.approx(once.mean)
    assert copies.interval == pytest.approx(once.interval)
    believed = regret(policy, "quixo", states=states[rows], size=3)
    assert believed.interval[1] < copies.interval[1]


def test_intervals_are_those_of_the_textbook() -> None:
    """Ten mistakes in a hundred: Wilson's interval is 0.0552 to 0.1744."""
    states, boards = open_boards()
    spans = [(max(v.values()), min(v.values())) for v in map(shares, boards)]
    blunders = [row for row, span in enumerate(spans) if span == (1, 0)][:10]
    rows = blunders + [row for row, span in enumerate(spans) if span[0] == span[1]][:90]
    chosen = [boards[row] for row in rows]
    found = regret(scripted(states[rows], chosen, worst), "quixo", states=states[rows], size=3)
    assert found.mean == pytest.approx(0.1)
    assert found.interval == pytest.approx((0.0552, 0.1744), abs=1e-4)


def test_results_can_be_read_by_people_and_programs() -> None:
    found = regret(random_policy(3), "quantik", positions=300)
    assert json.loads(found.to_json())["overall"]["n"] == 300
    text = str(found)
    assert text.startswith(f"quantik-v0: regret {found.mean:.4f}")
    for part in ("300 by table", "won", "lost", "only one", "by ply"):
        assert part in text
    picture = ElementTree.fromstring(found.svg())  # noqa: S314 - made by ourselves
    circles = picture.findall("{http://www.w3.org/2000/svg}circle")
    assert len(circles) == sum(group.n >= 10 for group in found.by_ply) > 5
    assert "prefers-color-scheme: dark" in found.svg()


def test_the_picture_in_the_documentation_is_up_to_date() -> None:
    picture = Path(__file__).parents[2] / "docs/pictures/regret-quantik.svg"
    found = regret(random_policy(seed=1), "quantik", positions=2000)
    assert picture.read_text(encoding="utf-8") == found.svg()


def test_action_values_are_known_exactly_where_moves_are_legal() -> None:
    states, boards = open_boards()
    values = action_values("quixo", states[:200], size=3, nodes=0)
    assert (np.isnan(values) == ~small().masks(states[:200])).all()
    for row, board in zip(values, boards[:200], strict=True):
        assert {move: row[move] for move in board.numbers} == shares(board)


def test_values_of_positions() -> None:
    states, boards = open_boards()
    exact = ExactValues("quixo", size=3, nodes=0)
    expected = [tablebase.probe(board).estimate for board in boards[:200]]
    assert exact.values(states[:200]).tolist() == expected
    ended = random_positions("quantik", 20, seed=1)
    simulator = Simulator("quantik")
    states = ended.states
    while not simulator.terminated(states).all():
        states = simulator.step(states, simulator.masks(states).argmax(axis=1)).states
    assert ExactValues("quantik").values(states).tolist() == [0.0] * len(states)


def test_quarto_is_proved_where_no_tablebase_reaches() -> None:
    sample = random_positions("quarto", 60, seed=4, first_ply=25)
    states = sample.states[:8]
    found = ExactValues("quarto").action_values(states)
    simulator = Simulator("quarto")
    solver = Solver("quarto")
    worth = {"win": 1.0, "tie": 0.5, "loss": 0.0}
    for row in range(len(states)):
        position = simulator.position(states, row)
        state = solver.oracle.read(position.text)
        for word, value in solver.move_values(state).items():
            number = position.numbers[position.moves.index(word)]
            assert found.values[row, number] == worth[value.split()[0]]
    measured = regret(random_policy(4), "quarto", states=states, plies=sample.plies[:8])
    assert measured.n == len(states)
    assert measured.by_ply


def test_cubulus_counts_what_is_proved() -> None:
    sample = random_positions("cubulus", 24, seed=9, first_ply=20)
    exact = ExactValues("cubulus", nodes=2000)
    found = exact.action_values(sample.states)
    assert (found.sources != 1).all()  # no tablebase
    for row in np.flatnonzero(~np.isnan(found.values).all(axis=1)):
        position = exact.simulator.position(sample.states, int(row))
        for number in position.numbers:
            after = position.play(number).outcome
            value = found.values[row, number]
            if after is not None and not math.isnan(value):
                assert value == after.scores[position.turn]
    proved = regret(random_policy(1), "cubulus", states=sample.states, nodes=2000)
    assert 0 < proved.n < proved.positions
    assert set(proved.sources) == {"proof"}


def test_nothing_known_is_an_error() -> None:
    with pytest.raises(BadOption, match="No position has a known value"):
        regret(random_policy(), "cubulus", positions=4, nodes=0)


def test_bad_input_is_refused() -> None:
    states, _ = open_boards()
    over = small().states([quintet.position("quixo", "xxx/.o./.o. o", size=3)])
    refused: list[tuple[str, dict[str, object]]] = [
        ("two sides", {"game": "cubulus", "players": 3}),
        ("game is over", {"states": over}),
        ("belong to given states", {"plies": [1]}),
        ("clusters are an array", {"states": states, "clusters": [1, 2]}),
        ("confidence must lie", {"confidence": 1.0}),
        ("batch must be", {"batch": 0}),
        ("nodes must be", {"nodes": -1}),
        ("count must be", {"positions": 0}),
        ("first_ply must be", {"first_ply": 1000}),
    ]
    for message, given in refused:
        call = {"game": "quixo", **given}
        if call["game"] == "quixo":
            call["size"] = 3
        with pytest.raises(BadOption, match=message):
            regret(random_policy(), **call)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="The policy chose action"):
        regret(lambda _, masks: np.full(len(masks), -1), "quantik", positions=5)
