"""Baselines: OpenSpiel's compiled games and our plain-Python oracles."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Any

import pyspiel

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from oracle import ORACLES

YARDSTICKS = ("connect_four", "tic_tac_toe")


def average_length(name: str, games: int = 3000) -> float:
    """Return the average plies of a random game of OpenSpiel."""
    game, rng, plies = pyspiel.load_game(name), random.Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
    return plies / games


def openspiel_playouts(name: str, length: float, rollouts: int = 20_000) -> float:
    """Return plies per second of OpenSpiel's C++ random playouts.

    The wheel runs them inside its Monte-Carlo search: two simulations evaluate the root and one
    child, each by so many random games in C++; the overhead of the search is negligible.
    """
    game: Any = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 2, 100, False, 1, False)
    began = time.perf_counter()
    bot.step(game.new_initial_state())
    return rollouts * (2 * length - 1) / (time.perf_counter() - began)


def openspiel_loop(name: str, seconds: float) -> float:
    """Return plies per second of a Python loop over a C++ game of OpenSpiel."""
    game, draw, plies = pyspiel.load_game(name), random.Random(1).random, 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            plies += 1
    return plies / (time.perf_counter() - began)


def oracle_loop(name: str, options: dict[str, object], seconds: float) -> float:
    """Return plies per second of the plain-Python oracle of a game."""
    oracle, draw, plies = ORACLES[name], random.Random(1).random, 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = oracle.start(**options)
        while moves := oracle.moves(state):
            state = oracle.play(state, moves[int(draw() * len(moves))])
            plies += 1
            if time.perf_counter() - began > seconds:
                break
    return plies / (time.perf_counter() - began)
