"""What moves do to the pieces, as pages need it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quintet.games import types
from quintet.position import Position
from quintet.server.schemas.views import Motion


def motions_of(position: Position, word: str) -> list[Motion]:
    """Return what a legal move does to the pieces."""
    return as_motions(position.motion(word))


def as_motions(steps: Iterable[types.Motion]) -> list[Motion]:
    """Return motions as they are sent."""
    return [
        {
            "piece": step.piece,
            "origin": step.origin,
            "target": step.target,
            "becomes": step.becomes,
        }
        for step in steps
    ]


def motions_after(position: Position, touched: Sequence[str]) -> dict[str, list[Motion]]:
    """Return what every move does that begins with these touches."""
    begun = tuple(touched)
    return {
        word: motions_of(position, word)
        for word, path in position.paths.items()
        if path[: len(begun)] == begun
    }
