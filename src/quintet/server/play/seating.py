"""The players of chairs, and the events by which chairs change hands.

Every chair that no engine plays has a key. The key of an open chair is its invitation. When a chair
is taken its key changes, and only its player is sent the new one, to continue on another device.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace

from quintet.errors import NotAllowed
from quintet.i18n.sentence import sentence
from quintet.server.schemas.requests import JoinRequest
from quintet.server.store import Occupant
from quintet.server.web.chosen_name import printable_name
from quintet.server.web.errors import Forbidden, InvalidField
from quintet.server.web.locale import Locale
from quintet.server.web.reserved_names import default_name, distinct_name, is_reserved
from quintet.table import (
    ChairLeft,
    ChairsSwapped,
    ChairTaken,
    Event,
    LinkRenewed,
    SeatTaken,
    Started,
    State,
    apply,
)
from quintet.table.events import MAX_NAME_LENGTH

NO_CHAIR = sentence("This link leads to no chair any more; ask for a new one.")


def new_key() -> str:
    """Return a random key."""
    return secrets.token_urlsafe(15)


def renewed(occupant: Occupant) -> Occupant:
    """Return the same player with a new key, for the table of a rematch."""
    return occupant if occupant.level is not None else replace(occupant, key=new_key())


def seats_of(state: State, chairs: Sequence[Occupant], device: str) -> list[int]:
    """Return the seats of a device; before the start, seats are the same as chairs."""
    seats = range(len(chairs))
    return [seat for seat in seats if chairs[state.chair_of(seat)].device == device]


def engine_name(level: int) -> str:
    return f"level:{level}"  # as records and the command line write it


def shown_name(given: str, number: int, locale: Locale, others: Iterable[str | None] = ()) -> str:
    """Return a printable name; players without a name get a number.

    Nobody gets the name of one of the `others` at the table.
    """
    name = printable_name(given)
    if is_reserved(name, number):
        said = sentence("That is the name of an engine, a seat or a side. Choose another.")
        raise InvalidField(said, field="name")
    found = name or locale.say(default_name(number))
    return distinct_name(found, filter(None, others), MAX_NAME_LENGTH)


def chair_with_key(chairs: Sequence[Occupant], key: str) -> int | None:
    """Return the chair a key belongs to."""
    for chair, occupant in enumerate(chairs):
        if occupant.key is not None and secrets.compare_digest(occupant.key.encode(), key.encode()):
            return chair
    return None


def find_chair(state: State, chairs: Sequence[Occupant], request: JoinRequest, device: str) -> int:
    """Return the chair a request may take; raise if it may not."""
    if request.key is not None:
        chair = chair_with_key(chairs, request.key)
        if chair is None:
            # A player who uses the invitation again is at their chair.
            chair = next((it for it, held in enumerate(chairs) if held.device == device), None)
        if chair is None:
            raise Forbidden(NO_CHAIR)
        if request.chair is None or request.chair == chair:
            return chair
        return _chosen_chair(state, chair, request.chair)
    if request.chair is None:
        raise InvalidField(sentence("Say which chair to take, or bring its key."), field="chair")
    if request.chair >= len(chairs):
        raise InvalidField(sentence("There is no such chair."), field="chair")
    if chairs[request.chair].device == device:
        return request.chair
    if not state.setup.public:
        raise Forbidden(sentence("You need an invitation to join this table."))
    if state.chairs[request.chair] is not None:
        raise NotAllowed(sentence("Somebody sits there already."))
    return request.chair


def chairs_to_choose(state: State, chair: int) -> list[int]:
    """Return the chairs that a key takes: the one it belongs to, or any that is still open."""
    if state.phase != "open" or state.chairs[chair] is not None:
        return [chair]
    return [other for other, name in enumerate(state.chairs) if name is None]


def _chosen_chair(state: State, chair: int, chosen: int) -> int:
    """Return the chair that somebody chose with the key of another one; raise if they may not."""
    if chosen in chairs_to_choose(state, chair):
        return chosen
    invites = state.phase == "open" and state.chairs[chair] is None
    if invites and chosen < len(state.chairs):
        raise NotAllowed(sentence("Somebody sits there already."))
    raise InvalidField(sentence("This key is for another chair."), field="chair")


def joining(
    state: State, chair: int, name: str, at: int, invited: int | None = None
) -> tuple[Event, ...]:
    """Return the events by which a player takes a chair, or returns to it.

    `invited` is the chair of their key. If they chose another one, the two chairs change places
    first, keys included. So one invitation seats one person, and all others still lead to a chair.
    """
    if state.first is not None:
        return (SeatTaken(at, state.seat_at(chair), name),)
    taken = ChairTaken(at, chair, name)
    if state.chairs[chair] is not None:
        return (ChairLeft(at, chair), taken)
    moved = [] if invited in (None, chair) else [ChairsSwapped(at, invited, chair)]
    return starting(state, [*moved, taken])


def starting(state: State, events: Iterable[Event]) -> tuple[Event, ...]:
    """Return these events, and the start of the game if they fill the last chair."""
    made = tuple(events)
    for event in made:
        state = apply(state, event)
    if state.phase != "open" or None in state.chairs:
        return made
    first = state.setup.first
    if first is None:
        first = secrets.randbelow(len(state.chairs))  # H3: drawn by lot
    return (*made, Started(state.at, first))


def seated(
    chairs: Sequence[Occupant], states: Sequence[State], events: Sequence[Event], device: str | None
) -> tuple[Occupant, ...]:
    """Return the players of all chairs after events.

    `states` are those before, between and after the events, and `device` is their author.
    """
    held = list(chairs)
    for event, before, after in zip(events, states, states[1:], strict=False):
        if isinstance(event, ChairsSwapped):
            one, other = event.one, event.other
            held[one], held[other] = held[other], held[one]
            continue
        for chair, level in enumerate(after.levels):
            if level is not None and level != before.levels[chair]:
                held[chair] = Occupant(level=level)
        for chair in before.relinked - after.relinked:
            # Its player has acted, so the link that the host made meanwhile is void.
            held[chair] = replace(held[chair], key=new_key())
        match event:
            case ChairLeft() if held[event.chair].device == device:
                held[event.chair] = Occupant(key=held[event.chair].key)  # one may come back
            case ChairLeft():
                held[event.chair] = Occupant(key=new_key())
            case LinkRenewed():
                held[event.chair] = replace(held[event.chair], key=new_key())
            case ChairTaken() if event.level is None:
                held[event.chair] = Occupant(device, key=new_key())
            case SeatTaken():
                chair = after.chair_of(event.seat)
                if held[chair].device != device:
                    held[chair] = Occupant(device, key=new_key())
    return tuple(held)
