"""Values in words."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.engine.analysis import Analysis, Value
from quintet.position import Position
from quintet.sentence import Sentence, sentence

# By kind and by how it is known. What is lost for one of two sides is won for the other.
_SAID = {
    ("win", "proved"): "{side} wins in {plies} (proved)",
    ("win", "table"): "{side} wins in {plies} (looked up)",
    ("win", "searched"): "{side} wins in {plies} or sooner (searched, depth {depth})",
    ("loss", "proved"): "{side} loses in {plies} (proved)",
    ("loss", "table"): "{side} loses in {plies} (looked up)",
    ("loss", "searched"): "{side} loses in {plies} or sooner (searched, depth {depth})",
    ("draw", "proved"): "a draw (proved)",
    ("draw", "table"): "a draw (looked up)",
    ("draw", "searched"): "a draw (searched, depth {depth})",
    ("chance", "proved"): "{percent} % for {side} (proved)",
    ("chance", "table"): "{percent} % for {side} (looked up)",
    ("chance", "searched"): "about {percent} % for {side} (searched, depth {depth})",
}


def analysis_sentence(found: Analysis, names: Sequence[str] | None = None) -> Sentence:
    """What an analysis comes to: `o wins in 7 (proved)`, `about 63 % for x (searched, depth 12)`.

    The number after `in` counts plies: the moves of all sides until the game is over.
    """
    return value_sentence(found.position, found.value, found.known, found.depth, names)


def value_sentence(
    position: Position,
    value: Value,
    known: str,
    depth: int,
    names: Sequence[str] | None = None,
) -> Sentence:
    """A value for the side to move in words."""
    sides = position.variant.sides
    side, kind = sides[position.turn], value.kind
    if kind == "loss" and len(set(sides)) == 2:
        side, kind = 1 - side, "win"
    if value.plies is not None and value.plies <= 1:
        known = "proved"  # nothing is sooner than the next move
    return sentence(
        _SAID[kind, known],
        side=side_name(position, side, names),
        plies=value.plies or 0,
        percent=round(100 * value.chance),
        depth=depth,
    )


def side_name(position: Position, side: int, names: Sequence[str] | None = None) -> str:
    """A side by its seats: `x`, or `s & n` for a team."""
    variant = position.variant
    named = zip(names or variant.seat_names, variant.sides, strict=True)
    return " & ".join(name for name, its_side in named if its_side == side)
