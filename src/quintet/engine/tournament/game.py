"""One game of a tournament."""

from __future__ import annotations

import random
from collections import Counter
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


def play_game(plan: Plan, task: Task) -> Finished:
    """Play a game; the opening and the random numbers depend on plan and task alone."""
    begin = plan.begin
    variant = begin.variant
    moves = list(opening(begin, plan.opening, plan.seed, task.round))
    opened = len(moves)
    players = [plan.players[player].open(variant) for player in task.seating]
    rngs = [
        random.Random(f"{plan.seed} game {task.number} seat {seat}")
        for seat in range(variant.seats)
    ]
    tags = {"Event": plan.title, "Round": str(task.number), "Opening": str(opened)}
    position = begin
    occurrences = Counter([begin])
    for word in moves:
        position = position.play(word)
        occurrences[position] += 1
    outcome: Outcome | None = None
    try:
        while outcome is None:
            seat = position.turn
            player = players[variant.sides[seat]]
            try:
                word = player.move(Situation(begin, moves, position), rngs[seat])
            except EngineFault as fault:
                tags["Fault"] = str(fault)
                reason: TableReason = "time" if fault.timed_out else "resignation"
                outcome = Outcome(variant.loss_scores(seat), reason)
                break
            moves.append(word)
            position = position.play(word)
            occurrences[position] += 1
            outcome = _outcome(position, occurrences[position], len(moves))
    finally:
        for player in players:
            player.close()
    seats = [plan.names[task.seating[side]] for side in variant.sides]
    return Finished(task, Record.from_moves(begin, moves, seats=seats, tags=tags, outcome=outcome))


def _outcome(position: Position, occurrences: int, plies: int) -> Outcome | None:
    if position.outcome is not None:
        return position.outcome
    variant = position.variant
    if variant.cycles and occurrences >= OCCURRENCES_TO_DRAW:
        return Outcome(variant.draw_scores(), "repetition")
    return Outcome(variant.draw_scores(), "limit") if plies >= MAX_PLIES else None
