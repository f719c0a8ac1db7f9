"""Positions of the last games, to learn from."""

from __future__ import annotations

import numpy as np

from quintet.env.alphazero.network import Samples
from quintet.env.symmetries import Symmetries


class Replay:
    """The last so many positions; older ones are overwritten."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.count = 0
        self._next = 0
        self._kept: Samples | None = None

    def add(self, samples: Samples) -> None:
        """Keep samples, the newest of them if they are too many."""
        newest = Samples(*(array[-self.capacity :] for array in samples))  # type: ignore[arg-type]
        if self._kept is None:
            empty = (np.empty((self.capacity, *a.shape[1:]), a.dtype) for a in newest)
            self._kept = Samples(*empty)
        added = len(newest.observations)
        places = (self._next + np.arange(added)) % self.capacity
        for kept, array in zip(self._kept, newest, strict=True):
            kept[places] = array
        self._next = (self._next + added) % self.capacity
        self.count = min(self.capacity, self.count + added)

    def draw(self, size: int, rng: np.random.Generator, symmetries: Symmetries) -> Samples:
        """Return random samples, each turned by a random symmetry of the game."""
        assert self._kept is not None
        rows = rng.integers(self.count, size=size)
        observations = self._kept.observations[rows]
        which = rng.integers(len(symmetries), size=size)
        seen, policies = symmetries.apply(observations, self._kept.policies[rows], which)
        _, masks = symmetries.apply(observations, self._kept.masks[rows], which)
        values = self._kept.values[rows]
        return Samples(seen, masks.astype(np.bool_), policies.astype(np.float32), values)
