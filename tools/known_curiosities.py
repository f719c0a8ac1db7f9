"""Remarkable positions in tablebases: long wins and only moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from known_spreads import longest
from quintet import tablebase
from quintet.engine.probe import best_line, value_after
from quintet.known import Why
from quintet.position import Position
from quintet.puzzles import Goal, of_game
from quintet.testing import random_game
from quintet.value import Value

MAX_POSITIONS = 20_000  # examined from the start on, up to symmetry
RANDOM_GAMES = 500  # whose positions are examined as well


def curiosities(start: Position, header: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the most remarkable position of each kind."""
    record = longest(start.game, header)
    if record is None:
        return of_puzzles(start)
    tablebase.close()
    is_whole = tablebase.get(start) is not None
    best: dict[Why, tuple[int, Position]] = {}
    for found in chain(near(start), random_positions(start)) if is_whole else full_boards(start):
        value = tablebase.probe(found)
        for why, rate in RATINGS.items():
            merit = rate(found, value)
            if merit > best.get(why, (0, found))[0]:
                best[why] = merit, found
    entries = [entry(why, best[why][1]) for why in Why if why in best]
    # A win is the longest only if no other of the tablebase is longer.
    return [it for it in entries if it["why"] != Why.LONGEST or it["value"] == f"win in {record}"]


def of_puzzles(start: Position) -> list[dict[str, Any]]:
    """Return the hardest puzzle with one holding move."""
    holding = [puzzle for puzzle in of_game(start.game) if puzzle.goal is Goal.HOLD]
    return [
        {
            "why": Why.ONLY_MOVE,
            "position": puzzle.text,
            "line": puzzle.line,
            "value": "draw" if start.variant.cycles else "tie",
        }
        for puzzle in holding[-1:]
        if puzzle.position.variant is start.variant
    ]


def near(start: Position) -> Iterator[Position]:
    """Yield positions up to symmetry, those with fewer plies first."""
    met = {start.canonical()}
    layer = [start]
    while layer:
        following = []
        for found in layer:
            yield found
            for number in found.numbers:
                after = found.play(number)
                same = after.canonical()
                if after.outcome is None and same not in met and len(met) < MAX_POSITIONS:
                    met.add(same)
                    following.append(after)
        layer = following


def random_positions(start: Position) -> Iterator[Position]:
    """Yield positions of random games."""
    for seed in range(RANDOM_GAMES):
        yield from random_game(start, random.Random(seed))[:-1]


def full_boards(start: Position) -> Iterator[Position]:
    """Yield random boards without blanks, which even a small tablebase has."""
    rng = random.Random(1)
    cubes = [1 + number % 2 for number in range(len(start.cells))]
    for _ in range(MAX_POSITIONS):
        rng.shuffle(cubes)
        made = start.variant.core.from_facts(bytes(cubes), [1])
        assert isinstance(made, Position)
        yield made


def _long(found: Position, value: Value) -> int:
    """Rate a win by its length, then by the number of moves."""
    return 1000 * (value.plies or 0) + len(found.moves) if value.kind == "win" else 0


def _only_move(found: Position, value: Value) -> int:
    """Rate a position in which all moves but one lose, by how many lose slowly."""
    if value.kind == "loss" or value.plies == 1:
        return 0
    values = [value_after(found, found.play(number)) for number in found.numbers]
    losing = [each for each in values if each is not None and each.kind == "loss"]
    slowly = [each for each in losing if (each.plies or 0) > 2]
    return len(slowly) if len(losing) == len(values) - 1 else 0


RATINGS: dict[Why, Callable[[Position, Value], int]] = {
    Why.LONGEST: _long,
    Why.ONLY_MOVE: _only_move,
}


def entry(why: Why, found: Position) -> dict[str, Any]:
    value = tablebase.probe(found)
    line = best_line(found)
    return {"why": why, "position": found.text, "line": line[:30], "value": str(value)}
