"""Review a game: the value of every move, and better ones.

>>> from quintet import record
>>> from quintet.engine.review import review
>>> game, = record.loads('[Game "quixo"][Option "size=3"] 1. a1c1 2. a1a3 3. c1a1 *')
>>> thrown = review(game).judgements[2]
>>> thrown.verdict, str(thrown.better.value), str(thrown.value)
('blunder', 'win in 5', 'loss in 6')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from quintet.engine.analysis import Analysis, Certainty, MoveValue
from quintet.engine.levels import candidates
from quintet.engine.search import OCCURRENCES_TO_DRAW, Limits, Search
from quintet.position import Position
from quintet.record import Record
from quintet.record.tags import REPETITION
from quintet.value import DRAW, TIE, Value, estimated, loss_in, one_ply_earlier, win_in

Verdict = Literal["inaccuracy", "mistake", "blunder"]
Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder", "missed_win"]
Missed = Literal["win", "draw"]

# A move that loses at least this much of the point is called so; the worst that applies counts.
INACCURACY, MISTAKE, BLUNDER = 0.08, 0.18, 0.35
VERDICTS: tuple[tuple[Verdict, float], ...] = (
    ("blunder", BLUNDER),
    ("mistake", MISTAKE),
    ("inaccuracy", INACCURACY),
)

# The default limits for every position: nodes, so that the result is reproducible with one thread.
NODES = 200_000
MEGABYTES = 16  # many short searches: clearing a larger table would take longer
DEFAULT_LIMITS = Limits(nodes=NODES, megabytes=MEGABYTES)


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
    verdict: Verdict | None
    better: MoveValue | None  # the move to play instead, where that matters
    missed: Missed | None  # what the move gave away

    @property
    def position(self) -> Position:
        return self.analysis.position

    @property
    def grade(self) -> Grade:
        """The verdict, or how good a move without one is."""
        if self.missed == "win":
            return "missed_win"
        if self.verdict is not None:
            return self.verdict
        best = self.analysis.best
        is_best = self.move == best.move or self.value.order >= best.value.order
        return "best" if is_best else "good"

    @property
    def is_mistake(self) -> bool:
        """Whether the move is worth another try."""
        return self.grade in ("mistake", "blunder", "missed_win")

    @property
    def exact(self) -> bool:
        """Whether it is certain what the move gave away, if anything."""
        best = self.better or self.analysis.best
        if best.value.kind == "loss":
            return True  # all moves lose
        known = _is_decided(self.value, self.certainty)
        return known and (self.value.kind == "win" or _is_decided(best.value, best.certainty))

    @property
    def missed_call(self) -> bool:
        """Whether the better move was a claim (QT13)."""
        is_claim = self.position.variant.is_claim
        return self.better is not None and is_claim(self.better.move) and not is_claim(self.move)


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

    def accuracy(self, seat: int) -> float:
        """Return how much of the point a seat's moves kept on average."""
        return 1 - self.mean_loss(seat)


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
    reviewer = Reviewer(limits)
    positions = tuple(game.positions())
    repetition = repetition_draws(game, positions)
    analyses = [reviewer.analyse(positions[0])]
    judgements: list[Judgement] = []
    for number, ply in enumerate(game.moves):
        if report is not None:
            report(len(analyses))
        history = positions[: number + 1] if repetition else ()
        analyses.append(reviewer.analyse(positions[number + 1], history))
        before, after = analyses[-2:]
        judgements.append(reviewer.judge(number + 1, ply.move, before, after, history[:-1]))
    if report is not None:
        report(len(analyses))
    return reviewed(game, positions, analyses, judgements)


def reviewed(
    game: Record,
    positions: Sequence[Position],
    analyses: Sequence[Analysis],
    judgements: Sequence[Judgement],
) -> Review:
    """Return a review from its parts; a game may be reviewed in part."""
    overlooked = positions[-1].variant.overlooked(positions)
    return Review(game, tuple(positions), tuple(analyses), tuple(judgements), overlooked)


def repetition_draws(game: Record, positions: Sequence[Position]) -> bool:
    """Return whether a third occurrence was a draw in a game (H1).

    A game that went on after one was played without the rule, whatever its record says.
    """
    if not positions[0].variant.cycles or game.tags.get(REPETITION) == "off":
        return False
    return max(Counter(positions[:-1]).values(), default=0) < OCCURRENCES_TO_DRAW


def estimate_of_side(found: Analysis, side: int) -> float | None:
    """Return the expected score of a side; None where the analysis does not tell it."""
    sides = found.position.variant.sides
    outcome = found.position.outcome
    if outcome is not None:
        return outcome.scores[sides.index(side)]
    if sides[found.position.turn] == side:
        return found.value.estimate
    return 1 - found.value.estimate if len(set(sides)) == 2 else None


