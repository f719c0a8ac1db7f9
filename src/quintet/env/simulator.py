"""The pure form: functions on arrays of states, a row of words a position.

States are plain arrays of integers: they can be saved, branched with an index and stacked. Nothing
is remembered between calls, so that repetition (H1) and limits of plies (H5) do not count here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quintet import _core
from quintet.env.layout import Layout, layout_of
from quintet.env.symmetries import Symmetries
from quintet.errors import BadOption, QuintetError
from quintet.games import find_variant
from quintet.i18n.sentence import sentence
from quintet.position import Position, check_range

States = npt.NDArray[np.uint64]
Bools = npt.NDArray[np.bool_]
Rewards = npt.NDArray[np.float32]


class Transition(NamedTuple):
    """What a step leads to."""

    states: States
    rewards: Rewards
    terminated: Bools


class Simulator:
    """A game with fixed options over arrays of states."""

    def __init__(self, game: str, **options: object) -> None:
        self.variant = find_variant(game, options, Position)
        self.layout: Layout = layout_of(self.variant)
        self.core = _core.simulator(self.variant.core, len(set(self.variant.sides)))

    @property
    def vocabulary(self) -> int:
        """The number of actions."""
        return self.core.vocabulary

    @property
    def observation_shape(self) -> tuple[int, ...]:
        return self.layout.observation_shape

    @cached_property
    def symmetries(self) -> Symmetries:
        """The symmetries of the game, as index arrays for observations and actions."""
        return Symmetries(self.variant, self.layout)

    def init(self, games: int = 1) -> States:
        """Return the start of so many games."""
        states = self._states(check_range("games", games, 0, 2**31))
        self.core.start(states)
        return _frozen(states)

    def step(self, states: npt.ArrayLike, actions: npt.ArrayLike) -> Transition:
        """Play an action in every state; a game that is over stays as it is, with no reward."""
        states, count = self._given(states)
        following = self._states(count)
        chosen = as_actions(actions, count)
        refused = self.core.play(states, chosen, following)
        if refused != count:
            raise illegal_action(self.position(states, refused), refused, int(chosen[refused]))
        rewards, reasons = self._outcomes(following)
        rewards[self._outcomes(states)[1] != 0] = 0
        return Transition(_frozen(following), rewards, reasons != 0)

    def masks(self, states: npt.ArrayLike) -> Bools:
        """Return which actions are legal; none where the game is over."""
        states, count = self._given(states)
        out = np.empty((count, self.vocabulary), np.bool_)
        self.core.masks(states, out)
        return out

    def seats(self, states: npt.ArrayLike) -> npt.NDArray[np.int8]:
        """Return the seats to move."""
        states, count = self._given(states)
        out = np.empty(count, np.int8)
        self.core.seats(states, out)
        return out

    def observe(self, states: npt.ArrayLike, viewers: npt.ArrayLike | None = None) -> Bools:
        """Return what seats see of the states: those to move, unless others are given."""
        states, count = self._given(states)
        seats = None if viewers is None else self._viewers(viewers, count)
        out = np.empty((count, self.core.planes * self.core.cells), np.bool_)
        self.core.observe(states, seats, out)
        return out.reshape(count, *self.observation_shape)

    def rewards(self, states: npt.ArrayLike) -> Rewards:
        """Return the rewards of every seat: 1 to -1 where the game is over, else 0."""
        return self._outcomes(self._given(states)[0])[0]

    def terminated(self, states: npt.ArrayLike) -> Bools:
        """Return where the game is over."""
        over: Bools = self._outcomes(self._given(states)[0])[1] != 0
        return over

    def canonical(self, states: npt.ArrayLike) -> States:
        """Return the states that stand for all that are the same up to symmetry."""
        states, count = self._given(states)
        out = self._states(count)
        self.core.canonical(states, out)
        return _frozen(out)

    def hashes(self, states: npt.ArrayLike) -> npt.NDArray[np.uint64]:
        """Return 64-bit hashes, the same on every machine."""
        states, count = self._given(states)
        out = np.empty(count, np.uint64)
        self.core.hashes(states, out)
        return out

    def position(self, states: npt.ArrayLike, row: int = 0) -> Position:
        """Return a row of states as a position."""
        given = self._shaped(states)
        row = check_range("row", row, 0, len(given) - 1)
        alone = self._checked(given[row : row + 1], row)
        made = self.core.position(self.variant.core, alone, 0)
        assert isinstance(made, Position)
        return made

    def states(self, positions: Iterable[Position]) -> States:
        """Return positions of this variant as states."""
        listed = list(positions)
        out = self._states(len(listed))
        for row, position in zip(out, listed, strict=True):
            if position.variant is not self.variant:
                raise BadOption(
                    sentence("All positions must be of one game and its options."),
                    option="positions",
                    value=repr(position),
                )
            self.core.write_state(position, row)
        return _frozen(out)

    def _outcomes(self, states: States) -> tuple[Rewards, npt.NDArray[np.uint8]]:
        rewards = np.empty((len(states), self.core.seat_count), np.float32)
        reasons = np.empty(len(states), np.uint8)
        self.core.outcomes(states, rewards, reasons)
        return rewards, reasons

    def _states(self, count: int) -> States:
        return np.empty((count, self.core.words), np.uint64)

    def _given(self, states: npt.ArrayLike) -> tuple[States, int]:
        """Check states from outside: their shape, and that each is a position."""
        given = self._checked(self._shaped(states))
        return given, len(given)

    def _shaped(self, states: npt.ArrayLike) -> States:
        given = np.asarray(states)
        shape = (self.core.words,)
        if given.ndim != 2 or given.shape[1:] != shape or given.dtype != np.uint64:
            raise BadOption(
                sentence(
                    "States of {game} are rows of {words} unsigned 64-bit integers.",
                    game=self.variant.title,
                    words=self.core.words,
                ),
                option="states",
                value=f"{given.dtype}{given.shape}",
            )
        return given

    def _checked(self, states: States, first: int = 0) -> States:
        """Return states whose numbers begin with `first`, or raise if one is no position."""
        given = np.ascontiguousarray(states)
        unsound = self.core.first_unsound(given)
        if unsound != len(given):
            raise BadOption(
                sentence(
                    "State {row} is not a position of {game}.",
                    row=first + unsound,
                    game=self.variant.title,
                ),
                option="states",
                value=[int(word) for word in given[unsound]],
            )
        return given

    def _viewers(self, viewers: npt.ArrayLike, count: int) -> npt.NDArray[np.int8]:
        seats = np.broadcast_to(np.asarray(viewers), (count,))
        for seat in np.unique(seats):
            check_range("viewers", seat, 0, self.core.seat_count - 1)
        return np.ascontiguousarray(seats, np.int8)


def as_actions(actions: npt.ArrayLike, count: int) -> npt.NDArray[np.int64]:
    """Read actions from NumPy, a list, or any library that speaks DLPack."""
    given: Any = actions
    if not isinstance(given, np.ndarray) and hasattr(given, "__dlpack__"):
        given = np.from_dlpack(given)
    chosen = np.asarray(given)
    if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
        raise BadOption(
            sentence("Actions are an array of {count} integers.", count=count),
            option="actions",
            value=f"{chosen.dtype}{chosen.shape}",
        )
    return np.ascontiguousarray(chosen, np.int64)


def illegal_action(position: Position, row: int, action: int) -> QuintetError:
    """Return the error for an action that is not legal, with a note which game it was for."""
    try:
        position.play(action)
    except QuintetError as error:
        error.add_note(f"The action was for game {row}.")
        return error
    raise AssertionError("the action is legal")


def _frozen(states: States) -> States:
    states.flags.writeable = False
    return states
