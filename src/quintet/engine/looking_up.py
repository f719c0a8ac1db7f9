"""Analysis without thinking: the exact values of all moves, where a table knows them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from time import monotonic

from quintet import tables
from quintet.engine.analysis import Analysis, MoveValue
from quintet.position import Position
from quintet.value import DRAW, TIE, Value, loss_in, one_ply_earlier, win_in

LONGEST_LINE = 30  # plies shown of a line; a drawn one would go on for ever
KNOWN = "table"


def look_up(
    position: Position, numbers: Sequence[int], wanted: int, drawn: Collection[int]
) -> Analysis | None:
    """The values of these moves (all, if none is given), the best ones first; None without a table.

    `drawn` has the hashes of positions that end the game as a draw when they come up again (H1).
    What leads there is a draw, but as that is true of the game and not of the position, it is not
    known from the table.
    """
    began = monotonic()
    if tables.get(position) is None:
        return None
    found = []
    for number in numbers or position.numbers:
        after = position.play(number)
        if after.hash64 in drawn:
            found.append((number, after, DRAW, "searched"))
            continue
        value = value_after(position, after)
        if value is None:
            return None
        found.append((number, after, value, KNOWN))
    # Of moves that are equally good, whatever is known is better than a repetition.
    found.sort(key=lambda each: (each[2].order, each[3] == KNOWN), reverse=True)
    words = position.variant.words[position.turn]
    moves = tuple(
        MoveValue(words[number], value, known, (words[number], *best_line(after)))
        for number, after, value, known in found[:wanted]
    )
    best = moves[0]
    return Analysis(position, best.value, best.known, moves, 0, 0, monotonic() - began)


def value_after(position: Position, after: Position) -> Value | None:
    """What a move is worth to the side that plays it, by the position it leads to."""
    sides = position.variant.sides
    outcome = after.outcome
    if outcome is not None:
        share = outcome.scores[position.turn]
        return win_in(1) if share == 1 else loss_in(1) if share == 0 else TIE
    value = tables.get(after)
    if value is None:
        return None
    return one_ply_earlier(value, same_side=sides[position.turn] == sides[after.turn])


def best_line(position: Position) -> list[str]:
    """What is best for both sides from here on, as far as it is worth showing."""
    line: list[str] = []
    met = {position}
    while position.outcome is None and len(line) < LONGEST_LINE:
        following = [(value_after(position, position.play(move)), move) for move in position.moves]
        known = [(value.order, move) for value, move in following if value is not None]
        if len(known) < len(following):
            break
        _, move = max(known, key=lambda each: each[0])
        position = position.play(move)
        line.append(move)
        if position in met:
            break
        met.add(position)
    return line
