"""Self-play and learning: networks, samples, training, matches."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quintet.env import Batch, Simulator, StatePolicy, TreeSearch, random_policy, rate, regret
from quintet.env.alphazero import (
    Arena,
    SearchAgent,
    SelfPlay,
    Settings,
    Trainer,
    load_network,
    make_network,
    network_policy,
    save_network,
)
from quintet.env.alphazero.backends import network_of
from quintet.env.alphazero.network import (
    Network,
    Samples,
    Shape,
    evaluate,
    initial_parameters,
)
from quintet.env.alphazero.numpy_network import NumpyNetwork
from quintet.env.alphazero.replay import Replay
from quintet.env.policy import Agent

SHAPE = Shape(inputs=12, actions=7, values=1, width=9, blocks=2)


def some_parameters(shape: Shape) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    rng = np.random.default_rng(4)
    start = initial_parameters(shape, 0)
    return {name: rng.normal(0, 0.4, p.shape).astype(np.float32) for name, p in start.items()}


def some_samples(shape: Shape, count: int = 6) -> Samples:
    rng = np.random.default_rng(5)
    masks = rng.random((count, shape.actions)) < 0.6
    masks[:, 0] = True
    weights = rng.random(masks.shape) * masks
    policies = (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)
    values = rng.uniform(-1, 1, (count, shape.values)).astype(np.float32)
    return Samples(rng.random((count, shape.inputs)) < 0.5, masks, policies, values)


def test_gradients_agree_with_differences() -> None:
    """A step along any parameter changes the loss as the gradient says."""
    parameters = {name: p.astype(np.float64) for name, p in some_parameters(SHAPE).items()}
    samples = some_samples(SHAPE)
    _, found = network_gradients(parameters, samples)
    rng = np.random.default_rng(6)
    for name, array in parameters.items():
        place = tuple(rng.integers(size) for size in array.shape)
        ends = []
        for step in (1e-3, -1e-3):
            moved = {**parameters, name: array.copy()}
            moved[name][place] += step
            ends.append(network_gradients(moved, samples)[0])
        assert (ends[0] - ends[1]) / 2e-3 == pytest.approx(found[name][place], abs=3e-3), name


def network_gradients(
    parameters: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float64]]], samples: Samples
) -> tuple[float, dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]]]:
    network = NumpyNetwork(SHAPE, parameters)  # type: ignore[arg-type]
    losses, gradients = network.gradients(samples)
    return losses.policy + losses.value, gradients


def test_a_network_learns_what_it_is_shown() -> None:
    network = network_of(SHAPE, initial_parameters(SHAPE, 1), "numpy")
    samples = some_samples(SHAPE)
    first = network.learn(samples, 1e-2)
    for _ in range(400):
        last = network.learn(samples, 1e-2)
    logits, values = evaluate(network, samples.observations, samples.masks)
    assert last.value < 1e-3 < first.value
    assert np.allclose(values, samples.values[:, 0], atol=0.05)
    weights = np.exp(logits) * samples.masks
    shares = weights / weights.sum(axis=1, keepdims=True)
    assert np.allclose(shares, samples.policies, atol=0.05)


def test_torch_and_numpy_are_the_same_network() -> None:
    pytest.importorskip("torch")
    shape = Shape(inputs=12, actions=7, values=3, width=9, blocks=2)
    samples = some_samples(shape)
    networks = [network_of(shape, some_parameters(shape), kind) for kind in ("numpy", "torch")]
    for _ in range(5):
        losses = [network.learn(samples, 1e-2) for network in networks]
        assert losses[0] == pytest.approx(losses[1], abs=1e-4)
    results = [evaluate(network, samples.observations, samples.masks) for network in networks]
    for ours, theirs in zip(*results, strict=True):
        assert np.allclose(ours, theirs, atol=1e-3)


def test_a_network_comes_back_from_its_file(tmp_path: Path) -> None:
    simulator = Simulator("cubulus", players=3)
    network = make_network(simulator, width=16, blocks=1, backend="numpy", seed=2)
    seen = simulator.observe(simulator.init(2))
    masks = simulator.masks(simulator.init(2))
    policies = (masks / masks.sum(axis=1, keepdims=True)).astype(np.float32)
    network.learn(Samples(seen, masks, policies, np.full((2, 3), 0.2, np.float32)), 0.1)
    save_network(network, tmp_path / "network.npz")
    again = load_network(tmp_path / "network.npz", "numpy")
    expected, found = (evaluate(each, seen, masks) for each in (network, again))
    assert (found[0] == expected[0]).all()
    assert (found[1] == expected[1]).all()
    assert found[1].shape == (2, 3)


def play_out(player: SelfPlay, network: Network, moves: int) -> Samples:
    steps = player.play()
    request = next(steps)
    while moves:
        if request is None:
            moves -= 1
            request = next(steps)
        else:
            request = steps.send(evaluate(network, *request))
    taken = player.take()
    assert taken is not None
    return taken


@pytest.mark.parametrize(
    ("game", "options"),
    [("quixo", {"size": 3}), ("quarto", {}), ("cubulus", {"players": 3})],
    ids=str,
)
def test_samples_tell_how_the_games_ended(game: str, options: dict[str, Any]) -> None:
    """Games are found again in the samples: their positions follow each other by legal moves."""
    batch = Batch(game, 6, limit=30, seed=1, **options)
    search = TreeSearch(game, 6, simulations=6, noise=0.5, **options)
    player = SelfPlay(batch, search, opening=30, seed=1)
    network = make_network(batch.simulator, width=8, blocks=1, backend="numpy")
    samples = play_out(player, network, 45)
    simulator = batch.simulator
    assert player.plies == len(samples.values) > 60
    assert np.allclose(samples.policies.sum(axis=1), 1, atol=1e-2)
    assert not samples.policies[~samples.masks].any()
    start = simulator.observe(simulator.init())[0]
    begins = [row for row, seen in enumerate(samples.observations) if (seen == start).all()]
    assert begins[0] == 0
    games = sum(samples.observations[row].tobytes() == start.tobytes() for row in begins)
    assert games >= player.ended
    values = samples.values
    if values.shape[1] == 3:
        assert np.allclose(values.sum(axis=1), 0)
    first = simulator.init()
    for row in range(1, begins[1] if len(begins) > 1 else len(values)):
        legal = np.flatnonzero(simulator.masks(first)[0])
        following = simulator.step(np.repeat(first, len(legal), axis=0), legal).states
        seen = simulator.observe(following)
        matches = [i for i, one in enumerate(seen) if (one == samples.observations[row]).all()]
        assert matches
        before, first = first, following[matches[:1]]
        same = simulator.seats(before)[0] == simulator.seats(first)[0]
        if values.shape[1] == 1 and not same:
            assert values[row] == -values[row - 1]
        elif same:
            assert (values[row] == values[row - 1]).all()


def test_replay_keeps_the_newest_and_turns_them() -> None:
    simulator = Simulator("quixo", size=3)
    replay = Replay(10)
    states = simulator.init(4)
    for number in range(4):
        masks = simulator.masks(states)
        policies = (masks / masks.sum(axis=1, keepdims=True)).astype(np.float32)
        values = np.full((4, 1), number, np.float32)
        replay.add(Samples(simulator.observe(states), masks, policies, values))
        chosen = random_policy(number)(simulator.observe(states), masks)
        states = simulator.step(states, chosen).states
    drawn = replay.draw(500, np.random.default_rng(0), simulator.symmetries)
    assert replay.count == 10
    assert set(drawn.values[:, 0]) == {1.0, 2.0, 3.0}
    assert np.allclose(drawn.policies, drawn.masks / drawn.masks.sum(axis=1, keepdims=True))
    assert len(np.unique(drawn.observations.reshape(500, -1), axis=0)) > 10


def test_training_is_repeatable_and_learns() -> None:
    settings = Settings(
        games=16, groups=2, simulations=8, leaves=2, width=16, warm_up=100, backend="numpy"
    )
    made = [Trainer("quixo", size=3, settings=settings) for _ in range(2)]
    first, second = (trainer.run(moves=30) for trainer in made)
    assert first.steps > 0
    assert first.positions == 16 * 30
    ours, theirs = (trainer.network.parameters() for trainer in made)
    assert all((ours[name] == theirs[name]).all() for name in ours)
    assert first.policy_loss == second.policy_loss
    policy = network_policy(made[0].network)
    states = made[0].simulator.init(3)
    masks = made[0].simulator.masks(states)
    chosen = np.asarray(policy(made[0].simulator.observe(states), masks))
    assert masks[range(3), chosen].all()


def test_matches_count_every_game() -> None:
    simulator = Simulator("quixo", size=3)
    network = make_network(simulator, width=8, blocks=1, backend="numpy")
    arena = Arena(simulations=40, leaves=4)
    found = [arena.play_level(network, simulator, 1, games=6, seed=3) for _ in range(2)]
    assert found[0] == found[1]
    assert found[0].games == 6
    assert found[0].score > 0.5  # a search without knowledge sees more than level 1
    late = arena.play_level(network, simulator, 1, games=6, seconds=0)
    assert late.games == 0


def test_a_search_gives_less_away_than_its_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A network that knows nothing plays at random; the search finds the ends of games."""
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))  # those of the package
    simulator = Simulator("quixo", size=3)
    network = make_network(simulator, width=8, blocks=1, backend="numpy")
    agents: list[Agent] = [network_policy(network), SearchAgent(network, simulator, 32)]
    bare, searching = (regret(agent, "quixo", positions=200, size=3) for agent in agents)
    assert searching.sources == {"table": 200}
    assert bare.interval[0] > 0.2
    assert searching.interval[1] < bare.interval[0]


