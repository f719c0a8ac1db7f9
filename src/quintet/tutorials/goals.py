"""Goals of tutorial steps, judged by the rules: what a learner must do, not where to click.

A goal judges a line of moves from the step's position, of which the learner made the last one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import ClassVar

from quintet.errors import QuintetError
from quintet.i18n.sentence import Sentence, sentence
from quintet.position import Position


class Verdict(StrEnum):
    """What a move was: the goal is reached, still ahead, or missed."""

    DONE = "done"
    ON = "on"
    WRONG = "wrong"


class Goal(ABC):
    """What counts as done. In a contest, the answer of the others shows why a move is wrong."""

    is_contest: ClassVar[bool] = False

    @abstractmethod
    def judge(self, start: Position, line: Sequence[str]) -> Verdict:
        """Judge a line of legal moves, the last one the learner's."""

    @abstractmethod
    def wrong(self) -> Sentence:
        """Return what is said of a move that misses the goal."""

    def accepts_refusal(self, position: Position, touched: Sequence[str]) -> bool:
        """Return whether touches that begin no legal move are what the step asks for."""
        return False

    def plies_left(self, line: Sequence[str]) -> int:
        """Return how many plies count from here, for the opponent's best defence."""
        return 1


@dataclass(frozen=True, slots=True)
class Play(Goal):
    """Make a kind of move: all that is given must hold for it.

    `words` is a pattern for the move as it is written. `piece`, `origin` and `target` are patterns
    for the motion of one piece. `moved` is how many pieces move. `stands` is what stands where
    afterwards. `times` is how many such moves are asked for.
    """

    words: str = "*"
    piece: str = "*"
    origin: str = "*"
    target: str = "*"
    moved: int | None = None
    stands: Mapping[str, str] = field(default_factory=dict, compare=False)
    times: int = 1

    def judge(self, start: Position, line: Sequence[str]) -> Verdict:
        before = played(start, line[:-1])
        if not self._fits(before, line[-1]):
            return Verdict.WRONG
        return Verdict.DONE if own_moves(start, line) >= self.times else Verdict.ON

    def wrong(self) -> Sentence:
        return sentence("That is allowed, but it is not what this step asks for.")

    def _fits(self, before: Position, word: str) -> bool:
        motions = before.motion(word)
        patterns = (self.piece, self.origin, self.target)
        return (
            fnmatchcase(word, self.words)
            and self.moved in (None, len(motions))
            and (
                patterns == ("*", "*", "*")
                or any(
                    all(map(fnmatchcase, (it.piece, it.origin, it.target), patterns))
                    for it in motions
                )
            )
            and self._stands(before.play(word))
        )

    def _stands(self, after: Position) -> bool:
        variant = after.variant
        return all(
            variant.letters[after.cells[variant.places.index(place)]] in letters
            for place, letters in self.stands.items()
        )


@dataclass(frozen=True, slots=True)
class Win(Goal):
    """Force a win within so many plies, whatever the others do."""

    is_contest = True

    plies: int = 1

    def judge(self, start: Position, line: Sequence[str]) -> Verdict:
        after, seat = played(start, line), start.turn
        if after.outcome is not None:
            return Verdict.DONE if after.outcome.scores[seat] == 1 else Verdict.WRONG
        left = self.plies_left(line)
        return Verdict.ON if left > 0 and after.wins_within(left, seat) else Verdict.WRONG

    def wrong(self) -> Sentence:
        if self.plies == 1:
            return sentence("That does not win.")
        return sentence("That does not force a win.")

    def plies_left(self, line: Sequence[str]) -> int:
        return self.plies - len(line)


@dataclass(frozen=True, slots=True)
class Safe(Goal):
    """Finish the turn so that no opponent can force a win within so many plies."""

    is_contest = True

    plies: int = 1

    def judge(self, start: Position, line: Sequence[str]) -> Verdict:
        after, seat = played(start, line), start.turn
        if after.outcome is not None:
            return Verdict.DONE if after.outcome.scores[seat] == 1 else Verdict.WRONG
        if after.turn == seat:  # Quarto: a piece is still to be given
            found = any(self.judge(start, [*line, word]) is Verdict.DONE for word in after.moves)
            return Verdict.ON if found else Verdict.WRONG
        sides = after.variant.sides
        others = [other for other, side in enumerate(sides) if side != sides[seat]]
        lost = any(after.wins_within(self.plies, other) for other in others)
        return Verdict.WRONG if lost else Verdict.DONE

    def wrong(self) -> Sentence:
        return sentence("Now your opponent can win.")

    def plies_left(self, line: Sequence[str]) -> int:
        return self.plies


@dataclass(frozen=True, slots=True)
class Ends(Goal):
    """End the game for a reason, as the winner or not, with a move that fits a pattern."""

    reason: str
    won: bool
    words: str = "*"

    def judge(self, start: Position, line: Sequence[str]) -> Verdict:
        outcome = played(start, line).outcome
        if outcome is None or outcome.reason != self.reason:
            return Verdict.WRONG
        if not fnmatchcase(line[-1], self.words):
            return Verdict.WRONG
        return Verdict.DONE if (outcome.scores[start.turn] == 1) == self.won else Verdict.WRONG

    def wrong(self) -> Sentence:
        return sentence("That is not how the game should end here.")


@dataclass(frozen=True, slots=True)
class Refused(Goal):
    """Be refused: touch what a rule forbids. `example` is a way to do it.

    Other touches count if they are as many and the last one fits the pattern `at`: the same rule
    may forbid other things as well.
    """

    rule: str
    example: tuple[str, ...]
    at: str = "*"

    def judge(self, start: Position, line: Sequence[str]) -> Verdict:
        return Verdict.WRONG

    def wrong(self) -> Sentence:
        return sentence("That is allowed. Here, try what is forbidden.")

    def accepts_refusal(self, position: Position, touched: Sequence[str]) -> bool:
        if len(touched) != len(self.example) or not fnmatchcase(touched[-1], self.at):
            return False
        try:
            why = position.why_not(*touched)
        except QuintetError:  # these touches are no move of the game at all
            return False
        return why is not None and why.rule == self.rule


def played(position: Position, line: Sequence[str]) -> Position:
    """Return the position after a line of moves."""
    for word in line:
        position = position.play(word)
    return position


def own_moves(start: Position, line: Sequence[str]) -> int:
    """Return how many moves of a line the seat that began it has made."""
    count, position = 0, start
    for word in line:
        count += position.turn == start.turn
        position = position.play(word)
    return count


__all__ = ["Ends", "Goal", "Play", "Refused", "Safe", "Verdict", "Win"]
