"""Quintet: Quantik, Quarto, Qomet, Cubulus and Quixo behind one API.

>>> import quintet
>>> p = quintet.start("quantik")
>>> p = p.play("A@a1")
>>> p.text
'..../..../..../A...'
"""

from importlib import import_module
from typing import Any

from quintet.errors import (
    BadEvent,
    BadMove,
    BadOption,
    BadPosition,
    BadRecord,
    IllegalMove,
    NotAllowed,
    QuintetError,
    UnknownGame,
)
from quintet.games import GAMES
from quintet.games.types import Motion, Reason
from quintet.outcome import Outcome
from quintet.position import Playouts, Position, position, start

__all__ = [
    "GAMES",
    "BadEvent",
    "BadMove",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "IllegalMove",
    "Motion",
    "NotAllowed",
    "Outcome",
    "Playouts",
    "Position",
    "QuintetError",
    "Reason",
    "UnknownGame",
    "position",
    "start",
]

# Sub-packages imported on first use, so that `import quintet` is fast.
_LAZY = ("draw", "engine", "env", "narration", "record", "table", "tablebase", "testing")


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return import_module(f"quintet.{name}")
    if name == "__version__":
        # From the installed package: pyproject.toml is the only place that states it.
        return import_module("importlib.metadata").version("quintet")
    if name == "analyse":
        return import_module("quintet.engine").analyse
    raise AttributeError(f"module 'quintet' has no attribute {name!r}")


def _repr_svg_(position: Position) -> str:
    drawn: str = import_module("quintet.draw").svg(position, size=400)
    return drawn


Position._repr_svg_ = _repr_svg_
