"""Creation of tables, with defaults for what a request leaves out."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from quintet.draw import LOOKS, Look
from quintet.engine.levels import find_level
from quintet.errors import BadOption
from quintet.games import find_game
from quintet.i18n.sentence import sentence
from quintet.position import Position, first_position, read_position
from quintet.server.play.registry import Registry
from quintet.server.play.seating import engine_name, new_key, shown_name
from quintet.server.play.table import Table
from quintet.server.schemas.requests import MAX_PLY_LIMIT, NewChair, NewTable
from quintet.server.store import Occupant
from quintet.server.web.locale import Locale
from quintet.table import Setup, read_clock

ENGINES_PLY_LIMIT = 400  # H5: where engines play each other


async def open_table(
    registry: Registry, request: NewTable, device: str, locale: Locale, address: str = ""
) -> Table:
    """Open a table as a request describes it, for a device at an address."""
    start = starting_position(request)
    seats = start.variant.seats
    chairs = request.chairs
    if chairs is None:
        chairs = [NewChair(), *[NewChair(kind="engine", level=request.level)] * (seats - 1)]
    if len(chairs) != seats:
        raise BadOption(
            sentence("Say who plays on each of the {seats} chairs.", seats=seats),
            option="chairs",
        )
    if request.first is not None and request.first >= seats:
        raise BadOption(sentence("There are chairs 0 to {last}.", last=seats - 1), option="first")
    engines_only = all(chair.kind == "engine" for chair in chairs)
    at_one_screen = all(chair.kind != "open" for chair in chairs)
    setup = Setup(
        request.game,
        start.variant.changed_options,
        position=None if request.position is None else start.text,
        clock=read_clock(request.clock),
        clock_waits=request.clock_waits and request.clock != "-",
        repetition=request.repetition,
        take_backs=request.take_backs,
        conferring=request.conferring,
        ply_limit=min(request.ply_limit, ENGINES_PLY_LIMIT if engines_only else MAX_PLY_LIMIT),
        hints=at_one_screen if request.hints is None else request.hints,
        values=at_one_screen if request.values is None else request.values,
        public=request.public,
        spectators=request.spectators,
        first=request.first,
        look=_look(request),
        stand_in_level=request.stand_in_level,
    )
    return await registry.open(
        setup,
        [_occupant(chair, device) for chair in chairs],
        _names(chairs, locale),
        device,
        address,
    )


def starting_position(request: NewTable) -> Position:
    """Return the first position of a request; raise if it is invalid."""
    options = {**find_game(request.game).table_options, **request.options}
    if request.position is None:
        return first_position(request.game, options)
    return read_position(request.game, request.position, options)


def _look(request: NewTable) -> Look:
    """Return the look of the sides, drawn by lot where that is asked for (QX1)."""
    return secrets.choice(LOOKS) if request.look == "random" else request.look


def _occupant(chair: NewChair, device: str) -> Occupant:
    if chair.kind == "engine":
        find_level(chair.level)
        return Occupant(level=chair.level)
    return Occupant(device=device if chair.kind == "person" else None, key=new_key())


def _names(chairs: Sequence[NewChair], locale: Locale) -> list[str | None]:
    """Return who sits where; None for an open chair."""
    names: list[str | None] = []
    for number, chair in enumerate(chairs, 1):
        match chair.kind:
            case "open":
                names.append(None)
            case "engine":
                names.append(engine_name(chair.level))
            case "person":
                # A second engine may have the same name, but no second person.
                names.append(shown_name(chair.name, number, locale, names))
    return names
