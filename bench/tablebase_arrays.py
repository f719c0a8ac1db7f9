"""Exact values one position at a time, and in arrays.

Positions come from all plies of random games. `get` is `tablebase.get(position)`, which includes
the position's Python object, `array` is `tablebase.look_up` with its check of every state, and
`canonical` the canonical forms alone, for comparison. All are nanoseconds a position on one
thread, the best of some rounds that run all of them; the ratio is `get` to `array`.

Run: python bench/tablebase_arrays.py [--rounds N] [--positions N] [--build]. With --build, the
tablebase of Quixo 4x4 is built first in a temporary folder (a minute).
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import quintet
from quintet import tablebase
from quintet.env import Batch, Simulator
from quintet.tablebase.arrays import UNKNOWN
from quintet.tablebase.solver import Work
from quintet.tablebase.solvers import find_solver

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("quixo", {"size": 3}),
    ("quixo", {"size": 4}),
    ("quantik", {}),
    ("qomet", {}),
    ("quarto", {}),
    ("quarto", {"calls": "spoken"}),
]
PLIES = 40
SINGLE = 20_000  # positions looked up one at a time


def positions(
    game: str, options: dict[str, Any], count: int
) -> tuple[Simulator, npt.NDArray[np.uint64]]:
    """Return states of random games, in random order."""
    simulator = Simulator(game, **options)
    batch = Batch(game, max(1, count // PLIES), observations=False, **options)
    parts = []
    for _ in range(PLIES):
        batch.step(batch.sample())
        parts.append(batch.states.copy())
    return simulator, np.random.default_rng(1).permutation(np.concatenate(parts))


def nanoseconds(work: Callable[[], object], count: int) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) / count * 1e9


def measure(game: str, options: dict[str, Any], count: int, rounds: int) -> None:
    simulator, states = positions(game, options, count)
    single = [simulator.position(states[row : row + 1]) for row in range(min(SINGLE, len(states)))]
    found = tablebase.look_up(game, states, **options)
    best = {"get": 1e9, "array": 1e9, "canonical": 1e9}
    for _ in range(rounds):
        for name, work, many in (
            ("get", lambda: [tablebase.get(position) for position in single], len(single)),
            ("array", lambda: tablebase.look_up(game, states, **options), len(states)),
            ("canonical", lambda: simulator.canonical(states), len(states)),
        ):
            best[name] = min(best[name], nanoseconds(work, many))
    known = float((found.outcomes != UNKNOWN).mean())
    name = " ".join([game, *(f"{key}={value}" for key, value in options.items())])
    print(
        f"{name:22}{best['get']:9.0f}{best['array']:9.0f}{best['canonical']:12.0f}"
        f"{best['get'] / best['array']:8.1f}{known:9.0%}",
        flush=True,
    )


def build(folder: Path) -> None:
    os.environ["QUINTET_TABLES"] = str(folder)
    solver = find_solver(quintet.start("quixo", size=4).variant)
    assert solver is not None
    solver.solve(Work(folder, threads=os.cpu_count() or 1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--positions", type=int, default=200_000)
    parser.add_argument("--build", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.build:
            build(Path(folder))
        print(
            f"{'ns a position':22}{'get':>9}{'array':>9}{'canonical':>12}{'ratio':>8}{'known':>9}"
        )
        for game, options in VARIANTS:
            if tablebase.find_tablebase(quintet.start(game, **options).variant) is not None:
                measure(game, options, given.positions, given.rounds)


if __name__ == "__main__":
    main()
