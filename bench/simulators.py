"""Steps a second of `quintet.env.Batch`, compared with pgx's connect four on the processor.

Run: python bench/simulators.py [--rounds N] [--games N] [--environment FOLDER] [--json]

pgx is installed from PyPI into an environment of its own and runs in processes that stay, so that
the programs alternate in every round. Both play random legal moves, begin finished games again, and
write masks and observations of every step. Two tables: actions chosen inside (pgx: in a compiled
loop; ours: `sample`), and outside, by the same NumPy expression over the masks.

With one thread, both are kept on the same core, and speeds are by processor time, which the work of
others on the machine changes least; with more threads, by the clock. Other work only slows things
down, so the best of many bursts of a tenth of a second counts, on both sides.

What two threads can gain depends on the machine: two cores may share a clock, or be two halves of
one. So every round also measures playouts, which stay in registers and share nothing, on one thread
and on two.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Literal

import numpy as np

import quintet
from peers import environment
from quintet.env import Batch

Policy = Literal["inside", "outside"]

# Variant, and the target: times pgx on one thread.
VARIANTS: list[tuple[str, dict[str, Any], int | None]] = [
    ("quantik", {}, 5),
    ("quarto", {}, 5),
    ("quarto", {"calls": "spoken"}, None),
    ("quixo", {}, 5),
    ("quixo", {"size": 4}, None),
    ("quixo", {"size": 3}, None),
    ("quixo", {"players": 4}, None),
    ("qomet", {}, 3),
    ("cubulus", {}, 3),
    ("cubulus", {"players": 3}, None),
]
WARM_STEPS = 400
BURST = 0.1  # seconds
PGX_STEPS = 16  # in a compiled loop: about a burst
THREADS_TARGET = 1.8  # times one thread, on two
PACKAGES = ("jax", "pgx")
PLAYOUTS = 131_072  # a batch a thread: fewer run on one


@dataclass
class Speeds:
    """Steps a second, a number a round."""

    name: str
    target: int | None = None
    one: list[float] = field(default_factory=list)
    one_by_clock: list[float] = field(default_factory=list)
    two: list[float] = field(default_factory=list)


def label(game: str, options: dict[str, Any]) -> str:
    return " ".join([game, *(f"{key}={value}" for key, value in options.items())])


def measure(run: Callable[[], None], steps: int, seconds: float) -> tuple[float, float]:
    """Return steps by second of processor time, and of the clock: those of the best burst."""
    by_processor, by_clock = 0.0, 0.0
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        times = 0
        began, began_working = time.perf_counter(), time.process_time()
        while time.perf_counter() - began < BURST:
            run()
            times += steps
        by_clock = max(by_clock, times / (time.perf_counter() - began))
        by_processor = max(by_processor, times / (time.process_time() - began_working))
    return by_processor, by_clock


def stepper(batch: Batch, policy: Policy) -> Callable[[], None]:
    rng = np.random.default_rng(0)

    def inside() -> None:
        batch.step(batch.sample())

    def outside() -> None:
        masks = batch.masks
        batch.step((rng.random(masks.shape, np.float32) * masks).argmax(axis=1))

    return inside if policy == "inside" else outside


def on_one_core(run: Callable[[], tuple[float, float]]) -> tuple[float, float]:
    """Measure on the core that pgx is kept on, too (see `pgx_steps.py`)."""
    if not hasattr(os, "sched_setaffinity"):
        return run()
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        return run()
    finally:
        os.sched_setaffinity(0, cores)


def warm(batch: Batch) -> Batch:
    """Play until the games have different lengths, and all memory was written to once."""
    for _ in range(WARM_STEPS):
        batch.step(batch.sample())
    return batch


class Ours:
    """A variant of ours: a batch a number of threads."""

    def __init__(self, game: str, options: dict[str, Any], target: int | None, games: int) -> None:
        self.speeds = Speeds(label(game, options), target)
        self.batches = {it: warm(Batch(game, games, threads=it, **options)) for it in (1, 2)}

    def measure(self, policy: Policy, seconds: float) -> None:
        one, two = (stepper(self.batches[threads], policy) for threads in (1, 2))
        steps = self.batches[1].games
        by_processor, by_clock = on_one_core(lambda: measure(one, steps, seconds))
        self.speeds.one.append(by_processor)
        self.speeds.one_by_clock.append(by_clock)
        self.speeds.two.append(measure(two, steps, seconds)[1])


def measure_playouts(speeds: Speeds, seconds: float) -> None:
    position = quintet.start("quantik")
    for threads, found in ((1, speeds.one_by_clock), (2, speeds.two)):

        def run(threads: int = threads) -> None:
            position.playouts(PLAYOUTS, threads=threads)

        found.append(measure(run, PLAYOUTS, seconds)[1])


def compare(python: Path, arguments: argparse.Namespace, policy: Policy) -> list[Speeds]:
    """Return the speeds of pgx, then those of playouts, then ours."""
    games, seconds = arguments.games, arguments.seconds
    pgx, playouts = Speeds("pgx connect four"), Speeds("playouts")
    ours = [Ours(*variant, games) for variant in VARIANTS]
    with ExitStack() as stack:
        start = (python, "pgx_steps.py", "--games", str(games), "--steps", str(PGX_STEPS))
        one = stack.enter_context(environment.running(*start, "--one-thread"))
        default = stack.enter_context(environment.running(*start))
        for _ in range(arguments.rounds):
            found = one.ask(policy=policy, seconds=4 * seconds)
            pgx.one.append(found["processor"])
            pgx.one_by_clock.append(found["clock"])
            pgx.two.append(default.ask(policy=policy, seconds=4 * seconds)["clock"])
            measure_playouts(playouts, seconds)
            for variant in ours:
                variant.measure(policy, seconds)
    return [pgx, playouts, *(variant.speeds for variant in ours)]


def gain(speeds: Speeds) -> float:
    """Return the speed on two threads to that on one, by the clock."""
    return max(speeds.two) / max(speeds.one_by_clock)


def report(policy: Policy, games: int, pgx: Speeds, playouts: Speeds, ours: list[Speeds]) -> None:
    print(f"\nActions chosen {policy}, {games:,} games, million steps a second")
    print(f"  {'':<24}{'1 thread':>10}{'x pgx':>8}{'needed':>8}{'2 threads':>11}{'x pgx':>8}")
    print(f"  {pgx.name:<24}{max(pgx.one) / 1e6:10.2f}{'':16}{max(pgx.two) / 1e6:11.2f}")
    for speeds in ours:
        one, two = max(speeds.one), max(speeds.two)
        needed = speeds.target if policy == "inside" else None
        print(
            f"  {speeds.name:<24}{one / 1e6:10.2f}{one / max(pgx.one):8.1f}"
            f"{needed or '-':>8}{two / 1e6:11.2f}{two / max(pgx.two):8.1f}"
        )
    gains = [gain(it) for it in ours]
    print(
        f"  two threads to one, by the clock: {min(gains):.2f} to {max(gains):.2f},"
        f" median {median(gains):.2f} (needed: {THREADS_TARGET}); playouts: {gain(playouts):.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    environment.add_argument(parser)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=8192)
    parser.add_argument("--seconds", type=float, default=0.3, help="a measurement of ours")
    parser.add_argument("--policy", choices=("inside", "outside"), nargs="+")
    parser.add_argument("--json", action="store_true", help="print all speeds as JSON")
    arguments = parser.parse_args()
    python = environment.prepare(arguments.environment, PACKAGES)
    versions = environment.versions(python, PACKAGES)
    chosen: list[Policy] = arguments.policy or ["inside", "outside"]
    found = {policy: compare(python, arguments, policy) for policy in chosen}
    if arguments.json:
        speeds = {policy: [asdict(it) for it in all_] for policy, all_ in found.items()}
        print(json.dumps({"versions": versions, "games": arguments.games, "speeds": speeds}))
        return
    print("pgx's connect four: " + ", ".join(f"{name} {it}" for name, it in versions.items()))
    for policy, (pgx, playouts, *ours) in found.items():
        report(policy, arguments.games, pgx, playouts, ours)


if __name__ == "__main__":
    main()
