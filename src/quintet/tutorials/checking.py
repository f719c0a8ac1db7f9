"""Solutions of tutorial steps, and the answers of the other seats, found by search."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.position import Position
from quintet.tutorials.goals import Goal, Refused, Verdict, played
from quintet.tutorials.steps import Step


def solution(step: Step, line: Sequence[str] = ()) -> tuple[str, ...] | None:
    """Return moves that complete a step after a line, replies included; None if there are none.

    A step that asks for a refusal has no such moves: see `forbidden_touches`.
    """
    start = step.position
    for word in played(start, line).moves:
        tried = (*line, word)
        match step.goal.judge(start, tried):
            case Verdict.DONE:
                return (word,)
            case Verdict.ON:
                answers = replies(step.goal, start, tried)
                rest = solution(step, (*tried, *answers))
                if rest is not None:
                    return (word, *answers, *rest)
            case Verdict.WRONG:
                continue
    return None


def forbidden_touches(step: Step) -> tuple[str, ...]:
    """Return touches that are refused as a step asks; empty where it asks for a move."""
    goal = step.goal
    if isinstance(goal, Refused) and goal.accepts_refusal(step.position, goal.example):
        return goal.example
    return ()


def replies(goal: Goal, start: Position, line: Sequence[str]) -> tuple[str, ...]:
    """Return what the other seats play until it is the learner's turn again."""
    position, seat = played(start, line), start.turn
    answers: list[str] = []
    while position.outcome is None and position.turn != seat:
        word = _best_defence(position, seat, goal.plies_left((*line, *answers)))
        answers.append(word)
        position = position.play(word)
    return tuple(answers)


def _best_defence(position: Position, seat: int, plies: int) -> str:
    """Return the move that wins, or else leaves a seat the fewest ways to win."""

    def badness(word: str) -> tuple[bool, bool, int]:
        after = position.play(word)
        if after.outcome is not None:
            won = after.outcome.scores[position.turn] == 1
            return not won, not won, len(position.moves)
        threat = after.wins_within(max(1, plies - 1), seat)
        return True, threat, _ways_to_win(after, seat) if threat else 0

    return min(position.moves, key=badness)


def _ways_to_win(position: Position, seat: int) -> int:
    """Return how many moves of a seat win at once, if it is to move."""
    if position.turn != seat:
        return 0
    after = (position.play(word).outcome for word in position.moves)
    return sum(outcome is not None and outcome.scores[seat] == 1 for outcome in after)
