"""Elo by maximum likelihood: the model of Bradley and Terry.

A player who is stronger by d Elo scores 1 / (1 + 10^(-d / 400)) on average.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

ELO = 400 / math.log(10)  # Elo of one unit of the logistic scale
TWO_SIDED_95 = 1.959964
_STEPS = 60
_FARTHEST = 20.0  # units beyond the opponents: odds of half a billion to one


class Result(NamedTuple):
    """What a player scored against another."""

    first: int
    second: int
    wins: int
    draws: int
    losses: int


class Place(NamedTuple):
    """The rating of one player, and what each opponent's rating contributed to it."""

    elo: float
    low: float
    high: float
    weights: Floats


def fit(players: int, results: Iterable[Result]) -> tuple[Floats, Floats]:
    """Return Elo ratings relative to the first player, and their covariance.

    Every two players who met are given one more game, drawn, so that ratings stay finite.
    """
    games = np.zeros((players, players))
    points = np.zeros(players)
    for first, second, wins, draws, losses in results:
        number = wins + draws + losses + 1
        games[first, second] += number
        games[second, first] += number
        points[first] += wins + (draws + 1) / 2
        points[second] += losses + (draws + 1) / 2
    strengths = np.zeros(players)
    for _ in range(_STEPS):
        expected = _logistic(strengths[:, None] - strengths[None, :])
        information = games * expected * (1 - expected)
        curve = np.diag(information.sum(1)) - information
        step = np.linalg.solve(curve[1:, 1:], (points - (games * expected).sum(1))[1:])
        # Newton's method may overshoot far from the solution.
        strengths[1:] += step / max(1.0, float(np.abs(step).max()))
    covariance = np.zeros((players, players))
    covariance[1:, 1:] = np.linalg.inv(curve[1:, 1:])
    return strengths * ELO, covariance * ELO**2


def place(opponents: Floats, games: Floats, points: Floats) -> Place:
    """Return the rating of a player who scored so many points against rated opponents.

    The likelihood is weighted with Jeffreys' prior, as if half a game more had been won and half a
    game more been lost: so the rating is finite after wins alone. The interval is where the
    logarithm of that is less than 1.92 below its maximum: 95 %, and wider to one side where the
    results say less about it.
    """
    met = [
        (float(elo) / ELO, float(number), float(scored))
        for elo, number, scored in zip(opponents, games, points, strict=True)
        if number
    ]

    def slope(strength: float) -> float:
        missing = information = bent = 0.0
        for rated, number, scored in met:
            expected = 1 / (1 + math.exp(rated - strength))
            missing += scored - number * expected
            information += number * expected * (1 - expected)
            bent += number * expected * (1 - expected) * (1 - 2 * expected)
        return missing + bent / information / 2

    def height(strength: float) -> float:
        won = information = 0.0
        for rated, number, scored in met:
            expected = 1 / (1 + math.exp(rated - strength))
            won += scored * math.log(expected) + (number - scored) * math.log1p(-expected)
            information += number * expected * (1 - expected)
        return won + math.log(information) / 2

    low, high = min(met)[0] - _FARTHEST, max(met)[0] + _FARTHEST
    best = _crossing(slope, low, high)
    edge = height(best) - TWO_SIDED_95**2 / 2
    lower = _crossing(lambda strength: edge - height(strength), low, best)
    upper = _crossing(lambda strength: height(strength) - edge, best, high)
    expected = _logistic(best - opponents / ELO)
    information = games * expected * (1 - expected)
    return Place(best * ELO, lower * ELO, upper * ELO, information / information.sum())


def _crossing(falling: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function that is positive at `low` becomes negative."""
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2


def _logistic(strengths: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-strengths)))
