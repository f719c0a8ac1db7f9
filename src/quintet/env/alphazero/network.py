"""What a network is, and its parameters.

A network is a perceptron with residual blocks: planes go in flat, a policy and a value come out.
Both kinds, of NumPy and of PyTorch, have the same parameters, so either reads the other's files.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod, sqrt
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from quintet.env.simulator import Simulator

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]
Parameters = dict[str, Floats]


class Samples(NamedTuple):
    """What a network learns from, a row a position."""

    observations: Bools
    masks: Bools
    policies: Floats
    values: Floats


class Losses(NamedTuple):
    """How far a network's policies and values were off."""

    policy: float
    value: float


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a network."""

    inputs: int
    actions: int
    values: int
    width: int
    blocks: int


class Network(Protocol):
    """Evaluates positions and learns."""

    shape: Shape

    def submit(self, observations: Bools, masks: Bools) -> Any:
        """Begin to evaluate; a device goes on by itself."""

    def collect(self, submitted: Any) -> tuple[Floats, Floats]:
        """Return the logits and values of what was submitted."""

    def learn(self, samples: Samples, rate: float) -> Losses:
        """Take a step against the gradient."""

    def parameters(self) -> Parameters:
        """Return copies of all parameters by name."""


def evaluate(network: Network, observations: Bools, masks: Bools) -> tuple[Floats, Floats]:
    """Return logits of all actions, and values for the mover (of every seat if there are three)."""
    return network.collect(network.submit(observations, masks))


def shape_for(simulator: Simulator, width: int, blocks: int) -> Shape:
    """Return the shape of a network for a game."""
    sides = len(set(simulator.layout.sides))
    return Shape(
        inputs=prod(simulator.observation_shape),
        actions=simulator.vocabulary,
        values=1 if sides == 2 else simulator.layout.seats,
        width=width,
        blocks=blocks,
    )


def initial_parameters(shape: Shape, seed: int) -> Parameters:
    """Return random parameters; blocks and heads begin by adding nothing."""
    rng = np.random.default_rng(seed)

    def random(rows: int, columns: int) -> Floats:
        return (rng.standard_normal((rows, columns)) * sqrt(2 / rows)).astype(np.float32)

    def zeros(*sizes: int) -> Floats:
        return np.zeros(sizes, np.float32)

    width = shape.width
    made = {"in.weight": random(shape.inputs, width), "in.bias": zeros(width)}
    for block in range(shape.blocks):
        made[f"{block}.first.weight"] = random(width, width)
        made[f"{block}.first.bias"] = zeros(width)
        made[f"{block}.second.weight"] = zeros(width, width)
        made[f"{block}.second.bias"] = zeros(width)
    made["policy.weight"] = zeros(width, shape.actions)
    made["policy.bias"] = zeros(shape.actions)
    made["value.weight"] = zeros(width, shape.values)
    made["value.bias"] = zeros(shape.values)
    return made
