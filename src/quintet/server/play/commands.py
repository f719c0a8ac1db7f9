"""What people at a table can ask for, and the events it comes to."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from quintet.errors import NotAllowed, QuintetError
from quintet.i18n.sentence import sentence
from quintet.server.play.seating import PROPOSED_LEVEL, engine_name, starting
from quintet.server.store import CommandKey
from quintet.server.web.errors import Forbidden, InvalidField
from quintet.table import (
    Answered,
    Asked,
    ChairLeft,
    ChairTaken,
    Event,
    Moved,
    Resigned,
    SeatLeft,
    SeatTaken,
    State,
    apply,
    take_back_to,
)
from quintet.table.events import QUESTIONS, QuestionKind
from quintet.table.questions import check_asked

LONGEST_LINE = 500  # characters said at once
LONGEST_COMMAND = 8000  # characters: the longest line, however its signs are written

Seat = Annotated[int, Field(ge=0, le=3)]


class Command(BaseModel):
    """A request of someone at a table; `number` is that of the latest event they have seen."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[str, Field(max_length=64)] = ""
    number: Annotated[int, Field(ge=0, le=2**31)] = 0
    do: Literal[
        "move",
        "ask",
        "answer",
        "resign",
        "rematch",
        "leave",
        "return",
        "fill",
        "say",
        "hint",
        "values",
        "view",
        "pong",
    ]
    seat: Seat | None = None
    move: Annotated[str, Field(max_length=40)] | None = None
    what: QuestionKind | None = None
    to: Annotated[int, Field(ge=0, le=10_000)] | None = None
    seat_of: Seat | None = None
    level: Annotated[int, Field(ge=1, le=10)] | None = None
    room: Literal["players", "watchers", "team"] | None = None
    text: Annotated[str, Field(max_length=LONGEST_LINE)] | None = None
    yes: bool | None = None
    on: bool | None = None
    ply: Annotated[int, Field(ge=0, le=10_000)] | None = None


_QUESTIONS = {what: Command(do="ask", what=what) for what in QUESTIONS}

# What one does from a seat; who does it after having left is back.
ACTS = ("move", "ask", "answer", "resign", "rematch")


@dataclass(frozen=True, slots=True)
class Standing:
    """Who asks: the seats they may act for, and what is known of the others.

    Before the game starts, seats are counted as chairs are.
    """

    own: Collection[int]
    engines: Collection[int]  # the seats the engine plays
    owner: bool  # whether they opened the table
    absent: Collection[int] = ()  # the seats whose players have not been seen for a while


def events_for(state: State, command: Command, who: Standing, at: int) -> tuple[Event, ...]:
    """The events a command comes to; raises what is wrong with it."""
    back = _return(state, who, at) if command.do in ACTS else ()
    for event in back:
        state = apply(state, event)
    return (*back, *_events_for(state, command, who, at))


def _events_for(state: State, command: Command, who: Standing, at: int) -> tuple[Event, ...]:
    match command.do:
        case "move":
            seat = own_seat(command.seat, state.seat, who.own)
            if command.move is None:
                raise InvalidField(sentence("A move needs its word."), field="move")
            return (Moved(at, seat, command.move),)
        case "resign":
            return (Resigned(at, own_seat(command.seat, state.seat, who.own)),)
        case "ask":
            if command.what is None:
                raise InvalidField(sentence("Say what to ask for."), field="what")
            return _ask(state, command, command.what, who, at)
        case "rematch":
            if "rematch" in state.questions:
                return _answer(state, "rematch", True, who, at)
            return _ask(state, command, "rematch", who, at)
        case "answer":
            if command.what is None or command.yes is None:
                raise InvalidField(sentence("Say what is answered, and yes or no."), field="what")
            return _answer(state, command.what, command.yes, who, at)
        case "leave":
            return _leave(state, command, who, at)
        case "return":
            own_seat(None, None, who.own)
            back = _return(state, who, at)
            if not back:
                raise NotAllowed(sentence("You have not left this table."))
            return back
        case "fill":
            return _fill(state, command, who, at)
    raise InvalidField(sentence("This is asked for at a live table only."), field="do")


def may_ask(state: State, what: QuestionKind, who: Standing) -> bool:
    """Whether a question would be accepted now."""
    if what in state.questions:
        return what == "rematch" and not state.waits_for(what).isdisjoint(who.own)
    try:
        check_asked(state, _question(state, _QUESTIONS[what], what, who, state.at))
    except QuintetError:
        return False
    return True


def _leave(state: State, command: Command, who: Standing, at: int) -> tuple[Event, ...]:
    """One's chair is free again; a game that has started waits for whoever went away."""
    own_seat(command.seat, None, who.own)
    seats = sorted(who.own) if command.seat is None else [command.seat]
    if state.phase == "open":
        return tuple(ChairLeft(at, chair) for chair in seats)
    there = [seat for seat in seats if seat not in state.left]
    if not there:
        raise NotAllowed(sentence("You have left this table already."))
    return tuple(SeatLeft(at, seat) for seat in there)


