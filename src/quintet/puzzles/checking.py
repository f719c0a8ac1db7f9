"""Proofs of puzzles, by tablebase or full search.

Nothing here uses the engine's search, which finds the puzzles.
"""

from __future__ import annotations

from quintet import tablebase
from quintet.position import Position
from quintet.puzzles import Puzzle
from quintet.puzzles.goals import Goal

TO_THE_END = 100  # more plies than are left in a game that always ends
MAX_DEPTH = 4  # plies searched for a loss in games that may never end


def is_sound(puzzle: Puzzle) -> bool:
    """Return whether the solution reaches the goal, and no other move does."""
    position = puzzle.position
    seat = position.turn
    right = position.play(puzzle.move)
    others = [position.play(move) for move in position.moves if move != puzzle.move]
    if not others or not _ends_well(puzzle, position, seat):
        return False
    left = puzzle.plies - 1
    match puzzle.goal:
        case Goal.WIN:
            return right.wins_within(left, seat) and all(never_wins(it, seat) for it in others)
        case Goal.SOON:
            return right.wins_within(left, seat) and not any(
                other.wins_within(left, seat) for other in others
            )
        case Goal.HOLD:
            opponent = 1 - seat
            return never_wins(right, opponent) and all(wins(it, opponent) for it in others)


def _ends_well(puzzle: Puzzle, position: Position, seat: int) -> bool:
    """Return whether the line is legal, and wins if that is the goal."""
    for move in puzzle.line:
        if move not in position.moves:
            return False
        position = position.play(move)
    outcome = position.outcome
    return puzzle.goal is Goal.HOLD or (outcome is not None and outcome.scores[seat] == 1)


def wins(position: Position, seat: int) -> bool:
    """Return whether a seat is proved to win."""
    value = tablebase.get(position) if position.outcome is None else None
    if value is not None:
        return value.kind == ("win" if position.turn == seat else "loss")
    max_depth = MAX_DEPTH if position.variant.cycles else TO_THE_END
    return any(position.wins_within(plies, seat) for plies in (1, 2, 3, max_depth))


def never_wins(position: Position, seat: int) -> bool:
    """Return whether a seat is proved never to win."""
    value = tablebase.get(position) if position.outcome is None else None
    if value is not None:
        return value.kind != ("win" if position.turn == seat else "loss")
    if position.variant.cycles:
        return wins(position, 1 - seat)
    return not position.wins_within(TO_THE_END, seat)
