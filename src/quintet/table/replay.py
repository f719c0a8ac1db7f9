"""Replay of a log: a pure function from events to a state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from quintet.table.events import (
    Answered,
    Asked,
    ChairLeft,
    ChairsSwapped,
    ChairTaken,
    ClocksSet,
    Ended,
    Event,
    FlagFell,
    LinkRenewed,
    Moved,
    Opened,
    Resigned,
    SeatLeft,
    SeatTaken,
    Started,
    check_event,
)
from quintet.table.playing import clocks_set, ended, flag_fell, moved, resigned
from quintet.table.questions import answered, asked
from quintet.table.seating import (
    chair_left,
    chair_taken,
    chairs_swapped,
    has_acted,
    link_renewed,
    seat_left,
    seat_taken,
    started,
)
from quintet.table.state import State, refuse


def replay(events: Iterable[Event]) -> State:
    """Return the state after a log of events; the first one must be `Opened`."""
    log = iter(events)
    state = begin(next(log, None))
    for event in log:
        state = apply(state, event)
    return state


def begin(opened: Event | None) -> State:
    """Return the state after the first event of a log."""
    if not isinstance(opened, Opened):
        refuse("The first event of a table must be opened.")
    check_event(opened)
    first = opened.setup.first_position()
    if first.outcome is not None:
        refuse("A game cannot start from a finished position.")
    limit = opened.setup.ply_limit
    if limit is not None and limit < 1:
        refuse("The ply limit must be at least 1.")
    chairs = (None,) * first.variant.seats
    if opened.setup.first is not None and not 0 <= opened.setup.first < len(chairs):
        refuse("There are chairs 0 to {last}.", last=len(chairs) - 1)
    return State(opened.setup, opened.at, chairs, chairs, (first,))


def apply(state: State, event: Event) -> State:
    """Return the state after one more event; raise if it is not allowed."""
    check_event(event)
    if event.at < state.at:
        refuse("An event cannot be earlier than the one before it.")
    deadline = state.deadline
    overdue = deadline is not None and event.at >= deadline
    # After an interruption the clocks are set before the game continues.
    if overdue and not isinstance(event, FlagFell | ClocksSet):
        refuse("The time of the seat to move is up.")
    match event:
        case Moved():
            after = moved(state, event)
        case Asked():
            after = asked(state, event)
        case Answered():
            after = answered(state, event)
        case Resigned():
            after = resigned(state, event)
        case FlagFell():
            after = flag_fell(state, event)
        case Started():
            after = started(state, event)
        case ChairTaken():
            after = chair_taken(state, event)
        case ChairLeft():
            after = chair_left(state, event)
        case SeatLeft():
            after = seat_left(state, event)
        case SeatTaken():
            after = seat_taken(state, event)
        case ChairsSwapped():
            after = chairs_swapped(state, event)
        case LinkRenewed():
            after = link_renewed(state, event)
        case ClocksSet():
            after = clocks_set(state, event)
        case Ended():
            after = ended(state, event)
        case Opened():
            refuse("This table is open already.")
    if isinstance(event, Moved | Asked | Answered | Resigned):
        after = has_acted(after, event.seat)
    return replace(after, at=event.at)


def due(state: State, now: int, allowance: int = 0) -> FlagFell | None:
    """Return the flag that has fallen by now; the log needs it before any other event.

    `allowance` is for how many milliseconds after the deadline a move made before it may arrive.
    """
    deadline, seat = state.deadline, state.seat
    if deadline is None or seat is None or now < deadline + allowance:
        return None
    return FlagFell(max(deadline, state.at), seat)


def rematch(state: State, at: int, ply_limit: int | None = None) -> tuple[Event, ...]:
    """Return the events of a rematch: same setup and players, seats rotated (H3).

    `ply_limit` is for a setup that has none.
    """
    if state.outcome is None or state.first is None:
        refuse("A rematch comes after a game.")
    taken = [
        ChairTaken(at, chair, name, level)
        for chair, (name, level) in enumerate(zip(state.chairs, state.levels, strict=True))
        if name
    ]
    following = (state.first + 1) % len(state.chairs)
    limit = ply_limit if state.setup.ply_limit is None else state.setup.ply_limit
    setup = replace(state.setup, ply_limit=limit)
    return (Opened(at, setup), *taken, Started(at, following))
