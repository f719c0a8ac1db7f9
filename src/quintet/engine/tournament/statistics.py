"""What scores say about strength: Elo, intervals, likelihood of superiority, sequential tests.

Scores are shares of a point. The games of one opening are not independent of each other, so the
unit that is counted is the mean over all seatings of an opening (in two-player games a pair of
games); its spread, not that of single games, gives the intervals.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, variance

NORMAL = NormalDist()
TWO_SIDED_95 = NORMAL.inv_cdf(0.975)
# What a sequential test adds to the worst and the best score, so that both have been seen.
_TRACE = 1e-3


def elo_of(score: float) -> float:
    """The difference of strength at which this score is to be expected."""
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score to be expected at a difference of strength."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    def as_elo(self) -> Estimate:
        return Estimate(elo_of(self.value), elo_of(self.low), elo_of(self.high))


def mean_score(units: Sequence[float]) -> Estimate:
    """The mean of independent scores between 0 and 1, with an interval that stays between them.

    The interval is Wilson's, for as many coin tosses as would have the spread that was seen: near a
    half it is the usual one, and after nothing but wins it still has a width.
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
    """How likely it is, after these scores, that the player is the stronger one."""
    if not units:
        return 0.5
    return NORMAL.cdf((fmean(units) - 0.5) / _error_of_mean(units))


def _error_of_mean(units: Sequence[float]) -> float:
    # Equal scores have no spread, but a few of them prove little: the spread counts as no smaller
    # than if one of them had been a toss between the best and the worst.
    number = len(units)
    spread = variance(units) if number > 1 else 0.0
    return math.sqrt(max(spread, 1 / (4 * number)) / number)


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """A test that ends as soon as it is decided: is the Elo difference `elo1`, or only `elo0`?

    A generalised sequential probability ratio test: the likelihood of the scores seen, were the
    difference elo1, over that were it elo0, each with the distribution of scores that fits best.
    `alpha` bounds how often a player of elo0 passes, `beta` how often one of elo1 fails.
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
        """The logarithm of the likelihood ratio after these scores (a pair's mean is one score)."""
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
        """`H1` (the difference is elo1), `H0` (it is elo0), or None while it is open."""
        low, high = self.bounds
        ratio = self.ratio(units)
        return "H1" if ratio >= high else "H0" if ratio <= low else None


def _fitted(found: Mapping[float, float], mean: float) -> dict[float, float]:
    """The most likely distribution over the scores found, among those with this mean.

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
