"""Simulators for learning machines: many games at once over arrays.

Needs NumPy: `pip install 'quintet[env]'`.
"""

from importlib.util import find_spec

if find_spec("numpy") is None:
    raise ImportError("quintet.env needs NumPy. Install it: pip install 'quintet[env]'")

from quintet.env.batch import Batch
from quintet.env.layout import Layout
from quintet.env.policy import Policy, random_policy
from quintet.env.simulator import Simulator
from quintet.env.symmetries import Symmetries
from quintet.env.tree_search import TreeSearch

__all__ = ["Batch", "Layout", "Policy", "Simulator", "Symmetries", "TreeSearch", "random_policy"]