class Reviewer:
    """Judges the moves of a game one by one; `on_start` gets every search, to stop it.

    A `history` is the positions before the one that is looked at, where repetition is a draw (H1).
    """

    def __init__(
        self, limits: Limits | None = None, on_start: Callable[[Search], object] | None = None
    ) -> None:
        self.limits = limits or DEFAULT_LIMITS
        self._on_start = on_start

    def analyse(self, position: Position, history: Sequence[Position] = ()) -> Analysis:
        if _is_repetition(position, history):
            return Analysis(position, DRAW, "proved", (), 0, 0, 0.0)
        return self._best_of(position, candidates(position), history)

    def judge(
        self,
        ply: int,
        move: str,
        before: Analysis,
        after: Analysis,
        history: Sequence[Position] = (),
    ) -> Judgement:
        """Judge a move by the positions before and after it."""
        position = before.position
        played, better = self._compare(move, before, after, history)
        loss = 0.0 if better is None else better.value.estimate - played.value.estimate
        verdict = next((name for name, least in VERDICTS if loss >= least), None)
        missed = None if better is None else _missed(better, played, verdict)
        return Judgement(
            ply=ply,
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

    def value_of(
        self,
        position: Position,
        move: str,
        after: Analysis | None = None,
        history: Sequence[Position] = (),
    ) -> MoveValue:
        """Return the value of one move, searched as long as a position."""
        ended = _at_once(position, move, history)
        if ended is not None:
            return ended
        sides = position.variant.sides
        if len(set(sides)) > 2:
            # With three sides the value for the next side does not give the value for this one.
            return self._run(Search(position, self.limits, moves=[move], history=history)).best
        if after is None:
            after = self.analyse(position.play(move), (*history, position) if history else ())
        same = sides[position.turn] == sides[after.position.turn]
        line = after.moves[0].line if after.moves else ()
        return MoveValue(
            move, one_ply_earlier(after.value, same_side=same), after.certainty, (move, *line)
        )

    def _compare(
        self, move: str, before: Analysis, after: Analysis, history: Sequence[Position]
    ) -> tuple[MoveValue, MoveValue | None]:
        """Return the move that was played with its value, and a better one if there is any."""
        position = before.position
        best = _at_once(position, before.best.move, history) or before.best
        if move != best.move:
            played = self.value_of(position, move, after, history)
            return played, self._better(position, best, played, history)
        others = [it for it in candidates(position) if it != move]
        if not others or best.value.kind != "chance":
            return best, None
        played = self.value_of(position, move, after, history)
        if best.value.estimate - played.value.estimate < INACCURACY:
            return best, None
        # The engine would have played it, too, and has seen only now that it is worse.
        best = self._best_of(position, others, history).best
        return played, self._better(position, best, played, history)

    def _best_of(
        self, position: Position, moves: list[str], history: Sequence[Position]
    ) -> Analysis:
        if len(moves) == len(position.moves):
            return self._run(Search(position, self.limits, history=history))
        search = Search(position, self.limits, moves=moves, history=history)
        search.multipv = 1
        return self._run(search)

    def _better(
        self,
        position: Position,
        best: MoveValue,
        played: MoveValue,
        history: Sequence[Position],
    ) -> MoveValue | None:
        """Return the engine's move if it is better when searched as deeply.

        The engine's move shared its search with all others, while the move played had its own, one
        ply deeper. Without a second search it would be blamed for what only the deeper search could
        see.
        """
        if best.value.estimate - played.value.estimate < INACCURACY:
            return best if best.value.estimate > played.value.estimate else None
        if best.value.kind == "chance":
            best = self.value_of(position, best.move, history=history)
        return best if best.value.estimate > played.value.estimate else None

    def _run(self, search: Search) -> Analysis:
        if self._on_start is not None:
            self._on_start(search)
        return search.run()


def _at_once(position: Position, move: str, history: Sequence[Position]) -> MoveValue | None:
    """Return the value of a move that ends the game; None for others."""
    after = position.play(move)
    if _is_repetition(after, (*history, position)):
        return MoveValue(move, DRAW, "proved", (move,))
    outcome = after.outcome
    if outcome is None:
        return None
    share = outcome.scores[position.turn]
    if share in (0, 1):
        value = win_in(1) if share else loss_in(1)
    else:
        # With two sides half a point is a tie; of three, two can share a win.
        value = TIE if outcome.scores == position.variant.draw_scores() else estimated(share)
    return MoveValue(move, value, "proved", (move,))


def _is_repetition(position: Position, history: Sequence[Position]) -> bool:
    """Return whether the game ends with this position because it occurred before (H1)."""
    return position.outcome is None and history.count(position) >= OCCURRENCES_TO_DRAW - 1


def _missed(best: MoveValue, played: MoveValue, verdict: Verdict | None) -> Missed | None:
    """Return what a move gave away; one that may still win has not missed the win."""
    kind = played.value.kind
    if best.value.kind == "win" and kind != "win":
        return "win" if kind != "chance" or verdict in ("mistake", "blunder") else None
    return "draw" if best.value.kind in ("draw", "tie") and kind == "loss" else None


def _is_decided(value: Value, certainty: Certainty) -> bool:
    """Return whether the outcome is certain; of searched wins and losses only the length is not."""
    return value.kind in ("win", "loss") or (value.kind != "chance" and certainty != "searched")
