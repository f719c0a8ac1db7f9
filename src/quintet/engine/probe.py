"""Analysis without thinking: the exact values of all moves, where a table knows them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from time import monotonic
from typing import Final, NamedTuple

from quintet import tablebase
from quintet.engine.analysis import Analysis, Certainty, MoveValue
from quintet.position import Position
from quintet.value import DRAW, TIE, Value, loss_in, one_ply_earlier, win_in

LONGEST_LINE = 30  # plies shown of a line; a drawn one would go on for ever
KNOWN: Final = "table"


def look_up(
    position: Position,
    numbers: Sequence[int],
    multipv: int,
    drawn: Collection[int],
    *,
    to_win: bool,
) -> Analysis | None:
    """The values of these moves (all, if none is given), the best ones first; None without a table.

    A table that has not all of them will do if it has `multipv` moves that nothing can beat.
    """
    began = monotonic()
    value = tablebase.get(position)
    if value is None:
        return None
    found = _found(position, numbers, drawn, to_win=to_win)
    shown = found[:multipv]
    if len(found) < len(numbers or position.numbers) and (
        len(shown) < multipv or any(each.value.order < value.order for each in shown)
    ):
        return None
    moves = tuple(_move_value(position, each) for each in shown)
    best = moves[0]
    return Analysis(position, best.value, best.certainty, moves, 0, 0, monotonic() - began)


def known_moves(
    position: Position, numbers: Sequence[int], drawn: Collection[int]
) -> list[MoveValue]:
    """Those of these moves (of all, if none is given) that a table has, the best ones first."""
    if tablebase.get(position) is None:
        return []
    return [_move_value(position, each) for each in _found(position, numbers, drawn)]


class _Found(NamedTuple):
    number: int
    after: Position
    value: Value
    certainty: Certainty


def _found(
    position: Position, numbers: Sequence[int], drawn: Collection[int], *, to_win: bool = False
) -> list[_Found]:
    """What is known of moves without a search, the best ones first.

    `drawn` has the hashes of positions that end the game as a draw when they come up again (H1).
    What leads there is a draw, but as that is true of the game and not of the position, it is not
    known from the table. With `to_win`, of moves that hold a draw that comes first after which the
    opponent has the most ways to go wrong.
    """
    found = []
    for number in numbers or position.numbers:
        after = position.play(number)
        value = value_after(position, after)
        if after.hash64 in drawn:
            found.append(_Found(number, after, DRAW, "searched"))
        elif value is not None:
            found.append(_Found(number, after, value, KNOWN))

    def promise(each: _Found) -> tuple[float, float]:
        if each.certainty != KNOWN:
            return each.value.order, -1.0  # whatever is as good is better than a repetition
        trying = to_win and each.value.plies is None
        return each.value.order, danger(each.after) if trying else 0.0

    found.sort(key=promise, reverse=True)
    return found


def _move_value(position: Position, found: _Found) -> MoveValue:
    word = position.variant.words[position.turn][found.number]
    return MoveValue(word, found.value, found.certainty, (word, *best_line(found.after)))


def value_after(position: Position, after: Position) -> Value | None:
    """What a move is worth to the side that plays it, by the position it leads to."""
    sides = position.variant.sides
    outcome = after.outcome
    if outcome is not None:
        share = outcome.scores[position.turn]
        return win_in(1) if share == 1 else loss_in(1) if share == 0 else TIE
    value = tablebase.get(after)
    if value is None:
        return None
    return one_ply_earlier(value, same_side=sides[position.turn] == sides[after.turn])


def danger(position: Position) -> float:
    """The share of the moves here that lose."""
    values = [value_after(position, position.play(number)) for number in position.numbers]
    losing = [value for value in values if value is not None and value.kind == "loss"]
    return len(losing) / len(values)


def best_line(position: Position) -> list[str]:
    """What is best for both sides from here on, as far as it is known and worth showing."""
    line: list[str] = []
    met = {position}
    while position.outcome is None and len(line) < LONGEST_LINE:
        found = look_up_best(position)
        if found is None:
            break
        line.append(found)
        position = position.play(found)
        if position in met:
            break
        met.add(position)
    return line


def look_up_best(position: Position) -> str | None:
    """A move that nothing can beat, if a table has one."""
    value = tablebase.get(position)
    found = _found(position, (), ())
    if value is None or not found:
        return None
    best = found[0]
    if len(found) < len(position.numbers) and best.value.order < value.order:
        return None
    return position.variant.words[position.turn][best.number]
