"""Batched tree search against a plain one written here, and against exact values."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quintet import Position, tablebase
from quintet.env import Simulator, TreeSearch
from quintet.errors import BadMove, BadOption

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("quixo", {"size": 3}),
    ("quixo", {"size": 5}),
    ("quixo", {"players": 4}),
    ("quantik", {}),
    ("quarto", {}),
    ("quarto", {"calls": "spoken"}),
    ("qomet", {}),
    ("cubulus", {}),
    ("cubulus", {"players": 3}),
]

Evaluation = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]


def evaluation(simulator: Simulator, states: npt.NDArray[np.uint64]) -> Evaluation:
    """Return logits and values by seat that look random but depend on the states alone."""
    rows = [np.random.default_rng(int(seed)) for seed in simulator.hashes(states)]
    seats = simulator.layout.seats
    logits = np.array([rng.normal(size=simulator.vocabulary) for rng in rows], np.float32)
    values = np.array([rng.uniform(-0.6, 0.6, seats) for rng in rows], np.float32)
    return logits.reshape(len(rows), -1), values.reshape(len(rows), seats)


def search_all(search: TreeSearch) -> int:
    """Search to the end with `evaluation`; return how many leaves were evaluated."""
    asked = 0
    while waiting := search.select():
        search.update(*evaluation(search.simulator, search.states[:waiting]))
        asked += waiting
    return asked


@dataclass
class Node:
    """A node of the plain search: everything by seat, nothing in common with the core."""

    position: Position
    visits: int = 0
    totals: dict[int, float] = field(default_factory=dict)
    priors: dict[int, float] = field(default_factory=dict)
    children: dict[int, Node] = field(default_factory=dict)


class PlainSearch:
    def __init__(self, simulator: Simulator, c_puct: float = 1.25, c_base: float = 19652.0) -> None:
        self.simulator, self.c_puct, self.c_base = simulator, c_puct, c_base
        self.words = simulator.variant.words

    def number(self, position: Position, word: str) -> int:
        return self.words[position.turn].index(word)

    def leaf_values(self, node: Node, path: list[Node]) -> dict[int, float]:
        states = self.simulator.states([node.position])
        seats = range(self.simulator.layout.seats)
        if node.position.outcome is not None:
            return {seat: float(self.simulator.rewards(states)[0, seat]) for seat in seats}
        if self.simulator.variant.cycles and node.position in [above.position for above in path]:
            return dict.fromkeys(seats, 0.0)
        logits, values = evaluation(self.simulator, states)
        legal = [self.number(node.position, str(move)) for move in node.position.moves]
        weights = np.exp(logits[0, legal] - logits[0, legal].max())
        shares = (weights / weights.sum(dtype=np.float32)).tolist()
        node.priors = dict(sorted(zip(legal, shares, strict=True)))
        turn = [(node.position.turn + step) % len(seats) for step in seats]
        return {seat: float(value) for seat, value in zip(turn, values[0], strict=True)}

    def bound(self, node: Node, action: int) -> float:
        seat = node.position.turn
        child = node.children.get(action)
        tried = child.visits if child else 0
        mean = (child or node).totals[seat] / (child or node).visits
        rate = math.log((1 + node.visits + self.c_base) / self.c_base) + self.c_puct
        return mean + rate * math.sqrt(node.visits) * node.priors[action] / (1 + tried)

    def simulate(self, root: Node) -> None:
        path, node = [], root
        while node.priors:
            path.append(node)
            action = max(node.priors, key=lambda number: self.bound(node, number))
            if action not in node.children:
                word = self.words[node.position.turn][action]
                node.children[action] = Node(node.position.play(word))
            node = node.children[action]
        values = self.leaf_values(node, path)
        for above in [*path, node]:
            above.visits += 1
            for seat, value in values.items():
                above.totals[seat] = above.totals.get(seat, 0.0) + value


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_agrees_with_a_plain_search(game: str, options: dict[str, Any]) -> None:
    search = TreeSearch(game, 1, simulations=60, **options)
    plain = PlainSearch(search.simulator)
    root = Node(search.simulator.position(search.simulator.init()))
    for _ in range(4):
        search_all(search)
        while root.visits < 61:
            plain.simulate(root)
        visits = {action: child.visits for action, child in root.children.items()}
        assert {
            int(a): int(search.visits[0, a]) for a in np.flatnonzero(search.visits[0])
        } == visits
        seats = search.simulator.layout.seats
        turn = [(root.position.turn + step) % seats for step in range(seats)]
        expected = [root.totals[seat] / root.visits for seat in turn]
        assert np.allclose(search.values[0], expected, atol=1e-5)
        action = max(visits, key=lambda number: visits[number])
        search.advance([action])
        root = root.children[action]


@pytest.mark.parametrize("leaves", [1, 5])
@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_visits_sum_to_simulations(game: str, options: dict[str, Any], leaves: int) -> None:
    search = TreeSearch(game, 7, simulations=50, leaves=leaves, noise=0.25, **options)
    rng = np.random.default_rng(1)
    for _ in range(6):
        search_all(search)
        over = search.simulator.terminated(search.roots)
        assert (search.visits.sum(axis=1)[~over] == 50).all()
        legal = search.simulator.masks(search.roots)
        assert not search.visits[~legal].any()
        assert np.allclose(search.policies(0.5).sum(axis=1)[~over], 1, atol=1e-5)
        following = [rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in search.visits]
        roots = search.simulator.step(search.roots, following).states
        search.advance(following)
        assert (search.roots == roots).all()


@pytest.mark.parametrize(("game", "options"), GAMES[::3], ids=str)
def test_threads_make_no_difference(game: str, options: dict[str, Any]) -> None:
    found = []
    for threads in (1, 2, 3):
        search = TreeSearch(
            game, 40, simulations=30, leaves=4, noise=0.3, threads=threads, seed=5, **options
        )
        search_all(search)
        first = search.visits
        search_all(search.advance(first.argmax(axis=1)))
        found.append((first, search.visits, search.values))
    for other in found[1:]:
        assert all((ours == theirs).all() for ours, theirs in zip(found[0], other, strict=True))
    assert len(np.unique(found[0][0], axis=0)) > 1  # every tree has its own noise


def exact(simulator: Simulator, states: npt.NDArray[np.uint64]) -> npt.NDArray[np.float32]:
    kinds = [tablebase.probe(simulator.position(states, row)).kind for row in range(len(states))]
    return np.array([{"win": 1.0, "loss": -1.0}.get(kind, 0.0) for kind in kinds], np.float32)


@pytest.mark.parametrize(("game", "options"), [("quixo", {"size": 3}), ("quantik", {})], ids=str)
def test_exact_values_lead_to_optimal_moves(
    game: str, options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With exact values and no prior knowledge, the most visited action keeps the value."""
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))  # only the tablebases of the package
    simulator = Simulator(game, **options)
    rng = np.random.default_rng(3)
    states = simulator.init(64)
    for _ in range(6):
        masks = simulator.masks(states)
        chosen = [rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in masks]
        states = simulator.step(states, chosen).states
    states = states[~simulator.terminated(states)]
    search = TreeSearch(game, len(states), simulations=300, leaves=2, **options).reset(states)
    while waiting := search.select():
        uniform = np.ones((waiting, simulator.vocabulary))
        search.update(uniform, exact(simulator, search.states[:waiting]), logits=False)
    after = simulator.step(states, search.visits.argmax(axis=1))
    best = exact(simulator, states)
    reached = np.where(
        after.terminated,
        after.rewards[range(len(states)), simulator.seats(states)],
        -exact(simulator, after.states),
    )
    assert (reached == best).all()
    assert set(best) >= {1.0, -1.0}


