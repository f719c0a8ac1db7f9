"""Facts as sentences."""

from __future__ import annotations

from quintet.i18n.sentence import Number, Sentence, counted, sentence, template
from quintet.known import Curiosity, Fact, How, Why
from quintet.value import Value

_HOW = {
    How.TABLE: template("every position is in a table"),
    How.LAYERS: template("published; positions with few blanks are in a table"),
    How.OPENINGS: template("a table of the openings, and searches to the end"),
    How.STRATEGY: template("a strategy that answers everything"),
    How.PUBLISHED: template("published by others"),
    How.SET_UPS: template("most set-ups that were tried are proved wins of the starter"),
}


def value_sentence(value: Value | None) -> Sentence:
    """Return the value of the start of a game as a sentence."""
    match value:
        case None:
            return sentence("not known")
        case Value("win"):
            return counted(
                "the first player wins in {count} ply",
                "the first player wins in {count} plies",
                count=value.plies or 0,
            )
        case Value("loss"):
            return counted(
                "the second player wins in {count} ply",
                "the second player wins in {count} plies",
                count=value.plies or 0,
            )
        case Value("tie"):
            return sentence("nobody wins: the board fills up")
        case _:
            return sentence("a draw: nobody can be made to lose")


def how_sentence(fact: Fact) -> Sentence:
    return sentence(_HOW[fact.how])


def effort_sentence(fact: Fact) -> Sentence | None:
    """Return the cost of computing a fact again."""
    if fact.seconds is None or fact.megabytes is None:
        return None
    seconds = Number(fact.seconds, 0 if fact.seconds >= 10 else 1)
    megabytes = Number(fact.megabytes)
    if fact.blanks is not None:
        return counted(
            "the boards with at most {count} blank, not the value of the start: "
            "{seconds} s of processor time, {megabytes} MB of memory",
            "the boards with at most {count} blanks, not the value of the start: "
            "{seconds} s of processor time, {megabytes} MB of memory",
            count=fact.blanks,
            seconds=seconds,
            megabytes=megabytes,
        )
    return sentence(
        "{seconds} s of processor time, {megabytes} MB of memory",
        seconds=seconds,
        megabytes=megabytes,
    )


def longest_sentence(fact: Fact) -> Sentence | None:
    """Return the length of the longest win, or a lower bound."""
    if fact.longest is not None:
        return counted("{count} ply", "{count} plies", count=fact.longest)
    if fact.blanks is None or fact.spread is None:
        return None
    longest = max(plies for plies, (won, _) in fact.spread.plies.items() if won)
    return counted("at least {count} ply", "at least {count} plies", count=longest)


def zugzwang_sentence(fact: Fact) -> Sentence | None:
    """Return the number of zugzwang positions, if they were counted."""
    if fact.zugzwangs is None:
        return None
    if fact.zugzwangs == 0:
        return sentence("There is no zugzwang: in no lost position would it help to pass.")
    return counted(
        "Of the boards on which either side may have to move, {count}, up to symmetry, is "
        "zugzwang: it is lost, and passing would save it.",
        "Of the boards on which either side may have to move, {count}, up to symmetry, are "
        "zugzwang: they are lost, and passing would save them.",
        count=Number(fact.zugzwangs),
    )


def curiosity_sentence(curiosity: Curiosity) -> Sentence:
    """Return why a position is remarkable."""
    position = curiosity.position
    side = position.variant.seat_names[position.turn]
    match curiosity.why:
        case Why.LONGEST:
            return sentence(
                "The longest win: {side} is to move and wins in {plies} plies, not sooner.",
                side=side,
                plies=curiosity.value.plies or 0,
            )
        case Why.ZUGZWANG:
            return sentence(
                "Zugzwang: {side} has to move and loses in {plies} plies; whoever could pass here "
                "would not lose.",
                side=side,
                plies=curiosity.value.plies or 0,
            )
        case Why.ONLY_MOVE if curiosity.value.kind == "win":
            return sentence(
                "The only move that wins: of {moves} moves, all but {move} lose.",
                moves=len(position.moves),
                move=curiosity.line[0],
            )
        case Why.ONLY_MOVE:
            return sentence(
                "The only move that does not lose: of {moves} moves, all but {move} lose.",
                moves=len(position.moves),
                move=curiosity.line[0],
            )
