"""Bar charts of the values of all positions of a tablebase."""

from __future__ import annotations

from dataclasses import replace

from quintet.draw.bars import Bars, Columns
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Filling, Sentence, sentence
from quintet.known import Fact


def plots(fact: Fact, say: Translate = str, title: str | None = None) -> dict[str, Bars]:
    """Return the charts of a fact: `values` by pieces, and `plies` to the end."""
    spread = fact.spread
    if spread is None:
        return {}
    named = say(fact_title(fact)) if title is None else title
    names = (
        say(sentence("won for the side to move")),
        say(sentence("drawn or tied")),
        say(sentence("lost")),
    )

    def bars(heading: Sentence, below: Sentence, beside: Sentence, columns: Columns) -> Bars:
        full = say(sentence("{game}: {heading}", game=named, heading=heading))
        return Bars(full, say(heading), say(below), say(beside), names, columns)

    made = {
        "values": bars(
            sentence("Values by pieces on the board"),
            sentence("pieces on the board"),
            sentence("share of the positions"),
            tuple((str(at.on_board), (at.win, at.draw, at.loss)) for at in spread.layers),
        )
    }
    if spread.plies:
        lengths = bars(
            sentence("Positions by plies to the end"),
            sentence("plies to the end with best play"),
            sentence("positions, log scale"),
            tuple((str(many), (won, 0, lost)) for many, (won, lost) in spread.plies.items()),
        )
        made["plies"] = replace(lengths, shares=False)
    return made


def fact_title(fact: Fact) -> Filling:
    """Return the title of a game, with options that differ from the defaults."""
    if not fact.options:
        return fact.variant.title
    options = " ".join(f"{name}={value}" for name, value in fact.options.items())
    return sentence("{game} {options}", game=fact.variant.title, options=options)
