"""Analysis by tablebase: the exact values of all moves, without a search."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from time import monotonic
from typing import Final, NamedTuple

from quintet import tablebase
from quintet.engine.analysis import Analysis, Certainty, MoveValue
from quintet.position import Position
from quintet.value import DRAW, TIE, Value, loss_in, one_ply_earlier, win_in

MAX_LINE = 30  # plies of a line; a drawn one might never end
KNOWN: Final = "table"


def look_up(
    position: Position,
    numbers: Sequence[int],
    multipv: int,
    drawn: Collection[int],
    *,
    to_win: bool,
) -> Analysis | None:
    """Return the values of these moves (all by default), best first; None if unknown.

    Some of the values suffice if `multipv` moves are as good as the value of the position.
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
    """Return those of these moves (all by default) that are known, best first."""
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
    """Return the moves whose values are known without a search, best first.

    `drawn` has the hashes of positions that end the game as a draw when they occur again (H1). A
    move that leads there draws in this game, which the tablebase does not know. With `to_win`, of
    moves that keep a draw the first is the one that leaves the opponent the most losing answers.
    """
    found = []
    for number in numbers or position.numbers:
        after = position.play(number)
        value = value_after(position, after)
        if after.hash64 in drawn:
            found.append(_Found(number, after, DRAW, "searched"))
        elif value is not None:
            found.append(_Found(number, after, value, KNOWN))

    def rank(each: _Found) -> tuple[float, float]:
        if each.certainty != KNOWN:
            return each.value.order, -1.0  # a repetition comes after equally good moves
        tries = to_win and each.value.plies is None
        return each.value.order, danger(each.after) if tries else 0.0

    found.sort(key=rank, reverse=True)
    return found


def _move_value(position: Position, found: _Found) -> MoveValue:
    word = position.variant.words[position.turn][found.number]
    return MoveValue(word, found.value, found.certainty, (word, *best_line(found.after)))


def value_after(position: Position, after: Position) -> Value | None:
    """Return the value of a move for its player, from the position after it."""
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
    """Return the share of moves that lose."""
    values = [value_after(position, position.play(number)) for number in position.numbers]
    losing = [value for value in values if value is not None and value.kind == "loss"]
    return len(losing) / len(values)


def best_line(position: Position) -> list[str]:
    """Return the best play of both sides, as far as the tablebase has it."""
    line: list[str] = []
    met = {position}
    while position.outcome is None and len(line) < MAX_LINE:
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
    """Return a best move, if a tablebase has one."""
    value = tablebase.get(position)
    found = _found(position, (), ())
    if value is None or not found:
        return None
    best = found[0]
    if len(found) < len(position.numbers) and best.value.order < value.order:
        return None
    return position.variant.words[position.turn][best.number]
