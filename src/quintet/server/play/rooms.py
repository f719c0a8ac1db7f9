"""The rooms of a table's chat: who may read what is said there, and who may say something.

Players talk with each other before everyone's eyes. Those who look on talk among themselves, and
the players hear of it after the game. Partners have a room of their own exactly when it is agreed
that they may confer (QX14): from the start of the game on, since it is only then settled who plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quintet.errors import NotAllowed
from quintet.i18n.sentence import sentence
from quintet.server.web.errors import Forbidden

if TYPE_CHECKING:
    from quintet.server.play.table import LiveTable

PLAYERS, WATCHERS, TEAM = "players", "watchers", "team"


@dataclass(frozen=True, slots=True)
class Rooms:
    """What somebody may read, and where they may write. A team's room has its side's number."""

    read: tuple[str, ...]
    write: tuple[str, ...]


def all_rooms(table: LiveTable) -> tuple[str, ...]:
    """Every room in which something can have been said."""
    sides = sorted(set(table.state.position.variant.sides))
    return (PLAYERS, WATCHERS, *(f"{TEAM}{side}" for side in sides))


def rooms_of(table: LiveTable, device: str) -> Rooms:
    own = table.standing(device).own
    if not own:
        return Rooms(read=(PLAYERS, WATCHERS), write=(WATCHERS,))
    sides = table.state.position.variant.sides
    teams = sorted({f"{TEAM}{sides[seat]}" for seat in own}) if _partners_confer(table) else ()
    after_the_game = (WATCHERS,) if table.state.phase == "over" else ()
    return Rooms(read=(PLAYERS, *teams, *after_the_game), write=(PLAYERS, *teams))


def room_to_write(table: LiveTable, wanted: str, seat: int | None) -> str:
    """The room somebody at a seat means, or somebody who looks on; raises why they may not."""
    if wanted == WATCHERS:
        if seat is not None:
            raise Forbidden(sentence("Those who look on are among themselves here."))
        return WATCHERS
    if seat is None:
        raise Forbidden(sentence("Only those who play write here."))
    if wanted == PLAYERS:
        return PLAYERS
    if not _partners_confer(table):
        raise NotAllowed(sentence("Partners do not confer at this table."))
    return f"{TEAM}{table.state.position.variant.sides[seat]}"


def shown_room(room: str) -> str:
    """What a room is called; whose team's it is, is plain to whoever can read it."""
    return TEAM if room.startswith(TEAM) else room


def _partners_confer(table: LiveTable) -> bool:
    state = table.state
    sides = state.position.variant.sides
    return state.setup.conferring and len(set(sides)) < len(sides) and state.phase != "open"
