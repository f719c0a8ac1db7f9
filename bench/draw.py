"""Time to draw a position as SVG, and the size of the picture.

Run: python bench/draw.py [--games N]. Target: less than 5 ms for any position.
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import median

import quintet
from quintet.draw import DRAWERS, svg
from quintet.options import write_value
from quintet.position import Position
from quintet.testing import random_game, variants


def positions(game: str, games: int) -> dict[str, list[Position]]:
    """Return the positions of random games of every variant but Quarto's feature sets."""
    found: dict[str, list[Position]] = {}
    for options in variants(game):
        first = quintet.start(game, **options)
        changed = first.variant.changed_options
        if "features" in changed:
            continue
        name = " ".join(f"{key}={write_value(value)}" for key, value in changed.items())
        found[name] = [
            position
            for seed in range(games)
            for position in random_game(first, random.Random(seed))
        ]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    games = parser.parse_args().games
    for game, drawer in DRAWERS.items():
        for name, played in positions(game, games).items():
            for view in drawer.VIEWS:
                svg(played[0], view=view)  # warm up: the fixed parts are cached
                spent, sizes = [], []
                for position in played:
                    began = time.process_time()
                    picture = svg(position, view=view, style=False)
                    spent.append(1000 * (time.process_time() - began))
                    sizes.append(len(picture))
                print(
                    f"{game:<8} {view:<6} {name:<36} median {median(spent):5.2f} ms  "
                    f"most {max(spent):5.2f} ms  {max(sizes) / 1000:5.1f} kB"
                )


if __name__ == "__main__":
    main()
