"""Statistics: Elo, intervals, likelihood of superiority, sequential tests.

Scores are shares of a point. The games of one opening are not independent, so the unit is the mean
over all seatings of an opening (in two-player games a pair of games); the intervals come from the
variance of units, not of single games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, variance

NORMAL = NormalDist()
TWO_SIDED_95 = NORMAL.inv_cdf(0.975)
# Added to the counts of the worst and best scores by a sequential test, so that both occur.
_TRACE = 1e-3


def elo_of(score: float) -> float:
    """Return the Elo difference at which this score is expected."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """Return the expected score at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float

    def as_elo(self) -> Estimate:
        return Estimate(elo_of(self.value), elo_of(self.low), elo_of(self.high))


def mean_score(units: Sequence[float]) -> Estimate:
    """Return the mean of independent scores between 0 and 1, with its interval.

    The interval is Wilson's, for as many coin tosses as have the observed variance: near a half it
    is the usual one, and after wins alone it still has a width.
    """
    if not units:
        return Estimate(0.5, 0.0, 1.0)
    mean = fmean(units)
    tosses = float(len(units))
    if 0 < mean < 1:
        tosses = mean * (1 - mean) / _error_of_mean(units) ** 2
    square = TWO_SIDED_95**2 / tosses
    middle = (mean + square / 2) / (1 + square)
    half = math.sqrt(square * mean * (1 - mean) + square**2 / 4) / (1 + square)
    return Estimate(mean, max(0.0, middle - half), min(1.0, middle + half))


def likelihood_of_superiority(units: Sequence[float]) -> float:
    """Return the probability, given these scores, that the player is the stronger one."""
    if not units:
        return 0.5
    return NORMAL.cdf((fmean(units) - 0.5) / _error_of_mean(units))


def _error_of_mean(units: Sequence[float]) -> float:
    # A few equal scores prove little, so the variance is at least what it would be if one of them
    # were a coin toss.
    number = len(units)
    spread = variance(units) if number > 1 else 0.0
    return math.sqrt(max(spread, 1 / (4 * number)) / number)


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """A sequential test: is the Elo difference `elo1`, or only `elo0`?

    A generalised sequential probability ratio test (GSPRT): the likelihood of the scores under elo1
    over that under elo0, each with the best-fitting distribution of scores. `alpha` bounds how
    often a player of elo0 passes, `beta` how often one of elo1 fails.
    """

    elo0: float = 0.0
    elo1: float = 50.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which elo0 and elo1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, units: Sequence[float]) -> float:
        """Return the log-likelihood ratio after these scores (a pair's mean is one score)."""
        if not units:
            return 0.0
        counts: dict[float, float] = dict(Counter(units))
        for end in (0.0, 1.0):
            counts[end] = counts.get(end, 0.0) + _TRACE
        total = sum(counts.values())
        found = {score: count / total for score, count in counts.items()}
        fit0 = _fitted(found, score_of(self.elo0))
        fit1 = _fitted(found, score_of(self.elo1))
        return total * sum(
            share * math.log(fit1[score] / fit0[score]) for score, share in found.items()
        )

    def verdict(self, units: Sequence[float]) -> str | None:
        """Return `H1` (the difference is elo1), `H0` (it is elo0), or None while open."""
        low, high = self.bounds
        ratio = self.ratio(units)
        return "H1" if ratio >= high else "H0" if ratio <= low else None


def _fitted(found: Mapping[float, float], mean: float) -> dict[float, float]:
    """Return the most likely distribution over the observed scores with this mean.

    With a multiplier t it is found(a) / (1 + t (a - mean)), where t makes the mean right.
    """
    worst, best = min(found) - mean, max(found) - mean
    low, high = -1 / best, -1 / worst

    def excess(multiplier: float) -> float:
        return sum(
            share * (score - mean) / (1 + multiplier * (score - mean))
            for score, share in found.items()
        )

    for _ in range(200):  # the excess falls as t grows
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    multiplier = (low + high) / 2
    return {score: share / (1 + multiplier * (score - mean)) for score, share in found.items()}
