"""Values and reviews as analysts read them at the terminal: in plies, and how they are known."""

from __future__ import annotations

from quintet.engine.analysis import Certainty
from quintet.engine.phrasing import maybe_counted
from quintet.engine.review import Judgement, Missed, Review, Verdict
from quintet.i18n.sentence import Number, Sentence, counted, sentence, template, templates
from quintet.value import Value, ValueKind

MISSED: dict[Missed, Sentence] = {
    "win": sentence("A win was missed."),
    "draw": sentence("A draw was missed."),
}

# For a column beside moves, by kind and certainty.
_SHORT: dict[tuple[ValueKind, Certainty], str | tuple[str, str]] = {
    ("win", "proved"): templates("win in {count} ply (proved)", "win in {count} plies (proved)"),
    ("win", "table"): templates(
        "win in {count} ply (looked up)", "win in {count} plies (looked up)"
    ),
    ("win", "searched"): templates("win in {count} ply", "win in {count} plies"),
    ("loss", "proved"): templates("loss in {count} ply (proved)", "loss in {count} plies (proved)"),
    ("loss", "table"): templates(
        "loss in {count} ply (looked up)", "loss in {count} plies (looked up)"
    ),
    ("loss", "searched"): templates("loss in {count} ply", "loss in {count} plies"),
    ("draw", "proved"): template("draw (proved)"),
    ("draw", "table"): template("draw (looked up)"),
    ("draw", "searched"): template("draw"),
    ("tie", "proved"): template("tie (proved)"),
    ("tie", "table"): template("tie (looked up)"),
    ("tie", "searched"): template("tie"),
    ("chance", "proved"): template("{percent}% (proved)"),
    ("chance", "table"): template("{percent}% (looked up)"),
    ("chance", "searched"): template("{percent}%"),
}

# How a move changed the value, by verdict.
_CHANGED: dict[Verdict | None, str] = {
    None: template("from {better} to {played}."),
    "inaccuracy": template("inaccuracy: from {better} to {played}."),
    "mistake": template("mistake: from {better} to {played}."),
    "blunder": template("blunder: from {better} to {played}."),
}


def short_sentence(value: Value, certainty: Certainty) -> Sentence:
    """Return the value of a move for the side that plays it, in few words."""
    return maybe_counted(
        _SHORT[value.kind, certainty], value.plies or 0, percent=round(100 * value.estimate)
    )


def change_sentence(judgement: Judgement) -> Sentence:
    """Return what a move with a better one cost."""
    assert judgement.better is not None
    return sentence(
        _CHANGED[judgement.verdict],
        better=_worth(judgement.better.value),
        played=_worth(judgement.value),
    )


def _worth(value: Value) -> Sentence:
    """Return a value in words, for the player who moved."""
    match value.kind:
        case "win":
            return counted("a win in {count} ply", "a win in {count} plies", count=value.plies or 0)
        case "loss":
            return counted(
                "a loss in {count} ply", "a loss in {count} plies", count=value.plies or 0
            )
        case "draw":
            return sentence("a draw")
        case "tie":
            return sentence("a tie")
    return sentence("about {percent} %", percent=round(100 * value.estimate))


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
