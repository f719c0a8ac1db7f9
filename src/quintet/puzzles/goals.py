"""Goals of puzzles: what makes one move the only right one."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from quintet.i18n.sentence import Filling, Sentence, counted, sentence

if TYPE_CHECKING:
    from quintet.position import Position


class Goal(StrEnum):
    """What the right move of a puzzle does.

    `win`: one move wins, and no other. `hold`: one move does not lose, all others do.
    `soon` is for games that are not solved: one move wins within the plies of the solution, and no
    other does; another one may win later.
    """

    WIN = "win"
    SOON = "soon"
    HOLD = "hold"


def task_sentence(goal: Goal, turn: Sentence, plies: int) -> Sentence:
    """Return the task of a puzzle, after a sentence about whose turn it is."""
    match goal:
        case Goal.WIN:
            return sentence("{turn} Find the only move that wins.", turn=turn)
        case Goal.HOLD:
            return sentence("{turn} Find the only move that does not lose.", turn=turn)
        case Goal.SOON:
            return counted(
                "{turn} Find the only move that wins within {count} ply.",
                "{turn} Find the only move that wins within {count} plies.",
                turn=turn,
                count=plies,
            )


def turn_sentence(position: Position, name: Filling | None) -> Sentence:
    """Return whose turn it is, by name if the side has pieces of its own."""
    if name is None:
        return position.variant.prompt(position)
    return sentence("{side} to move.", side=name)


def right_sentence(goal: Goal, plies: int) -> Sentence:
    """Return what is said of the right move."""
    match goal:
        case Goal.HOLD:
            return sentence("Right: every other move loses.")
        case Goal.WIN | Goal.SOON:
            return counted(
                "Right: it wins in {count} ply.", "Right: it wins in {count} plies.", count=plies
            )


def wrong_sentence(goal: Goal, move: Sentence, plies: int) -> Sentence:
    """Return what is said of any other move, after a sentence about what it does."""
    match goal:
        case Goal.WIN:
            return sentence("{move} That does not win.", move=move)
        case Goal.HOLD:
            return sentence("{move} That loses.", move=move)
        case Goal.SOON:
            return counted(
                "{move} That does not win within {count} ply.",
                "{move} That does not win within {count} plies.",
                move=move,
                count=plies,
            )
