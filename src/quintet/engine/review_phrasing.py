"""Grades and verdicts of reviews in words."""

from __future__ import annotations

from quintet.engine.review import Grade, Judgement, Verdict
from quintet.i18n.sentence import Sentence, sentence, template

# The usual annotation symbols.
SYMBOLS: dict[Verdict, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}

GRADES: dict[Grade, Sentence] = {
    "best": sentence("Best move"),
    "good": sentence("Good move"),
    "inaccuracy": sentence("Inaccuracy"),
    "mistake": sentence("Mistake"),
    "blunder": sentence("Blunder"),
    "missed_win": sentence("Missed win"),
}

_MARKED: dict[Verdict, str] = {
    "inaccuracy": template("{ply}. {move} is an inaccuracy."),
    "mistake": template("{ply}. {move} is a mistake."),
    "blunder": template("{ply}. {move} is a blunder."),
}


def marked_sentence(judgement: Judgement) -> Sentence:
    """Return the verdict on a move, for the description of a chart."""
    assert judgement.verdict is not None
    return sentence(_MARKED[judgement.verdict], ply=judgement.ply, move=judgement.move)
