"""A Python loop of `moves` and `play`, compared with OpenSpiel's connect four.

The last column is the time to unpickle a position.

Run: python bench/python_loop.py [--rounds N]. The ratio is the median over rounds that
run both.
"""

from __future__ import annotations

import argparse
import pickle
import random
import time
from statistics import median

import quintet
from peers import baselines

VARIANTS: list[tuple[str, dict[str, object]]] = [
    ("quantik", {}),
    ("quarto", {}),
    ("quarto", {"calls": "spoken"}),
    ("qomet", {}),
    ("cubulus", {}),
    ("cubulus", {"players": 3}),
    ("quixo", {}),
    ("quixo", {"players": 4}),
]


def loop(game: str, options: dict[str, object], seconds: float) -> float:
    first, draw, plies = quintet.start(game, **options), random.Random(1).random, 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        position = first
        while moves := position.moves:
            position = position.play(moves[int(draw() * len(moves))])
            plies += 1
    return plies / (time.perf_counter() - began)


def unpickle(game: str, options: dict[str, object], times: int = 20_000) -> float:
    """Return the microseconds it takes to unpickle a position."""
    data = pickle.dumps(quintet.start(game, **options))
    began = time.perf_counter()
    for _ in range(times):
        pickle.loads(data)  # noqa: S301 - made two lines above
    return (time.perf_counter() - began) / times * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    yardstick: list[float] = []
    ours: list[list[float]] = [[] for _ in VARIANTS]
    for _ in range(rounds):
        yardstick.append(baselines.openspiel_loop("connect_four", 0.5))
        for number, (game, options) in enumerate(VARIANTS):
            ours[number].append(loop(game, options, 0.3))
    print(f"OpenSpiel connect_four, Python loop: {median(yardstick):,.0f} plies a second")
    for (game, options), speeds in zip(VARIANTS, ours, strict=True):
        label = " ".join([game, *(f"{key}={value}" for key, value in options.items())])
        ratio = median(a / b for a, b in zip(speeds, yardstick, strict=True))
        print(
            f"  {label:<24}{median(speeds):>12,.0f}   {ratio:5.2f} x"
            f"{unpickle(game, options):>8.1f} µs"
        )


if __name__ == "__main__":
    main()
