"""Opponents of an agent: random moves, a policy, or a level of the engine."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from quintet.engine import levels
from quintet.engine.search import Limits
from quintet.engine.time_control import DEFAULT_SECONDS
from quintet.env.batch import Batch
from quintet.env.policy import Agent, StatePolicy, choose
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence
from quintet.position import Position

# A level, random moves, or a policy.
Opponent = int | Literal["random"] | Agent

Rows = npt.NDArray[np.intp]
Actions = npt.NDArray[np.int64]


class Player(Protocol):
    """Plays all seats but the agent's."""

    # Whether it asks for the positions of the games so far.
    needs_history: bool

    def reset(self, seed: int) -> None:
        """Begin with new random numbers."""

    def choose(self, batch: Batch, rows: Rows, histories: Sequence[list[Position]]) -> Actions:
        """Return an action for each of some games of a batch."""


class _Random:
    needs_history = False

    def reset(self, seed: int) -> None:
        """The batch has its own random numbers, which begin again with it."""

    def choose(self, batch: Batch, rows: Rows, histories: Sequence[list[Position]]) -> Actions:
        return batch.sample()[rows]


class _OfPolicy:
    needs_history = False

    def __init__(self, policy: Agent) -> None:
        self.policy = policy

    def reset(self, seed: int) -> None:
        """A policy keeps its own random numbers."""

    def choose(self, batch: Batch, rows: Rows, histories: Sequence[list[Position]]) -> Actions:
        seen, masks = batch.observations[rows], batch.masks[rows]
        return choose(self.policy, batch.states[rows], seen, masks)


class _OfLevel:
    needs_history = True

    def __init__(self, level: int, seconds: float, nodes: int | None) -> None:
        self.level = level
        self.seconds = seconds
        self.nodes = nodes
        levels.find_level(level)
        Limits(seconds=seconds, nodes=nodes)  # raises what a search would
        self.reset(0)

    def reset(self, seed: int) -> None:
        self.rng = random.Random(seed)  # noqa: S311 - a game, not a secret

    def choose(self, batch: Batch, rows: Rows, histories: Sequence[list[Position]]) -> Actions:
        actions = np.empty(len(rows), np.int64)
        for index, row in enumerate(rows):
            position = batch.simulator.position(batch.states, int(row))
            word = levels.choose(
                position,
                self.level,
                self.rng,
                seconds=self.seconds,
                nodes=self.nodes,
                threads=batch.threads,
                history=histories[row],
            )
            actions[index] = position.numbers[position.moves.index(word)]
        return actions


def make_player(
    opponent: Opponent, seconds: float = DEFAULT_SECONDS, nodes: int | None = None
) -> Player:
    """Return what plays an opponent, or raise `BadOption`."""
    if opponent == "random":
        return _Random()
    if callable(opponent) or isinstance(opponent, StatePolicy):
        return _OfPolicy(opponent)
    if type(opponent) is int:
        return _OfLevel(opponent, seconds, nodes)
    raise BadOption(
        sentence(
            "An opponent is a level, 'random' or a policy, not {value}.",
            value=repr(opponent)[:40],
        ),
        option="opponent",
        value=opponent,
    )