def test_an_advance_keeps_what_is_below() -> None:
    """Evaluating anew costs a leaf a simulation; a kept tree needs fewer."""
    search = TreeSearch("quantik", 1, simulations=100)
    assert search_all(search) == 101  # the root, too
    action = int(search.visits.argmax())
    kept = int(search.visits[0, action])
    search.advance([action])
    assert search.visits.sum() == kept - 1
    assert search_all(search) == 101 - kept


def test_noise_changes_the_roots_alone() -> None:
    calm = TreeSearch("quixo", 1, simulations=40, size=3)
    noisy = TreeSearch("quixo", 1, simulations=40, noise=1.0, size=3)
    legal = calm.simulator.masks(calm.roots)
    chosen = int(np.flatnonzero(legal[0])[3])
    noise = np.zeros(legal.shape)
    noise[0, chosen] = 1
    search_all(calm)
    search_all(noisy.disturb(noise))
    assert noisy.visits[0, chosen] == 40
    assert calm.visits[0, chosen] < 40


def test_dirichlet_noise_has_its_mean_and_spread() -> None:
    """With all priors noise, a single simulation draws the largest share's action."""
    search = TreeSearch("quixo", 4000, simulations=1, noise=1.0, concentration=0.2, size=3, seed=9)
    search_all(search)
    legal = np.flatnonzero(search.simulator.masks(search.roots[:1])[0])
    shares = search.visits.mean(axis=0)[legal]
    assert np.allclose(shares, 1 / len(legal), atol=4 * math.sqrt(1 / len(legal) / 4000))


