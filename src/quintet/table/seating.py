"""Events of chairs and seats: joining, starting, leaving, returning."""

from __future__ import annotations

from dataclasses import replace

from quintet.table.events import (
    MAX_NAME_LENGTH,
    ChairLeft,
    ChairsSwapped,
    ChairTaken,
    LinkRenewed,
    SeatLeft,
    SeatTaken,
    Started,
)
from quintet.table.playing import pass_where_forced
from quintet.table.questions import settle_absence
from quintet.table.state import State, need_playing, need_present, need_seat, refuse, with_item


def chair_taken(state: State, event: ChairTaken) -> State:
    _need_chair(state, event.chair)
    if state.chairs[event.chair] is not None:
        refuse("Somebody sits there already.")
    return replace(
        state,
        chairs=with_item(state.chairs, event.chair, _name(event.name)),
        levels=with_item(state.levels, event.chair, event.level),
        relinked=state.relinked - {event.chair},
    )


def chair_left(state: State, event: ChairLeft) -> State:
    _need_chair(state, event.chair)
    if state.chairs[event.chair] is None:
        refuse("Nobody sits there.")
    return replace(
        state,
        chairs=with_item(state.chairs, event.chair, None),
        levels=with_item(state.levels, event.chair, None),
        relinked=state.relinked - {event.chair},
    )


def chairs_swapped(state: State, event: ChairsSwapped) -> State:
    """Let two players change places; what is set for a chair, as who begins, stays there."""
    one, other = event.one, event.other
    _need_chair(state, one)
    _need_chair(state, other)
    if one == other:
        refuse("Name two different chairs.")
    chairs, levels = state.chairs, state.levels
    moves_to = {one: other, other: one}
    return replace(
        state,
        relinked=frozenset(moves_to.get(chair, chair) for chair in state.relinked),
        chairs=with_item(with_item(chairs, one, chairs[other]), other, chairs[one]),
        levels=with_item(with_item(levels, one, levels[other]), other, levels[one]),
    )


def started(state: State, event: Started) -> State:
    if state.first is not None:
        refuse("The game has started already.")
    _need_chair(state, event.first)
    if None in state.chairs:
        refuse("The game starts when every chair is taken.")
    clock = state.setup.clock
    clocks = None if clock is None else (clock.base,) * len(state.chairs)
    begun = replace(state, first=event.first, turn_began=event.at, clocks=clocks)
    return pass_where_forced(begun, event.at)


def seat_left(state: State, event: SeatLeft) -> State:
    """Mark a seat as left. Nobody moves for it, and its clock runs on."""
    need_playing(state, event.seat)
    need_present(state, event.seat)
    if state.levels[state.chair_of(event.seat)] is not None:
        refuse("The engine does not leave.")
    gone = replace(
        state,
        left=state.left | {event.seat},
        stand_ins=state.stand_ins - {event.seat},
        questions={
            what: question
            for what, question in state.questions.items()
            if question.asker != event.seat
        },
    )
    return settle_absence(gone)


def seat_taken(state: State, event: SeatTaken) -> State:
    """Return a player to a seat; the engine plays it no longer."""
    need_seat(state, event.seat)
    if state.first is None:
        refuse("The game has not started.")
    chair = state.chair_of(event.seat)
    if state.levels[chair] is not None:
        refuse("The engine plays this seat now.")
    return replace(
        state,
        chairs=with_item(state.chairs, chair, _name(event.name)),
        left=state.left - {event.seat},
        stand_ins=state.stand_ins - {event.seat},
        relinked=state.relinked - {chair},
        questions={
            what: question
            for what, question in state.questions.items()
            if question.seat_of != event.seat
        },
    )


def link_renewed(state: State, event: LinkRenewed) -> State:
    """Note that the host has a new link to a chair, which the engine does not play."""
    if not 0 <= event.chair < len(state.chairs):
        refuse("There are chairs 0 to {last}.", last=len(state.chairs) - 1)
    if state.levels[event.chair] is not None:
        refuse("The engine plays this seat now.")
    taken = state.chairs[event.chair] is not None
    return replace(state, relinked=state.relinked | {event.chair}) if taken else state


def has_acted(state: State, seat: int) -> State:
    """Note that a player has acted: a link that the host made meanwhile is void."""
    if not state.relinked or seat in state.stand_ins:
        return state
    return replace(state, relinked=state.relinked - {state.chair_of(seat)})


def _need_chair(state: State, chair: int) -> None:
    if state.first is not None:
        refuse("The game has started; chairs stay as they are.")
    if not 0 <= chair < len(state.chairs):
        refuse("There are chairs 0 to {last}.", last=len(state.chairs) - 1)


def _name(given: str) -> str:
    name = given.strip()
    if not name or len(name) > MAX_NAME_LENGTH or not name.isprintable():
        refuse(
            "Choose a name of printable characters only (at most {longest}).",
            longest=MAX_NAME_LENGTH,
        )
    return name
