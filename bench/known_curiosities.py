"""Positions worth a look, found in tables: long wins, zugzwang, only moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from known_spreads import longest
from quintet import tables
from quintet.engine.looking_up import best_line, value_after
from quintet.errors import BadPosition
from quintet.known import Why
from quintet.position import Position, position
from quintet.value import Value

MOST = 20_000  # positions looked at, up to symmetry, from the start on


def curiosities(start: Position, header: dict[str, Any]) -> list[dict[str, Any]]:
    """The most striking position of each kind among those near the start."""
    record = longest(start.game, header)
    if record is None:
        return []
    tables.close()
    best: dict[Why, tuple[int, Position]] = {}
    for found in near(start):
        value = tables.get(found)
        if value is None:
            continue
        for why, judge in JUDGES.items():
            merit = judge(found, value)
            if merit > best.get(why, (0, found))[0]:
                best[why] = merit, found
    entries = [_entry(why, best[why][1]) for why in Why if why in best]
    # Only a win as long as any of the whole table is the longest.
    return [it for it in entries if it["why"] != Why.LONGEST or it["value"] == f"win in {record}"]


def near(start: Position) -> Iterator[Position]:
    """Positions up to symmetry, those with fewer plies first."""
    met = {start.canonical()}
    layer = [start]
    while layer:
        following = []
        for found in layer:
            yield found
            for number in found.numbers:
                after = found.play(number)
                same = after.canonical()
                if after.outcome is None and same not in met and len(met) < MOST:
                    met.add(same)
                    following.append(after)
        layer = following


def _long(found: Position, value: Value) -> int:
    """A long win; of equal ones that with the most moves to choose from."""
    return 1000 * (value.plies or 0) + len(found.moves) if value.kind == "win" else 0


def _zugzwang(found: Position, value: Value) -> int:
    """A loss for whoever has to move; the longer the better, where the turn can be turned."""
    if value.kind != "loss" or not found.variant.cycles:
        return 0
    board, turn = found.text.rsplit(" ", 1)
    names = found.variant.seat_names
    try:
        turned = position(found.game, f"{board} {names[1 - names.index(turn)]}", **found.options)
    except BadPosition:
        return 0  # nobody can have moved so often
    other = tables.get(turned)
    return value.plies or 0 if other is not None and other.kind == "loss" else 0


def _only_move(found: Position, value: Value) -> int:
    """All moves but one lose, the more the better, and none loses at once."""
    if value.kind == "loss":
        return 0
    values = [value_after(found, found.play(number)) for number in found.numbers]
    losing = [each for each in values if each is not None and each.kind == "loss"]
    at_once = any((each.plies or 0) <= 2 for each in losing)
    return len(losing) if len(losing) == len(values) - 1 and not at_once else 0


JUDGES: dict[Why, Callable[[Position, Value], int]] = {
    Why.LONGEST: _long,
    Why.ZUGZWANG: _zugzwang,
    Why.ONLY_MOVE: _only_move,
}


def _entry(why: Why, found: Position) -> dict[str, Any]:
    value = tables.probe(found)
    line = best_line(found)
    return {"why": why, "position": found.text, "line": line[:30], "value": str(value)}
