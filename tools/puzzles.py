"""Find puzzles in games of simple players, or verify the collected ones.

Run: python tools/puzzles.py [GAME ...] [--count N] [--seed N] [--write], and
python tools/puzzles.py [GAME ...] --verify [--seconds S], which also asks the oracles of the tests,
for at most --seconds a puzzle.

A puzzle is a position with one right move (src/quintet/puzzles/goals.py), found by full search to
the end of the game or to a number of plies. It is graded by the length of the solution and by how
many moves and answers do not fail at once. The levels are fifths of a game's puzzles.

The result does not depend on the engine, on time, or on tablebases outside the package: the same
arguments give the same puzzles.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from puzzle_themes import themes_of
from puzzles_oracle import confirmed_by_oracle
from quintet import tablebase
from quintet.position import Position, option_text, start
from quintet.puzzles import FOLDER, LEVELS, Goal, Puzzle, of_game, write
from quintet.puzzles.checking import is_sound, never_wins, wins


@dataclass(frozen=True, slots=True)
class Source:
    """A variant in whose games puzzles are searched.

    `share` is its part of a game's puzzles. Positions with so many `moves` are searched, so many
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
    Source("quixo", {"size": "4"}, 0.1, range(5, 99), 7),
    Source("quixo", {}, 0.8, range(5, 99), 5),
)
COUNT = 240  # puzzles of a game
SEED = 1
LAST_PLIES = 12  # of a game, the only ones searched
MAX_PLIES = 80  # of a game
MAX_GAMES = 100_000
HOLDING_PLIES = 4  # of the line of a puzzle in which a draw is held
MAX_SHARE_ALIKE = 0.5  # of puzzles with the same number of plies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*dict.fromkeys(s.game for s in SOURCES)])
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--write", action="store_true", help="into the package")
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--seconds", type=float, default=5, help="for the oracle, a puzzle")
    arguments = parser.parse_args()
    os.environ["QUINTET_TABLES"] = str(tablebase.SHIPPED)
    for game in arguments.games:
        if arguments.verify:
            verify(game, arguments.seconds)
        else:
            make(game, arguments)


def make(game: str, arguments: argparse.Namespace) -> None:
    """Find puzzles of a game, and sort them by difficulty."""
    found: list[Puzzle] = []
    for source in SOURCES:
        if source.game == game:
            found += search(source, arguments.count, arguments.seed)
    ordered = [replace(puzzle, themes=themes_of(puzzle)) for puzzle in graded(found)]
    print(f"{game}: {len(ordered)} puzzles")
    for level in LEVELS:
        plies = sorted(puzzle.plies for puzzle in ordered if puzzle.level == level)
        if plies:
            print(f"  level {level}: {len(plies)} puzzles of {plies[0]} to {plies[-1]} plies")
    if arguments.write:
        (FOLDER / f"{game}.txt").write_text(write(ordered), encoding="utf-8")


def search(source: Source, count: int = COUNT, seed: int = SEED) -> Iterator[Puzzle]:
    """Yield a source's share of so many puzzles, at most one from each game."""
    rng = random.Random(seed)
    wanted = round(count * source.share)
    met: set[Position] = set()
    lengths: dict[int, int] = {}
    for _ in range(MAX_GAMES):
        puzzle = puzzle_of(played(source, rng), source, met)
        if puzzle is None or lengths.get(puzzle.plies, 0) >= MAX_SHARE_ALIKE * wanted:
            continue
        lengths[puzzle.plies] = lengths.get(puzzle.plies, 0) + 1
        yield puzzle
        if sum(lengths.values()) == wanted:
            return


def puzzle_of(game: list[Position], source: Source, met: set[Position]) -> Puzzle | None:
    """Return the first puzzle among new positions at the end of a game."""
    for position in game[-LAST_PLIES:-1]:
        same = position.canonical()
        if same in met or len(position.moves) not in source.moves:
            continue
        met.add(same)
        puzzle = puzzle_in(position, source.plies)
        if puzzle is not None:
            return puzzle
    return None


def played(source: Source, rng: random.Random) -> list[Position]:
    """Return the positions of a game of two who look one move ahead."""
    positions = [start(source.game, **source.options)]
    while positions[-1].outcome is None:
        if len(positions) == MAX_PLIES:
            return []
        now = positions[-1]
        after = [now.play(number) for number in now.numbers]
        won = [it for it in after if it.wins_within(0, now.turn)]
        positions.append(rng.choice(won or safe(now) or after))
    return positions


def safe(position: Position) -> list[Position]:
    """Return the positions after moves that do not let the opponent win at once."""
    after = (position.play(number) for number in position.numbers)
    return [it for it in after if not it.wins_within(1, 1 - position.turn)]


def puzzle_in(position: Position, max_plies: int) -> Puzzle | None:
    """Return the puzzle of a position if exactly one move is right."""
    seat, endless = position.turn, position.variant.cycles
    after = {move: position.play(move) for move in position.moves}
    plies = fastest_win(position, max_plies)
    if plies is not None:
        right = [move for move, it in after.items() if it.wins_within(plies - 1, seat)]
        if len(right) > 1 or plies == 1:
            return None
        exact = all(never_wins(it, seat) for move, it in after.items() if move != right[0])
        if not exact and not endless:
            return None
        line = winning_line(position, seat, plies)
        return _puzzle(position, Goal.WIN if exact else Goal.SOON, line)
    holding = [] if endless else [move for move, it in after.items() if not wins(it, 1 - seat)]
    if len(holding) != 1 or not never_wins(after[holding[0]], seat):
        return None
    return _puzzle(position, Goal.HOLD, holding_line(position))


def fastest_win(position: Position, max_plies: int) -> int | None:
    """Return the plies in which the side to move wins, up to a maximum."""
    value = tablebase.get(position)
    if value is None:
        return next((it for it in range(1, max_plies + 1) if position.wins_within(it)), None)
    plies = value.plies if value.kind == "win" else None
    return plies if plies is not None and plies <= max_plies else None


def _puzzle(position: Position, goal: Goal, line: tuple[str, ...]) -> Puzzle:
    options = dict(pair.split("=", 1) for pair in option_text(position.variant).split())
    return Puzzle(0, LEVELS[0], goal, position.game, options, position.text, line)


def winning_line(position: Position, seat: int, plies: int) -> tuple[str, ...]:
    """Return the fastest win of a seat against the longest defence."""
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


def holding_line(position: Position) -> tuple[str, ...]:
    """Return the next plies of best play."""
    line: list[str] = []
    while position.outcome is None and len(line) < HOLDING_PLIES:
        seat = position.turn
        after = {move: position.play(move) for move in position.moves}
        line.append(next(move for move, it in after.items() if not wins(it, 1 - seat)))
        position = after[line[-1]]
    return tuple(line)


def difficulty(puzzle: Puzzle) -> float:
    """Rate a puzzle by its plies, and by plausible moves and answers."""
    position = puzzle.position
    answered = position.play(puzzle.move)
    return puzzle.plies + math.log2(1 + len(safe(position))) + math.log2(1 + len(safe(answered)))


def graded(found: list[Puzzle]) -> list[Puzzle]:
    """Return the puzzles with their levels, easy ones first."""
    ordered = sorted(found, key=lambda puzzle: (difficulty(puzzle), puzzle.text))
    return [
        replace(puzzle, number=place + 1, level=LEVELS[place * len(LEVELS) // len(ordered)])
        for place, puzzle in enumerate(ordered)
    ]


def verify(game: str, seconds: float) -> None:
    """Verify every puzzle of a game, and by the oracle where that is fast enough."""
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
