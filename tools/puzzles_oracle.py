"""Puzzles in the eyes of the tests' oracles: plain Python that shares no code with the games."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from quintet.puzzles import Goal, Puzzle

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from oracle.solver import NEVER, Solver

DEEPEST = 4  # plies within which a loss is looked for in games that may never end


class TooSlow(Exception):
    """There was not enough time for an answer."""


class HastySolver(Solver):
    """A solver that gives up when its time is over."""

    def __init__(self, game: str, seconds: float) -> None:
        super().__init__(game)
        self.deadline = time.monotonic() + seconds

    def child(self, state: Any, word: str) -> Any:
        if time.monotonic() > self.deadline:
            raise TooSlow
        return super().child(state, word)


def confirmed_by_oracle(puzzle: Puzzle, seconds: float) -> bool | None:
    """Whether the oracle comes to the same result; None if that takes too long, or for ever."""
    solver = HastySolver(puzzle.game, seconds)
    position = puzzle.position
    state = solver.oracle.read(puzzle.text, **position.options)
    side = solver.side_to_move(state)
    right = solver.oracle.play(state, puzzle.move)
    others = [solver.oracle.play(state, word) for word in position.moves if word != puzzle.move]
    endless = position.variant.cycles
    left = puzzle.plies - 1

    def wins(state: Any, side: int) -> bool:
        return any(
            solver.wins_within(state, side, plies)
            for plies in (*range(1, DEEPEST), DEEPEST if endless else NEVER)
        )

    try:
        match puzzle.goal:
            case Goal.SOON:
                return solver.wins_within(right, side, left) and not any(
                    solver.wins_within(other, side, left) for other in others
                )
            case Goal.WIN:
                if not solver.wins_within(right, side, left):
                    return False
                if endless:
                    return all(wins(other, 1 - side) for other in others) or None
                return not any(wins(other, side) for other in others)
            case Goal.HOLD:
                if not all(wins(other, 1 - side) for other in others):
                    return None if endless else False
                return None if endless else not wins(right, 1 - side)
    except TooSlow:
        return None
