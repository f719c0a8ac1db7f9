"""Facts as sentences."""

from __future__ import annotations

from quintet.draw import DRAWERS
from quintet.i18n.sentence import Number, Sentence, counted, sentence, template
from quintet.known import Curiosity, Fact, How, Why
from quintet.value import Value

_HOW = {
    How.TABLE: template("tablebase of every position"),
    How.COMPLETE: template("tablebase of every position"),
    How.OPENINGS: template("tablebase of the openings, and searches to the end"),
    How.SET_UPS: template("the starter wins from most random set-ups that were tried"),
}


def value_sentence(value: Value | None) -> Sentence:
    """Return the value of the start of a game as a sentence."""
    match value:
        case None:
            return sentence("not solved")
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
            return sentence("tie: the board fills up")
        case _:
            return sentence("draw: the game need never end")


def verdict_sentence(value: Value | None) -> Sentence:
    """Return who wins with best play, for people who do not count plies."""
    match value:
        case None:
            return sentence("Not solved yet")
        case Value("win"):
            return sentence("The first player wins")
        case Value("loss"):
            return sentence("The second player wins")
        case _:
            return sentence("Nobody wins")


def how_sentence(fact: Fact) -> Sentence:
    return sentence(_HOW[fact.how])


def effort_sentence(fact: Fact) -> Sentence | None:
    """Return the cost of computing a fact again."""
    if fact.seconds is None or fact.megabytes is None:
        return None
    seconds = Number(fact.seconds, 0 if fact.seconds >= 10 else 1)
    megabytes = Number(fact.megabytes)
    if fact.device is not None:
        return sentence(
            "{device}: {seconds} s, {megabytes} MB of memory",
            device=fact.device,
            seconds=seconds,
            megabytes=megabytes,
        )
    return sentence(
        "{seconds} s of processor time, {megabytes} MB of memory",
        seconds=seconds,
        megabytes=megabytes,
    )


def longest_sentence(fact: Fact) -> Sentence | None:
    """Return the length of the longest win."""
    if fact.longest is None:
        return None
    return counted("{count} ply", "{count} plies", count=fact.longest)


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
    variant, colours = position.variant, DRAWERS[position.game].COLOURS
    side = colours[variant.sides[position.turn]] if colours else variant.seat_names[position.turn]
    match curiosity.why:
        case Why.LONGEST:
            return counted(
                "The longest win: {side} to move wins in {count} ply.",
                "The longest win: {side} to move wins in {count} plies.",
                side=side,
                count=curiosity.value.plies or 0,
            )
        case Why.ZUGZWANG:
            return counted(
                "Zugzwang: {side} to move loses in {count} ply, and would not lose if passing "
                "were allowed.",
                "Zugzwang: {side} to move loses in {count} plies, and would not lose if passing "
                "were allowed.",
                side=side,
                count=curiosity.value.plies or 0,
            )
        case Why.ONLY_MOVE if curiosity.value.kind == "win":
            return counted(
                "Only one of {count} move wins; all others lose.",
                "Only one of {count} moves wins; all others lose.",
                count=len(position.moves),
            )
        case Why.ONLY_MOVE:
            return counted(
                "Only one of {count} move does not lose.",
                "Only one of {count} moves does not lose.",
                count=len(position.moves),
            )
