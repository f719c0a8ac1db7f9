"""Time until Quarto's value is exact, by pieces on the board.

Run: python bench/quarto_exact.py [--positions N] [--from P] [--to P] [-o squares=true …]. Positions
come from random play in which nobody can win at once; half of them have a piece in hand. Target:
less than two seconds for any position.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from statistics import median

import quintet
from quintet.engine import analyse

NEEDED = 2.0


def undecided(placed: int, options: dict[str, str], rng: random.Random) -> quintet.Position:
    """Return a position with so many pieces placed, half the time with one in hand."""
    plies = 2 * placed + rng.randrange(2)
    while True:
        position = quintet.start("quarto", **options)
        for _ in range(plies):
            position = position.play(rng.choice(position.moves))
            if position.outcome is not None:
                break
        else:
            if all(position.play(word).outcome is None for word in position.moves):
                return position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20, help="of every number of pieces")
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--to", dest="last", type=int, default=7)
    parser.add_argument("-o", dest="options", action="append", default=[])
    arguments = parser.parse_args()
    options = dict(pair.split("=") for pair in arguments.options)
    print(f"Seconds until the value is exact, two threads (needed: less than {NEEDED:g})")
    for placed in range(arguments.first, arguments.last + 1):
        rng = random.Random(f"{placed} {options}")
        times, worst = [], ""
        for _ in range(arguments.positions):
            position = undecided(placed, options, rng)
            began = time.perf_counter()
            found = analyse(position, threads=min(2, os.cpu_count() or 1), seconds=60)
            times.append(time.perf_counter() - began)
            if found.certainty == "searched":
                raise SystemExit(f"{position} was not proved in a minute")
            if times[-1] == max(times):
                worst = str(position)
        print(
            f"  {placed:>2} placed: median {median(times):.3f}, slowest {max(times):.3f} ({worst})",
            flush=True,
        )


if __name__ == "__main__":
    main()
