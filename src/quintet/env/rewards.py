"""Rewards: what a share of the point is worth to a seat."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.games.variant import Variant


def rewards_of(variant: Variant, scores: Sequence[float]) -> list[float]:
    """Return the reward of every seat: 1 for a win, 0 for a draw, and nothing in sum of sides."""
    sides = len(set(variant.sides))
    return [(sides * score - 1) / (sides - 1) for score in scores]
