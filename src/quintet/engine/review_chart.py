"""The chart of a review: the evaluation over the game."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.draw.chart import Chart, Point
from quintet.engine.phrasing import side_name
from quintet.engine.review import Judgement, Review, estimate_of_side
from quintet.engine.review_phrasing import SYMBOLS, marked_sentence
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import sentence


def review_chart(
    found: Review, title: str, say: Translate, seats: Sequence[str] | None = None
) -> Chart:
    """Return the evaluation over the game, position by position; `seats` are names.

    With two sides a mark is on the position its move led to. With more sides every point shows
    the side to move, so the mark is on the position before the move.
    """
    position = found.positions[0]
    sides = sorted(set(position.variant.sides))
    names = tuple(say(side_name(position, side, seats)) for side in sides)
    two = len(sides) == 2
    marked = {
        judgement.ply if two else judgement.ply - 1: judgement
        for judgement in found.judgements
        if judgement.verdict
    }
    return Chart(
        title=title,
        description=_description(found, names[0] if two else None, say),
        names=names,
        points=tuple(
            _point(found, number, 0 if two else _side_shown(found, number), marked.get(number), say)
            for number in range(len(found.analyses))
        ),
        length=len(found.record.moves) + 1,
    )


def _point(
    found: Review, number: int, side: int, judgement: Judgement | None, say: Translate
) -> Point:
    chance = estimate_of_side(found.analyses[number], side)
    assert chance is not None  # the chart shows only sides that the analysis values
    if judgement is None or judgement.verdict is None:
        return Point(chance, side)
    return Point(chance, side, SYMBOLS[judgement.verdict], say(marked_sentence(judgement)))


def _side_shown(found: Review, number: int) -> int:
    """Return the side to move or, at the end, the side that moved last."""
    seat = found.positions[number].seat
    if seat is None:
        seat = found.judgements[number - 1].seat if number else found.positions[number].turn
    return found.positions[0].variant.sides[seat]


def _description(found: Review, whose: str | None, say: Translate) -> str:
    """Return what the chart shows, for screen readers."""
    shown = (
        sentence("The chance of the seat to move after every ply.")
        if whose is None
        else sentence("The chance of {side} after every ply.", side=whose)
    )
    marked = [marked_sentence(judgement) for judgement in found.judgements if judgement.verdict]
    return " ".join(map(say, [shown, *marked]))
