"""The game of a UGI client: its position, history, and answers to queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from quintet.errors import BadMove, IllegalMove
from quintet.outcome import Outcome
from quintet.position import Position

OCCURRENCES_TO_DRAW = 3  # H1


@dataclass(frozen=True, slots=True)
class GameSoFar:
    """A game after the moves of the client's `position` command."""

    position: Position
    history: Sequence[Position] = ()  # the positions before it, from the first on

    @classmethod
    def after(cls, begin: Position, words: Sequence[str]) -> GameSoFar:
        """Play moves from a position; an illegal move raises its error."""
        positions = list(accumulate(enumerate(words, start=1), _play, initial=begin))
        return cls(positions[-1], positions[:-1])

    @property
    def occurrences(self) -> int:
        """How often the position has occurred."""
        return 1 + self.history.count(self.position)

    def outcome(self, *, repetition: bool, max_plies: int) -> Outcome | None:
        """Return the outcome, by the rules or by the house rules for engine games."""
        position = self.position
        if position.outcome is not None:
            return position.outcome
        if repetition and position.variant.cycles and self.occurrences >= OCCURRENCES_TO_DRAW:
            return Outcome(position.variant.draw_scores(), "repetition")
        if len(self.history) >= max_plies:
            return Outcome(position.variant.draw_scores(), "limit")
        return None


def answer(game: GameSoFar, outcome: Outcome | None, question: str) -> str | None:
    """Return the answer to a query; None if there is no such query."""
    position = game.position
    seat = None if outcome is not None else position.seat
    answers = {
        "gameover": _word(outcome is not None),
        "turn": "none" if seat is None else f"p{seat + 1}",
        **{f"p{number}turn": _word(seat == number - 1) for number in range(1, 5)},
        "result": "none" if outcome is None else _result(outcome),
        "scores": "none" if outcome is None else outcome.result,
        "reason": "none" if outcome is None else outcome.reason,
        "seats": str(position.variant.seats),
        "game": position.game,
        "fen": position.text,
    }
    if question == "moves":  # apart: the only answer that takes some time
        return "none" if outcome is not None else " ".join(position.moves)
    return answers.get(question)


def _play(position: Position, numbered: tuple[int, str]) -> Position:
    number, word = numbered
    try:
        return position.play(word)
    except (BadMove, IllegalMove) as error:
        error.add_note(f"That is move {number}.")
        raise


def _word(truth: bool) -> str:
    return "true" if truth else "false"


def _result(outcome: Outcome) -> str:
    """Return UGI's `p1win`, `p2win` or `draw`; a team wins as `p1p3win`."""
    best = max(outcome.scores)
    winners = [f"p{seat}" for seat, score in enumerate(outcome.scores, start=1) if score == best]
    return "draw" if len(winners) == len(outcome.scores) else "".join(winners) + "win"
