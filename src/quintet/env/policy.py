"""Policies: what chooses actions from observations and masks, or from states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from quintet.env.simulator import States, as_actions
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence

Bools = npt.NDArray[np.bool_]

# From a batch of observations and masks, a row a position, to a legal action of each.
Policy = Callable[[Bools, Bools], npt.ArrayLike]


@runtime_checkable
class StatePolicy(Protocol):
    """A policy that is shown the states, too, so that it can search from them.

    It is not a callable: what can be called is asked as a `Policy`.
    """

    def act(self, states: States, observations: Bools, masks: Bools) -> npt.ArrayLike:
        """Return a legal action for every position, a row each."""


Agent = Policy | StatePolicy


def choose(
    agent: Agent, states: States, observations: Bools, masks: Bools
) -> npt.NDArray[np.int64]:
    """Ask an agent, and refuse what is not a legal action for every position."""
    if callable(agent):
        answer = agent(observations, masks)
    else:
        answer = agent.act(states, observations, masks)
    actions = as_actions(answer, len(masks))
    known = (actions >= 0) & (actions < masks.shape[1])
    legal = known & masks[np.arange(len(masks)), np.where(known, actions, 0)]
    if not legal.all():
        row = int(np.argmin(legal))
        raise BadOption(
            sentence(
                "The policy chose action {action}, which is not legal, for position {row}.",
                action=int(actions[row]),
                row=row,
            ),
            option="policy",
            value=int(actions[row]),
        )
    return actions


def random_policy(seed: int = 0) -> Policy:
    """Return a policy that chooses among the legal actions at random."""
    rng = np.random.default_rng(seed)

    def policy(observations: Bools, masks: Bools) -> npt.NDArray[np.int64]:
        scores = np.where(masks, rng.random(masks.shape), -1.0)
        chosen: npt.NDArray[np.int64] = np.argmax(scores, axis=1)
        return chosen

    return policy
