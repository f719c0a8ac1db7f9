"""Exact regret: how much game value a policy gives away where the truth is known."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quintet.env.exact.random_play import random_positions
from quintet.env.exact.report import Regret, RegretGroup
from quintet.env.exact.values import DEFAULT_NODES, NONE, SOURCES, ExactValues
from quintet.env.policy import Agent, choose
from quintet.env.simulator import Simulator, States
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence
from quintet.position import check_range

MAX_BATCH = 2**20

Bools = npt.NDArray[np.bool_]
Doubles = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def regret(
    policy: Agent,
    game: str,
    *,
    positions: int = 1000,
    states: npt.ArrayLike | None = None,
    plies: npt.ArrayLike | None = None,
    clusters: npt.ArrayLike | None = None,
    seed: int = 0,
    first_ply: int = 0,
    unique: bool = False,
    tablebases: bool = True,
    nodes: int = DEFAULT_NODES,
    threads: int = 1,
    batch: int = 1024,
    confidence: float = 0.95,
    **options: Any,
) -> Regret:
    """Measure the game value that a policy gives away, where values are exactly known.

    A position is worth 1 to a side that can force a win, 0 to one that loses against best play,
    and otherwise 0.5. The regret of an action is the value of the position less the value it
    keeps: 0 for the best actions, 1 for one that turns a win into a loss.

    Positions come from random play, one from each of `positions` games (see
    `random_positions` for `seed`, `first_ply` and `unique`), or are given as `states`. Only those
    count in which the value of every legal action is in a tablebase or proved by the engine
    within so many `nodes`: the choice of positions does not depend on the policy.

    The policy is called with observations and masks of at most `batch` positions; a `StatePolicy`
    is given their states, too. Intervals are
    Wilson's for a mean of values from 0 to 1, in which positions are independent. Given states
    that are not, such as several of one game, get the number of their game in `clusters`; and
    `plies` to be grouped by.
    """
    exact = ExactValues(game, tablebases=tablebases, nodes=nodes, threads=threads, **options)
    check_range("batch", batch, 1, MAX_BATCH)
    if not 0 < confidence < 1:
        raise BadOption(
            sentence(
                "{name} must lie between {least} and {most}.", name="confidence", least=0, most=1
            ),
            option="confidence",
            value=confidence,
        )
    if states is not None:
        looked_at = _given_positions(exact.simulator, states, plies, clusters)
    elif plies is None and clusters is None:
        sample = random_positions(
            game, positions, seed=seed, first_ply=first_ply, unique=unique, **options
        )
        looked_at = _Positions(sample.states, sample.plies.astype(np.int64), None)
    else:
        raise BadOption(
            sentence("plies and clusters belong to given states."), option="states", value=None
        )
    return _regret(policy, exact, looked_at, batch, confidence)


class _Positions(NamedTuple):
    states: States
    plies: Integers | None
    clusters: Integers | None

    def at(self, rows: Integers) -> _Positions:
        plies, clusters = (None if column is None else column[rows] for column in self[1:])
        return _Positions(self.states[rows], plies, clusters)


def _regret(
    policy: Agent, exact: ExactValues, looked_at: _Positions, batch: int, confidence: float
) -> Regret:
    found = exact.action_values(looked_at.states)
    rows = np.flatnonzero(found.sources != NONE)
    if not len(rows):
        raise BadOption(
            sentence("No position has a known value. Allow more nodes, or begin at a later ply."),
            option="nodes",
            value=exact.nodes,
        )
    known = looked_at.at(rows)
    measured = _measure(policy, exact.simulator, known.states, found.values[rows], batch)
    groups = _Groups(measured, known.plies, known.clusters, confidence)
    counts = np.bincount(found.sources[rows], minlength=len(SOURCES)).tolist()
    return Regret(
        game=exact.simulator.layout.name,
        options=dict(exact.variant.changed_options),
        confidence=confidence,
        overall=groups.overall(),
        uniform=float(measured.uniform.mean()),
        worst=float(measured.worst.mean()),
        positions=len(looked_at.states),
        sources={name: count for name, count in zip(SOURCES, counts, strict=True) if count},
        by_value=groups.by_value(),
        by_choice=groups.by_choice(),
        by_ply=groups.by_ply(),
    )


class _Measured(NamedTuple):
    """A row a position: its value, what was lost, and what there was to choose from."""

    value: Doubles
    regret: Doubles
    uniform: Doubles  # the regret of uniform random play
    worst: Doubles
    optimal_actions: Integers
    actions: Integers


def _measure(
    policy: Agent,
    simulator: Simulator,
    states: States,
    values: npt.NDArray[np.float32],
    batch: int,
) -> _Measured:
    """Ask a policy for an action in every state, and compare it with the best."""
    masks = ~np.isnan(values)
    chosen = np.zeros(len(states), np.int64)
    for first in range(0, len(states), batch):
        part = slice(first, first + batch)
        seen = simulator.observe(states[part])
        chosen[part] = choose(policy, states[part].copy(), seen, masks[part].copy())
    # Halves are exact in 32 bits, so that equal values compare equal.
    legal = np.where(masks, values, -1.0)
    value = legal.max(axis=1, initial=-1.0)
    actions = masks.sum(axis=1)
    mean = np.where(masks, values, 0.0).sum(axis=1) / np.maximum(1, actions)
    least = np.where(masks, values, 2.0).min(axis=1, initial=2.0)
    return _Measured(
        value=value,
        regret=value - legal[np.arange(len(states)), chosen],
        uniform=value - mean,
        worst=value - least,
        optimal_actions=(legal == value[:, None]).sum(axis=1),
        actions=actions,
    )


class _Groups:
    """The means of groups of positions and their intervals."""

    def __init__(
        self,
        measured: _Measured,
        plies: Integers | None,
        clusters: Integers | None,
        confidence: float,
    ) -> None:
        self.measured = measured
        self.plies = plies
        self.clusters = clusters
        self.quantile = NormalDist().inv_cdf((1 + confidence) / 2)

    def overall(self) -> RegretGroup:
        return self._group("all", np.ones(len(self.measured.regret), np.bool_))

    def by_value(self) -> tuple[RegretGroup, ...]:
        value = self.measured.value
        return self._some(
            (name, value == share) for name, share in (("won", 1), ("drawn", 0.5), ("lost", 0))
        )

    def by_choice(self) -> tuple[RegretGroup, ...]:
        """By how many actions keep the value; positions in which all do come last."""
        count = self.measured.optimal_actions
        every = count == self.measured.actions
        ranges = (("only one", 1, 1), ("2 to 3", 2, 3), ("4 to 7", 4, 7), ("8 or more", 8, 10**9))
        named = [(name, ~every & (count >= low) & (count <= high)) for name, low, high in ranges]
        return self._some([*named, ("every", every)])

    def by_ply(self) -> tuple[RegretGroup, ...]:
        plies = self.plies
        if plies is None:
            return ()
        return self._some((str(ply), plies == ply) for ply in np.unique(plies).tolist())

    def _some(self, named: Iterable[tuple[str, Bools]]) -> tuple[RegretGroup, ...]:
        return tuple(self._group(name, chosen) for name, chosen in named if chosen.any())

    def _group(self, name: str, chosen: Bools) -> RegretGroup:
        regrets = self.measured.regret[chosen]
        clusters = None if self.clusters is None else self.clusters[chosen]
        mean = float(regrets.mean())
        low, high = wilson(mean, effective_count(regrets, clusters), self.quantile)
        return RegretGroup(name, len(regrets), mean, low, high, float((regrets == 0).mean()))


def wilson(mean: float, count: float, quantile: float) -> tuple[float, float]:
    """Return Wilson's interval for the mean of values from 0 to 1.

    No such values vary more than zeros and ones with the same mean, for which it is meant: with
    halves among them it is a little wide, never too narrow. Unlike an interval from the variance
    of the sample it is not empty when all values are 0.
    """
    square = quantile**2
    centre = mean + square / (2 * count)
    half = quantile * math.sqrt(mean * (1 - mean) / count + square / (4 * count**2))
    scale = 1 + square / count
    return max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale)


def effective_count(values: Doubles, clusters: Integers | None) -> float:
    """Return how many independent values would tell as much as these clusters of values."""
    if clusters is None:
        return float(len(values))
    rest = values - values.mean()
    alone = float((rest**2).sum())
    if alone == 0:
        return float(len(np.unique(clusters)))
    _, numbers = np.unique(clusters, return_inverse=True)
    together = float((np.bincount(numbers, weights=rest) ** 2).sum())
    return len(values) * min(1.0, alone / together) if together > 0 else float(len(values))


def _given_positions(
    simulator: Simulator,
    states: npt.ArrayLike,
    plies: npt.ArrayLike | None,
    clusters: npt.ArrayLike | None,
) -> _Positions:
    """Check positions from outside; games that are over are refused."""
    over = simulator.terminated(states)
    if over.any():
        row = int(np.argmax(over))
        raise BadOption(
            sentence("State {row}: the game is over.", row=row), option="states", value=row
        )
    count = len(over)
    return _Positions(
        np.asarray(states), _column("plies", plies, count), _column("clusters", clusters, count)
    )


def _column(name: str, given: npt.ArrayLike | None, count: int) -> Integers | None:
    """Return an integer for every state, or None if none are given."""
    if given is None:
        return None
    column = np.asarray(given)
    if column.shape != (count,) or column.dtype.kind not in "iu":
        raise BadOption(
            sentence("{name} are an array of {count} integers.", name=name, count=count),
            option=name,
            value=f"{column.dtype}{column.shape}",
        )
    return column.astype(np.int64)
