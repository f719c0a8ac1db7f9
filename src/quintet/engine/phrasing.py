"""Values and analyses as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.engine.analysis import Analysis, Certainty
from quintet.i18n.sentence import Listed, Sentence, all_of, counted, sentence, template
from quintet.position import Position
from quintet.value import Value, ValueKind

# By kind and certainty. What is lost for one of two sides is won for the other.
_SAID: dict[tuple[ValueKind, Certainty], str] = {
    ("win", "proved"): template("{side} wins in {plies} (proved)"),
    ("win", "table"): template("{side} wins in {plies} (looked up)"),
    ("win", "searched"): template("{side} wins in {plies} or sooner (searched, depth {depth})"),
    ("loss", "proved"): template("{side} loses in {plies} (proved)"),
    ("loss", "table"): template("{side} loses in {plies} (looked up)"),
    ("loss", "searched"): template("{side} loses in {plies} or sooner (searched, depth {depth})"),
    ("draw", "proved"): template("a draw (proved)"),
    ("draw", "table"): template("a draw (looked up)"),
    ("draw", "searched"): template("a draw (searched, depth {depth})"),
    ("tie", "proved"): template("a tie (proved)"),
    ("tie", "table"): template("a tie (looked up)"),
    ("tie", "searched"): template("a tie (searched, depth {depth})"),
    ("chance", "proved"): template("{percent} % for {side} (proved)"),
    ("chance", "table"): template("{percent} % for {side} (looked up)"),
    ("chance", "searched"): template("about {percent} % for {side} (searched, depth {depth})"),
}

# For a column beside moves.
_SHORT: dict[tuple[ValueKind, Certainty], str] = {
    ("win", "proved"): template("win in {plies} (proved)"),
    ("win", "table"): template("win in {plies} (looked up)"),
    ("win", "searched"): template("win in {plies}"),
    ("loss", "proved"): template("loss in {plies} (proved)"),
    ("loss", "table"): template("loss in {plies} (looked up)"),
    ("loss", "searched"): template("loss in {plies}"),
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


def plies_sentence(value: Value) -> Sentence:
    """Return the length of a win or a loss in plies."""
    return counted("{count} ply", "{count} plies", count=value.plies or 0)


def short_sentence(value: Value, certainty: Certainty) -> Sentence:
    """Return the value of a move for the side that plays it, in few words."""
    return sentence(
        _SHORT[value.kind, certainty],
        plies=plies_sentence(value),
        percent=round(100 * value.estimate),
    )


def analysis_sentence(found: Analysis, names: Sequence[str] | None = None) -> Sentence:
    """Return the value of an analysis, like `o wins in 7 plies (proved)`."""
    return value_sentence(found.position, found.value, found.certainty, found.depth, names)


def value_sentence(
    position: Position,
    value: Value,
    certainty: Certainty,
    depth: int,
    names: Sequence[str] | None = None,
) -> Sentence:
    """Return a value for the side to move as a sentence."""
    sides = position.variant.sides
    side, kind = sides[position.turn], value.kind
    if kind == "loss" and len(set(sides)) == 2:
        side, kind = 1 - side, "win"
    if certainty == "searched" and value.plies is not None and value.plies <= 1:
        certainty = "proved"  # nothing is faster than the next move
    return sentence(
        _SAID[kind, certainty],
        side=side_name(position, side, names),
        plies=plies_sentence(value),
        percent=round(100 * value.estimate),
        depth=depth,
    )


def side_name(position: Position, side: int, names: Sequence[str] | None = None) -> Listed:
    """Return the names of a side's seats: `x`, or `s and n` for a team."""
    variant = position.variant
    named = zip(names or variant.seat_names, variant.sides, strict=True)
    return all_of(name for name, its_side in named if its_side == side)
