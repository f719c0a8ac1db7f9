"""What people at a table can ask for, and the events it comes to."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from quintet.errors import NotAllowed
from quintet.sentence import sentence
from quintet.server.problems import BadRequest, NotYours
from quintet.table import Answered, Asked, Event, Moved, Resigned, State, take_back_to

LONGEST_COMMAND = 1000  # characters

Seat = Annotated[int, Field(ge=0, le=3)]


class Command(BaseModel):
    """A request of someone at a table; `number` is that of the latest event they have seen."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[str, Field(max_length=64)] = ""
    number: Annotated[int, Field(ge=0, le=2**31)] = 0
    do: Literal["move", "ask", "answer", "resign", "rematch", "hint", "values", "view"]
    seat: Seat | None = None
    move: Annotated[str, Field(max_length=40)] | None = None
    what: Literal["draw", "take_back", "rematch"] | None = None
    to: Annotated[int, Field(ge=0, le=10_000)] | None = None
    yes: bool | None = None
    on: bool | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Who asks: the seats they may act for, and those the engine plays."""

    own: Collection[int]
    engines: Collection[int]
    owner: bool  # whether they opened the table


def events_for(state: State, command: Command, who: Standing, at: int) -> tuple[Event, ...]:
    """The events a command comes to; raises what is wrong with it."""
    match command.do:
        case "move":
            seat = _own_seat(command.seat, state.seat, who)
            if command.move is None:
                raise BadRequest(sentence("A move needs its word."), field="move")
            return (Moved(at, seat, command.move),)
        case "resign":
            return (Resigned(at, _own_seat(command.seat, state.seat, who)),)
        case "ask":
            if command.what is None:
                raise BadRequest(sentence("Say what to ask for."), field="what")
            return _ask(state, command, command.what, who, at)
        case "rematch":
            if "rematch" in state.questions:
                return _answer(state, "rematch", True, who, at)
            return _ask(state, command, "rematch", who, at)
        case "answer":
            if command.what is None or command.yes is None:
                raise BadRequest(sentence("Say what is answered, and yes or no."), field="what")
            return _answer(state, command.what, command.yes, who, at)
    raise BadRequest(sentence("This is asked for at a live table only."), field="do")


def _ask(state: State, command: Command, what: str, who: Standing, at: int) -> tuple[Event, ...]:
    """The question, and the answers that nobody needs to be waited for.

    People at one screen have agreed before they touch it, and the engine takes back and plays
    again whenever it is asked. Only a draw is offered to somebody.
    """
    seat = _asking_seat(state, command, what, who)
    to = command.to
    if what == "take_back" and to is None:
        to = take_back_to(state, seat)
    asked = Asked(at, seat, what, to)
    if what == "draw":
        return (asked,)
    agree = {*who.own, *who.engines} - {seat}
    return (asked, *(Answered(at, other, what, yes=True) for other in sorted(agree)))


def _asking_seat(state: State, command: Command, what: str, who: Standing) -> int:
    if command.seat is not None or not who.own:
        if what == "rematch" and who.owner and len(who.engines) == len(state.chairs):
            return 0  # nobody plays but engines, so whoever opened the table decides
        return _own_seat(command.seat, None, who)
    if what == "take_back":
        # At one screen it is whoever moved last that wants to take back.
        for ply in reversed(state.played):
            if ply.seat in who.own and not ply.automatic:
                return ply.seat
    return _own_seat(None, state.seat, who)


def _answer(state: State, what: str, yes: bool, who: Standing, at: int) -> tuple[Event, ...]:
    question = state.questions.get(what)
    if question is None:
        raise NotAllowed(sentence("Nobody has asked for this."))
    if not yes and question.asker in who.own:
        return (Answered(at, question.asker, what, yes=False),)
    seats = sorted(seat for seat in who.own if seat not in question.agreed)
    if not seats:
        raise NotYours(sentence("This is for the others to answer."))
    return tuple(Answered(at, seat, what, yes) for seat in (seats if yes else seats[:1]))


def _own_seat(given: int | None, to_move: int | None, who: Standing) -> int:
    """The seat acted for: the one named, else the one to move, else any of one's own."""
    if given is not None:
        if given not in who.own:
            raise NotYours(sentence("Somebody else plays this seat."))
        return given
    if to_move in who.own and to_move is not None:
        return to_move
    if not who.own:
        raise NotYours(sentence("You do not play at this table."))
    return min(who.own)
