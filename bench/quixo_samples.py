"""Check random boards of the Quixo tablebase against their moves.

Run: python bench/quixo_samples.py [--tables FOLDER] [--boards N] [--blanks B] [--seed S]. It is for
tablebases too large for `quintet solve quixo --verify`: every move of a board is played by the
rules, and the value of the board must follow from the values after its moves.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import Counter
from pathlib import Path

from quintet import tablebase
from quintet.position import Position, start
from quintet.value import DRAW, Value, loss_in, win_in


def random_board(first: Position, blanks: int, rng: random.Random) -> Position:
    """Return a random board with so many blanks on which the game is not over."""
    marked = len(first.cells) - blanks
    while True:
        own = sum(rng.random() < 0.5 for _ in range(marked))
        cubes = [0] * blanks + [1] * own + [2] * (marked - own)
        rng.shuffle(cubes)
        made = first.variant.core.from_facts(bytes(cubes), [1])
        assert isinstance(made, Position)
        if made.outcome is None:
            return made


def derived(board: Position) -> Value:
    """Return the value of a board that follows from the values after its moves."""
    wins: list[int] = []
    losses: list[int] = []
    draws = 0
    for number in board.numbers:
        after = board.play(number)
        if after.outcome is not None:
            (wins if after.outcome.scores[board.turn] == 1 else losses).append(1)
            continue
        value = tablebase.probe(after)
        if value.kind == "draw":
            draws += 1
        else:
            assert value.plies is not None
            (wins if value.kind == "loss" else losses).append(value.plies + 1)
    return win_in(min(wins)) if wins else DRAW if draws else loss_in(max(losses))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, default=tablebase.folder())
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--blanks", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    os.environ["QUINTET_TABLES"] = str(arguments.tables)
    rng = random.Random(arguments.seed)
    first = start("quixo")
    kinds: Counter[str] = Counter()
    for _ in range(arguments.boards):
        board = random_board(first, arguments.blanks, rng)
        value = tablebase.probe(board)
        if value != derived(board):
            raise SystemExit(f"{board}: the tablebase says {value}, its moves say {derived(board)}")
        kinds[value.kind] += 1
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    print(f"{arguments.boards} boards with {arguments.blanks} blanks, all correct: {counts}")


if __name__ == "__main__":
    main()
