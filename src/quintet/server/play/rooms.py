"""The rooms of a table's chat: who may read them, and who may write there.

Players write where everybody reads. Spectators write among themselves, and the players read it
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
    return Rooms(read=(PLAYERS, *teams, *after_the_game), write=(PLAYERS, *teams))


def room_to_write(state: State, wanted: Room, seat: int | None) -> str:
    """Return the room to write to; `seat` is None for a spectator.

    Raises if they may not write there.
    """
    if wanted == SPECTATORS:
        if seat is not None:
            raise Forbidden(sentence("Only spectators can write here."))
        return SPECTATORS
    if seat is None:
        raise Forbidden(sentence("Only players can write here."))
    if wanted == PLAYERS:
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
