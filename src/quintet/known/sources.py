"""Where the values of a game come from: a tablebase of the package or of the user."""

from __future__ import annotations

from quintet.games.variant import Variant
from quintet.i18n.sentence import Number, Sentence, sentence
from quintet.known import Fact, How, facts
from quintet.tablebase import SHIPPED, find_tablebase, solve_command
from quintet.tablebase.solvers import find_solver

# What `quintet solve` needs to be told to solve every position.
COMPLETELY = {"qomet": "--complete", "quixo": "--gigabytes 110"}


def command_of(fact: Fact) -> str:
    """Return the command that builds the tablebase of a variant."""
    command = solve_command(fact.variant)
    return f"{command} {COMPLETELY[fact.game]}" if fact.how is How.COMPLETE else command


def source_sentence(fact: Fact) -> Sentence | None:
    """Return where the values of a variant are looked up; None without a tablebase."""
    solver = find_solver(fact.variant)
    if solver is None or fact.bytes is None:
        return None
    if fact.how is not How.COMPLETE and solver.path(SHIPPED).is_file():
        return sentence("included")
    return sentence("built by {command}", command=command_of(fact))


def advice_sentence(variant: Variant) -> Sentence | None:
    """Return how to get exact values, where building the tablebase takes seconds."""
    for fact in facts():
        if fact.how is How.TABLE and fact.variant == variant and find_tablebase(variant) is None:
            return sentence(
                "For exact values build the table, in {seconds} s or so: {command}",
                seconds=Number(round(fact.seconds or 0)),
                command=command_of(fact),
            )
    return None