def test_an_agent_that_searches_is_rated() -> None:
    simulator = Simulator("quixo", size=3)
    network = make_network(simulator, width=8, blocks=1, backend="numpy")
    agent = SearchAgent(network, simulator, 64)
    assert isinstance(agent, StatePolicy)
    found = [rate(agent, "quixo", games=20, seed=1, size=3) for _ in range(2)]
    assert found[0].to_dict() == found[1].to_dict()
    assert found[0].elo > rate(network_policy(network), "quixo", games=20, seed=1, size=3).elo


def test_the_training_program_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = importlib.import_module("train_network")
    words = (
        f"train_network --game quixo -o size=3 --folder {tmp_path} --minutes 0.02 --backend numpy "
        "--threads 1 --games 8 --simulations 4 --leaves 2 --width 8 --blocks 1 --minibatch 32 "
        "--levels 1 --level-games 2 --agent-simulations 8"
    )
    monkeypatch.setattr(sys, "argv", words.split())
    monkeypatch.setattr(program.signal, "signal", lambda *_: None)
    program.main()
    first = load_network(tmp_path / "network.npz", "numpy").parameters()
    program.main()
    record = json.loads((tmp_path / "progress.json").read_text())
    assert [call["ended"] for call in record["calls"]] == ["evaluated"] * 2
    assert record["calls"][0]["training"][-1]["positions"] > 0
    assert record["calls"][0]["matches"][0]["level"] == 1
    assert set(load_network(tmp_path / "network.npz", "numpy").parameters()) == set(first)
    assert "level 1" in capsys.readouterr().out
