"""What the engine is asked to think about, as plain values: any process can do it."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Generic, Protocol, TypeVar

from quintet.engine import Analysis, Limits, Search
from quintet.engine.analysis import MoveValue
from quintet.engine.draw_offers import agrees
from quintet.engine.levels import candidates, choose
from quintet.options import write_value
from quintet.position import Position, read_position
from quintet.table import State
from quintet.value import Value

MEGABYTES = 32

Result = TypeVar("Result", covariant=True)
Tell = Callable[[Analysis], None]


class Stoppable(Protocol):
    def stop(self) -> None: ...


class Thought:
    """Some thinking that can be stopped, before or while it is done."""

    def __init__(self) -> None:
        self.stopped = False
        self._thinking: Stoppable | None = None

    def begun(self, thinking: Stoppable) -> None:
        self._thinking = thinking
        if self.stopped:
            thinking.stop()

    def stop(self) -> None:
        self.stopped = True
        if self._thinking is not None:
            self._thinking.stop()


@dataclass(frozen=True, slots=True)
class Line:
    """A game so far: where it began, and the moves to where it stands."""

    game: str
    options: dict[str, str]
    start: str
    moves: list[str]

    def positions(self) -> tuple[list[Position], Position]:
        """All earlier positions, and the present one."""
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
class Task(ABC, Generic[Result]):
    line: Line
    seconds: float

    @abstractmethod
    def think(self, thought: Thought, tell: Tell | None = None) -> Result:
        """Thinks, in this thread; where several depths are searched, `tell` hears of each."""

    def write(self, result: Any) -> Any:
        """What it came to, as plain values."""
        return result

    def read(self, plain: Any) -> Result:
        result: Result = plain
        return result


@dataclass(frozen=True, slots=True)
class MoveTask(Task[str]):
    """The move a level plays."""

    level: int

    def think(self, thought: Thought, tell: Tell | None = None) -> str:
        history, position = self.line.positions()
        return choose(
            position,
            self.level,
            random.Random(),  # noqa: S311 dice, not secrets
            seconds=self.seconds,
            threads=1,  # other tables want to be played at, too
            history=history,
            on_start=thought.begun,
        )


@dataclass(frozen=True, slots=True)
class DrawTask(Task[bool]):
    """Whether the engine agrees to a draw."""

    seat: int

    def think(self, thought: Thought, tell: Tell | None = None) -> bool:
        history, position = self.line.positions()
        return agrees("draw", position, self.seat, history=history)


@dataclass(frozen=True, slots=True)
class AnalysisTask(Task[Analysis]):
    """What a position is worth, and its best moves, or all."""

    best: int | None = None
    guesses: bool = False  # whether claims that are wrong are looked at, too (QT13)
    to_win: bool = False  # for whoever has to move

    def think(self, thought: Thought, tell: Tell | None = None) -> Analysis:
        history, position = self.line.positions()
        thinking = Search(
            position,
            Limits(self.seconds, megabytes=MEGABYTES),
            # Where the game is over there is nothing to choose from.
            moves="all" if self.guesses else candidates(position) or "all",
            history=history,
            to_win=self.to_win,
        )
        if self.best is not None:
            thinking.multipv = min(self.best, thinking.multipv)
        thought.begun(thinking)
        return thinking.run(tell)

    def write(self, result: Analysis) -> Any:
        return {
            "value": _write_value(result.value),
            "known": result.certainty,
            "moves": [
                [each.move, _write_value(each.value), each.certainty, each.line]
                for each in result.moves
            ],
            "depth": result.depth,
            "nodes": result.nodes,
            "seconds": result.seconds,
        }

    def read(self, plain: Any) -> Analysis:
        _, position = self.line.positions()
        return Analysis(
            position,
            Value(*plain["value"]),
            plain["known"],
            tuple(
                MoveValue(move, Value(*value), known, tuple(line))
                for move, value, known, line in plain["moves"]
            ),
            plain["depth"],
            plain["nodes"],
            plain["seconds"],
        )


_KINDS: dict[str, type[Task[Any]]] = {
    "move": MoveTask,
    "draw": DrawTask,
    "analysis": AnalysisTask,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def task_to_json(task: Task[Any]) -> dict[str, object]:
    return {"task": _NAMES[type(task)], **asdict(task)}


def task_from_json(plain: Mapping[str, Any]) -> Task[Any]:
    values = {**plain}
    kind = _KINDS[values.pop("task")]
    return kind(**{**values, "line": Line(**values["line"])})


def _write_value(value: Value) -> list[Any]:
    return [value.kind, value.plies, value.estimate]
