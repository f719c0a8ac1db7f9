"""Finds puzzles in games that the engine's lower levels play, or proves the collected ones anew.

Run: python bench/puzzles.py [GAME ...] [--count N] [--seed N] [--seconds S] [--write], and
python bench/puzzles.py [GAME ...] --verify, which also asks the oracles of the tests, where that
takes plain Python no longer than --seconds a puzzle.

A puzzle is a position with one right move (src/quintet/puzzles/goals.py), found by looking at
everything, to the end of the game or to a number of plies. It is graded by how long the solution
is, from which depth on the engine's search prefers it, and how many moves look better at first. The
levels are fifths of a game's puzzles.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from puzzles_oracle import confirmed_by_oracle
from quintet.engine import Analysis, Limits, Thinking, analyse
from quintet.engine.levels import choose
from quintet.position import Position, option_text, start
from quintet.puzzles import FOLDER, LEVELS, Goal, Puzzle, of_game, write
from quintet.puzzles.checking import is_sound, never_wins, wins


@dataclass(frozen=True, slots=True)
class Source:
    """A variant in whose games puzzles are looked for.

    `share` is that of a game's puzzles. Positions with so many `moves` are looked at, so many
    `plies` ahead.
    """

    game: str
    options: dict[str, object]
    share: float
    moves: range
    plies: int


SOURCES = (
    Source("quantik", {}, 1, range(6, 30), 9),
    Source("quarto", {}, 1, range(3, 7), 12),
    Source("qomet", {}, 1, range(5, 99), 7),
    Source("cubulus", {}, 1, range(5, 99), 5),
    Source("quixo", {"size": "3"}, 0.1, range(5, 99), 9),
    Source("quixo", {}, 0.9, range(5, 99), 5),
)
LAST_PLIES = 12  # of a game that are looked at
MOVER = 3  # the level that plays
RANDOM_MOVES = 0.2
LONGEST_GAME = 80
SHOWN = 4  # plies of the line of a puzzle in which a draw is held
MOST_ALIKE = 0.5  # the share of puzzles with the same number of plies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*dict.fromkeys(s.game for s in SOURCES)])
    parser.add_argument("--count", type=int, default=240)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=900, help="for a game, or for a puzzle")
    parser.add_argument("--write", action="store_true", help="into the package")
    parser.add_argument("--verify", action="store_true")
    arguments = parser.parse_args()
    for game in arguments.games:
        if arguments.verify:
            verify(game, arguments.seconds)
        else:
            make(game, arguments)


def make(game: str, arguments: argparse.Namespace) -> None:
    """Finds a few more puzzles than are wanted, if there is time, and keeps a fair choice."""
    found: list[tuple[float, Puzzle]] = []
    for source in SOURCES:
        if source.game != game:
            continue
        wanted = round(1.2 * arguments.count * source.share)
        deadline = time.monotonic() + arguments.seconds * source.share
        chance = random.Random(arguments.seed)
        found += [
            (difficulty(puzzle), puzzle) for puzzle in search(source, chance, wanted, deadline)
        ]
    chosen = graded(found, arguments.count)
    print(f"{game}: {len(found)} found, {len(chosen)} chosen")
    for level in LEVELS:
        plies = sorted(puzzle.plies for puzzle in chosen if puzzle.level == level)
        if plies:
            print(f"  level {level}: {len(plies)} puzzles of {plies[0]} to {plies[-1]} plies")
    if arguments.write:
        (FOLDER / f"{game}.txt").write_text(write(chosen), encoding="utf-8")


def search(source: Source, chance: random.Random, wanted: int, deadline: float) -> Iterator[Puzzle]:
    """So many puzzles of different positions and, with luck, of different lengths."""
    met = set()
    lengths: dict[int, int] = {}
    most_alike = MOST_ALIKE * wanted
    while wanted > 0 and time.monotonic() < deadline:
        for position in played(source, chance)[-LAST_PLIES:-1]:
            same = position.canonical()
            if same in met or len(position.moves) not in source.moves:
                continue
            met.add(same)
            puzzle = puzzle_in(position, source.plies)
            if puzzle is None or lengths.get(puzzle.plies, 0) > most_alike:
                continue
            lengths[puzzle.plies] = lengths.get(puzzle.plies, 0) + 1
            wanted -= 1
            yield puzzle


def played(source: Source, chance: random.Random) -> list[Position]:
    """The positions of a game in which neither side plays well."""
    positions = [start(source.game, **source.options)]
    while positions[-1].outcome is None and len(positions) < LONGEST_GAME:
        now = positions[-1]
        at_random = chance.random() < RANDOM_MOVES
        positions.append(
            now.play(chance.choice(now.moves) if at_random else choose(now, MOVER, chance))
        )
    return positions


def puzzle_in(position: Position, deepest: int) -> Puzzle | None:
    """The puzzle a position is, if exactly one move is right."""
    seat = position.turn
    after = {move: position.play(move) for move in position.moves}
    for plies in range(1, deepest + 1):
        if not position.wins_within(plies, seat):
            continue
        right = [move for move, it in after.items() if it.wins_within(plies - 1, seat)]
        if len(right) > 1 or plies == 1:
            return None
        others = [it for move, it in after.items() if move != right[0]]
        exact = all(never_wins(other, seat) for other in others)
        if not exact and not position.variant.cycles:
            return None
        line = winning_line(position, seat, plies)
        return _puzzle(position, Goal.WIN if exact else Goal.SOON, line)
    if position.variant.cycles:
        return None
    holding = [move for move, it in after.items() if not wins(it, 1 - seat)]
    if len(holding) != 1 or not never_wins(after[holding[0]], seat):
        return None
    line = analyse(position, nodes=50_000, moves=holding).best.line
    return _puzzle(position, Goal.HOLD, line[:SHOWN])


def _puzzle(position: Position, goal: Goal, line: tuple[str, ...]) -> Puzzle:
    options = dict(pair.split("=", 1) for pair in option_text(position.variant).split())
    return Puzzle(0, LEVELS[0], goal, position.game, options, position.text, line)


def winning_line(position: Position, seat: int, plies: int) -> tuple[str, ...]:
    """How a seat wins in so many plies: it as fast, and the other side as slow as can be."""
    line: list[str] = []
    while position.outcome is None:
        left = plies - len(line) - 1
        after = {move: position.play(move) for move in position.moves}
        if position.turn == seat:
            move = next(move for move, it in after.items() if it.wins_within(left, seat))
        else:
            move = next(
                move for move, it in after.items() if not left or not it.wins_within(left - 1, seat)
            )
        line.append(move)
        position = after[move]
    return tuple(line)


def difficulty(puzzle: Puzzle) -> float:
    """How hard a puzzle is: its plies, the depth that sees it, and moves that look better."""
    looks: list[Analysis] = []
    limits = Limits(nodes=30_000, depth=8, megabytes=4)
    Thinking(puzzle.position, limits, tables=False).run(looks.append)
    seen = len(looks)
    while seen and looks[seen - 1].best.move == puzzle.move:
        seen -= 1
    first = analyse(puzzle.position, depth=1, moves="all", megabytes=1, tables=False)
    ranking = [each.move for each in first.moves]
    return puzzle.plies + seen + math.log2(1 + ranking.index(puzzle.move))


def graded(found: list[tuple[float, Puzzle]], count: int) -> list[Puzzle]:
    """So many of the puzzles, of all difficulties, the easy ones first, with their levels."""
    ordered = [puzzle for _, puzzle in sorted(found, key=lambda each: (each[0], each[1].text))]
    count = min(count, len(ordered))
    chosen = [ordered[(2 * place + 1) * len(ordered) // (2 * count)] for place in range(count)]
    return [
        replace(puzzle, number=place + 1, level=LEVELS[place * len(LEVELS) // count])
        for place, puzzle in enumerate(chosen)
    ]


def verify(game: str, seconds: float) -> None:
    """Proves every puzzle of a game anew, by two programs where the second can."""
    began = time.process_time()
    wrong = [puzzle for puzzle in of_game(game) if not is_sound(puzzle)]
    spent = time.process_time() - began
    confirmed = [confirmed_by_oracle(puzzle, seconds) for puzzle in of_game(game)]
    print(
        f"{game}: {len(of_game(game))} puzzles, {len(wrong)} wrong ({spent:.1f} s); the oracle "
        f"confirms {confirmed.count(True)}, contradicts {confirmed.count(False)}, and is too slow "
        f"for {confirmed.count(None)}"
    )
    for puzzle in wrong:
        print(f"  {puzzle.number}: {puzzle.text}")


if __name__ == "__main__":
    main()
