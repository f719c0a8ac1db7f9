"""Proving puzzles anew: every claim is looked up in a table, or settled by looking at everything.

Nothing here comes from the engine's search, by which puzzles are found.
"""

from __future__ import annotations

from quintet import tablebase
from quintet.position import Position
from quintet.puzzles import Puzzle
from quintet.puzzles.goals import Goal

TO_THE_END = 100  # more plies than a game that must end has left
DEEPEST = 4  # plies within which a loss is looked for in games that may never end


def is_sound(puzzle: Puzzle) -> bool:
    """Whether the right move does what it should, and no other does."""
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
    """Whether the line is legal, and won where that is the goal."""
    for move in puzzle.line:
        if move not in position.moves:
            return False
        position = position.play(move)
    outcome = position.outcome
    return puzzle.goal is Goal.HOLD or (outcome is not None and outcome.scores[seat] == 1)


def wins(position: Position, seat: int) -> bool:
    """Whether a seat is proved to win."""
    value = tablebase.get(position) if position.outcome is None else None
    if value is not None:
        return value.kind == ("win" if position.turn == seat else "loss")
    deepest = DEEPEST if position.variant.cycles else TO_THE_END
    return any(position.wins_within(plies, seat) for plies in (1, 2, 3, deepest))


def never_wins(position: Position, seat: int) -> bool:
    """Whether a seat is proved not to win, however long the game goes on."""
    value = tablebase.get(position) if position.outcome is None else None
    if value is not None:
        return value.kind != ("win" if position.turn == seat else "loss")
    if position.variant.cycles:
        return wins(position, 1 - seat)
    return not position.wins_within(TO_THE_END, seat)
