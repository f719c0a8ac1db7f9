"""The state of a table at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NoReturn, TypeVar

from quintet.errors import NotAllowed
from quintet.i18n.sentence import Filling, sentence
from quintet.outcome import Outcome
from quintet.position import Position
from quintet.table.events import QuestionKind, Setup

Phase = Literal["open", "playing", "over"]

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Played:
    """A ply of the game; `automatic` marks a forced pass (QX12)."""

    seat: int
    move: str
    at: int
    automatic: bool = False
    clock: int | None = None  # milliseconds left to the seat after it


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat has asked for, and which seats have agreed."""

    asker: int
    agreed: frozenset[int]
    to: int | None = None
    seat_of: int | None = None
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Declined:
    """A question that was declined: who asked, and who said no."""

    asker: int
    by: int


@dataclass(frozen=True, slots=True)
class State:
    """The state of a table after its events."""

    setup: Setup
    at: int
    chairs: tuple[str | None, ...]  # the names of players
    levels: tuple[int | None, ...]  # by chair, the level of an engine
    positions: tuple[Position, ...]  # from the first to the current one
    played: tuple[Played, ...] = ()
    first: int | None = None  # the chair that plays seat 0; None until the game starts
    outcome: Outcome | None = None
    turn_began: int = 0
    clocks: tuple[int, ...] | None = None  # milliseconds left by seat when the turn began
    paused: bool = False
    left: frozenset[int] = frozenset()  # the seats whose players have left
    stand_ins: frozenset[int] = frozenset()  # the seats the engine plays until their players return
    relinked: frozenset[int] = frozenset()  # the chairs to which the host has made a new link
    questions: Mapping[QuestionKind, Question] = field(default_factory=dict)
    declined: frozenset[tuple[QuestionKind, int]] = frozenset()  # until the next move
    refusals: Mapping[QuestionKind, Declined] = field(default_factory=dict)  # to tell the asker
    rematch_agreed: bool = False

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def phase(self) -> Phase:
        """`open` until the game starts, then `playing`, then `over`."""
        if self.first is None:
            return "open"
        return "playing" if self.outcome is None else "over"

    @property
    def seat(self) -> int | None:
        """The seat to move while the game is played."""
        return self.position.seat if self.phase == "playing" else None

    @property
    def names(self) -> tuple[str | None, ...]:
        """The players' names by seat, once the game has started."""
        if self.first is None:
            return (None,) * len(self.chairs)
        return self.chairs[self.first :] + self.chairs[: self.first]

    def chair_of(self, seat: int) -> int:
        """Return the chair of a seat's player; before the start they are the same."""
        return ((self.first or 0) + seat) % len(self.chairs)

    def seat_at(self, chair: int) -> int:
        """Return the seat played from a chair."""
        return (chair - (self.first or 0)) % len(self.chairs)

    @property
    def asked(self) -> dict[int, tuple[str, ...]]:
        """What each seat can do: actions of the seat to move, and questions to answer."""
        asked: dict[int, tuple[str, ...]] = {}
        if self.seat is not None and not self.paused:
            asked[self.seat] = self.position.variant.actions(self.position)
        for what in self.questions:
            for seat in sorted(self.waits_for(what)):
                asked[seat] = (*asked.get(seat, ()), f"answer {what}")
        return asked

    def waits_for(self, what: QuestionKind) -> frozenset[int]:
        """Return the seats that have not agreed yet.

        Those who are away have no say in whether the engine plays for somebody.
        """
        question, waits = self.questions[what], frozenset(range(len(self.chairs)))
        waits -= question.agreed
        if what == "replace":
            waits -= self.left
        if what == "stand_in":
            waits -= self.left | self.stand_ins | {question.seat_of}
        return waits

    @property
    def clock_stands(self) -> bool:
        """Whether no clock runs: the game is paused, or its first move is awaited."""
        if self.paused:
            return True
        return self.setup.clock_waits and all(ply.automatic for ply in self.played)

    @property
    def deadline(self) -> int | None:
        """When the flag of the seat to move falls; None without a running clock."""
        seat = self.seat
        if seat is None or self.clocks is None or self.clock_stands:
            return None
        return self.turn_began + self.clocks[seat]

    def time_left(self, seat: int, now: int) -> int | None:
        """Return what a seat's clock shows at a moment, in milliseconds."""
        if self.clocks is None:
            return None
        running = now - self.turn_began if seat == self.seat and not self.clock_stands else 0
        return max(0, self.clocks[seat] - max(0, running))  # a clock never runs backwards

    @property
    def overlooked(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Lines that nobody claimed, after the game: their ply and places (QT15)."""
        return () if self.outcome is None else self.position.variant.overlooked(self.positions)


def end(state: State, outcome: Outcome, at: int) -> State:
    return replace(
        stop_clock(state, at), outcome=outcome, questions={}, declined=frozenset(), refusals={}
    )


def stop_clock(state: State, at: int) -> State:
    """Stop the running clock at what it shows now."""
    seat = state.seat
    if state.clocks is None or seat is None:
        return state
    left = state.time_left(seat, at) or 0
    return replace(state, clocks=with_item(state.clocks, seat, left), turn_began=at)


def with_item(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


def need_seat(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.chairs):
        refuse("There are seats 0 to {last}.", last=len(state.chairs) - 1)


def need_playing(state: State, seat: int) -> None:
    need_seat(state, seat)
    if state.phase == "open":
        refuse("The game has not started.")
    if state.phase == "over":
        refuse("The game is over.")


def need_present(state: State, seat: int) -> None:
    need_seat(state, seat)
    if seat in state.left:
        refuse("The player of this seat has left the table.")


def refuse(template: str, /, **values: Filling) -> NoReturn:
    raise NotAllowed(sentence(template, **values))
