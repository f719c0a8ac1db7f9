"""Do reviews agree with exact values?

A review judges moves in random positions, and each judgement is compared with the exact values of
all moves. A move that keeps the value must not be called an inaccuracy or worse, and one that
loses it must be.

```sh
python bench/reviews.py                  # a thousand positions of each game
python bench/reviews.py --positions 100
python bench/reviews.py --searched       # review without tablebases, too: how good is the search?
```

Exits with 1 if a judgement made with tablebases is wrong. The tablebase of Quixo 4x4 is built in a
temporary folder unless the user's folder has it, which takes seconds.
"""

from __future__ import annotations

import argparse
import atexit
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import process_time

import quintet
from quintet import Position, tablebase
from quintet.engine import Limits, Search, Value
from quintet.engine.analysis import Analysis
from quintet.engine.probe import value_after
from quintet.engine.review import DEFAULT_LIMITS, Reviewer
from quintet.folders import OFF, TABLEBASES
from quintet.tablebase.solver import Work
from quintet.tablebase.solvers import find_solver
from quintet.value import one_ply_earlier

GAMES: Mapping[str, Mapping[str, object]] = {
    "Quantik": {"game": "quantik"},
    "Quixo 3x3": {"game": "quixo", "size": 3},
    "Quixo 4x4": {"game": "quixo", "size": 4},
}
MOVES = 3  # judged in each position
MAX_PLIES = 40  # of the random game that leads to a position


def random_positions(start: Position, count: int, rng: random.Random) -> Iterator[Position]:
    """Yield positions of random games in which there is something to choose."""
    while count:
        position, plies = start, rng.randrange(MAX_PLIES)
        for _ in range(plies):
            after = position.play(rng.choice(position.moves))
            if after.outcome is not None:
                break
            position = after
        if len(position.moves) > 1:
            count -= 1
            yield position


def exact_value(position: Position, move: str) -> Value:
    """Return the value of a move, from a tablebase or from a search to the end."""
    after = position.play(move)
    found = value_after(position, after)
    if found is not None:
        return found
    searched = Search(after, Limits()).run()
    assert searched.certainty != "searched"
    # The games measured here have two sides that take turns.
    return one_ply_earlier(searched.value)


class Counts:
    """What a review said of moves that keep the value, and of moves that lose it."""

    def __init__(self) -> None:
        self.counts = Counter[str]()

    def add(self, *, keeps: bool, blamed: bool, exact: bool) -> None:
        self.counts["keep" if keeps else "lose"] += 1
        self.counts["exact"] += exact
        wrong = keeps == blamed
        if wrong:
            self.counts["blamed" if blamed else "missed"] += 1
            self.counts["exact_wrong"] += exact

    def line(self, name: str, positions: int, seconds: float) -> str:
        of = self.counts
        return (
            f"{name:<10} {positions:>9} {of['keep']:>6} {of['lose']:>6} {of['blamed']:>14} "
            f"{of['missed']:>12} {of['exact']:>6} {of['exact_wrong']:>12} {seconds:>8.1f}"
        )


def measure(positions: list[Position], truth: Mapping[tuple[Position, str], Value]) -> Counts:
    """Judge the moves of which the exact values are known."""
    counts, reviewer = Counts(), Reviewer(DEFAULT_LIMITS)
    for position in positions:
        before: Analysis = reviewer.analyse(position)
        values = {word: truth[position, word] for word in position.moves}
        best = max(value.estimate for value in values.values())
        rng = random.Random(position.text)
        for move in rng.sample(position.moves, min(MOVES, len(position.moves))):
            judged = reviewer.judge(1, move, before, reviewer.analyse(position.play(move)))
            blamed = judged.verdict is not None or judged.missed is not None
            keeps = values[move].estimate == best
            counts.add(keeps=keeps, blamed=blamed, exact=judged.exact)
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--searched", action="store_true", help="review without tablebases, too")
    asked = parser.parse_args()
    print(
        f"{'game':<10} {'positions':>9} {'keep':>6} {'lose':>6} {'wrongly blamed':>14} "
        f"{'not noticed':>12} {'exact':>6} {'exact, wrong':>12} {'seconds':>8}"
    )
    wrong = 0
    for name, options in GAMES.items():
        start = quintet.start(**options)  # type: ignore[arg-type]
        if tablebase.find_tablebase(start.variant) is None:
            _build(start)
        rng = random.Random(asked.seed)
        positions = list(random_positions(start, asked.positions, rng))
        truth = {(it, word): exact_value(it, word) for it in positions for word in it.moves}
        for label in (name, *(["  searched"] if asked.searched else [])):
            began = process_time()
            with _tablebases(on=label == name):
                counts = measure(positions, truth)
            print(counts.line(label, len(positions), process_time() - began), flush=True)
            if label == name:
                wrong += counts.counts["blamed"] + counts.counts["missed"]
    return 1 if wrong else 0


@contextmanager
def _tablebases(*, on: bool) -> Iterator[None]:
    """Use tablebases for a while, or none at all."""
    before = os.environ.get(TABLEBASES)
    if not on:
        os.environ[TABLEBASES] = OFF
        tablebase.close()
    try:
        yield
    finally:
        if not on:
            os.environ.pop(TABLEBASES)
            if before is not None:
                os.environ[TABLEBASES] = before
            tablebase.close()


def _build(start: Position) -> None:
    """Build a tablebase in a temporary folder, and use that folder from now on."""
    solver = find_solver(start.variant)
    assert solver is not None
    folder = tempfile.mkdtemp(prefix="quintet-reviews-")
    atexit.register(shutil.rmtree, folder)
    solver.solve(Work(Path(folder)))
    os.environ[TABLEBASES] = folder
    tablebase.close()


if __name__ == "__main__":
    sys.exit(main())
