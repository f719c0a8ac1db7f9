"""The rooms of a table's chat: who may read them, and who may write there.

Players write where everybody reads; partners who may not confer write there only before and after
the game (QX14). Spectators write among themselves, and the players read it
after the game. Partners have a room of their own exactly when the setup lets them confer (QX14),
from the start of the game on: only then it is known who plays together.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from quintet.errors import NotAllowed
from quintet.i18n.sentence import sentence
from quintet.server.schemas.commands import Room
from quintet.server.web.errors import Forbidden
from quintet.table import State

PLAYERS: Room = "players"
SPECTATORS: Room = "watchers"
TEAM: Room = "team"
CLOSED = sentence("Chat is closed during the game: partners may not talk at this table.")


@dataclass(frozen=True, slots=True)
class Rooms:
    """The rooms somebody may read and write. A team's room ends in its side's number."""

    read: tuple[str, ...]
    write: tuple[str, ...]


def all_rooms(state: State) -> tuple[str, ...]:
    """Return all rooms that may have lines."""
    sides = sorted(set(state.position.variant.sides))
    return (PLAYERS, SPECTATORS, *(f"{TEAM}{side}" for side in sides))


def rooms_of(state: State, own: Collection[int]) -> Rooms:
    """Return the rooms of a player of these seats, or of a spectator."""
    if not own:
        return Rooms(read=(PLAYERS, SPECTATORS), write=(SPECTATORS,))
    sides = state.position.variant.sides
    teams = sorted({f"{TEAM}{sides[seat]}" for seat in own}) if _partners_confer(state) else ()
    after_the_game = (SPECTATORS,) if state.phase == "over" else ()
    table = () if is_closed(state, own) else (PLAYERS,)
    return Rooms(read=(PLAYERS, *teams, *after_the_game), write=(*table, *teams))


def is_closed(state: State, own: Collection[int]) -> bool:
    """Whether the table's chat is closed to players: a partner elsewhere would read it."""
    if state.setup.conferring or state.phase != "playing":
        return False
    sides = state.position.variant.sides
    own_sides = {sides[seat] for seat in own}
    return any(
        side in own_sides and seat not in own and state.levels[state.chair_of(seat)] is None
        for seat, side in enumerate(sides)
    )


def room_to_write(state: State, wanted: Room, seat: int | None, own: Collection[int] = ()) -> str:
    """Return the room to write to; `seat` is None for a spectator, `own` are a player's.

    Raises if they may not write there.
    """
    if wanted == SPECTATORS:
        if seat is not None:
            raise Forbidden(sentence("Only spectators can write here."))
        return SPECTATORS
    if seat is None:
        raise Forbidden(sentence("Only players can write here."))
    if wanted == PLAYERS:
        if is_closed(state, own or (seat,)):
            raise NotAllowed(CLOSED)
        return PLAYERS
    if not _partners_confer(state):
        raise NotAllowed(sentence("Partners do not confer at this table."))
    return f"{TEAM}{state.position.variant.sides[seat]}"


def shown_room(room: str) -> Room:
    """Return the name of a room for clients, who see only their own team's."""
    if room.startswith(TEAM):
        return TEAM
    return PLAYERS if room == PLAYERS else SPECTATORS


def _partners_confer(state: State) -> bool:
    sides = state.position.variant.sides
    return state.setup.conferring and len(set(sides)) < len(sides) and state.phase != "open"
