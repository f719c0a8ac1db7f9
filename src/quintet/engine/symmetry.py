"""Moves that lead to the same position, or to a symmetric one."""

from __future__ import annotations

from collections.abc import Iterable

from quintet.position import Position

Group = tuple[str, ...]


def group_moves(position: Position, words: Iterable[str] | None = None) -> list[Group]:
    """Group moves (all by default) by the position they lead to, up to symmetry."""
    found: dict[Position, list[str]] = {}
    for word in position.moves if words is None else words:
        found.setdefault(position.play(word).canonical(), []).append(word)
    return [tuple(group) for group in found.values()]


def may_group(position: Position, history: Iterable[Position]) -> bool:
    """Return whether symmetric moves have one value in this game.

    Once a position has occurred twice, its next occurrence is a draw (H1); its mirror image is not.
    """
    met = [*history, position]
    return not position.variant.cycles or len(set(met)) == len(met)
