"""Simulators for learning machines: many games at once over arrays.

Needs NumPy: `pip install 'quintet[env]'`.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if find_spec("numpy") is None:
    raise ImportError("quintet.env needs NumPy. Install it: pip install 'quintet[env]'")

from quintet.env.batch import Batch
from quintet.env.exact.random_play import random_positions
from quintet.env.layout import Layout
from quintet.env.policy import Policy, StatePolicy, random_policy
from quintet.env.simulator import Simulator
from quintet.env.symmetries import Symmetries
from quintet.env.tree_search import TreeSearch

if TYPE_CHECKING:
    from quintet.env.exact.measure import regret
    from quintet.env.exact.report import Regret, RegretGroup
    from quintet.env.exact.values import ActionValues, ExactValues, action_values
    from quintet.env.rating.ladder import rate
    from quintet.env.rating.report import Rating

__all__ = [
    "ActionValues",
    "Batch",
    "ExactValues",
    "Layout",
    "Policy",
    "Rating",
    "Regret",
    "RegretGroup",
    "Simulator",
    "StatePolicy",
    "Symmetries",
    "TreeSearch",
    "action_values",
    "random_policy",
    "random_positions",
    "rate",
    "regret",
]

# Imported on first use: what plays against the engine loads much that a simulator does not need.
_LAZY = {
    "ActionValues": "quintet.env.exact.values",
    "ExactValues": "quintet.env.exact.values",
    "Rating": "quintet.env.rating.report",
    "Regret": "quintet.env.exact.report",
    "RegretGroup": "quintet.env.exact.report",
    "action_values": "quintet.env.exact.values",
    "rate": "quintet.env.rating.ladder",
    "regret": "quintet.env.exact.measure",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'quintet.env' has no attribute {name!r}")
