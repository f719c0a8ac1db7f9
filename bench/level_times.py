"""Time per move of the levels without a clock, in every game and mode.

Run: python bench/level_times.py [--positions N] [--mode quixo --mode cubulus:players=3]. Positions
come from random games. Target: less than half a second for every move of levels 1 to 8.
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import median

import quintet
from levels import MODES, variant_of
from quintet.engine.levels import LEVELS, choose

NEEDED = 0.5


def positions_of(mode: str, count: int) -> list[quintet.Position]:
    """Return all positions of random games."""
    game, options = variant_of(mode)
    rng = random.Random(mode)
    found: list[quintet.Position] = []
    while len(found) < count:
        position = quintet.start(game, **options)
        while position.outcome is None and len(found) < count:
            found.append(position)
            position = position.play(rng.choice(position.moves))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--mode", action="append")
    arguments = parser.parse_args()
    print(f"Milliseconds a move, median and slowest (needed: less than {1000 * NEEDED:.0f})")
    levels = [level for level, settings in LEVELS.items() if settings.seconds is None]
    for mode in arguments.mode or MODES:
        positions = positions_of(mode, arguments.positions)
        for level in levels:
            rng = random.Random(level)
            times = []
            for position in positions:
                began = time.perf_counter()
                choose(position, level, rng)
                times.append(1000 * (time.perf_counter() - began))
            print(f"{mode:<20} {level:>2} {median(times):8.1f} {max(times):8.1f}", flush=True)


if __name__ == "__main__":
    main()
