"""Review a game: the value of every move, and better ones.

>>> from quintet import record
>>> from quintet.engine.review import review
>>> game, = record.loads('[Game "quixo"][Option "size=3"] 1. a1c1 2. a1a3 3. c1a1 *')
>>> thrown = review(game).judgements[2]
>>> thrown.verdict, str(thrown.better.value), str(thrown.value)
('blunder', 'win in 5', 'loss in 6')
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quintet.engine.analysis import Analysis, Certainty, MoveValue
from quintet.engine.search import Limits, Search
from quintet.position import Position
from quintet.record import Record
from quintet.value import TIE, Value, estimated, loss_in, one_ply_earlier, win_in

# A move that loses at least this much of the point is called so; the worst that applies counts.
INACCURACY, MISTAKE, BLUNDER = 0.08, 0.18, 0.35
VERDICTS = (("blunder", BLUNDER), ("mistake", MISTAKE), ("inaccuracy", INACCURACY))

# The default limit for every position: nodes, so that the result is reproducible with one thread.
NODES = 200_000


@dataclass(frozen=True, slots=True)
class Judgement:
    """A move that was played. All values are for the side that played it."""

    ply: int  # from 1
    seat: int
    move: str
    analysis: Analysis  # of the position before the move
    value: Value  # of the move played
    certainty: Certainty
    line: tuple[str, ...]  # the move and what was best after it
    loss: float  # in points, against the best move
    verdict: str | None  # inaccuracy, mistake or blunder
    better: MoveValue | None  # the move to play instead, where that matters
    missed: str | None  # "win" or "draw", if the move gave it away

    @property
    def position(self) -> Position:
        return self.analysis.position


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed game."""

    record: Record
    positions: tuple[Position, ...]
    analyses: tuple[Analysis, ...]  # one a position, from the first to the last
    judgements: tuple[Judgement, ...]  # one a move
    overlooked: tuple[tuple[int, tuple[str, ...]], ...]  # the ply that made it, and its places

    def of_seat(self, seat: int) -> tuple[Judgement, ...]:
        return tuple(found for found in self.judgements if found.seat == seat)

    def mean_loss(self, seat: int) -> float:
        """Return the average loss of a seat's moves."""
        found = self.of_seat(seat)
        return sum(judgement.loss for judgement in found) / len(found) if found else 0.0


def review(
    game: Record,
    limits: Limits | None = None,
    *,
    report: Callable[[int], object] | None = None,
) -> Review:
    """Review the main line of a record.

    The limits hold for every position. `report` is called with the number of positions analysed so
    far. A record that could not be read to its end raises its error.
    """
    if game.error is not None:
        raise game.error
    analyst = _Analyst(limits or Limits(nodes=NODES))
    positions = tuple(game.positions())
    analyses: list[Analysis] = []
    for position in positions:
        analyses.append(analyst.analyse(position))
        if report is not None:
            report(len(analyses))
    judgements = tuple(
        _judge(analyst, number, ply.move, analyses[number], analyses[number + 1])
        for number, ply in enumerate(game.moves)
    )
    overlooked = positions[-1].variant.overlooked(positions)
    return Review(game, positions, tuple(analyses), judgements, overlooked)


def estimate_of_side(found: Analysis, side: int) -> float | None:
    """Return the expected score of a side; None where the analysis does not tell it."""
    sides = found.position.variant.sides
    outcome = found.position.outcome
    if outcome is not None:
        return outcome.scores[sides.index(side)]
    if sides[found.position.turn] == side:
        return found.value.estimate
    return 1 - found.value.estimate if len(set(sides)) == 2 else None


class _Analyst:
    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    def analyse(self, position: Position) -> Analysis:
        return Search(position, self.limits).run()

    def value_of(self, position: Position, move: str, after: Analysis | None = None) -> MoveValue:
        """Return the value of one move, searched as long as a position."""
        ended = _at_once(position, move)
        if ended is not None:
            return ended
        sides = position.variant.sides
        if len(set(sides)) > 2:
            # With three sides the value for the next side does not give the value for this one.
            return Search(position, self.limits, moves=[move]).run().best
        if after is None:
            after = self.analyse(position.play(move))
        same = sides[position.turn] == sides[after.position.turn]
        line = after.moves[0].line if after.moves else ()
        return MoveValue(
            move, one_ply_earlier(after.value, same_side=same), after.certainty, (move, *line)
        )


def _at_once(position: Position, move: str) -> MoveValue | None:
    """Return the value of a move that ends the game; None for others."""
    outcome = position.play(move).outcome
    if outcome is None:
        return None
    share = outcome.scores[position.turn]
    if share in (0, 1):
        value = win_in(1) if share else loss_in(1)
    else:
        # With two sides half a point is a tie; of three, two can share a win.
        value = TIE if outcome.scores == position.variant.draw_scores() else estimated(share)
    return MoveValue(move, value, "proved", (move,))


def _judge(
    analyst: _Analyst, number: int, move: str, before: Analysis, after: Analysis
) -> Judgement:
    position = before.position
    best = _at_once(position, before.best.move) or before.best
    if move == best.move or len(position.moves) == 1:
        played, better = best, None
    else:
        played = analyst.value_of(position, move, after)
        better = _better(analyst, position, best, played)
    loss = 0.0 if better is None else better.value.estimate - played.value.estimate
    missed = None if better is None else _missed(better.value, played.value)
    verdict = next((name for name, least in VERDICTS if loss >= least), None)
    return Judgement(
        ply=number + 1,
        seat=position.turn,
        move=move,
        analysis=before,
        value=played.value,
        certainty=played.certainty,
        line=played.line,
        loss=loss,
        verdict=verdict,
        better=better if verdict or missed else None,
        missed=missed,
    )


def _better(
    analyst: _Analyst, position: Position, best: MoveValue, played: MoveValue
) -> MoveValue | None:
    """Return the engine's move if it is better when searched as deeply.

    The engine's move shared its search with all others, while the move played had its own, one ply
    deeper. Without a second search it would be blamed for what only the deeper search could see.
    """
    if best.value.estimate - played.value.estimate < INACCURACY:
        return best if best.value.estimate > played.value.estimate else None
    if best.value.kind == "chance":
        best = analyst.value_of(position, best.move)
    return best if best.value.estimate > played.value.estimate else None


def _missed(best: Value, played: Value) -> str | None:
    if best.kind == "win" and played.kind != "win":
        return "win"
    return "draw" if best.kind in ("draw", "tie") and played.kind == "loss" else None
