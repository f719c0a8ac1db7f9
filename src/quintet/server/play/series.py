"""The score over a game and its rematches, by chair."""

from __future__ import annotations

from collections.abc import Collection, Sequence

Results = Sequence[Collection[int]]  # of each game, the chairs that won; none of a draw


def score(winners: Results, chairs: int) -> list[float]:
    """Return the points of every chair: one for a win, a half for a draw."""
    points = [0.0] * chairs
    for won in winners:
        for chair in range(chairs):
            points[chair] += float(chair in won) if won else 0.5
    return points
