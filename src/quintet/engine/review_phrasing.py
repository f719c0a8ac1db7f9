"""Reviews as sentences, for the terminal and for pages."""

from __future__ import annotations

from collections.abc import Callable

from quintet.engine.phrasing import plies_sentence
from quintet.engine.review import Grade, Judgement, Missed, Review, Verdict
from quintet.i18n.sentence import Number, Sentence, counted, sentence, template
from quintet.value import Value

# The usual annotation symbols.
SYMBOLS: dict[Verdict, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}

MISSED: dict[Missed, Sentence] = {
    "win": sentence("A win was missed."),
    "draw": sentence("A draw was missed."),
}

GRADES: dict[Grade, Sentence] = {
    "best": sentence("Best move"),
    "good": sentence("Good move"),
    "inaccuracy": sentence("Inaccuracy"),
    "mistake": sentence("Mistake"),
    "blunder": sentence("Blunder"),
    "missed_win": sentence("Missed win"),
}

# How a move changed the value, by verdict.
_CHANGED: dict[Verdict | None, str] = {
    None: template("from {better} to {played}."),
    "inaccuracy": template("inaccuracy: from {better} to {played}."),
    "mistake": template("mistake: from {better} to {played}."),
    "blunder": template("blunder: from {better} to {played}."),
}
_MARKED: dict[Verdict, str] = {
    "inaccuracy": template("{ply}. {move} is an inaccuracy."),
    "mistake": template("{ply}. {move} is a mistake."),
    "blunder": template("{ply}. {move} is a blunder."),
}

Length = Callable[[Value], Sentence]  # how long a win or a loss takes, in words


def change_sentence(judgement: Judgement) -> Sentence:
    """Return what a move with a better one cost, for analysts."""
    assert judgement.better is not None
    return sentence(
        _CHANGED[judgement.verdict],
        better=worth(judgement.better.value),
        played=worth(judgement.value),
    )


def worth(value: Value, length: Length = plies_sentence) -> Sentence:
    """Return a value in words, for the player who moved."""
    match value.kind:
        case "win":
            return sentence("a win in {plies}", plies=length(value))
        case "loss":
            return sentence("a loss in {plies}", plies=length(value))
        case "draw":
            return sentence("a draw")
        case "tie":
            return sentence("a tie")
    return sentence("about {percent} %", percent=round(100 * value.estimate))


def marked_sentence(judgement: Judgement) -> Sentence:
    """Return the verdict on a move, for the description of a chart."""
    assert judgement.verdict is not None
    return sentence(_MARKED[judgement.verdict], ply=judgement.ply, move=judgement.move)


def summary_sentence(found: Review, seat: int, label: str) -> Sentence:
    """Return how well a seat has played."""
    verdicts = [judgement.verdict for judgement in found.of_seat(seat)]
    return sentence(
        "{player}: accuracy {percent} %; {blunders}, {mistakes}, {inaccuracies}",
        player=label,
        percent=Number(100 * found.accuracy(seat), 1),
        blunders=counted("{count} blunder", "{count} blunders", count=verdicts.count("blunder")),
        mistakes=counted("{count} mistake", "{count} mistakes", count=verdicts.count("mistake")),
        inaccuracies=counted(
            "{count} inaccuracy", "{count} inaccuracies", count=verdicts.count("inaccuracy")
        ),
    )
