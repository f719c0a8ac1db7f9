"""Monte Carlo tree search with a network (PUCT), in many trees at once."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from quintet import _core
from quintet.env.simulator import Simulator, States, as_actions, illegal_action
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence
from quintet.position import MAX_THREADS, check_range

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]

# From observations and masks, a row a position, to logits of the actions and values for the mover.
Evaluate = Callable[[Bools, Bools], tuple[npt.ArrayLike, npt.ArrayLike]]

MAX_TREES = 2**20
MAX_SIMULATIONS = 2**20
MAX_LEAVES = 1024


class TreeSearch:
    """So many searches of one game in step, guided by a network that the caller runs.

    `select` walks down the trees and returns how many leaves they wait for; the first so many rows
    of `states`, `observations` and `masks` show them. `update` takes what the network says of
    these. When `select` returns 0, every tree has had its `simulations`; `visits`, `policies` and
    `values` say what was found, and `advance` plays a move in every tree and keeps what is below
    it. What is kept counts as simulations.

    A simulation follows the action of the greatest Q + C P √N / (1 + n): its mean value Q, its
    prior P, its visits n and those N of its position, C = `c_puct` + ln((1 + N + `c_base`) /
    `c_base`). An action never tried has the value `unvisited`, or the mean of its position. A tree
    waits for up to `leaves` leaves at once, each counted as `virtual_loss` on its way until its
    value is known. With `noise`, that share of a root's priors is Dirichlet noise.

    Where a game can go on without end, a position that comes again below the root counts as a
    draw, unless `repetition` is off.
    """

    def __init__(
        self,
        game: str,
        trees: int,
        *,
        simulations: int = 64,
        leaves: int = 1,
        c_puct: float = 1.25,
        c_base: float = 19652.0,
        unvisited: float | None = None,
        virtual_loss: float = 1.0,
        noise: float = 0.0,
        concentration: float = 0.3,
        repetition: bool = True,
        threads: int = 1,
        seed: int = 0,
        **options: object,
    ) -> None:
        self.simulator = Simulator(game, **options)
        self.trees = check_range("trees", trees, 1, MAX_TREES)
        self.simulations = check_range("simulations", simulations, 1, MAX_SIMULATIONS)
        self.leaves = check_range("leaves", leaves, 1, MAX_LEAVES)
        self.threads = check_range("threads", threads, 1, MAX_THREADS)
        self.noise = _number("noise", noise, 0, 1)
        core = self.simulator.core
        rows = self.trees * self.leaves
        self.states = np.empty((rows, core.words), np.uint64)
        self.masks = np.empty((rows, core.vocabulary), np.bool_)
        observed = np.empty((rows, core.planes * core.cells), np.bool_)
        self.observations = observed.reshape(rows, *self.simulator.observation_shape)
        self._waiting = 0
        self._core = _core.tree_search(
            core,
            states=self.states,
            observations=observed,
            masks=self.masks,
            trees=self.trees,
            threads=self.threads,
            simulations=self.simulations,
            leaves=self.leaves,
            c_puct=_number("c_puct", c_puct, 0, 1000),
            c_base=_number("c_base", c_base, 1, 1e9),
            unvisited=math.nan if unvisited is None else _number("unvisited", unvisited, -1, 1),
            virtual_loss=_number("virtual_loss", virtual_loss, 0, 1000),
            noise=self.noise,
            concentration=_number("concentration", concentration, 1e-3, 1e3),
            repetition=bool(repetition) and self.simulator.variant.cycles,
            seed=seed % 2**64,
        )
        sides = np.array(self.simulator.layout.sides)
        self._signs = np.where(sides == sides[0], 1, -1).astype(np.float32)
        self._two_sided = len(set(self.simulator.layout.sides)) == 2

    def reset(self, states: npt.ArrayLike | None = None, rows: npt.ArrayLike | None = None) -> Self:
        """Begin trees again: all of them or some rows, from states or from the start.

        Leaves that wait are forgotten, in all trees.
        """
        chosen = np.arange(self.trees) if rows is None else np.asarray(rows)
        sound = chosen.ndim == 1 and (chosen.dtype.kind in "iu" or not chosen.size)
        if not sound or np.setdiff1d(chosen, np.arange(self.trees)).size:
            raise _bad_number("rows", 0, self.trees - 1, chosen.tolist())
        if np.unique(chosen).size != chosen.size:
            raise BadOption(
                sentence("{name} must not be repeated.", name="rows"),
                option="rows",
                value=chosen.tolist(),
            )
        roots = self.simulator.init(len(chosen)) if states is None else self._sound(states)
        if len(roots) != len(chosen):
            raise _bad_shape("states", (len(chosen), self.simulator.core.words), roots.shape)
        self._core.reset(roots, np.ascontiguousarray(chosen, np.int64))
        self._waiting = 0
        return self

    def select(self) -> int:
        """Return how many leaves wait for the network; 0 when the searches are done.

        Until `update`, further calls return the same leaves.
        """
        self._waiting = self._core.select()
        return self._waiting

    def update(
        self, policies: npt.ArrayLike, values: npt.ArrayLike, *, logits: bool = True
    ) -> Self:
        """Take the network's policies and values for the leaves of the last `select`.

        Policies have a column an action: logits, or probabilities if `logits` is off; columns of
        illegal actions don't count. Values are those of every seat, the mover's first, then in
        turn order; where there are two sides, the mover's alone suffice.
        """
        given = _floats("policies", policies, (self._waiting, self.simulator.vocabulary))
        worth = _floats("values", values, (self._waiting, len(self._signs)), self._two_sided)
        if worth.ndim == 1:
            worth = worth[:, None] * self._signs
        refused = self._core.update(given, worth, logits)
        if refused != self._waiting:
            raise BadOption(
                sentence("Row {row} holds numbers that are no evaluation.", row=refused),
                option="policies",
                value=[float(x) for x in (*given[refused], *worth[refused])],
            )
        self._waiting = 0
        return self

    def run(self, evaluate: Evaluate) -> Self:
        """Search all trees to the end with an evaluation by logits and values."""
        while waiting := self.select():
            self.update(*evaluate(self.observations[:waiting], self.masks[:waiting]))
        return self

    def advance(self, actions: npt.ArrayLike) -> Self:
        """Play an action in every tree; those whose game is over stay as they are.

        If an action is not legal, nothing is changed in any tree.
        """
        chosen = as_actions(actions, self.trees)
        refused = self._core.advance(chosen)
        if refused != self.trees:
            position = self.simulator.position(self.roots, refused)
            raise illegal_action(position, refused, int(chosen[refused]))
        self._waiting = 0
        return self

    def disturb(self, noise: npt.ArrayLike) -> Self:
        """Replace the noise at the roots by your own, a column an action, until they change."""
        given = _floats("noise", noise, (self.trees, self.simulator.vocabulary))
        if self.noise == 0 or not (np.isfinite(given) & (given >= 0)).all():
            raise _bad_number("noise", 0, 1, self.noise)
        self._core.disturb(given)
        return self

    @property
    def roots(self) -> States:
        """The states that the trees start from."""
        out = np.empty((self.trees, self.simulator.core.words), np.uint64)
        self._core.roots(out)
        return out

    @property
    def visits(self) -> npt.NDArray[np.int32]:
        """How often every action of the roots was tried. Their sums are the simulations."""
        out = np.empty((self.trees, self.simulator.vocabulary), np.int32)
        self._core.visits(out)
        return out

    @property
    def values(self) -> Floats:
        """The mean values of the roots by seat: the mover's first, then in turn order."""
        out = np.empty((self.trees, len(self._signs)), np.float32)
        self._core.values(out)
        return out

    def policies(self, temperature: float = 1.0) -> Floats:
        """Return the improved policies: shares of the visits to the power 1 / temperature.

        At temperature 0 the most visited actions alone, all alike. Roots that were not searched
        have no shares.
        """
        temperature = _number("temperature", temperature, 0, 1000)
        visits = self.visits.astype(np.float64)
        most = np.maximum(visits.max(axis=1, keepdims=True), 1)
        if temperature == 0:
            weights = ((visits == most) & (visits > 0)).astype(np.float64)
        else:
            weights = (visits / most) ** (1 / temperature)
        sums = np.maximum(weights.sum(axis=1, keepdims=True), 1e-300)
        shares: Floats = (weights / sums).astype(np.float32)
        return shares

    def _sound(self, states: npt.ArrayLike) -> States:
        self.simulator.seats(states)  # refuses what is no state
        return np.ascontiguousarray(states, np.uint64)

    def __repr__(self) -> str:
        name = self.simulator.layout.name
        return f"<quintet.env.TreeSearch of {self.trees} trees of {name}>"


