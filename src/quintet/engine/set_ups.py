"""Listed set-ups, for games that begin with one: how the last level sets up.

A search sees too little of the game to choose one. From these the second player does best in games
against UCT, and as well as from any other against the engine itself
(docs/explanation/known/cubulus.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from quintet.position import Position, read_position, start

# Boards, with the neutral balls of a set-up as n.
LISTED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "cubulus": ("n.....nnn/.....n.../nnn...n..",),
    }
)


def listed_moves(position: Position) -> list[str]:
    """Return the moves that go on to a listed set-up, up to symmetry; none outside of one."""
    variant = position.variant
    if variant.name not in LISTED or "set_up" not in variant.actions(position):
        return []
    parts = _parts(variant.name)
    return [move for move in position.moves if position.play(move).canonical() in parts]


@cache
def _parts(game: str) -> frozenset[Position]:
    """Return all that may stand on the way to a listed set-up, up to symmetry."""
    return frozenset(part.canonical() for board in LISTED[game] for part in _parts_of(game, board))


def _parts_of(game: str, board: str) -> Iterator[Position]:
    first = start(game)
    wanted = read_position(game, f"{board} {first.variant.seat_names[0]} -", {}).cells
    moves = [
        move
        for move in first.moves
        if all(cell in (0, want) for cell, want in zip(first.play(move).cells, wanted, strict=True))
    ]
    parts = {first}
    for _ in moves:
        parts = {part.play(move) for part in parts for move in moves if move in part.moves}
        yield from parts
