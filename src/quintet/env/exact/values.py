"""Exact values of arrays of states: from tablebases, and from proofs where there is none."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from quintet.engine.analysis import Analysis
from quintet.engine.search import MAX_NODES, Limits, Search
from quintet.env.simulator import Simulator, States
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence
from quintet.position import MAX_THREADS, check_range
from quintet.tablebase import find_tablebase
from quintet.tablebase.arrays import UNKNOWN
from quintet.value import Value

Floats = npt.NDArray[np.float32]

# How a row of action values is known; "none" if a legal action of it is not.
Source = Literal["none", "table", "proof"]

SOURCES: tuple[Source, ...] = ("none", "table", "proof")
NONE, TABLE, PROOF = range(3)

DEFAULT_NODES = 20_000
CHUNK = 4096  # states whose children are looked up together


class ActionValues(NamedTuple):
    """The values of all actions, a row a state: 1 for a win, 0.5 for a draw, 0 for a loss.

    `values` are NaN where an action is not legal or its value is not known. `sources` tell, by
    their number in `SOURCES`, how a row is known.
    """

    values: Floats
    sources: npt.NDArray[np.uint8]


class ExactValues:
    """Exact values of the states of a game for two sides.

    Tablebases answer first. What they do not have is proved by the engine, within so many `nodes`
    a state; with 0 nodes nothing is proved. The same call gives the same answers everywhere, as
    long as the same tablebases are there. Repetition (H1) does not count: a draw is a game that
    never ends, or ends with nobody winning.
    """

    def __init__(
        self,
        game: str,
        *,
        tablebases: bool = True,
        nodes: int = DEFAULT_NODES,
        threads: int = 1,
        **options: object,
    ) -> None:
        self.simulator = Simulator(game, **options)
        self.variant = self.simulator.variant
        if len(set(self.variant.sides)) != 2:
            raise BadOption(
                sentence("Exact values are for games of two sides."),
                option="game",
                value=self.variant.name,
            )
        self.nodes = check_range("nodes", nodes, 0, MAX_NODES)
        self.threads = check_range("threads", threads, 1, MAX_THREADS)
        self.tablebases = bool(tablebases)
        self._tablebase = find_tablebase(self.variant) if tablebases else None
        self._odd = np.array(self.variant.sides)  # the side of every seat

    def values(self, states: npt.ArrayLike) -> Floats:
        """Return the values for the sides to move; NaN where the value is not known."""
        shares = self._ended(states)  # checks the states
        given = np.asarray(states)
        if self._tablebase is not None:
            shares = np.where(np.isnan(shares), self._shares(given), shares)
        if self.nodes:
            for row in np.flatnonzero(np.isnan(shares)):
                found = self._search(given[row : row + 1], 1)
                if _is_certain(found.value, found.certainty):
                    shares[row] = found.value.estimate
        return shares

    def action_values(self, states: npt.ArrayLike) -> ActionValues:
        """Return the values of all actions for the seats that play them."""
        masks = self.simulator.masks(states)  # checks the states
        given = np.asarray(states)
        values = np.full(masks.shape, np.nan, np.float32)
        sources = np.zeros(len(given), np.uint8)
        for first in range(0, len(given), CHUNK):
            part = slice(first, first + CHUNK)
            self._look_up(given[part], masks[part], values[part], sources[part])
        if self.nodes:
            for row in np.flatnonzero((sources == NONE) & masks.any(axis=1)):
                if self._prove(given[row : row + 1], values[row]):
                    sources[row] = PROOF
        return ActionValues(values, sources)

    def _ended(self, states: npt.ArrayLike) -> Floats:
        """Return the values of games that are over, for the seats to move; else NaN."""
        rewards = self.simulator.rewards(states)
        seats = self.simulator.seats(states)
        shares = (rewards[np.arange(len(seats)), seats] + 1) / 2
        ended: Floats = np.where(self.simulator.terminated(states), shares, np.nan)
        return ended.astype(np.float32)

    def _look_up(
        self,
        states: States,
        masks: npt.NDArray[np.bool_],
        values: Floats,
        sources: npt.NDArray[np.uint8],
    ) -> None:
        """Fill in what follows from the ends of games and from the tablebase."""
        rows, actions = np.nonzero(masks)
        after = self.simulator.step(states[rows], actions)
        movers = self.simulator.seats(states)[rows]
        rewards = after.rewards[np.arange(len(rows)), movers]
        found = np.where(after.terminated, (rewards + 1) / 2, np.nan)
        open_rows = np.flatnonzero(~after.terminated)
        if self._tablebase is not None and len(open_rows):
            following = after.states[open_rows]
            shares = self._shares(following)
            same = self._odd[self.simulator.seats(following)] == self._odd[movers[open_rows]]
            found[open_rows] = np.where(same, shares, 1 - shares)
        values[rows, actions] = found
        if self._tablebase is not None:
            lost = np.flatnonzero(self._shares(states) == 0)
            values[lost] = np.where(masks[lost], 0, np.nan)  # no move of a lost position is better
        known = masks.any(axis=1) & ~(masks & np.isnan(values)).any(axis=1)
        sources[known] = TABLE

    def _shares(self, states: States) -> Floats:
        """Return what the tablebase has of states, as shares of the point."""
        assert self._tablebase is not None
        outcomes = self._tablebase.look_up(states, threads=self.threads).outcomes
        shares: Floats = (outcomes.astype(np.float32) + 1) / np.float32(2)
        shares[outcomes == UNKNOWN] = np.nan
        return shares

    def _prove(self, state: States, values: Floats) -> bool:
        """Search a state for proofs, fill in what is proved, and return whether all is."""
        found = self._search(state, "all")
        numbers = dict(zip(found.position.moves, found.position.numbers, strict=True))
        if found.value.kind == "loss":
            values[list(numbers.values())] = 0
            return True
        for move in found.moves:
            if _is_certain(move.value, move.certainty):
                values[numbers[move.move]] = move.value.estimate
        return not np.isnan(values[list(numbers.values())]).any()

    def _search(self, state: States, moves: int | str) -> Analysis:
        position = self.simulator.position(state)
        limits = Limits(nodes=self.nodes)
        return Search(position, limits, moves=moves, tables=self.tablebases).run()


def _is_certain(value: Value, certainty: str) -> bool:
    """Return whether a value cannot change: wins and losses never do."""
    return value.kind in ("win", "loss") or (certainty != "searched" and value.kind != "chance")


def action_values(
    game: str,
    states: npt.ArrayLike,
    *,
    tablebases: bool = True,
    nodes: int = DEFAULT_NODES,
    threads: int = 1,
    **options: object,
) -> Floats:
    """Return the exact values of all actions, a row a state, for training and measuring.

    A value is 1 for a win, 0.5 for a draw and 0 for a loss of the seat that plays the action; NaN
    where the action is not legal or its value is neither in a tablebase nor proved within so many
    nodes.
    """
    exact = ExactValues(game, tablebases=tablebases, nodes=nodes, threads=threads, **options)
    return exact.action_values(states).values
