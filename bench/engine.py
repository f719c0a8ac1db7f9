"""Speed and depth of the engine, and the gain of a second thread.

Run: python bench/engine.py [speed] [proofs] [depth] [threads] [--seconds S] [--positions N]

On a shared machine wall time includes the work of others, so processor time is given as well, and
runs with one and two threads alternate.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable
from statistics import median

os.environ["QUINTET_TABLES"] = "off"  # measure the search, not the tablebases

import quintet
from peers import baselines
from quintet.engine import Analysis, analyse

# Variant, random plies before the position, and the target: million nodes a second on one thread.
SPEEDS: list[tuple[str, dict[str, object], int, float | None]] = [
    ("quantik", {}, 1, 5),
    ("quarto", {}, 8, 5),
    ("quarto", {"calls": "spoken"}, 8, None),
    ("quixo", {}, 8, 5),
    ("quixo", {"players": 4}, 8, None),
    ("quixo", {"size": 4}, 6, None),
    ("qomet", {}, 6, 3),
    ("cubulus", {}, 13, 2),
    ("cubulus", {"players": 3}, 6, None),
]
# Game, and the depth to reach from the start in a minute with two threads.
DEPTHS: list[tuple[str, int]] = [("qomet", 15), ("cubulus", 10)]
# Game, random plies before the position, a depth that takes one thread seconds, and the number of
# moves with exact values. Quantik and Quarto are proved before that depth. Quantik needs all moves:
# one alone takes so little time that the result depends on luck with move ordering.
FIXED_DEPTHS: list[tuple[str, int, int, int | str]] = [
    ("quantik", 1, 20, "all"),
    ("quarto", 8, 13, 1),
    ("quixo", 8, 11, 1),
    ("qomet", 6, 11, 1),
    ("cubulus", 13, 9, 1),
]


def label(game: str, options: dict[str, object]) -> str:
    return " ".join([game, *(f"{key}={value}" for key, value in options.items())])


def quiet_position(
    game: str, options: dict[str, object], plies: int, rng: random.Random
) -> quintet.Position:
    """Return a position after so many random plies in which nobody wins within three."""
    while True:
        position = quintet.start(game, **options)
        for _ in range(plies):
            if position.outcome is None:
                position = position.play(rng.choice(position.moves))
        if position.outcome is None:
            found = analyse(position, depth=3, nodes=100_000, megabytes=1)
            if found.value.kind == "chance":
                return position


def timed(think: Callable[[], Analysis]) -> tuple[Analysis, float, float]:
    """Return the analysis, wall seconds, and processor seconds of all threads."""
    wall, processor = time.perf_counter(), time.process_time()
    found = think()
    return found, time.perf_counter() - wall, time.process_time() - processor


def speed(seconds: float, positions: int) -> None:
    print("Nodes a second, one thread, millions (a node is a move made)")
    print(f"  {'':<24}{'wall':>8}{'cpu':>8}{'needed':>8}{'x plain Python':>16}")
    for game, options, plies, needed in SPEEDS:
        rng = random.Random(1)
        nodes, walls, processors = 0, 0.0, 0.0
        for _ in range(positions):
            position = quiet_position(game, options, plies, rng)
            found, wall, processor = timed(
                lambda position=position: analyse(
                    position, seconds=seconds / positions, megabytes=16
                )  # type: ignore[misc]
            )
            nodes, walls, processors = nodes + found.nodes, walls + wall, processors + processor
        plain = baselines.oracle_loop(game, options, 0.3)
        print(
            f"  {label(game, options):<24}{nodes / walls / 1e6:8.2f}{nodes / processors / 1e6:8.2f}"
            f"{needed or '-':>8}{nodes / processors / plain:16,.0f}"
        )


def proofs(seconds: float, positions: int) -> None:
    print("\nProofs, two threads, 256 MB (wall seconds; in brackets processor seconds over two)")
    start = quintet.start("quantik")
    found, wall, processor = timed(
        lambda: analyse(start, seconds=6 * seconds, threads=2, megabytes=256)
    )
    print(
        f"  Quantik's start: {found.value}, {found.certainty}, {wall:.1f} s"
        f" ({processor / 2:.1f} s), {found.nodes / 1e6:.1f} M nodes (needed: proved in 10 s)"
    )
    rng = random.Random(4)
    walls, halves, proved = [], [], 0
    for _ in range(positions):
        position = quiet_position("quarto", {}, 8, rng)
        found, wall, processor = timed(
            lambda position=position: analyse(  # type: ignore[misc]
                position, seconds=6 * seconds, threads=2, megabytes=256
            )
        )
        walls.append(wall)
        halves.append(processor / 2)
        proved += found.certainty == "proved"
        print(
            f"    {position.text}: {found.value}, {found.certainty}, {wall:.1f} s"
            f" ({processor / 2:.1f} s), {found.nodes / 1e6:.1f} M nodes",
            flush=True,
        )
    print(
        f"  Quarto with 4 pieces on the board: {proved} of {positions} proved,"
        f" median {median(walls):.1f} s ({median(halves):.1f} s), worst {max(walls):.1f} s"
        " (needed: median below 10 s)"
    )


def depth(seconds: float) -> None:
    print(f"\nDepth reached from the start in {seconds:g} s, two threads (needed in 60 s)")
    for game, needed in DEPTHS:
        position = quintet.start(game)
        if game == "cubulus":  # what the set-up leaves to the players
            rng = random.Random(2)
            for _ in range(9):
                position = position.play(rng.choice(position.moves))
        found, _, processor = timed(
            lambda position=position: analyse(  # type: ignore[misc]
                position, seconds=seconds, threads=2, megabytes=256
            )
        )
        print(
            f"  {game:<10}{found.depth:4} plies (needed {needed}), {found.nodes / 1e6:.0f} M nodes,"
            f" {processor:.0f} s of processor, {found.value}",
            flush=True,
        )


def threads(positions: int) -> None:
    print(
        f"\nTwo threads against one to a fixed depth, 256 MB, seconds for {positions} positions"
        " (needed: 1.6 times as fast)"
    )
    print(
        f"  {'':<10}{'depth':>6}{'one':>8}{'two':>8}{'ratio':>7}{'nodes two/one':>15}"
        f"{'ratio by processor time':>25}"
    )
    for game, plies, to_depth, moves in FIXED_DEPTHS:
        rng = random.Random(3)
        walls, halves, nodes = {1: 0.0, 2: 0.0}, {1: 0.0, 2: 0.0}, {1: 0, 2: 0}
        for number in range(positions):
            position = quiet_position(game, {}, plies, rng)
            for count in (1, 2) if number % 2 == 0 else (2, 1):
                found, wall, processor = timed(
                    lambda position=position, count=count, to_depth=to_depth, moves=moves: analyse(  # type: ignore[misc]
                        position, depth=to_depth, threads=count, moves=moves, megabytes=256
                    )
                )
                walls[count] += wall
                halves[count] += processor / count
                nodes[count] += found.nodes
        print(
            f"  {game:<10}{to_depth:6}{walls[1]:8.1f}{walls[2]:8.1f}{walls[1] / walls[2]:7.2f}"
            f"{nodes[2] / nodes[1]:15.2f}{halves[1] / halves[2]:25.2f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="speed, proofs, depth, threads; all if none")
    parser.add_argument("--seconds", type=float, default=60, help="for each depth; less elsewhere")
    parser.add_argument("--positions", type=int, default=11)
    asked = parser.parse_args()
    parts = asked.parts or ["speed", "proofs", "depth", "threads"]
    if "speed" in parts:
        speed(min(asked.seconds / 10, 5), min(asked.positions, 5))
    if "proofs" in parts:
        proofs(asked.seconds / 2, asked.positions)
    if "depth" in parts:
        depth(asked.seconds)
    if "threads" in parts:
        threads(asked.positions)


if __name__ == "__main__":
    main()
