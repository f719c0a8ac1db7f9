"""Policies for the tests of policy players: a good one, and others."""

import numpy as np
import numpy.typing as npt

from quintet.env import Simulator

Bools = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]

NOT_A_POLICY = 7


def first(_: Bools, masks: Bools) -> Integers:
    """Play the legal action with the lowest number."""
    return np.asarray(np.argmax(masks, axis=1))


class Stated:
    """Plays the legal action with the lowest number, by the rules and not by the masks."""

    def act(self, states: npt.NDArray[np.uint64], *_: Bools) -> Integers:
        return np.asarray(np.argmax(Simulator("quantik").masks(states), axis=1))


stated = Stated()


def as_list(_: Bools, masks: Bools) -> npt.ArrayLike:
    return [int(number) for number in np.argmax(masks, axis=1)]


def illegal(_: Bools, masks: Bools) -> Integers:
    return np.asarray(np.argmin(masks, axis=1))


def far_away(_: Bools, masks: Bools) -> npt.ArrayLike:
    return np.full(len(masks), 10**9)


def nonsense(*_: Bools) -> npt.ArrayLike:
    return "a1"


def too_many(_: Bools, masks: Bools) -> npt.ArrayLike:
    return np.zeros(len(masks) + 1, np.int64)


def nothing(*_: Bools) -> None:
    return None


def failing(*_: Bools) -> npt.ArrayLike:
    raise ZeroDivisionError("no idea\nwhatever comes next")
