"""Whether the turn with three pieces on the board of Quarto decides how good the next trap can be.

Run: python bench/traps_ahead.py [--positions N] [--turns N] [--answers N] [--exploration X]
                               [--jobs N]

Nothing is a trap with three pieces on the board. A player could still choose there what leads to
better traps with five. So turns that hold the draw with three are chosen at random, UCT with
100,000 playouts answers each several times, and the best trap after every answer is looked for on
the very opponent, as bench/best_traps.py does, which takes most of a minute. Where the turn with
three pieces matters, the traps after the best turn are clearly better than after an average one.
"""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from statistics import fmean, stdev

import quintet
from arguments import positive
from best_traps import best_turn, value
from strength import opening
from traps import turn_by_uct

OPENING = 4  # random plies: two pieces are on the board
PLACED = 3


def position_with_three(number: int, exploration: float, rng: random.Random) -> quintet.Position:
    """Return a drawn position with three pieces on the board, after a turn of UCT."""
    while True:
        position = turn_by_uct(opening("quarto", number, OPENING), exploration, rng)
        if sum(cell != 0 for cell in position.cells) < PLACED:
            position = turn_by_uct(position, exploration, rng)
        placed = sum(cell != 0 for cell in position.cells)
        if position.outcome is None and placed == PLACED and value(position) == "tie":
            return position
        number += 1_000_000


def random_turn(position: quintet.Position, rng: random.Random) -> quintet.Position:
    """Return the position after a random turn that holds the draw."""
    while True:
        placed = position.play(rng.choice(position.moves))
        after = placed.play(rng.choice(placed.moves))
        if value(after) == "tie":
            return after


def best_error_rate(position: quintet.Position, exploration: float, rng: random.Random) -> float:
    """Return how often the opponent errs after the best turn; 1 where the position is won."""
    if (kind := value(position)) != "tie":
        return float(kind == "win")
    turn = best_turn(position, exploration, rng)
    return 0.0 if turn is None else turn.error_rate


def by_turn(number: int, turns: int, answers: int, exploration: float) -> list[float]:
    """Return, for random turns, the mean error rate of the best traps after answers to each."""
    rng = random.Random(number)
    position = position_with_three(number, exploration, rng)
    found = []
    for _ in range(turns):
        after = random_turn(position, rng)
        answered = [turn_by_uct(after, exploration, rng) for _ in range(answers)]
        found.append(fmean(best_error_rate(each, exploration, rng) for each in answered))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=positive, default=12)
    parser.add_argument("--turns", type=positive, default=4)
    parser.add_argument("--answers", type=positive, default=3)
    parser.add_argument("--exploration", type=float, default=0.5, help="of UCT; 1: the textbook's")
    parser.add_argument("--jobs", type=positive, default=1, help="positions at a time")
    asked = parser.parse_args()
    if asked.turns < 2:
        parser.error("Nothing can be compared: give at least --turns 2.")
    every, best = [], []
    with ProcessPoolExecutor(asked.jobs) as pool:
        plan = map(repeat, (asked.turns, asked.answers, asked.exploration))
        for rates in pool.map(by_turn, range(asked.positions), *plan):
            print("  " + " ".join(f"{rate:4.0%}" for rate in rates), flush=True)
            every += rates
            best.append(max(rates))
    error = 1.96 * stdev(every) / len(every) ** 0.5
    print(f"{fmean(every):.1%} (+- {error:.1%}) after a turn, {fmean(best):.1%} after the best")


if __name__ == "__main__":
    main()
