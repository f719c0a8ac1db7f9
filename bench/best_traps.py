"""What traps can gain in Quarto at the very most: they are tried on the opponent itself.

Run: python bench/best_traps.py [--games N] [--exploration X] [--jobs N]

The player of these games plays as level 10 does, but where the position is drawn it lets the very
opponent, UCT with 100,000 playouts, answer each turn that holds the draw: once, then the best turns
again and again. That takes some twenty seconds a turn, and it knows what level 10 can only guess.
It looks one turn ahead, as level 10 does. Openings are those of bench/strength.py.
"""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat

import quintet
from arguments import positive
from quintet.engine import Limits, Search
from quintet.engine.traps import transpositions_of
from strength import MATCHES, interval, opening
from traps import PLACED, QUICK, turn_by_level_10, turn_by_uct

ENOUGH_NODES = 20_000_000  # to prove a value
# How many of the best turns are answered how often once more.
ROUNDS = ((1_000, 1), (25, 2), (10, 4), (5, 8))


@dataclass(slots=True)
class Turn:
    """A placement and a gift, and what became of the opponent's answers."""

    after: quintet.Position
    answers: int = 0
    errors: int = 0

    @property
    def error_rate(self) -> float:
        return (self.errors + 0.3) / (self.answers + 1)  # nothing is certain after one answer


def value(position: quintet.Position) -> str:
    """Return the proved value for the side to move, or `chance` if it could not be proved."""
    table = transpositions_of(position.variant)
    limits = Limits(nodes=ENOUGH_NODES, megabytes=1)
    return Search(position, limits, transpositions=table).run().value.kind


def has_won(position: quintet.Position, seat: int) -> bool:
    if position.outcome is not None:
        return position.outcome.scores[seat] == 1
    return value(position) == "win"


def holding_turns(position: quintet.Position) -> list[Turn]:
    """Return the turns that are proved to hold a draw."""
    after_placing = map(position.play, position.moves)
    turns = (placed.play(gift) for placed in after_placing for gift in placed.moves)
    return [Turn(after) for after in turns if after.outcome is None and value(after) == "tie"]


def best_turn(position: quintet.Position, exploration: float, rng: random.Random) -> Turn | None:
    """Return the turn after which the opponent errs most often."""
    seat, turns = position.turn, holding_turns(position)
    for kept, more in ROUNDS:
        turns.sort(key=lambda turn: turn.error_rate, reverse=True)
        for turn in turns[:kept]:
            for _ in range(more):
                turn.errors += has_won(turn_by_uct(turn.after, exploration, rng), seat)
            turn.answers += more
    return max(turns, key=lambda turn: turn.error_rate, default=None)


def play_game(number: int, exploration: float) -> float:
    """Return the share of the point of the player who knows its opponent."""
    rng = random.Random(number)
    position = opening("quarto", number // 2, MATCHES["quarto"][2])
    seat = number % 2
    while position.outcome is None:
        if position.turn != seat:
            position = turn_by_uct(position, exploration, rng)
            continue
        placed = sum(cell != 0 for cell in position.cells)
        is_whole = "place" in position.variant.actions(position)
        turn = None
        if placed >= PLACED.start and is_whole and value(position) == "tie":
            turn = best_turn(position, exploration, rng)
        position = turn_by_level_10(position, QUICK, rng) if turn is None else turn.after
    return position.outcome.scores[seat]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=positive, default=60)
    parser.add_argument("--exploration", type=float, default=0.5, help="of UCT; 1: the textbook's")
    parser.add_argument("--jobs", type=positive, default=1, help="games at a time")
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.jobs) as pool:
        shares = list(pool.map(play_game, range(asked.games), repeat(asked.exploration)))
    mean, low, high = interval(shares)
    won, lost = shares.count(1), shares.count(0)
    print(
        f"{mean:.1%} (95 %: {low:.1%} to {high:.1%}): {won} won,"
        f" {len(shares) - won - lost} shared, {lost} lost"
    )


if __name__ == "__main__":
    main()
