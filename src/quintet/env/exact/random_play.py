"""Positions from random play, one a game."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quintet.env.batch import MAX_GAMES, MAX_LIMIT, Batch
from quintet.env.simulator import States
from quintet.position import check_range

CHUNK = 8192  # games played at once


class Sample(NamedTuple):
    """Positions, and how many plies were played before each."""

    states: States
    plies: npt.NDArray[np.int32]


def random_positions(
    game: str,
    count: int,
    *,
    seed: int = 0,
    first_ply: int = 0,
    limit: int = 200,
    unique: bool = False,
    **options: Any,
) -> Sample:
    """Return positions from so many random games, one from each.

    Both sides choose among their legal moves with equal chances, until the game is over or has
    `limit` plies. Of the positions of a game that are not over and have at least `first_ply`
    plies, one is chosen with equal chances, so that the positions do not depend on each other. A
    game without such a position gives none. With `unique`, only the first of positions that are
    the same up to symmetry is kept. The same seed gives the same positions everywhere.
    """
    check_range("count", count, 1, MAX_GAMES)
    check_range("limit", limit, 1, MAX_LIMIT)
    check_range("first_ply", first_ply, 0, limit - 1)
    rng = np.random.default_rng(seed % 2**64)
    parts = [
        _sample(game, min(CHUNK, count - first), rng, first_ply, limit, options)
        for first in range(0, count, CHUNK)
    ]
    states = np.concatenate([part.states for part in parts])
    plies = np.concatenate([part.plies for part in parts])
    if unique and len(states):
        simulator = Batch(game, 1, observations=False, **options).simulator
        _, kept = np.unique(simulator.canonical(states), axis=0, return_index=True)
        kept.sort()
        states, plies = states[kept], plies[kept]
    return Sample(states, plies)


def _sample(
    game: str,
    games: int,
    rng: np.random.Generator,
    first_ply: int,
    limit: int,
    options: dict[str, Any],
) -> Sample:
    """Play games to their end; every position replaces the chosen one with the right chance."""
    batch = Batch(
        game,
        games,
        autoreset="disabled",
        observations=False,
        limit=limit,
        seed=int(rng.integers(2**63)),
        **options,
    )
    states = batch.states.copy()
    plies = np.full(games, -1, np.int32)
    for ply in range(limit):
        going_on = batch.masks.any(axis=1)
        if not going_on.any():
            break
        if ply >= first_ply:
            chosen = going_on & (rng.random(games) * (ply - first_ply + 1) < 1)
            states[chosen] = batch.states[chosen]
            plies[chosen] = ply
        batch.step(batch.sample())
    return Sample(states[plies >= 0], plies[plies >= 0])
