"""Values and analyses as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.engine.analysis import Analysis, Certainty
from quintet.i18n.sentence import (
    Filling,
    Listed,
    Sentence,
    all_of,
    counted,
    sentence,
    template,
    templates,
)
from quintet.position import Position
from quintet.value import Value, ValueKind

# By kind and certainty. What is lost for one of two sides is won for the other.
_SAID: dict[tuple[ValueKind, Certainty], str | tuple[str, str]] = {
    ("win", "proved"): templates(
        "{side} wins in {count} ply (proved)", "{side} wins in {count} plies (proved)"
    ),
    ("win", "table"): templates(
        "{side} wins in {count} ply (looked up)", "{side} wins in {count} plies (looked up)"
    ),
    ("win", "searched"): templates(
        "{side} wins in {count} ply or sooner (searched, depth {depth})",
        "{side} wins in {count} plies or sooner (searched, depth {depth})",
    ),
    ("loss", "proved"): templates(
        "{side} loses in {count} ply (proved)", "{side} loses in {count} plies (proved)"
    ),
    ("loss", "table"): templates(
        "{side} loses in {count} ply (looked up)", "{side} loses in {count} plies (looked up)"
    ),
    ("loss", "searched"): templates(
        "{side} loses in {count} ply or sooner (searched, depth {depth})",
        "{side} loses in {count} plies or sooner (searched, depth {depth})",
    ),
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
    return maybe_counted(
        _SAID[kind, certainty],
        value.plies or 0,
        side=side_name(position, side, names),
        percent=round(100 * value.estimate),
        depth=depth,
    )


def maybe_counted(said: str | tuple[str, str], count: int, /, **values: Filling) -> Sentence:
    """Return a sentence that has a plural form if its template has one."""
    return (
        sentence(said, **values) if isinstance(said, str) else counted(*said, count=count, **values)
    )


def side_name(position: Position, side: int, names: Sequence[str] | None = None) -> Listed:
    """Return the names of a side's seats: `x`, or `s and n` for a team."""
    variant = position.variant
    named = zip(names or variant.seat_names, variant.sides, strict=True)
    return all_of(name for name, its_side in named if its_side == side)
