"""Run a tournament: play the missing games, store and count them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from itertools import takewhile

from quintet.engine.tournament.game import Finished
from quintet.engine.tournament.journal import Journal
from quintet.engine.tournament.plan import Plan
from quintet.engine.tournament.spread import play_all
from quintet.engine.tournament.standings import units_of_duel


class Tournament:
    """A plan and its finished games."""

    def __init__(self, plan: Plan, journal: Journal | None = None) -> None:
        self.plan = plan
        self.journal = journal
        self.finished: dict[int, Finished] = {}
        for game in journal.finished if journal is not None else ():
            self.finished[game.task.number] = game
        # Of a sequential test: the rounds examined so far, and the rounds it took.
        self._examined = 0
        self._decided: int | None = None

    def run(
        self,
        *,
        jobs: int | None = None,
        ray: str | None = None,
        report: Callable[[Tournament], object] = lambda _: None,
    ) -> list[Finished]:
        """Play the missing games, and return those that count in order.

        `report` is called after each game. A sequential test is decided by the first rounds that
        suffice, whatever was played meanwhile, so that the result does not depend on `jobs`.
        """
        missing = [task for task in self.plan.tasks() if task.number not in self.finished]
        if missing and self._deciding_rounds() is None:
            with contextlib.closing(play_all(self.plan, missing, jobs=jobs, ray=ray)) as games:
                for game in games:
                    if self.journal is not None:
                        self.journal.add(game)
                    self.finished[game.task.number] = game
                    report(self)
                    if self._deciding_rounds() is not None:
                        break
        rounds = self._deciding_rounds() or self.plan.rounds
        return [game for game in self._in_order() if game.task.round < rounds]

    def _in_order(self) -> list[Finished]:
        return [self.finished[number] for number in sorted(self.finished)]

    def _deciding_rounds(self) -> int | None:
        """Return the number of rounds that decided the test; None while it is open."""
        if self.plan.test is None or self._decided is not None:
            return self._decided
        numbered = enumerate(self._in_order(), start=1)
        in_row = [
            game for _, game in takewhile(lambda pair: pair[0] == pair[1].task.number, numbered)
        ]
        units = units_of_duel(self.plan, in_row, 0, 1)
        for rounds in range(self._examined + 1, len(units) + 1):
            self._examined = rounds
            if self.plan.test.verdict(units[:rounds]) is not None:
                self._decided = rounds
                break
        return self._decided
