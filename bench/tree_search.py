"""Leaf evaluations a second of `quintet.env.TreeSearch`, beside OpenSpiel's search and mctx.

Run: python bench/tree_search.py [--trees N] [--simulations N] [--environment FOLDER]

All three search with a residual perceptron of the same width and depth. mctx searches all trees of
pgx's connect four in one compiled program; ours calls the network on NumPy for the leaves of all
trees; OpenSpiel's search, in Python, calls that network for one leaf at a time. Speeds are by
processor time, which the work of others on the machine changes least, on one thread.

An evaluation is a position that the network saw. mctx evaluates at the ends of games, too.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from peers import environment
from quintet.env import Simulator, TreeSearch
from quintet.env.alphazero import Network, make_network
from quintet.env.alphazero.backends import network_of
from quintet.env.alphazero.network import Shape, evaluate, initial_parameters

PACKAGES = ("jax", "pgx", "mctx")
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("quixo", {"size": 3}),
    ("quantik", {}),
    ("quarto", {}),
    ("quixo", {}),
    ("qomet", {}),
    ("cubulus", {}),
]
# Evaluations and processor seconds of a measurement, and how many moves were searched in it.
Measured = tuple[int, float, int]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--trees", type=int, default=512)
    parser.add_argument("--simulations", type=int, default=64)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="of every measurement")
    environment.add_argument(parser)
    arguments = parser.parse_args()
    sizes = [f"--{name}={getattr(arguments, name)}" for name in ("trees", "simulations")]
    sizes += [f"--{name}={getattr(arguments, name)}" for name in ("width", "blocks")]
    python = environment.prepare(arguments.environment, PACKAGES)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with environment.running(python, "mctx_search.py", *sizes) as mctx:
        report(arguments, programs(arguments, mctx))


def programs(
    arguments: argparse.Namespace, mctx: environment.Peer
) -> dict[str, Callable[[], Measured]]:
    """Return what is measured, by name."""
    found: dict[str, Callable[[], Measured]] = {
        "mctx, connect four": partial(ask_mctx, mctx, arguments),
        "OpenSpiel, connect four": partial(search_open_spiel, arguments),
    }
    for game, options in GAMES:
        simulator = Simulator(game, **options)
        network = make_network(
            simulator, width=arguments.width, blocks=arguments.blocks, backend="numpy"
        )
        found[simulator.layout.name] = partial(search_ours, arguments, simulator, network)
        found[f"{simulator.layout.name}, no network"] = partial(
            search_ours, arguments, simulator, None
        )
    return found


def report(arguments: argparse.Namespace, named: dict[str, Callable[[], Measured]]) -> None:
    """Alternate the programs, and print medians over the rounds."""
    speeds: dict[str, list[tuple[float, float]]] = {name: [] for name in named}
    for _ in range(arguments.rounds):
        for name, run in named.items():
            evaluations, seconds, moves = run()
            speeds[name].append((evaluations / seconds, 1000 * seconds / moves))
    width = max(map(len, named))
    print(
        f"{arguments.trees} trees, {arguments.simulations} simulations a move, "
        f"network {arguments.width} wide with {arguments.blocks} blocks\n"
        f"{'':{width}}  evaluations/s  ms a move  x mctx  x OpenSpiel"
    )
    peers = list(named)[:2]
    for name, rounds in speeds.items():
        rate, each = (median(column) for column in zip(*rounds, strict=True))
        ratios = [
            median(ours[0] / peer[0] for ours, peer in zip(rounds, speeds[other], strict=True))
            for other in peers
        ]
        print(f"{name:{width}}  {rate:13,.0f}  {each:9.3f}  {ratios[0]:6.2f}  {ratios[1]:11.1f}")


def ask_mctx(peer: environment.Peer, arguments: argparse.Namespace) -> Measured:
    answer = peer.ask(seconds=arguments.seconds)
    moves = answer["searches"] * arguments.trees
    return moves * (arguments.simulations + 1), answer["processor"], moves


def search_ours(
    arguments: argparse.Namespace, simulator: Simulator, network: Network | None
) -> Measured:
    """Search the first moves of games, playing the most visited action."""
    options: dict[str, Any] = dict(simulator.variant.changed_options)
    search = TreeSearch(
        simulator.variant.name, arguments.trees, simulations=arguments.simulations, **options
    )
    logits = np.zeros((arguments.trees, simulator.vocabulary), np.float32)
    values = np.zeros(arguments.trees, np.float32)
    evaluations = moves = 0
    began, began_working = time.perf_counter(), time.process_time()
    while time.perf_counter() - began < arguments.seconds:
        search.reset()
        while waiting := search.select():
            seen, masks = search.observations[:waiting], search.masks[:waiting]
            if network is None:
                search.update(logits[:waiting], values[:waiting])
            else:
                search.update(*evaluate(network, seen, masks))
            evaluations += waiting
        moves += arguments.trees
    return evaluations, time.process_time() - began_working, moves


class Evaluator:
    """Gives OpenSpiel's search priors and values by a network, one call a position."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.calls = 0
        self._last: tuple[str, Any] = ("", None)

    def _look(self, state: Any) -> Any:
        key = str(state)
        if self._last[0] != key:
            seen = np.array(state.observation_tensor(), np.bool_)[None]
            self._last = key, evaluate(self.network, seen, seen)
            self.calls += 1
        return self._last[1]

    def evaluate(self, state: Any) -> Any:
        value = float(self._look(state)[1][0])
        return np.array([value, -value] if state.current_player() == 0 else [-value, value])

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        weights = np.exp(self._look(state)[0][0, actions])
        return list(zip(actions, weights / weights.sum(), strict=True))


def search_open_spiel(arguments: argparse.Namespace) -> Measured:
    game: Any = pyspiel.load_game("connect_four")
    size = game.observation_tensor_size()
    shape = Shape(size, game.num_distinct_actions(), 1, arguments.width, arguments.blocks)
    evaluator = Evaluator(network_of(shape, initial_parameters(shape, 0), "numpy"))
    bot = mcts.MCTSBot(
        game,
        1.25,
        arguments.simulations,
        evaluator,
        random_state=np.random.RandomState(1),
        child_selection_fn=mcts.SearchNode.puct_value,
    )
    moves = 0
    began, began_working = time.perf_counter(), time.process_time()
    while time.perf_counter() - began < arguments.seconds:
        bot.step(game.new_initial_state())
        moves += 1
    return evaluator.calls, time.process_time() - began_working, moves


if __name__ == "__main__":
    main()
