"""Puzzles: positions with one right move, and the line that shows why.

>>> from quintet import puzzles
>>> first = puzzles.of_game("quixo")[0]
>>> first.move in first.position.moves
True
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from quintet.errors import BadOption
from quintet.games import find_game, game_file
from quintet.i18n.sentence import sentence
from quintet.position import Position, read_position
from quintet.puzzles.goals import Goal
from quintet.puzzles.themes import Theme

__all__ = ["LEVELS", "Goal", "Puzzle", "Theme", "choose", "of_game", "read", "write"]

FOLDER = Path(__file__).parent / "collected"
LEVELS = range(1, 6)  # from easy to hard
SEPARATOR = " | "


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one right move.

    `line` starts with that move and continues with the best play of both sides, to the end of the
    game if the goal is to win. `number` is the place in the list of the game, from 1.
    """

    number: int
    level: int
    goal: Goal
    game: str
    options: Mapping[str, str]
    text: str
    line: tuple[str, ...]
    themes: tuple[Theme, ...] = ()

    @property
    def position(self) -> Position:
        return read_position(self.game, self.text, self.options)

    @property
    def move(self) -> str:
        """The right move."""
        return self.line[0]

    @property
    def plies(self) -> int:
        return len(self.line)


@cache
def of_game(game: str) -> tuple[Puzzle, ...]:
    """Return all puzzles of a game, the easy ones first; there may be none."""
    file = game_file(find_game(game).name, f"puzzles/collected/{game}.txt")
    return read(game, file.read_text(encoding="utf-8")) if file.is_file() else ()


def choose(
    game: str,
    count: int,
    *,
    level: int | None = None,
    theme: Theme | None = None,
    seed: int | None = None,
) -> list[Puzzle]:
    """Return random puzzles, of one level or theme if one is given."""
    if level is not None and level not in LEVELS:
        raise BadOption(
            sentence(
                "Puzzles have the levels {first} to {last}.", first=LEVELS[0], last=LEVELS[-1]
            ),
            option="level",
            value=level,
        )
    fitting = [
        puzzle
        for puzzle in of_game(game)
        if level in (None, puzzle.level) and (theme is None or theme in puzzle.themes)
    ]
    chosen = random.Random(seed).sample(fitting, min(count, len(fitting)))  # noqa: S311
    return sorted(chosen, key=lambda puzzle: puzzle.number)


def write(puzzles: Sequence[Puzzle]) -> str:
    """Return puzzles as text, a line each: level, goal, options, position, moves, themes."""
    lines = []
    for puzzle in puzzles:
        options = [f"{name}={value}" for name, value in puzzle.options.items()]
        head = " ".join([str(puzzle.level), puzzle.goal, *options])
        parts = [head, puzzle.text, " ".join(puzzle.line)]
        if puzzle.themes:
            parts.append(" ".join(puzzle.themes))
        lines.append(SEPARATOR.join(parts) + "\n")
    return "".join(lines)


def read(game: str, text: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a text."""
    puzzles = []
    for number, line in enumerate(text.splitlines(), start=1):
        head, position, moves, *rest = line.split(SEPARATOR)
        level, goal, *pairs = head.split()
        options = dict(pair.split("=", 1) for pair in pairs)
        puzzles.append(
            Puzzle(
                number,
                int(level),
                Goal(goal),
                game,
                options,
                position,
                tuple(moves.split()),
                tuple(map(Theme, " ".join(rest).split())),
            )
        )
    return tuple(puzzles)
