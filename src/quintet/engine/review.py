"""Going through a game: what every move was worth, and what would have been better.

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

# From this loss of chance on a move is called so; the worst word that fits is used.
INACCURACY, MISTAKE, BLUNDER = 0.08, 0.18, 0.35
VERDICTS = (("blunder", BLUNDER), ("mistake", MISTAKE), ("inaccuracy", INACCURACY))

# So many nodes for every position, when nobody says otherwise: with one thread it is repeatable.
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
    loss: float  # of chance, against the best move; 0 when there was nothing better
    verdict: str | None  # inaccuracy, mistake or blunder
    better: MoveValue | None  # what to play instead, where that matters
    missed: str | None  # win or draw: what was certain and is so no longer

    @property
    def position(self) -> Position:
        return self.analysis.position


@dataclass(frozen=True, slots=True)
class Review:
    """A game gone through."""

    record: Record
    positions: tuple[Position, ...]
    analyses: tuple[Analysis, ...]  # one a position, from the first to the last
    judgements: tuple[Judgement, ...]  # one a move
    overlooked: tuple[tuple[int, tuple[str, ...]], ...]  # the ply that made it, and its places

    def of_seat(self, seat: int) -> tuple[Judgement, ...]:
        return tuple(found for found in self.judgements if found.seat == seat)

    def mean_loss(self, seat: int) -> float:
        """What a seat lost with a move, on average."""
        found = self.of_seat(seat)
        return sum(judgement.loss for judgement in found) / len(found) if found else 0.0


def review(
    game: Record,
    limits: Limits | None = None,
    *,
    tell: Callable[[int], object] | None = None,
) -> Review:
    """Goes through the main line of a record; `tell` hears how many positions are looked at.

    The limits hold for every position. A record that could not be read to its end is refused.
    """
    if game.error is not None:
        raise game.error
    thinker = _Thinker(limits or Limits(nodes=NODES))
    positions = tuple(game.positions())
    analyses: list[Analysis] = []
    for position in positions:
        analyses.append(thinker.look(position))
        if tell is not None:
            tell(len(analyses))
    judgements = tuple(
        _judge(thinker, number, ply.move, analyses[number], analyses[number + 1])
        for number, ply in enumerate(game.moves)
    )
    overlooked = positions[-1].variant.overlooked(positions)
    return Review(game, positions, tuple(analyses), judgements, overlooked)


def estimate_of_side(found: Analysis, side: int) -> float | None:
    """The chance of a side, where the analysis says it: between two sides it always does."""
    sides = found.position.variant.sides
    outcome = found.position.outcome
    if outcome is not None:
        return outcome.scores[sides.index(side)]
    if sides[found.position.turn] == side:
        return found.value.estimate
    return 1 - found.value.estimate if len(set(sides)) == 2 else None


class _Thinker:
    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    def look(self, position: Position) -> Analysis:
        return Search(position, self.limits).run()

    def value_of(self, position: Position, move: str, after: Analysis | None = None) -> MoveValue:
        """A move looked at on its own, as long as a position is."""
        ended = _at_once(position, move)
        if ended is not None:
            return ended
        sides = position.variant.sides
        if len(set(sides)) > 2:
            # What is good for the next of three sides does not say what is good for this one.
            return Search(position, self.limits, moves=[move]).run().best
        if after is None:
            after = self.look(position.play(move))
        same = sides[position.turn] == sides[after.position.turn]
        line = after.moves[0].line if after.moves else ()
        return MoveValue(
            move, one_ply_earlier(after.value, same_side=same), after.certainty, (move, *line)
        )


def _at_once(position: Position, move: str) -> MoveValue | None:
    """The value of a move that ends the game."""
    outcome = position.play(move).outcome
    if outcome is None:
        return None
    share = outcome.scores[position.turn]
    if share in (0, 1):
        value = win_in(1) if share else loss_in(1)
    else:
        # Between two sides half a point is a tie; three can share a win by halves, too.
        value = TIE if outcome.scores == position.variant.draw_scores() else estimated(share)
    return MoveValue(move, value, "proved", (move,))


def _judge(
    thinker: _Thinker, number: int, move: str, before: Analysis, after: Analysis
) -> Judgement:
    position = before.position
    best = _at_once(position, before.best.move) or before.best
    if move == best.move or len(position.moves) == 1:
        played, better = best, None
    else:
        played = thinker.value_of(position, move, after)
        better = _better(thinker, position, best, played)
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
    thinker: _Thinker, position: Position, best: MoveValue, played: MoveValue
) -> MoveValue | None:
    """The engine's move, if it still is better when looked at as closely as the one played.

    Before the move it shared the search with all others; the move played had a search of its own,
    one ply deeper, and would be blamed for what that saw and the other could not.
    """
    if best.value.estimate - played.value.estimate < INACCURACY:
        return best if best.value.estimate > played.value.estimate else None
    if best.value.kind == "chance":
        best = thinker.value_of(position, best.move)
    return best if best.value.estimate > played.value.estimate else None


def _missed(best: Value, played: Value) -> str | None:
    if best.kind == "win" and played.kind != "win":
        return "win"
    return "draw" if best.kind in ("draw", "tie") and played.kind == "loss" else None
