"""Conversion of players' commands to events."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass

from quintet.errors import NotAllowed, QuintetError
from quintet.i18n.sentence import sentence
from quintet.server.play.seating import engine_name, starting
from quintet.server.schemas.commands import (
    AnswerCommand,
    AskCommand,
    Command,
    FillCommand,
    LeaveCommand,
    MoveCommand,
    RematchCommand,
    RemoveCommand,
    RenewCommand,
    ResignCommand,
    ReturnCommand,
    SwapCommand,
    TableCommand,
)
from quintet.server.schemas.requests import PROPOSED_LEVEL
from quintet.server.store import CommandKey
from quintet.server.web.errors import Forbidden
from quintet.table import (
    Answered,
    Asked,
    ChairLeft,
    ChairsSwapped,
    ChairTaken,
    Event,
    LinkRenewed,
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

_QUESTIONS = {what: AskCommand(do="ask", what=what) for what in QUESTIONS}

ONLY_THE_HOST = sentence("Only the host can do this.")

# A player who has left returns with any of these.
RETURNING = ("move", "ask", "answer", "resign", "rematch")


@dataclass(frozen=True, slots=True)
class Standing:
    """What a device may do at a table, and what it must know about the others.

    Before the game starts, seats are the same as chairs.
    """

    own: Collection[int]
    engines: Collection[int]  # the seats the engine plays
    owner: bool  # whether the device opened the table
    absent: Collection[int] = ()  # the seats whose players have been away for a while
    present: Collection[int] = ()  # the seats whose players are there


def events_for(state: State, command: TableCommand, who: Standing, at: int) -> tuple[Event, ...]:
    """Return the events of a command; raise if it is not allowed."""
    first = _withdrawn(state, at)
    if command.do in RETURNING:
        first = (*first, *returning(state, who, at))
    for event in first:
        state = apply(state, event)
    return (*first, *_events_for(state, command, who, at))


def _withdrawn(state: State, at: int) -> tuple[Event, ...]:
    """Withdraw a question of an earlier version: nobody loses a seat by the will of others."""
    asked = state.questions.get("replace")
    return () if asked is None else (Answered(at, asked.asker, "replace", yes=False),)


def _events_for(state: State, command: TableCommand, who: Standing, at: int) -> tuple[Event, ...]:
    match command:
        case MoveCommand():
            return (Moved(at, own_seat(command.seat, state.seat, who.own), command.move),)
        case ResignCommand():
            return (Resigned(at, own_seat(command.seat, state.seat, who.own)),)
        case AskCommand():
            return _ask(state, command, who, at)
        case RematchCommand():
            if "rematch" in state.questions:
                return _answer(state, "rematch", True, who, at)
            return _ask(state, AskCommand(do="ask", what="rematch", seat=command.seat), who, at)
        case AnswerCommand():
            return _answer(state, command.what, command.yes, who, at)
        case LeaveCommand():
            return _leave(state, command, who, at)
        case ReturnCommand():
            own_seat(None, None, who.own)
            back = returning(state, who, at)
            if not back:
                raise NotAllowed(sentence("You have not left this table."))
            return back
        case SwapCommand():
            if not who.owner:
                raise Forbidden(ONLY_THE_HOST)
            return (ChairsSwapped(at, command.seat, command.other),)
        case FillCommand():
            return _fill(state, command, who, at)
        case RenewCommand():
            check_renewing(state, command.seat, who)
            return (LinkRenewed(at, state.chair_of(command.seat)),)
        case RemoveCommand():
            check_removing(state, command.seat, who)
            return (ChairLeft(at, command.seat),)


def may_ask(state: State, what: QuestionKind, who: Standing) -> bool:
    """Whether a question would be accepted now."""
    if what in state.questions:
        return what == "rematch" and not state.waits_for(what).isdisjoint(who.own)
    try:
        check_asked(state, _question(state, _QUESTIONS[what], who, state.at))
    except QuintetError:
        return False
    return True


def may_be_drawn(state: State, who: Standing) -> bool:
    """Whether a draw can be agreed on: where a game has none, the engine never agrees."""
    return state.position.variant.can_draw or not who.engines


def may_see_values(state: State, who: Standing) -> bool:
    """Whether a device may see values now."""
    try:
        check_values(state, who)
    except QuintetError:
        return False
    return True


def check_values(state: State, who: Standing) -> None:
    """Refuse values to those who may not have them.

    After the game they are for everybody. Before, the setup must allow them, and spectators get
    none: they could tell a player, or be one on another device.
    """
    if state.phase == "over":
        return
    if not state.setup.values:
        raise NotAllowed(sentence("Values are not shown at this table."))
    if not who.own and not who.owner:
        raise Forbidden(sentence("Spectators get values when the game is over."))


def _leave(state: State, command: LeaveCommand, who: Standing, at: int) -> tuple[Event, ...]:
    """Free a chair; a game that has started waits for its player instead."""
    own_seat(command.seat, None, who.own)
    seats = sorted(who.own) if command.seat is None else [command.seat]
    if state.phase == "open":
        return tuple(ChairLeft(at, chair) for chair in seats)
    there = [seat for seat in seats if seat not in state.left]
    if not there:
        raise NotAllowed(sentence("You have left this table already."))
    return tuple(SeatLeft(at, seat) for seat in there)


def check_renewing(state: State, seat: int, who: Standing) -> None:
    """Refuse a new link to whoever is no host, or to a seat whose player is there."""
    if not who.owner:
        raise Forbidden(sentence("Only the host can do this."))
    if seat >= len(state.chairs) or seat in who.engines or state.phase == "over":
        raise NotAllowed(sentence("There is no link to this seat."))
    if seat in who.own or seat in who.present:
        raise NotAllowed(sentence("The player of this seat is here, and has a link already."))


def check_removing(state: State, chair: int, who: Standing) -> None:
    """Refuse to free a chair to whoever is no host, or once the game has started."""
    if not who.owner:
        raise Forbidden(sentence("Only the host can do this."))
    if state.phase != "open":
        raise NotAllowed(sentence("The game has started; chairs stay as they are."))
    taken = chair < len(state.chairs) and state.chairs[chair] is not None
    if not taken or chair in who.own:
        raise NotAllowed(sentence("No guest sits there."))


def returning(state: State, who: Standing, at: int) -> tuple[Event, ...]:
    """Return the events by which players are back who had left, or were stood in for."""
    left = sorted((state.left | state.stand_ins).intersection(who.own))
    return tuple(SeatTaken(at, seat, state.names[seat] or "") for seat in left)


def _fill(state: State, command: FillCommand, who: Standing, at: int) -> tuple[Event, ...]:
    """Put the engine on an open chair."""
    chair, level = command.seat, command.level or PROPOSED_LEVEL
    if not who.owner:
        raise Forbidden(ONLY_THE_HOST)
    if len(who.engines) == len(state.chairs) - 1:
        raise NotAllowed(sentence("At least one player must be a person."))
    return starting(state, [ChairTaken(at, chair, engine_name(level), level)])


def _ask(state: State, command: AskCommand, who: Standing, at: int) -> tuple[Event, ...]:
    """Return a question, and the answers that are known at once.

    People at one screen agree before they ask, and the engine agrees to everything but a draw.
    """
    what, asked = command.what, _question(state, command, who, at)
    if what == "replace":
        raise NotAllowed(sentence("Nobody loses a seat; ask whether the engine may stand in."))
    made: list[Event] = [*(_absent(state, command, who, at) if what == "stand_in" else ()), asked]
    for event in made:
        state = apply(state, event)
    if what == "draw":
        return tuple(made)
    for other in sorted({*who.own, *who.engines}):
        if what in state.questions and other in state.waits_for(what):
            made.append(Answered(at, other, what, yes=True))
            state = apply(state, made[-1])
    return tuple(made)


def _question(state: State, command: AskCommand, who: Standing, at: int) -> Asked:
    seat, what = _asking_seat(state, command, who), command.what
    to, level = command.to, command.level
    if what == "draw" and not may_be_drawn(state, who):
        title = state.position.variant.title
        raise NotAllowed(
            sentence("{game} has no draws, so the engine never accepts one.", game=title)
        )
    if what == "take_back" and to is None:
        to = take_back_to(state, seat)
    return Asked(at, seat, what, to, command.seat_of, level)


def _absent(state: State, command: AskCommand, who: Standing, at: int) -> tuple[Event, ...]:
    """Note that others have been away for a while, too: they need not be asked."""
    if command.seat_of is not None and command.seat_of not in who.absent:
        raise NotAllowed(sentence("The player of this seat was here a moment ago; wait a little."))
    known = state.left | state.stand_ins | {command.seat_of}
    return tuple(SeatLeft(at, seat) for seat in sorted(set(who.absent) - known - set(who.own)))


def _asking_seat(state: State, command: AskCommand, who: Standing) -> int:
    if command.seat is not None or not who.own:
        if command.what == "rematch" and who.owner and len(who.engines) == len(state.chairs):
            return 0  # only engines play, so the host decides
        return own_seat(command.seat, None, who.own)
    if command.what == "take_back":
        # At one screen, the player who moved last takes back.
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
    if yes and what == "stand_in" and question.seat_of not in who.absent:
        raise NotAllowed(sentence("The player of this seat is back."))
    if not yes and question.asker in who.own:
        return (Answered(at, question.asker, what, yes=False),)
    seats = sorted(seat for seat in who.own if seat not in question.agreed)
    if not seats:
        raise Forbidden(sentence("This is for the others to answer."))
    return tuple(Answered(at, seat, what, yes) for seat in (seats if yes else seats[:1]))


def own_seat(given: int | None, to_move: int | None, own: Collection[int]) -> int:
    """Return the seat to act for: the given one, the one to move, or any own seat."""
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
    """Return the idempotency key of a command; without an id it is unique.

    The digest leaves out `number`: a client may have seen more when it sends a command again.
    """
    if command is None or not command.id:
        return CommandKey(secrets.token_hex(16))
    name = f"{device} {command.id}".encode(errors="surrogatepass")
    body = command.model_dump_json(exclude={"id", "number"}, exclude_none=True)
    return CommandKey(
        hashlib.sha256(name).hexdigest()[:32], hashlib.sha256(body.encode()).hexdigest()[:16]
    )
