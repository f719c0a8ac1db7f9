"""What a measurement of regret found: numbers, text, JSON and a picture."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from quintet.env.exact.chart import regret_chart

MIN_SHOWN = 10  # positions of a ply in the picture


@dataclass(frozen=True, slots=True)
class RegretGroup:
    """The regret over some of the positions, with a confidence interval.

    `optimal` is the share of positions in which the policy kept the value.
    """

    name: str
    n: int
    mean: float
    low: float
    high: float
    optimal: float

    def __str__(self) -> str:
        return (
            f"{self.mean:.4f} ({self.low:.4f} to {self.high:.4f}), "
            f"{self.optimal:.1%} optimal, n = {self.n:,}"
        )


@dataclass(frozen=True, slots=True)
class Regret:
    """A policy's average loss of game value by its first action, over known positions.

    `overall` is what the policy loses; `uniform` and `worst` are what uniform random play and the
    worst actions lose in the same positions. `positions` were looked at, and `sources` says how
    many of them are known, and how. `by_value` groups by the value for the side to move,
    `by_choice` by how many actions keep it.
    """

    game: str
    options: dict[str, Any]
    confidence: float
    overall: RegretGroup
    uniform: float
    worst: float
    positions: int
    sources: dict[str, int]
    by_value: tuple[RegretGroup, ...]
    by_choice: tuple[RegretGroup, ...]
    by_ply: tuple[RegretGroup, ...]

    @property
    def mean(self) -> float:
        """The mean regret, from 0 to 1."""
        return self.overall.mean

    @property
    def interval(self) -> tuple[float, float]:
        """The confidence interval of the mean."""
        return self.overall.low, self.overall.high

    @property
    def optimal(self) -> float:
        """The share of positions in which the policy kept the value."""
        return self.overall.optimal

    @property
    def n(self) -> int:
        """How many positions count."""
        return self.overall.n

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers as plain lists and dictionaries."""
        return asdict(self)

    def to_json(self) -> str:
        """Return all numbers as JSON."""
        return json.dumps(self.to_dict(), indent=2) + "\n"

    def svg(self) -> str:
        """Return a picture of the regret by ply, with its intervals, as SVG.

        Plies with fewer than ten positions are left out: their intervals would hide the others.
        """
        points = tuple(
            (int(at.name), at.mean, at.low, at.high, at.n)
            for at in self.by_ply
            if at.n >= MIN_SHOWN
        )
        return regret_chart(self.game, points, confidence=self.confidence)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        known = ", ".join(f"{count:,} by {source}" for source, count in self.sources.items())
        lines = [
            f"{self.game}: regret {self.overall}",
            (
                f"{self.confidence:.0%} intervals; known are {self.n:,} of {self.positions:,} "
                f"positions ({known or 'none'})"
            ),
            f"uniform random play {self.uniform:.4f}, worst actions {self.worst:.4f}",
        ]
        for heading, groups in (
            ("by value for the side to move", self.by_value),
            ("by number of optimal actions", self.by_choice),
            ("by ply", self.by_ply),
        ):
            if groups:
                width = max(len(group.name) for group in groups)
                lines += [f"{heading}:", *(f"  {at.name:>{width}}  {at}" for at in groups)]
        return "\n".join(lines)
