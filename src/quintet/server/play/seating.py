"""Who holds the chairs of a table, and the events by which they change hands.

Every chair that no engine plays has a key. That of an open chair is its invitation: whoever has it
may sit down. When a chair is taken its key changes, and only whoever sits there is told the new
one: with it they take their seat to another device.
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
from quintet.table import ChairLeft, ChairTaken, Event, SeatTaken, Started, State, apply

NO_CHAIR = sentence("This link leads to no chair any more; ask for a new one.")


def new_key() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(15)


def renewed(occupant: Occupant) -> Occupant:
    """The same player with another key, as at the table of a rematch."""
    return occupant if occupant.level is not None else replace(occupant, key=new_key())


def seats_of(state: State, chairs: Sequence[Occupant], device: str) -> list[int]:
    """The seats a device plays; before the start, seats are counted as chairs are."""
    seats = range(len(chairs))
    return [seat for seat in seats if chairs[state.chair_of(seat)].device == device]


def engine_name(level: int) -> str:
    return f"level:{level}"  # as records and the command line write it


def shown_name(given: str, number: int, locale: Locale) -> str:
    """A name without what cannot be printed; those who give none are counted."""
    return printable_name(given) or locale.say(sentence("Player {number}", number=number))


def chair_with_key(chairs: Sequence[Occupant], key: str) -> int | None:
    """The chair a key opens."""
    for chair, occupant in enumerate(chairs):
        if occupant.key is not None and secrets.compare_digest(occupant.key.encode(), key.encode()):
            return chair
    return None


def find_chair(state: State, chairs: Sequence[Occupant], request: JoinRequest, device: str) -> int:
    """The chair somebody may sit down at; raises why they may not."""
    if request.key is not None:
        chair = chair_with_key(chairs, request.key)
        if chair is None:
            # Who sits here already has used the link, and clicked twice or come back by it.
            chair = next((it for it, held in enumerate(chairs) if held.device == device), None)
        if chair is None:
            raise Forbidden(NO_CHAIR)
        if request.chair not in (None, chair):
            raise InvalidField(sentence("This key is for another chair."), field="chair")
        return chair
    if request.chair is None:
        raise InvalidField(sentence("Say which chair to take, or bring its key."), field="chair")
    if request.chair >= len(chairs):
        raise InvalidField(sentence("There is no such chair."), field="chair")
    if chairs[request.chair].device == device:
        return request.chair
    if not state.setup.public:
        raise Forbidden(sentence("To sit down at this table one needs an invitation."))
    if state.chairs[request.chair] is not None:
        raise NotAllowed(sentence("Somebody sits there already."))
    return request.chair


def joining(state: State, chair: int, name: str, at: int) -> tuple[Event, ...]:
    """Somebody sits down at an open chair, or comes back to their own."""
    if state.first is not None:
        return (SeatTaken(at, state.seat_at(chair), name),)
    taken = ChairTaken(at, chair, name)
    if state.chairs[chair] is not None:
        return (ChairLeft(at, chair), taken)
    return starting(state, [taken])


def starting(state: State, events: Iterable[Event]) -> tuple[Event, ...]:
    """These events, and the start of the game if they fill the last chair."""
    made = tuple(events)
    for event in made:
        state = apply(state, event)
    if state.phase != "open" or None in state.chairs:
        return made
    first = state.setup.first
    if first is None:
        first = secrets.randbelow(len(state.chairs))  # H3: a lot
    return (*made, Started(state.at, first))


def seated(
    chairs: Sequence[Occupant], states: Sequence[State], events: Sequence[Event], device: str | None
) -> tuple[Occupant, ...]:
    """Who holds every chair after events, which are of a device; `states` are those around them."""
    held = list(chairs)
    for event, before, after in zip(events, states, states[1:], strict=False):
        for chair, level in enumerate(after.levels):
            if level is not None and level != before.levels[chair]:
                held[chair] = Occupant(level=level)
        match event:
            case ChairLeft():
                held[event.chair] = Occupant(key=new_key())
            case ChairTaken() if event.level is None:
                held[event.chair] = Occupant(device, key=new_key())
            case SeatTaken():
                chair = after.chair_of(event.seat)
                if held[chair].device != device:
                    held[chair] = Occupant(device, key=new_key())
    return tuple(held)
