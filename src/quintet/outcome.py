"""How games end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from quintet.i18n.sentence import Sentence, all_of, sentence, template

# In the order of the compiled part's list (native/game.hpp).
BoardReason = Literal["none", "line", "square", "blocked", "called", "gift", "full", "false_call"]
TableReason = Literal["repetition", "agreement", "resignation", "time", "limit"]
OutcomeReason = BoardReason | TableReason

BOARD_REASONS: tuple[BoardReason, ...] = get_args(BoardReason)
TABLE_REASONS: tuple[TableReason, ...] = get_args(TableReason)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A score for every seat (they share one point; partners each get their side's), and why."""

    scores: tuple[float, ...]
    reason: OutcomeReason

    @property
    def result(self) -> str:
        """The scores as a record writes them: `1-0`, `1/2-1/2`, `0-1/2-1/2`."""
        return "-".join(str(Fraction(score).limit_denominator(12)) for score in self.scores)


# One whole sentence a reason; `winners` and `losers` are names.
_SENTENCES: Mapping[OutcomeReason, str] = {
    "line": template("{winners} won with a line."),
    "square": template("{winners} won with a square."),
    "blocked": template("{winners} won: {losers} had no placement left."),
    "called": template("{winners} called Quarto and won."),
    "gift": template("{winners} won: {losers} completed the line or square for them."),
    "false_call": template("{winners} won: {losers} called where there was nothing to call."),
    "resignation": template("{winners} won: {losers} resigned."),
    "time": template("{winners} won: {losers} ran out of time."),
}
_DRAW_SENTENCES: Mapping[OutcomeReason, str] = {
    "full": template("A draw: everything is placed and nobody won."),
    "repetition": template("A draw: the same position came up three times."),
    "agreement": template("A draw by agreement."),
    "limit": template("A draw: the game reached its limit of moves."),
}


def outcome_sentence(outcome: Outcome, names: Sequence[str]) -> Sentence:
    """Return how a game ended, with the names of the players at each seat."""
    if outcome.reason in _DRAW_SENTENCES:
        return sentence(_DRAW_SENTENCES[outcome.reason])
    best = max(outcome.scores)
    pairs = list(zip(names, outcome.scores, strict=True))
    return sentence(
        _SENTENCES[outcome.reason],
        winners=all_of(name for name, score in pairs if score == best),
        losers=all_of(name for name, score in pairs if score < best),
    )


def overlooked_sentence(ply: int, places: Sequence[str]) -> Sentence:
    """Return the sentence for a line or square that nobody called in a finished game (QT15)."""
    return sentence("After move {ply} nobody called {places}.", ply=ply, places=" ".join(places))
