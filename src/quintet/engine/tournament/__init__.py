"""Tournaments between players, with error bars (docs/how-to/run-a-tournament.md).

>>> from quintet.engine.players import parse_player
>>> from quintet.engine.tournament import Plan, Tournament
>>> plan = Plan("quantik", players=(parse_player("level:4"), parse_player("random")), games=4)
>>> finished = Tournament(plan).run(jobs=1)
>>> sum(game.scores[0] + game.scores[1] for game in finished)
4.0
"""

from quintet.engine.tournament.journal import Journal
from quintet.engine.tournament.plan import FORMATS, Plan
from quintet.engine.tournament.run import Tournament
from quintet.engine.tournament.standings import Duel, Standing, duels, standings, units_of_duel
from quintet.engine.tournament.statistics import Estimate, SequentialTest

__all__ = [
    "FORMATS",
    "Duel",
    "Estimate",
    "Journal",
    "Plan",
    "SequentialTest",
    "Standing",
    "Tournament",
    "duels",
    "standings",
    "units_of_duel",
]
