"""What a puzzle asks for, and what makes its move the only right one."""

from __future__ import annotations

from enum import StrEnum

from quintet.sentence import Sentence, counted, sentence


class Goal(StrEnum):
    """`win`: one move wins, and no other ever does. `hold`: one move does not lose, all others do.

    `soon` is for games of which not everything is known: one move wins within the plies of the
    solution, and no other does; whether another one wins later is not said.
    """

    WIN = "win"
    SOON = "soon"
    HOLD = "hold"


def task_sentence(goal: Goal, side: str, plies: int) -> Sentence:
    """What somebody who sees the position is asked to do."""
    match goal:
        case Goal.WIN:
            return sentence("{side} to move: find the only move that wins.", side=side)
        case Goal.HOLD:
            return sentence("{side} to move: find the only move that does not lose.", side=side)
        case Goal.SOON:
            return counted(
                "{side} to move: find the only move that wins within {count} ply.",
                "{side} to move: find the only move that wins within {count} plies.",
                side=side,
                count=plies,
            )


def right_sentence(goal: Goal, plies: int) -> Sentence:
    """What is said of the right move."""
    match goal:
        case Goal.HOLD:
            return sentence("Right: every other move loses.")
        case Goal.WIN | Goal.SOON:
            return counted(
                "Right: it wins in {count} ply.", "Right: it wins in {count} plies.", count=plies
            )


def wrong_sentence(goal: Goal, move: str, plies: int) -> Sentence:
    """What is said of any other move."""
    match goal:
        case Goal.WIN:
            return sentence("{move} does not win.", move=move)
        case Goal.HOLD:
            return sentence("{move} loses.", move=move)
        case Goal.SOON:
            return counted(
                "{move} does not win within {count} ply.",
                "{move} does not win within {count} plies.",
                move=move,
                count=plies,
            )
