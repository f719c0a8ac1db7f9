"""Slow, plain re-tellings of the five games, to hold the real engine against.

Each module was written from the rules alone, without sight of the C++ core or of the Python API,
and prefers obviousness to speed: boards are dictionaries from places to pieces, and geometry
comes from coordinates. When an oracle and the engine disagree, at least one of them misread a
rule.

All five modules offer the same functions (see `Oracle`). House rules that need the history of a
game or a clock (repetition, draws by agreement, time) are not part of an oracle's position.
"""

from typing import Any, Protocol

from . import cubulus, qomet, quantik, quarto, quixo


class Oracle(Protocol):
    """What every oracle module offers; a state is that module's own frozen `State`."""

    def start(self, **options: object) -> Any:
        """Return the first position of a game with these (normalised) options."""

    def moves(self, state: Any, /) -> list[str]:
        """List every legal move as a word, in no particular order; none once it is over."""

    def play(self, state: Any, word: str, /) -> Any:
        """Return the position after a legal move."""

    def seat(self, state: Any, /) -> int | None:
        """Return the seat that acts, or None once the game is over."""

    def outcome(self, state: Any, /) -> tuple[tuple[float, ...], str] | None:
        """Return the score of each seat and the reason, or None while the game runs."""

    def text(self, state: Any, /) -> str:
        """Write the position as a text."""

    def read(self, text: str, **options: object) -> Any:
        """Return the position that a valid text describes."""


ORACLES: dict[str, Oracle] = {
    "quantik": quantik,
    "quarto": quarto,
    "qomet": qomet,
    "cubulus": cubulus,
    "quixo": quixo,
}