def _return(state: State, who: Standing, at: int) -> tuple[Event, ...]:
    left = sorted(state.left.intersection(who.own))
    return tuple(SeatTaken(at, seat, state.names[seat] or "") for seat in left)


def _fill(state: State, command: Command, who: Standing, at: int) -> tuple[Event, ...]:
    """The engine on a chair for which nobody came."""
    chair, level = command.seat, command.level or PROPOSED_LEVEL
    if not who.owner:
        raise Forbidden(sentence("Whoever opened the table decides this."))
    if chair is None:
        raise InvalidField(sentence("Say at which chair."), field="seat")
    if len(who.engines) == len(state.chairs) - 1:
        raise NotAllowed(sentence("Somebody must play who is not an engine."))
    return starting(state, [ChairTaken(at, chair, engine_name(level), level)])


def _ask(
    state: State, command: Command, what: QuestionKind, who: Standing, at: int
) -> tuple[Event, ...]:
    """The question, and the answers that nobody needs to be waited for.

    People at one screen have agreed before they touch it, and the engine agrees to whatever it is
    asked for. Only a draw is offered to somebody.
    """
    asked = _question(state, command, what, who, at)
    made: list[Event] = [*(_gone(state, command, who, at) if what == "replace" else ()), asked]
    for event in made:
        state = apply(state, event)
    if what == "draw":
        return tuple(made)
    for other in sorted({*who.own, *who.engines}):
        if what in state.questions and other in state.waits_for(what):
            made.append(Answered(at, other, what, yes=True))
            state = apply(state, made[-1])
    return tuple(made)


def _question(state: State, command: Command, what: QuestionKind, who: Standing, at: int) -> Asked:
    seat = _asking_seat(state, command, what, who)
    to, level = command.to, command.level
    if what == "take_back" and to is None:
        to = take_back_to(state, seat)
    if what == "replace" and level is None:
        level = PROPOSED_LEVEL
    return Asked(at, seat, what, to, command.seat_of, level)


def _gone(state: State, command: Command, who: Standing, at: int) -> tuple[Event, ...]:
    """Who has not been seen for a while counts as gone, when others want to play on."""
    gone = sorted(set(who.absent) - state.left - set(who.own))
    if command.seat_of not in (*gone, *state.left, None):
        raise NotAllowed(
            sentence("Whoever plays this seat was there a moment ago; wait for them a little.")
        )
    return tuple(SeatLeft(at, seat) for seat in gone)


def _asking_seat(state: State, command: Command, what: QuestionKind, who: Standing) -> int:
    if command.seat is not None or not who.own:
        if what == "rematch" and who.owner and len(who.engines) == len(state.chairs):
            return 0  # nobody plays but engines, so whoever opened the table decides
        return own_seat(command.seat, None, who.own)
    if what == "take_back":
        # At one screen it is whoever moved last that wants to take back.
        for ply in reversed(state.played):
            if ply.seat in who.own and not ply.automatic:
                return ply.seat
    return own_seat(None, state.seat, who.own)


def _answer(
    state: State, what: QuestionKind, yes: bool, who: Standing, at: int
) -> tuple[Event, ...]:
    question = state.questions.get(what)
    if question is None:
        raise NotAllowed(sentence("Nobody has asked for this."))
    if not yes and question.asker in who.own:
        return (Answered(at, question.asker, what, yes=False),)
    seats = sorted(seat for seat in who.own if seat not in question.agreed)
    if not seats:
        raise Forbidden(sentence("This is for the others to answer."))
    return tuple(Answered(at, seat, what, yes) for seat in (seats if yes else seats[:1]))


def own_seat(given: int | None, to_move: int | None, own: Collection[int]) -> int:
    """The seat acted for: the one named, else the one to move, else any of one's own."""
    if given is not None:
        if given not in own:
            raise Forbidden(sentence("Somebody else plays this seat."))
        return given
    if to_move in own and to_move is not None:
        return to_move
    if not own:
        raise Forbidden(sentence("You do not play at this table."))
    return min(own)


def command_key(device: str, command: Command | None = None) -> CommandKey:
    """The idempotency key of a command; one without an id is like no other.

    The digest leaves out `number`: a client may have seen more when it sends a command again.
    """
    if command is None or not command.id:
        return CommandKey(secrets.token_hex(16))
    name = f"{device} {command.id}".encode(errors="surrogatepass")
    body = command.model_dump_json(exclude={"id", "number"}, exclude_none=True)
    return CommandKey(
        hashlib.sha256(name).hexdigest()[:32], hashlib.sha256(body.encode()).hexdigest()[:16]
    )
