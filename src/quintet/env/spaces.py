"""Observations and actions as spaces of Gymnasium. Needs Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from quintet.env.layout import Layout

# What an agent sees: "observation" and "action_mask", 0 or 1 everywhere.
Seen = dict[str, npt.NDArray[np.int8]]

_INT8 = np.dtype(np.int8)


class Actions(spaces.Discrete):
    """The actions of a game: `Discrete` with quick ways for what every step asks."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        # `n` is a number of NumPy's, which takes longer to compare.
        self._count = count
        self._mask_shape = (count,)

    def sample(
        self,
        mask: npt.NDArray[np.int8] | None = None,
        probability: npt.NDArray[Any] | None = None,
    ) -> np.int64:
        """Return a random action, one of the mask if there is one."""
        if (
            probability is None
            and isinstance(mask, np.ndarray)
            and mask.dtype == _INT8
            and mask.shape == self._mask_shape
        ):
            (legal,) = mask.nonzero()
            count = len(legal)
            if count and mask.tobytes().count(1) == count:
                chosen: np.int64 = legal[int(self.np_random.random() * count)]
                return chosen
        # Says what is wrong with a mask, too.
        return np.int64(super().sample(mask, probability))

    def contains(self, x: Any) -> bool:
        """Return whether something is an action."""
        if type(x) is int or type(x) is np.int64:
            return bool(0 <= x < self._count)
        return super().contains(x)


def action_space(layout: Layout) -> Actions:
    """Return the space of the action numbers."""
    return Actions(len(layout.actions))


def observation_space(layout: Layout) -> spaces.Dict:
    """Return the space of the planes and the mask of legal actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, layout.observation_shape, np.int8),
            "action_mask": spaces.Box(0, 1, (len(layout.actions),), np.int8),
        }
    )
