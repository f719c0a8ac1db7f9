"""The values of all positions of a table as pictures."""

from __future__ import annotations

from quintet.draw.bars import Bars
from quintet.known import Fact
from quintet.language import Say
from quintet.sentence import Filling, sentence


def plots(fact: Fact, say: Say = str) -> dict[str, Bars]:
    """The pictures of a fact, by name: `values` by what is on the board, and `plies` to the end."""
    spread = fact.spread
    if spread is None:
        return {}
    title = say(fact_title(fact))
    side = {
        "won": say(sentence("won for the side to move")),
        "drawn": say(sentence("drawn or tied")),
        "lost": say(sentence("lost")),
    }
    made = {
        "values": Bars(
            say(sentence("{game}: what positions are worth, by pieces on the board", game=title)),
            say(sentence("pieces on the board")),
            (side["won"], side["drawn"], side["lost"]),
            tuple(
                (str(layer.on_board), (layer.win, layer.draw, layer.loss))
                for layer in spread.layers
            ),
            shares=True,
        )
    }
    if spread.plies:
        made["plies"] = Bars(
            say(sentence("{game}: positions by plies to the end", game=title)),
            say(sentence("plies to the end, both sides playing as well as can be")),
            (side["won"], side["drawn"], side["lost"]),
            tuple((str(plies), (won, 0, lost)) for plies, (won, lost) in spread.plies.items()),
            shares=False,
        )
    return made


def fact_title(fact: Fact) -> Filling:
    """A game, and its options where they are not the usual ones."""
    if not fact.options:
        return fact.variant.title
    options = " ".join(f"{name}={value}" for name, value in fact.options.items())
    return sentence("{game} {options}", game=fact.variant.title, options=options)
