"""Values as players read them: in moves, to you. Analysts read `phrasing`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from quintet.engine.analysis import Certainty
from quintet.engine.phrasing import maybe_counted, side_name
from quintet.i18n.sentence import Sentence, template, templates
from quintet.position import Position
from quintet.value import Value, ValueKind

# By kind, whether the reader is spoken to, and whether the value is exact.
_SAID: dict[tuple[ValueKind, bool, bool], str | tuple[str, str]] = {
    ("win", True, True): templates(
        "You win in {count} move (solved)",
        "You win in {count} moves (solved)",
    ),
    ("win", True, False): templates(
        "You win in {count} move or fewer (estimate)",
        "You win in {count} moves or fewer (estimate)",
    ),
    ("win", False, True): templates(
        "{side} wins in {count} move (solved)",
        "{side} wins in {count} moves (solved)",
    ),
    ("win", False, False): templates(
        "{side} wins in {count} move or fewer (estimate)",
        "{side} wins in {count} moves or fewer (estimate)",
    ),
    ("loss", True, True): templates(
        "You lose in {count} move (solved)",
        "You lose in {count} moves (solved)",
    ),
    ("loss", True, False): templates(
        "You lose in {count} move or fewer (estimate)",
        "You lose in {count} moves or fewer (estimate)",
    ),
    ("loss", False, True): templates(
        "{side} loses in {count} move (solved)",
        "{side} loses in {count} moves (solved)",
    ),
    ("loss", False, False): templates(
        "{side} loses in {count} move or fewer (estimate)",
        "{side} loses in {count} moves or fewer (estimate)",
    ),
    ("draw", True, True): template("A draw (solved)"),
    ("draw", True, False): template("A draw (estimate)"),
    ("tie", True, True): template("A tie (solved)"),
    ("tie", True, False): template("A tie (estimate)"),
    ("chance", True, True): template("You: {percent} % (solved)"),
    ("chance", True, False): template("You: {percent} % (estimate)"),
    ("chance", False, True): template("{side}: {percent} % (solved)"),
    ("chance", False, False): template("{side}: {percent} % (estimate)"),
}
_OTHER: dict[ValueKind, ValueKind] = {"win": "loss", "loss": "win"}


def player_sentence(
    position: Position,
    value: Value,
    certainty: Certainty,
    own: Collection[int],
    names: Sequence[str] | None = None,
) -> Sentence:
    """Return a value for the side to move, to those who play the `own` seats.

    People of several sides at one screen, and spectators, read the name of a side.
    """
    sides = position.variant.sides
    side, kind, estimate = sides[position.turn], value.kind, value.estimate
    mine = {sides[seat] for seat in own}
    is_mine = mine == {side}
    if len(set(sides)) == 2 and len(mine) == 1 and not is_mine:
        side, kind, estimate = 1 - side, _OTHER.get(kind, kind), 1 - estimate
        is_mine = True
    elif len(set(sides)) == 2 and kind == "loss" and not is_mine:
        side, kind = 1 - side, "win"
    to_you = is_mine or kind in ("draw", "tie")
    return maybe_counted(
        _SAID[kind, to_you, is_exact(value, certainty)],
        moves_left(position, value) or 0,
        side=side_name(position, side, names),
        percent=round(100 * estimate),
    )


def moves_left(position: Position, value: Value) -> int | None:
    """Return the length of a win or a loss in moves of the side that wins."""
    return None if value.plies is None else position.variant.moves_left(position, value.plies)


def is_exact(value: Value, certainty: Certainty) -> bool:
    """Return whether a value is certain; nothing is faster than the next move."""
    return certainty != "searched" or (value.plies is not None and value.plies <= 1)
