"""One game of a tournament."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from quintet.engine.external import EngineFault
from quintet.engine.player import Situation
from quintet.engine.tournament.openings import opening
from quintet.engine.tournament.plan import Plan, Task
from quintet.outcome import Outcome, TableReason
from quintet.position import Position
from quintet.record import Record

MAX_PLIES = 400  # H5
OCCURRENCES_TO_DRAW = 3  # H1


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game."""

    task: Task
    record: Record

    @property
    def scores(self) -> tuple[float, ...]:
        """The share of the point of every side."""
        sides = self.record.variant.sides
        assert self.record.result is not None
        by_seat = [float(Fraction(score)) for score in self.record.result.split("-")]
        return tuple(by_seat[sides.index(side)] for side in sorted(set(sides)))


class Game:
    """A game in progress, with what ends it apart from the rules of the game (H1, H5)."""

    def __init__(self, begin: Position, moves: Iterable[str] = ()) -> None:
        self.begin = self.position = begin
        self.moves: list[str] = []
        self.outcome: Outcome | None = begin.outcome
        self._occurrences = Counter([begin])
        for word in moves:
            self.play(word)

    @property
    def situation(self) -> Situation:
        return Situation(self.begin, self.moves, self.position)

    def play(self, word: str) -> None:
        self.position = self.position.play(word)
        self.moves.append(word)
        self._occurrences[self.position] += 1
        self.outcome = self._outcome()

    def _outcome(self) -> Outcome | None:
        position = self.position
        if position.outcome is not None:
            return position.outcome
        variant = position.variant
        if variant.cycles and self._occurrences[position] >= OCCURRENCES_TO_DRAW:
            return Outcome(variant.draw_scores(), "repetition")
        return Outcome(variant.draw_scores(), "limit") if len(self.moves) >= MAX_PLIES else None


def play_game(plan: Plan, task: Task) -> Finished:
    """Play a game; the opening and the random numbers depend on plan and task alone."""
    begin = plan.begin
    variant = begin.variant
    game = Game(begin, opening(begin, plan.opening, plan.seed, task.round))
    tags = {"Event": plan.title, "Round": str(task.number), "Opening": str(len(game.moves))}
    players = [plan.players[player].open(variant) for player in task.seating]
    rngs = [
        random.Random(f"{plan.seed} game {task.number} seat {seat}")
        for seat in range(variant.seats)
    ]
    try:
        while game.outcome is None:
            seat = game.position.turn
            try:
                word = players[variant.sides[seat]].move(game.situation, rngs[seat])
            except EngineFault as fault:
                tags["Fault"] = str(fault)
                reason: TableReason = "time" if fault.timed_out else "resignation"
                game.outcome = Outcome(variant.loss_scores(seat), reason)
                break
            game.play(word)
    finally:
        for player in players:
            player.close()
    seats = [plan.names[task.seating[side]] for side in variant.sides]
    played = Record.from_moves(begin, game.moves, seats=seats, tags=tags, outcome=game.outcome)
    return Finished(task, played)
