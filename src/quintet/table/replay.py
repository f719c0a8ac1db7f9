"""What the events of a table come to: a pure function from events to a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NoReturn, TypeVar

from quintet.errors import NotAllowed
from quintet.outcome import Outcome
from quintet.position import Position
from quintet.sentence import Filling, all_of, sentence
from quintet.table.clock import LONGEST
from quintet.table.events import (
    LONGEST_NAME,
    QUESTIONS,
    Answered,
    Asked,
    ChairLeft,
    ChairTaken,
    ClocksSet,
    Event,
    FlagFell,
    Moved,
    Opened,
    Resigned,
    Setup,
    Started,
    check_event,
)

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Played:
    """A ply of the game; `automatic` marks a forced pass (QX12)."""

    seat: int
    move: str
    at: int
    automatic: bool = False
    clock: int | None = None  # what the seat had left after it, in milliseconds


@dataclass(frozen=True, slots=True)
class Question:
    """Something a seat asked for, and who has agreed so far."""

    asker: int
    agreed: frozenset[int]
    to: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A table at one moment."""

    setup: Setup
    at: int
    chairs: tuple[str | None, ...]  # who sits where around the table
    positions: tuple[Position, ...]  # from the first to the present one
    played: tuple[Played, ...] = ()
    first: int | None = None  # the chair that plays seat 0; None until the game starts
    outcome: Outcome | None = None
    turn_began: int = 0
    clocks: tuple[int, ...] | None = None  # left for every seat when the present turn began
    questions: Mapping[str, Question] = field(default_factory=dict)
    declined: frozenset[tuple[str, int]] = frozenset()  # not to be asked again at once
    rematch_agreed: bool = False

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def phase(self) -> str:
        """`open` until the game starts, then `playing`, then `over`."""
        if self.first is None:
            return "open"
        return "playing" if self.outcome is None else "over"

    @property
    def seat(self) -> int | None:
        """Whose turn it is, while the game is played."""
        return self.position.seat if self.phase == "playing" else None

    @property
    def names(self) -> tuple[str | None, ...]:
        """Who plays every seat, once the game has started."""
        if self.first is None:
            return (None,) * len(self.chairs)
        return self.chairs[self.first :] + self.chairs[: self.first]

    @property
    def asked(self) -> dict[int, tuple[str, ...]]:
        """Who is asked for what: the actions open to the seat to move, and questions to answer."""
        asked: dict[int, tuple[str, ...]] = {}
        if self.seat is not None:
            asked[self.seat] = self.position.variant.actions(self.position)
        for what, question in self.questions.items():
            for seat in range(len(self.chairs)):
                if seat not in question.agreed:
                    asked[seat] = (*asked.get(seat, ()), f"answer {what}")
        return asked

    @property
    def deadline(self) -> int | None:
        """When the flag of the seat to move falls; None without a running clock."""
        clock, seat = self.setup.clock, self.seat
        if clock is None or seat is None or self.clocks is None:
            return None
        return self.turn_began + self.clocks[seat]

    def time_left(self, seat: int, now: int) -> int | None:
        """What a seat's clock shows at a moment, in milliseconds."""
        if self.clocks is None:
            return None
        running = now - self.turn_began if seat == self.seat else 0
        return max(0, self.clocks[seat] - running)

    @property
    def overlooked(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """After the game: what nobody claimed, as the ply that made it, and its places (QT15)."""
        return () if self.outcome is None else self.position.variant.overlooked(self.positions)


def replay(events: Iterable[Event]) -> State:
    """The state a log of events comes to; the first event must be `Opened`."""
    log = iter(events)
    state = begin(next(log, None))
    for event in log:
        state = apply(state, event)
    return state


def begin(opened: Event | None) -> State:
    if not isinstance(opened, Opened):
        _refuse("A table begins with being opened.")
    check_event(opened)
    first = opened.setup.first_position()
    if first.outcome is not None:
        _refuse("A game cannot begin at a position that is over.")
    limit = opened.setup.ply_limit
    if limit is not None and limit < 1:
        _refuse("The limit of plies must be at least one.")
    return State(opened.setup, opened.at, (None,) * first.variant.seats, (first,))


def apply(state: State, event: Event) -> State:
    """The state after one more event. What is not allowed raises, and changes nothing."""
    check_event(event)
    if event.at < state.at:
        _refuse("Time does not run backwards.")
    deadline = state.deadline
    late = deadline is not None and event.at >= deadline
    # A game that goes on after an interruption has its clocks put right first.
    if late and not isinstance(event, FlagFell | ClocksSet):
        _refuse("The time of the seat to move is up.")
    match event:
        case Moved():
            after = _moved(state, event)
        case Asked():
            after = _asked(state, event)
        case Answered():
            after = _answered(state, event)
        case Resigned():
            after = _resigned(state, event)
        case FlagFell():
            after = _flag_fell(state, event)
        case Started():
            after = _started(state, event)
        case ChairTaken():
            after = _chair_taken(state, event)
        case ChairLeft():
            after = _chair_left(state, event)
        case ClocksSet():
            after = _clocks_set(state, event)
        case Opened():
            _refuse("This table is open already.")
    return replace(after, at=event.at)


def due(state: State, now: int) -> FlagFell | None:
    """The flag that has fallen by now, to be written into the log before anything else."""
    deadline, seat = state.deadline, state.seat
    if deadline is None or seat is None or now < deadline:
        return None
    return FlagFell(max(deadline, state.at), seat)


def take_back_to(state: State, seat: int) -> int:
    """How many plies are left when a seat takes back all of its latest turn."""
    keep = len(state.played)
    while keep > 0 and not _acted(state.played[keep - 1], seat):
        keep -= 1
    while keep > 0 and _acted(state.played[keep - 1], seat):
        keep -= 1
    return keep


def rematch(state: State, at: int) -> tuple[Event, ...]:
    """The events that open the next game: same agreement, same people, seats rotated (H3)."""
    if state.outcome is None or state.first is None:
        _refuse("A rematch comes after a game.")
    taken = [ChairTaken(at, chair, name) for chair, name in enumerate(state.chairs) if name]
    following = (state.first + 1) % len(state.chairs)
    return (Opened(at, state.setup), *taken, Started(at, following))


def _chair_taken(state: State, event: ChairTaken) -> State:
    _need_chair(state, event.chair)
    if state.chairs[event.chair] is not None:
        _refuse("Somebody sits there already.")
    name = event.name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        _refuse("A name has 1 to {longest} printable characters.", longest=LONGEST_NAME)
    return replace(state, chairs=_with(state.chairs, event.chair, name))


def _chair_left(state: State, event: ChairLeft) -> State:
    _need_chair(state, event.chair)
    if state.chairs[event.chair] is None:
        _refuse("Nobody sits there.")
    return replace(state, chairs=_with(state.chairs, event.chair, None))


def _started(state: State, event: Started) -> State:
    if state.first is not None:
        _refuse("The game has started already.")
    _need_chair(state, event.first)
    if None in state.chairs:
        _refuse("The game starts when every chair is taken.")
    clock = state.setup.clock
    clocks = None if clock is None else (clock.base,) * len(state.chairs)
    started = replace(state, first=event.first, turn_began=event.at, clocks=clocks)
    return _pass_where_forced(started, event.at)


def _moved(state: State, event: Moved) -> State:
    _need_playing(state, event.seat)
    if event.seat != state.seat:
        _refuse("It is not this seat's turn.")
    position = state.position.play(event.move)
    after = replace(
        state,
        questions={
            what: question
            for what, question in state.questions.items()
            # Playing on declines a draw and ends talk of taking back.
            if what != "take_back" and event.seat in question.agreed
        },
        declined=frozenset(entry for entry in state.declined if entry[1] != event.seat),
    )
    after = _append(after, position, event)
    return _pass_where_forced(_settle(after, event.at), event.at)


def _append(state: State, position: Position, event: Moved) -> State:
    """The ply added, and the clock handed on when the turn has passed to another seat."""
    seat, clock, clocks = event.seat, state.setup.clock, state.clocks
    turn_began = state.turn_began
    shown: int | None = None
    if clock is not None and clocks is not None:
        shown = clocks[seat] - (event.at - turn_began)
        if position.seat != seat:
            shown += clock.increment
            clocks = _with(clocks, seat, clock.base if clock.kind == "move" else shown)
            turn_began = event.at
    elif position.seat != seat:
        turn_began = event.at
    return replace(
        state,
        positions=(*state.positions, position),
        played=(*state.played, Played(seat, event.move, event.at, clock=shown)),
        clocks=clocks,
        turn_began=turn_began,
    )


def _settle(state: State, at: int) -> State:
    """The outcome, if the latest ply brought one."""
    position, variant, setup = state.position, state.position.variant, state.setup
    outcome = position.outcome
    may_repeat = setup.repetition and variant.cycles
    if outcome is None and may_repeat and state.positions.count(position) >= 3:
        outcome = Outcome(variant.draw_scores(), "repetition")  # H1
    if outcome is None and setup.ply_limit is not None and len(state.played) >= setup.ply_limit:
        outcome = Outcome(variant.draw_scores(), "limit")  # H5
    return state if outcome is None else _end(state, outcome, at)


def _pass_where_forced(state: State, at: int) -> State:
    """Plays passes by itself: they are forced, automatic and shown (QX12)."""
    while state.phase == "playing" and state.position.moves == ("pass",):
        seat = state.position.turn
        state = replace(
            state,
            positions=(*state.positions, state.position.play("pass")),
            played=(*state.played, Played(seat, "pass", at, automatic=True)),
            turn_began=at,
        )
        state = _settle(state, at)
    return state


def _asked(state: State, event: Asked) -> State:
    if event.what not in QUESTIONS:
        _refuse("One can ask for {allowed}.", allowed=all_of(QUESTIONS))
    if event.what == "rematch":
        _need_seat(state, event.seat)
        if state.outcome is None:
            _refuse("A rematch comes after a game.")
        if state.rematch_agreed:
            _refuse("The rematch is agreed already.")
    else:
        _need_playing(state, event.seat)
    if event.what in state.questions:
        _refuse("This is being asked already.")
    if (event.what, event.seat) in state.declined:
        _refuse("This was declined; play on before asking again.")
    if event.what == "take_back":
        if not state.setup.take_backs:
            _refuse("No moves are taken back at this table.")
        if not any(_acted(ply, event.seat) for ply in state.played):
            _refuse("This seat has not moved yet.")
        if event.to is None or not 0 <= event.to < len(state.played):
            _refuse("Say how many plies are left after taking back.")
        if state.played[event.to].automatic:
            _refuse("A forced pass comes back by itself; take back the move before it.")
    elif event.to is not None:
        _refuse("Only a take-back says how many plies are left.")
    question = Question(event.seat, frozenset({event.seat}), event.to)
    return replace(state, questions={**state.questions, event.what: question})


def _answered(state: State, event: Answered) -> State:
    _need_seat(state, event.seat)
    question = state.questions.get(event.what)
    if question is None:
        _refuse("Nobody has asked for this.")
    if event.seat == question.asker and event.yes:
        _refuse("One's own question is not for oneself to answer.")
    if event.seat in question.agreed and event.yes:
        _refuse("This seat has agreed already.")
    rest = {what: other for what, other in state.questions.items() if what != event.what}
    if not event.yes:
        # The asker may withdraw; anyone else declines.
        return replace(
            state, questions=rest, declined=state.declined | {(event.what, question.asker)}
        )
    agreed = question.agreed | {event.seat}
    if len(agreed) < len(state.chairs):
        return replace(
            state, questions={**state.questions, event.what: replace(question, agreed=agreed)}
        )
    settled = replace(state, questions=rest)
    if event.what == "rematch":
        return replace(settled, rematch_agreed=True)
    if event.what == "draw":
        outcome = Outcome(state.position.variant.draw_scores(), "agreement")  # H2
        return _end(settled, outcome, event.at)
    assert question.to is not None
    return _taken_back(settled, question.to, event.at)


def _taken_back(state: State, to: int, at: int) -> State:
    """Back to an earlier position (H4). Time that was used stays used."""
    stopped = _stop_clock(state, at)
    earlier = replace(
        stopped,
        positions=state.positions[: to + 1],
        played=state.played[:to],
        turn_began=at,
        questions={},
    )
    clock, clocks = state.setup.clock, earlier.clocks
    if clock is None or clocks is None:
        return earlier
    if clock.kind == "move":
        return replace(earlier, clocks=(clock.base,) * len(clocks))
    # What was gained by turns that are taken back is taken back, too.
    for ply in range(to, len(state.played)):
        seat = state.played[ply].seat
        if not state.played[ply].automatic and state.positions[ply + 1].seat != seat:
            clocks = _with(clocks, seat, max(1, clocks[seat] - clock.increment))
    return replace(earlier, clocks=clocks)


def _clocks_set(state: State, event: ClocksSet) -> State:
    if state.phase != "playing" or state.setup.clock is None:
        _refuse("There is no running clock to set.")
    if len(event.left) != len(state.chairs) or not all(0 < left <= LONGEST for left in event.left):
        _refuse("A time is needed for every seat.")
    return replace(state, clocks=event.left, turn_began=event.at)


def _resigned(state: State, event: Resigned) -> State:
    _need_playing(state, event.seat)
    scores = state.position.variant.loss_scores(event.seat)
    return _end(state, Outcome(scores, "resignation"), event.at)  # H2


def _flag_fell(state: State, event: FlagFell) -> State:
    _need_playing(state, event.seat)
    deadline = state.deadline
    if deadline is None or event.seat != state.seat or event.at < deadline:
        _refuse("The flag of this seat has not fallen.")
    scores = state.position.variant.loss_scores(event.seat)
    return _end(state, Outcome(scores, "time"), event.at)  # H2


def _end(state: State, outcome: Outcome, at: int) -> State:
    return replace(_stop_clock(state, at), outcome=outcome, questions={}, declined=frozenset())


def _stop_clock(state: State, at: int) -> State:
    """The running clock stopped, so that it shows from now on what it shows now."""
    seat = state.seat
    if state.clocks is None or seat is None:
        return state
    left = max(0, state.clocks[seat] - (at - state.turn_began))
    return replace(state, clocks=_with(state.clocks, seat, left), turn_began=at)


def _acted(ply: Played, seat: int) -> bool:
    return ply.seat == seat and not ply.automatic


def _with(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _need_chair(state: State, chair: int) -> None:
    if state.first is not None:
        _refuse("The game has started; chairs stay as they are.")
    if not 0 <= chair < len(state.chairs):
        _refuse("There are chairs 0 to {last}.", last=len(state.chairs) - 1)


def _need_seat(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.chairs):
        _refuse("There are seats 0 to {last}.", last=len(state.chairs) - 1)


def _need_playing(state: State, seat: int) -> None:
    _need_seat(state, seat)
    if state.phase == "open":
        _refuse("The game has not started.")
    if state.phase == "over":
        _refuse("The game is over.")


def _refuse(template: str, /, **values: Filling) -> NoReturn:
    raise NotAllowed(sentence(template, **values))
