"""Where the values of a game come from: a table of the package, or one that anybody can build."""

from __future__ import annotations

from quintet.games.variant import Variant
from quintet.i18n.sentence import Number, Sentence, sentence
from quintet.known import Fact, How, facts
from quintet.tablebase import SHIPPED, find_tablebase
from quintet.tablebase.solvers import find_solver


def command_of(fact: Fact) -> str:
    """What builds the table of a variant."""
    options = [f"-o {name}={value}" for name, value in fact.options.items()]
    return " ".join(["quintet solve", fact.game, *options])


def source_sentence(fact: Fact) -> Sentence | None:
    """Where the values of a variant are looked up, if there is a table at all."""
    solver = find_solver(fact.variant)
    if solver is None or fact.bytes is None:
        return None
    if solver.path(SHIPPED).is_file():
        return sentence("in a table that comes with the package")
    return sentence("in a table that {command} builds", command=command_of(fact))


def advice_sentence(variant: Variant) -> Sentence | None:
    """How to have exact values instead of searched ones, where that is a matter of seconds."""
    for fact in facts():
        if fact.how is How.TABLE and fact.variant == variant and find_tablebase(variant) is None:
            return sentence(
                "For exact values build the table, in {seconds} s or so: {command}",
                seconds=Number(round(fact.seconds or 0)),
                command=command_of(fact),
            )
    return None
