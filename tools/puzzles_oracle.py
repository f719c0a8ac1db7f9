"""Verification of puzzles by the oracles of the tests."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from quintet.puzzles import Goal, Puzzle

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from oracle.solver import NEVER, Solver

MAX_DEPTH = 4  # plies searched for a loss in games that may never end


class TooSlow(Exception):
    """The time is over."""


class TimedSolver(Solver):
    """A solver with a deadline."""

    def __init__(self, game: str, seconds: float) -> None:
        super().__init__(game)
        self.deadline = time.monotonic() + seconds

    def child(self, state: Any, word: str) -> Any:
        if time.monotonic() > self.deadline:
            raise TooSlow
        return super().child(state, word)


def confirmed_by_oracle(puzzle: Puzzle, seconds: float) -> bool | None:
    """Return whether the oracle agrees; None if it takes too long."""
    solver = TimedSolver(puzzle.game, seconds)
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
            for plies in (*range(1, MAX_DEPTH), MAX_DEPTH if endless else NEVER)
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
