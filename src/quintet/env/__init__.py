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
from quintet.env.simulator import Simulator
from quintet.env.symmetries import Symmetries
from quintet.env.tree_search import TreeSearch

if TYPE_CHECKING:
    from quintet.env.ladder import rate
    from quintet.env.rating import Rating

__all__ = [
    "Batch",
    "Layout",
    "Policy",
    "Rating",
    "Simulator",
    "Symmetries",
    "TreeSearch",
    "random_policy",
    "rate",
]

# Imported on first use: what plays against the engine loads much that a simulator does not need.
_LAZY = {"Rating": "quintet.env.rating", "rate": "quintet.env.ladder"}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'quintet.env' has no attribute {name!r}")
