"""The result of `rate`: a place among the levels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from quintet.env.rating import chart
from quintet.env.rating.bradley_terry import TWO_SIDED_95


@dataclass(frozen=True, slots=True)
class LevelScore:
    """What a policy scored against one level.

    With two sides a game is one comparison. With three it is one with every other side that got a
    share of the point, or against which the policy got one.
    """

    level: int
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def comparisons(self) -> int:
        return self.wins + self.draws + self.losses

    def with_game(self, results: Iterable[float]) -> Self:
        """Return the score with one more game: 1, 0.5 or 0 for every comparison."""
        listed = list(results)
        return replace(
            self,
            games=self.games + 1,
            wins=self.wins + listed.count(1.0),
            draws=self.draws + listed.count(0.5),
            losses=self.losses + listed.count(0.0),
        )


@dataclass(frozen=True, slots=True)
class Rating:
    """An agent's Elo on the ladder of one environment; level 1 has 0.

    `interval` (95 %) holds both errors: that of the agent's games, and that of the measured levels.
    `own_interval` leaves the second out: use it to compare agents on the same ladder.
    `error_of_levels` and `level_errors` are standard errors. `scores` has all ten levels, also
    those without a game.
    """

    environment: str
    elo: float
    own_interval: tuple[float, float]
    error_of_levels: float
    scores: tuple[LevelScore, ...]
    levels: tuple[float, ...]
    level_errors: tuple[float, ...]

    @property
    def interval(self) -> tuple[float, float]:
        low, high = self.own_interval
        of_levels = TWO_SIDED_95 * self.error_of_levels
        below, above = self.elo - low, high - self.elo
        return (
            self.elo - (below**2 + of_levels**2) ** 0.5,
            self.elo + (above**2 + of_levels**2) ** 0.5,
        )

    @property
    def between(self) -> tuple[int | None, int | None]:
        """The strongest level that is not rated above the agent, and the weakest that is."""
        rated = list(enumerate(self.levels, start=1))
        below = [(elo, level) for level, elo in rated if elo <= self.elo]
        above = [(elo, level) for level, elo in rated if elo > self.elo]
        return max(below)[1] if below else None, min(above)[1] if above else None

    @property
    def games(self) -> int:
        return sum(score.games for score in self.scores)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON can hold it."""
        return {
            "environment": self.environment,
            "elo": self.elo,
            "interval": list(self.interval),
            "own_interval": list(self.own_interval),
            "between": list(self.between),
            "games": self.games,
            "levels": [
                {
                    "level": score.level,
                    "elo": elo,
                    "error": error,
                    "games": score.games,
                    "wins": score.wins,
                    "draws": score.draws,
                    "losses": score.losses,
                }
                for score, elo, error in zip(
                    self.scores, self.levels, self.level_errors, strict=True
                )
            ],
        }

    def svg(self) -> str:
        """Return a picture of the ladder with the agent on it."""
        rungs = [
            chart.Rung(
                f"level {number}", elo, elo - TWO_SIDED_95 * error, elo + TWO_SIDED_95 * error
            )
            for number, (elo, error) in enumerate(
                zip(self.levels, self.level_errors, strict=True), start=1
            )
        ]
        agent = chart.Rung("agent", self.elo, *self.interval)
        return chart.svg(str(self), self.environment, rungs, agent)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        low, high = self.interval
        scored = [score for score in self.scores if score.games]
        results = ", ".join(
            f"level {score.level} +{score.wins} ={score.draws} -{score.losses}" for score in scored
        )
        return (
            f"{self.environment}: Elo {self.elo:.0f} (95 %: {low:.0f} to {high:.0f}), "
            f"{self._where()}; {self.games} games: {results}"
        )

    def _where(self) -> str:
        below, above = self.between
        if below is None:
            return f"below level {above}"
        if above is None:
            return f"above level {below}"
        return f"between levels {below} and {above}"
