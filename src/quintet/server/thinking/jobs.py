"""Jobs for the engine. They are plain values, so any process can run them."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from quintet.engine import Analysis, Limits, Search
from quintet.engine.claims import analyse_without_claims, has_claims
from quintet.engine.draw_offers import agrees
from quintet.engine.levels import candidates, choose
from quintet.engine.review import Judgement, Reviewer
from quintet.engine.symmetry import group_moves, may_group
from quintet.options import write_value
from quintet.position import Position, read_position
from quintet.server.thinking.plain import (
    read_analysis,
    read_judgement,
    write_analysis,
    write_judgement,
)
from quintet.table import State

MEGABYTES = 32  # of the transposition table

Result = TypeVar("Result", covariant=True)
# Where a job waits: somebody waits to move, somebody looks, nobody is in a hurry.
Lane = Literal["moves", "advice", "reviews"]
OnUpdate = Callable[[Analysis], None]  # called with the result of each depth


class Stoppable(Protocol):
    def stop(self) -> None: ...


class StopToken:
    """A handle to stop a job, before it starts or while it runs."""

    def __init__(self) -> None:
        self.stopped = False
        self._running: Stoppable | None = None

    def attach(self, running: Stoppable) -> None:
        """Connect what runs now, and stop it if that was asked for already."""
        self._running = running
        if self.stopped:
            running.stop()

    def stop(self) -> None:
        self.stopped = True
        if self._running is not None:
            self._running.stop()


@dataclass(frozen=True, slots=True)
class Line:
    """A game as its first position and its moves."""

    game: str
    options: dict[str, str]
    start: str
    moves: list[str]

    def positions(self) -> tuple[list[Position], Position]:
        """Return all earlier positions, and the current one."""
        position = read_position(self.game, self.start, self.options)
        earlier = []
        for word in self.moves:
            earlier.append(position)
            position = position.play(word)
        return earlier, position


def line_of(state: State) -> Line:
    return line_from(state.positions[0], [ply.move for ply in state.played])


def line_from(start: Position, moves: list[str]) -> Line:
    options = {name: write_value(it) for name, it in start.variant.changed_options.items()}
    return Line(start.game, options, start.text, moves)


@dataclass(frozen=True, slots=True)
class Job(ABC, Generic[Result]):
    """A question to the engine about the last position of a line."""

    line: Line
    seconds: float

    is_charged: ClassVar[bool] = False  # whether its time is charged to the client

    @property
    def lane(self) -> Lane:
        return "moves"

    @property
    def is_patient(self) -> bool:
        """Whether it waits however much its client owes, or has asked for already."""
        return True

    @abstractmethod
    def run(self, token: StopToken, on_update: OnUpdate | None = None) -> Result:
        """Run in this thread; a search calls `on_update` after each depth."""

    def write(self, result: Any) -> Any:
        """Convert a result to plain values."""
        return result

    def read(self, plain: Any) -> Result:
        """Read the result from the plain values of `write`."""
        result: Result = plain
        return result


@dataclass(frozen=True, slots=True)
class MoveJob(Job[str]):
    """Choose a move at a level."""

    level: int

    def run(self, token: StopToken, on_update: OnUpdate | None = None) -> str:
        history, position = self.line.positions()
        return choose(
            position,
            self.level,
            random.Random(),  # noqa: S311 dice, not secrets
            seconds=self.seconds,
            threads=1,  # other tables need the processor, too
            history=history,
            on_start=token.attach,
        )


@dataclass(frozen=True, slots=True)
class DrawJob(Job[bool]):
    """Decide whether the engine agrees to a draw."""

    seat: int

    def run(self, token: StopToken, on_update: OnUpdate | None = None) -> bool:
        history, position = self.line.positions()
        return agrees("draw", position, self.seat, history=history)


@dataclass(frozen=True, slots=True)
class AnalysisJob(Job[Analysis]):
    """Evaluate a position and its best moves, or all of them."""

    best: int | None = None
    guesses: bool = False  # whether wrong claims are searched, too (QT13)
    to_win: bool = False  # for a player who has to choose a move
    claims: bool = True  # whether claims that could be made now count (QT15)
    grouped: bool = False  # whether one move is searched for all that are symmetric

    is_charged: ClassVar[bool] = True

    @property
    def lane(self) -> Lane:
        return "moves" if self.to_win else "advice"

    @property
    def is_patient(self) -> bool:
        return False

    def run(self, token: StopToken, on_update: OnUpdate | None = None) -> Analysis:
        history, position = self.line.positions()
        limits = Limits(self.seconds, megabytes=MEGABYTES)
        if not self.claims and has_claims(position):
            return analyse_without_claims(
                position,
                limits,
                best=self.best,
                history=history,
                to_win=self.to_win,
                on_start=token.attach,
                on_update=on_update,
            )
        search = Search(
            position,
            limits,
            moves=self._searchmoves(position, history),
            history=history,
            to_win=self.to_win,
        )
        if self.best is not None:
            search.multipv = min(self.best, search.multipv)
        token.attach(search)
        return search.run(on_update)

    def _searchmoves(self, position: Position, history: list[Position]) -> list[str] | str:
        words = list(position.moves) if self.guesses else candidates(position)
        if self.grouped and may_group(position, history):
            words = [group[0] for group in group_moves(position, words)]
        return words or "all"  # a finished game has no candidates

    def write(self, result: Analysis) -> Any:
        return write_analysis(result)

    def read(self, plain: Any) -> Analysis:
        return read_analysis(self.line.positions()[1], plain)


@dataclass(frozen=True, slots=True)
class Judged:
    """A judged move, and the analysis of the position after it."""

    judgement: Judgement
    after: Analysis


@dataclass(frozen=True, slots=True)
class ReviewJob(Job[Judged]):
    """Judge the last move of a line, as the review of a game does."""

    ply: int
    before: Any = None  # the analysis of the position before the move as plain values, if known
    repetition: bool = False  # whether a third occurrence is a draw (H1)
    urgent: bool = False  # whether somebody waits for it

    is_charged: ClassVar[bool] = True

    @property
    def lane(self) -> Lane:
        return "advice" if self.urgent else "reviews"

    @property
    def is_patient(self) -> bool:
        return not self.urgent

    def run(self, token: StopToken, on_update: OnUpdate | None = None) -> Judged:
        earlier, following = self.line.positions()
        position = earlier[-1]
        history = earlier if self.repetition else []
        reviewer = Reviewer(on_start=token.attach)
        before = (
            reviewer.analyse(position, history[:-1])
            if self.before is None
            else read_analysis(position, self.before)
        )
        after = reviewer.analyse(following, history)
        judged = reviewer.judge(self.ply, self.line.moves[-1], before, after, history[:-1])
        return Judged(judged, after)

    def write(self, result: Judged) -> Any:
        return {
            "before": write_analysis(result.judgement.analysis),
            "judgement": write_judgement(result.judgement),
            "after": write_analysis(result.after),
        }

    def read(self, plain: Any) -> Judged:
        earlier, following = self.line.positions()
        before = read_analysis(earlier[-1], plain["before"])
        return Judged(
            read_judgement(before, plain["judgement"]), read_analysis(following, plain["after"])
        )


_KINDS: dict[str, type[Job[Any]]] = {
    "move": MoveJob,
    "draw": DrawJob,
    "analysis": AnalysisJob,
    "review": ReviewJob,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def job_to_json(job: Job[Any]) -> dict[str, object]:
    return {"task": _NAMES[type(job)], **asdict(job)}


def job_from_json(plain: Mapping[str, Any]) -> Job[Any]:
    values = {**plain}
    kind = _KINDS[values.pop("task")]
    return kind(**{**values, "line": Line(**values["line"])})
