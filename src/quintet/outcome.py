"""How games end."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

# Reasons of the board in the order of the compiled part's list (native/game.hpp).
BOARD_REASONS = ("none", "line", "square", "blocked", "called", "gift", "full", "false_call")

# Reasons of the table.
TABLE_REASONS = ("repetition", "agreement", "resignation", "time", "limit")


@dataclass(frozen=True, slots=True)
class Outcome:
    """A score for every seat (they share one point; partners each get their side's), and why."""

    scores: tuple[float, ...]
    reason: str

    @property
    def result(self) -> str:
        """The scores as a record writes them: `1-0`, `1/2-1/2`, `0-1/2-1/2`."""
        return "-".join(str(Fraction(score).limit_denominator(12)) for score in self.scores)
