"""Elo ratings of many players from pairwise results (Bradley-Terry model).

Every player gets one virtual draw against an average player, so that one who won or lost everything
has a finite rating. The average of all ratings is 0.
"""

from __future__ import annotations

import math
import operator
from collections import defaultdict
from collections.abc import Iterable

from quintet.engine.tournament.statistics import TWO_SIDED_95, Estimate

_ELO = 400 / math.log(10)
_MAX_STEPS = 100
_TOLERANCE = 1e-10
_MAX_STEP = 1.0  # of Newton's method, which may overshoot far from the solution


def ratings(players: int, comparisons: Iterable[tuple[int, int, float]]) -> list[Estimate]:
    """Return ratings with 95 % intervals, from (player, other, score)."""
    points = [0.5] * players
    met: dict[tuple[int, int], int] = defaultdict(int)
    for first, second, result in comparisons:
        points[first] += result
        points[second] += 1 - result
        met[first, second] += 1
    strengths = [0.0] * players
    for _ in range(_MAX_STEPS):
        slope, curve = _slope_and_curve(points, met, strengths)
        step = _solve(curve, slope)
        longest = max(1.0, max(map(abs, step)) / _MAX_STEP)
        strengths = [value + part / longest for value, part in zip(strengths, step, strict=True)]
        if max(map(abs, step)) < _TOLERANCE:
            break
    _, curve = _slope_and_curve(points, met, strengths)
    average = sum(strengths) / players
    found = []
    for player, strength in enumerate(strengths):
        # The error of the difference from the average: a shift of all ratings does not count.
        away = [float(other == player) - 1 / players for other in range(players)]
        spread = sum(map(operator.mul, away, _solve(curve, away)))
        error = math.sqrt(spread) * TWO_SIDED_95 * _ELO
        elo = (strength - average) * _ELO
        found.append(Estimate(elo, elo - error, elo + error))
    return found


def _slope_and_curve(
    points: list[float], met: dict[tuple[int, int], int], strengths: list[float]
) -> tuple[list[float], list[list[float]]]:
    """Return the gradient of the log-likelihood and its negative Hessian."""
    players = len(points)
    slope = list(points)
    curve = [[0.0] * players for _ in range(players)]
    for player, strength in enumerate(strengths):
        expected = _logistic(strength)
        slope[player] -= expected
        curve[player][player] += expected * (1 - expected)
    for (first, second), games in met.items():
        expected = _logistic(strengths[first] - strengths[second])
        slope[first] -= games * expected
        slope[second] -= games * (1 - expected)
        weight = games * expected * (1 - expected)
        curve[first][first] += weight
        curve[second][second] += weight
        curve[first][second] -= weight
        curve[second][first] -= weight
    return slope, curve


def _logistic(strength: float) -> float:
    return 1 / (1 + math.exp(-strength))


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a system of linear equations with a positive definite matrix."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        for row in range(column + 1, size):
            factor = rows[row][column] / rows[column][column]
            for at in range(column, size + 1):
                rows[row][at] -= factor * rows[column][at]
    answer = [0.0] * size
    for row in range(size - 1, -1, -1):
        known = sum(rows[row][at] * answer[at] for at in range(row + 1, size))
        answer[row] = (rows[row][size] - known) / rows[row][row]
    return answer
