"""How a game ended, as each player reads it: who won, and why in one sentence."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from quintet.i18n.sentence import Sentence, all_of, sentence, template
from quintet.outcome import Outcome, OutcomeReason

_FOR_WINNER: Mapping[OutcomeReason, str] = {
    "line": template("You completed a line."),
    "square": template("You completed a square."),
    "called": template("You called Quarto."),
    "gift": template("{giver} completed a line or square for you."),
}
_FOR_LOSER: Mapping[OutcomeReason, str] = {
    "blocked": template("You had no placement left."),
    "false_call": template("You called where there was nothing to call."),
    "resignation": template("You resigned."),
    "time": template("You ran out of time."),
}
_FOR_GIVER = template("Your last move completed a line or square for the other side.")
_FOR_ALL: Mapping[OutcomeReason, str] = {
    "line": template("{winners} completed a line."),
    "square": template("{winners} completed a square."),
    "blocked": template("{losers} had no placement left."),
    "called": template("{winners} called Quarto."),
    "gift": template("{giver} completed a line or square for the other side."),
    "false_call": template("{losers} called where there was nothing to call."),
    "resignation": template("{losers} resigned."),
    "time": template("{losers} ran out of time."),
    "full": template("Everything is placed, and nobody won."),
    "repetition": template("The same position came up three times."),
    "agreement": template("The players agreed on it."),
    "limit": template("The game reached its limit of moves."),
}


def winners_of(outcome: Outcome) -> list[int]:
    """Return the seats that won; none of a draw."""
    best = max(outcome.scores)
    if best == min(outcome.scores):
        return []
    return [seat for seat, score in enumerate(outcome.scores) if score == best]


def title_sentence(outcome: Outcome, names: Sequence[str], own: Collection[int]) -> Sentence:
    """Return who won, to those at `own` seats; people at one screen read the name."""
    winners = winners_of(outcome)
    if not winners:
        return sentence("Draw")
    if own and set(own) <= set(winners):
        return sentence("You won")
    if own and set(own).isdisjoint(winners):
        return sentence("You lost")
    return sentence("{winners} won", winners=all_of(names[seat] for seat in winners))


def why_sentence(
    outcome: Outcome, names: Sequence[str], own: Collection[int], last: int | None
) -> Sentence:
    """Return why a game ended, after the move of the seat `last`.

    Only a seat that is alone in winning or losing is spoken to: a partner may have done it.
    """
    winners, reason = winners_of(outcome), outcome.reason
    losers = [seat for seat in range(len(names)) if seat not in winners]
    said = _FOR_ALL[reason]
    if len(own) == 1 and winners == list(own):
        said = _FOR_WINNER.get(reason, said)
    elif len(own) == 1 and winners and losers == list(own):
        said = _FOR_LOSER.get(reason, said)
    if reason == "gift" and len(own) == 1 and last in own:
        said = _FOR_GIVER
    return sentence(
        said,
        winners=all_of(names[seat] for seat in winners),
        losers=all_of(names[seat] for seat in losers),
        giver="" if last is None else names[last],
    )
