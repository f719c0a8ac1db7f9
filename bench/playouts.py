"""Random playouts and perft, compared with OpenSpiel and plain Python.

Run: python bench/playouts.py [--rounds N]. The programs alternate in every round, so that a busy
machine slows all; the ratio is the median over the rounds.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

import quintet
from peers import baselines

# Variant, target ratio to OpenSpiel's connect four, and depth of perft.
VARIANTS: list[tuple[str, dict[str, object], int | None, int]] = [
    ("quantik", {}, 10, 4),
    ("quarto", {}, 10, 5),
    ("quarto", {"calls": "spoken"}, None, 4),
    ("quixo", {}, 10, 4),
    ("quixo", {"players": 4}, None, 4),
    ("quixo", {"size": 4}, None, 5),
    ("quixo", {"size": 3}, None, 6),
    ("qomet", {}, 5, 5),
    ("cubulus", {}, 5, 4),
    ("cubulus", {"players": 3}, None, 4),
]


def playouts(game: str, options: dict[str, object], seconds: float) -> float:
    first = quintet.start(game, **options)
    games, plies, spent = 1000, 0, 0.0
    while spent < seconds:
        began = time.perf_counter()
        plies += first.playouts(games, seed=plies).plies
        spent += time.perf_counter() - began
    return plies / spent


def perft(game: str, options: dict[str, object], depth: int) -> float:
    first = quintet.start(game, **options)
    began = time.perf_counter()
    return first.perft(depth) / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds

    lengths = {name: baselines.average_length(name) for name in baselines.YARDSTICKS}
    yardsticks: dict[str, list[float]] = {name: [] for name in baselines.YARDSTICKS}
    ours: list[list[float]] = [[] for _ in VARIANTS]
    for _ in range(rounds):
        for name in baselines.YARDSTICKS:
            yardsticks[name].append(baselines.openspiel_playouts(name, lengths[name]))
        for number, (game, options, _, _) in enumerate(VARIANTS):
            ours[number].append(playouts(game, options, 0.3))

    print("Random playouts, million plies a second, one thread")
    for name, speeds in yardsticks.items():
        print(f"  {'OpenSpiel ' + name:<28}{median(speeds) / 1e6:8.2f}")
    print(
        f"\n  {'':<28}{'playouts':>9}{'x connect four':>16}{'needed':>8}{'x plain Python':>16}"
        f"{'perft, M/s':>12}"
    )
    for (game, options, needed, depth), speeds in zip(VARIANTS, ours, strict=True):
        label = " ".join([game, *(f"{key}={value}" for key, value in options.items())])
        ratio = median(a / b for a, b in zip(speeds, yardsticks["connect_four"], strict=True))
        plain = baselines.oracle_loop(game, options, 0.5)
        counted = max(perft(game, options, depth) for _ in range(3))
        print(
            f"  {label:<28}{median(speeds) / 1e6:9.1f}{ratio:16.1f}{needed or '-':>8}"
            f"{median(speeds) / plain:16,.0f}{counted / 1e6:12.0f}"
        )


if __name__ == "__main__":
    main()