def test_several_leaves_are_different_positions_of_a_tree() -> None:
    search = TreeSearch("cubulus", 3, simulations=200, leaves=16)
    assert search.select() == 3  # the roots come first
    assert search.select() == 3
    search.update(*evaluation(search.simulator, search.states[:3]))
    waiting = search.select()
    assert 3 < waiting <= 48
    assert (search.masks[:waiting] == search.simulator.masks(search.states[:waiting])).all()
    seen = search.simulator.observe(search.states[:waiting])
    assert (search.observations[:waiting] == seen).all()


def test_values_of_the_mover_alone() -> None:
    """One column stands for both sides, partners included."""
    for game, options in GAMES[2], GAMES[6]:
        alone, whole = (TreeSearch(game, 2, simulations=30, **options) for _ in range(2))
        while waiting := alone.select():
            assert whole.select() == waiting
            logits, values = evaluation(alone.simulator, alone.states[:waiting])
            sides = alone.simulator.layout.sides
            signs = [1 if side == sides[0] else -1 for side in sides]
            alone.update(logits, values[:, 0])
            whole.update(logits, np.outer(values[:, 0], signs))
        assert (alone.visits == whole.visits).all()


def test_a_finished_root_is_left_alone() -> None:
    search = TreeSearch("quixo", 2, simulations=20, size=3)
    rng = np.random.default_rng(0)
    states = search.simulator.init()
    while not search.simulator.terminated(states)[0]:
        legal = np.flatnonzero(search.simulator.masks(states)[0])
        states = search.simulator.step(states, [rng.choice(legal)]).states
    search.reset(states, [1])
    search_all(search)
    assert search.visits.sum(axis=1).tolist() == [20, 0]
    assert search.policies()[1].sum() == 0
    seat = int(search.simulator.seats(states)[0])
    assert search.values[1, 0] == search.simulator.rewards(states)[0, seat]
    search.advance([search.visits[0].argmax(), -5])
    assert (search.roots[1:] == states).all()


def test_bad_input_changes_nothing() -> None:
    search = TreeSearch("quantik", 2, simulations=8)
    with pytest.raises(BadOption):
        search.update(np.zeros((1, 64)), np.zeros(1))
    waiting = search.select()
    logits, values = np.zeros((waiting, search.simulator.vocabulary)), np.zeros(waiting)
    broken = logits.copy()
    broken[1, np.flatnonzero(search.masks[1])[0]] = np.nan
    for wrong in ((broken, values), (logits, values * np.nan), (logits[:, 1:], values)):
        with pytest.raises(BadOption):
            search.update(*wrong)
    with pytest.raises(BadOption):
        search.update(-logits - 1, values, logits=False)
    with pytest.raises(BadMove):
        search.advance([0, 10_000])
    with pytest.raises(BadOption):
        search.reset(rows=[0, 0])
    with pytest.raises(BadOption):
        search.reset(rows=[2])
    with pytest.raises(BadOption):
        search.reset(search.roots[:1])
    with pytest.raises(BadOption):
        search.disturb(logits)
    assert search.select() == waiting
    search.update(logits, values)
    search_all(search)
    assert (search.visits.sum(axis=1) == 8).all()


@pytest.mark.parametrize(
    "wrong",
    [
        {"trees": 0},
        {"simulations": 0},
        {"leaves": 0},
        {"c_puct": -1.0},
        {"noise": 1.5},
        {"unvisited": math.nan},
        {"threads": 0},
    ],
    ids=str,
)
def test_bad_settings(wrong: dict[str, float]) -> None:
    with pytest.raises(BadOption):
        TreeSearch("quantik", **{"trees": 1, **wrong})  # type: ignore[arg-type]
