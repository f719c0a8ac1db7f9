"""Scores, duels and ratings.

In a game of three or more sides a player is compared with every other: the larger share of the
point wins the comparison, equal shares are a draw. Two players without a share are not compared.
(So the ratings fit Luce's model, in which the probability of winning is the player's strength
divided by the sum of all.) With two sides the comparison is the game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from quintet.engine.tournament.game import Finished
from quintet.engine.tournament.plan import Plan
from quintet.engine.tournament.ratings import ratings
from quintet.engine.tournament.statistics import Estimate, likelihood_of_superiority, mean_score


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's result: the mean share of a point, and Elo relative to the average."""

    name: str
    games: int
    points: float
    score: Estimate
    elo: Estimate


@dataclass(frozen=True, slots=True)
class Duel:
    """A player's result against another; wins, draws and losses count comparisons."""

    first: str
    second: str
    wins: int
    draws: int
    losses: int
    score: Estimate
    elo: Estimate
    superiority: float


def standings(plan: Plan, games: Sequence[Finished]) -> list[Standing]:
    """Return the results of all players, best first."""
    points: dict[int, list[float]] = defaultdict(list)
    by_round: dict[tuple[int, int], list[float]] = defaultdict(list)
    for game in games:
        for player, share in zip(game.task.seating, game.scores, strict=True):
            points[player].append(share)
            by_round[player, game.task.round].append(share)
    elo = ratings(len(plan.players), _all_comparisons(games))
    rows = []
    for player, name in enumerate(plan.names):
        units = [fmean(shares) for (who, _), shares in by_round.items() if who == player]
        shares = points[player]
        rows.append(Standing(name, len(shares), sum(shares), mean_score(units), elo[player]))
    return sorted(rows, key=lambda row: -row.elo.value)


def duels(plan: Plan, games: Sequence[Finished]) -> list[Duel]:
    """Return the results of every two players who met."""
    found = []
    for first, second in combinations(range(len(plan.players)), 2):
        results = [result for game in games for result in _comparisons(game, first, second)]
        if not results:
            continue
        units = units_of_duel(plan, games, first, second)
        score = mean_score(units)
        found.append(
            Duel(
                plan.names[first],
                plan.names[second],
                results.count(1.0),
                results.count(0.5),
                results.count(0.0),
                score,
                score.as_elo(),
                likelihood_of_superiority(units),
            )
        )
    return found


def units_of_duel(plan: Plan, games: Iterable[Finished], first: int, second: int) -> list[float]:
    """Return the scores of one player against another in every complete round."""
    due = sum(
        len(pairing.seatings) for pairing in plan.pairings if {first, second} <= {*pairing.players}
    )
    by_round: dict[int, list[list[float]]] = defaultdict(list)
    for game in games:
        if {first, second} <= {*game.task.seating}:
            by_round[game.task.round].append(list(_comparisons(game, first, second)))
    rounds = [by_round[turn] for turn in sorted(by_round) if len(by_round[turn]) == due]
    results = [[result for game in games for result in game] for games in rounds]
    return [fmean(result) for result in results if result]


def _comparisons(game: Finished, first: int, second: int) -> Iterator[float]:
    """Yield 1, 0.5 or 0 for every two sides of a game that these players had."""
    sides = list(zip(game.task.seating, game.scores, strict=True))
    for player, share in sides:
        for other, other_share in sides:
            if (player, other) == (first, second) and share + other_share > 0:
                yield 1.0 if share > other_share else 0.5 if share == other_share else 0.0


def _all_comparisons(games: Iterable[Finished]) -> Iterator[tuple[int, int, float]]:
    for game in games:
        for first, second in combinations(sorted(set(game.task.seating)), 2):
            for result in _comparisons(game, first, second):
                yield first, second, result