def _floats(name: str, given: npt.ArrayLike, shape: tuple[int, int], flat: bool = False) -> Floats:
    """Read numbers from NumPy, a list, or any library that speaks DLPack."""
    found: Any = given
    if not isinstance(found, np.ndarray) and hasattr(found, "__dlpack__"):
        found = np.from_dlpack(found)
    array = np.asarray(found)
    fits = array.shape == shape or (flat and array.shape == shape[:1])
    if not fits or array.dtype.kind not in "fiub":
        raise _bad_shape(name, shape, array.shape)
    return np.ascontiguousarray(array, np.float32)


def _bad_shape(name: str, shape: tuple[int, ...], given: tuple[int, ...]) -> BadOption:
    return BadOption(
        sentence(
            "{name} must be numbers in an array of shape {shape}.", name=name, shape=str(shape)
        ),
        option=name,
        value=given,
    )


def _number(name: str, value: float, least: float, most: float) -> float:
    if isinstance(value, bool) or not least <= value <= most:
        raise _bad_number(name, least, most, value)
    return float(value)


def _bad_number(name: str, least: float, most: float, value: object) -> BadOption:
    return BadOption(
        sentence(
            "{name} must be a number from {least} to {most}.",
            name=name,
            least=str(least),
            most=str(most),
        ),
        option=name,
        value=value,
    )
