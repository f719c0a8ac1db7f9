"""Quintet: Quantik, Quarto, Qomet, Cubulus and Quixo behind one API.

>>> import quintet
>>> p = quintet.start("quantik")
>>> p = p.play("A@a1")
>>> p.text
'..../..../..../A...'
"""

from quintet.errors import (
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
from quintet.games.variant import Motion, Reason
from quintet.outcome import Outcome
from quintet.position import Playouts, Position, position, start

__all__ = [
    "GAMES",
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
