"""Simulators for learning machines: many games at once over arrays.

Needs NumPy: `pip install 'quintet[env]'`.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if find_spec("numpy") is None:
    raise ImportError("quintet.env needs NumPy. Install it: pip install 'quintet[env]'")

from quintet.env.batch import Batch
from quintet.env.layout import Layout
from quintet.env.policy import Policy, random_policy
from quintet.env.random_play import random_positions
from quintet.env.simulator import Simulator
from quintet.env.symmetries import Symmetries
from quintet.env.tree_search import TreeSearch

if TYPE_CHECKING:
    from quintet.env.exact import ActionValues, ExactValues, action_values
    from quintet.env.ladder import rate
    from quintet.env.measure import regret
    from quintet.env.rating import Rating
    from quintet.env.regret_report import Regret, RegretGroup

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
    "ActionValues": "quintet.env.exact",
    "ExactValues": "quintet.env.exact",
    "Rating": "quintet.env.rating",
    "Regret": "quintet.env.regret_report",
    "RegretGroup": "quintet.env.regret_report",
    "action_values": "quintet.env.exact",
    "rate": "quintet.env.ladder",
    "regret": "quintet.env.measure",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'quintet.env' has no attribute {name!r}")
