"""How often an opponent goes wrong after a turn of level 10 in a drawn position of Quarto.

Run: python bench/traps.py [--games N] [--seconds S] [--exploration X] [--jobs N]

The positions come from quick games against UCT. Level 10 plays its turn (two moves, each with so
many seconds), then UCT with 100,000 playouts answers four times, and a proof says which answers
lose.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from statistics import fmean, stdev

import quintet
from arguments import positive
from quintet.engine import Limits, Search, analyse
from quintet.engine.levels import choose

OPENING = 4  # random plies
PLACED = range(4, 8)  # pieces on the board: before, nothing loses; afterwards, UCT sees all
QUICK = 0.1  # seconds a move of the games that lead to the positions
PLAYOUTS = 100_000
ANSWERS = 4
ENOUGH_NODES = 20_000_000  # to prove what an answer is worth
TREE_MEGABYTES = 512


def turn_by_level_10(
    position: quintet.Position, seconds: float, rng: random.Random
) -> quintet.Position:
    """Return the position after all its moves until the opponent is to move."""
    seat = position.turn
    while position.outcome is None and position.turn == seat:
        position = position.play(choose(position, 10, rng, seconds=seconds, threads=1))
    return position


def turn_by_uct(
    position: quintet.Position, exploration: float, rng: random.Random
) -> quintet.Position:
    seat = position.turn
    limits = Limits(nodes=PLAYOUTS, megabytes=TREE_MEGABYTES)
    while position.outcome is None and position.turn == seat:
        found = Search(position, limits, seed=rng.randrange(1, 2**31), uct=exploration).run()
        position = position.play(found.best.move)
    return position


def errors_in_game(number: int, seconds: float, exploration: float) -> list[tuple[int, float]]:
    """Return the pieces on the board before each turn, and the share of answers that lose."""
    rng = random.Random(number)
    position = quintet.start("quarto")
    for _ in range(OPENING):
        position = position.play(rng.choice(position.moves))
    seat = position.turn if number % 2 else 1 - position.turn
    found = []
    while position.outcome is None:
        if position.turn != seat:
            position = turn_by_uct(position, exploration, rng)
            continue
        placed = sum(cell != 0 for cell in position.cells)
        # The first turn may be half done by the opening.
        if placed in PLACED and "place" in position.variant.actions(position):
            after = turn_by_level_10(position, seconds, rng)
            if after.outcome is None:
                answers = [turn_by_uct(after, exploration, rng) for _ in range(ANSWERS)]
                found.append((placed, fmean(has_won(answer, seat) for answer in answers)))
        position = turn_by_level_10(position, QUICK, rng)
    return found


def has_won(position: quintet.Position, seat: int) -> bool:
    """Return whether a seat, which is to move if the game goes on, wins."""
    if position.outcome is not None:
        return position.outcome.scores[seat] == 1
    return analyse(position, nodes=ENOUGH_NODES, megabytes=64).value.kind == "win"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=positive, default=60)
    parser.add_argument("--seconds", type=float, default=1.0, help="a move of level 10")
    parser.add_argument("--exploration", type=float, default=0.5, help="of UCT; 1: the textbook's")
    parser.add_argument("--jobs", type=positive, default=1, help="games at a time")
    asked = parser.parse_args()
    began = time.monotonic()
    by_placed = defaultdict(list)
    with ProcessPoolExecutor(asked.jobs) as pool:
        plan = (range(asked.games), repeat(asked.seconds), repeat(asked.exploration))
        for game in pool.map(errors_in_game, *plan):
            for placed, share in game:
                by_placed[placed].append(share)
    for placed, shares in sorted(by_placed.items()):
        print(f"  {placed} pieces: {len(shares)} turns, {fmean(shares):.1%} of the answers lose")
    every = [share for shares in by_placed.values() for share in shares]
    if len(every) < 2:
        parser.error("There were too few turns to count: play more --games.")
    error = 1.96 * stdev(every) / len(every) ** 0.5
    print(f"  all: {len(every)} turns, {fmean(every):.1%} (+- {error:.1%})")
    print(f"  {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
