"""Opening tables: what can be wished for, and what is proposed to those who wish for nothing."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from quintet.engine.levels import find_level
from quintet.errors import BadOption
from quintet.games import find_game
from quintet.i18n.sentence import sentence
from quintet.position import Position, first_position, read_position
from quintet.server.play.registry import Registry
from quintet.server.play.seating import PROPOSED_LEVEL, engine_name, new_key, shown_name
from quintet.server.play.table import Table
from quintet.server.store import Occupant
from quintet.server.web.locale import Locale
from quintet.table import Setup, read_clock
from quintet.table.events import LONGEST_NAME

ENGINES_PLY_LIMIT = 400  # H5

Text = Annotated[str, Field(max_length=400)]


class Chair(BaseModel):
    """Who sits there: somebody at this device, the engine at a level, or whoever comes."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Literal["person", "engine", "open"] = "person"
    name: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    level: Annotated[int, Field(ge=1, le=10)] = PROPOSED_LEVEL


class Wishes(BaseModel):
    """A table as somebody wants it. Without `chairs` a person plays the engine."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: Annotated[str, Field(max_length=40)]
    options: dict[Annotated[str, Field(max_length=40)], Text | int | bool | list[Text]] = Field(
        default_factory=dict, max_length=20
    )
    position: Text | None = None
    chairs: Annotated[list[Chair], Field(max_length=4)] | None = None
    first: Annotated[int, Field(ge=0, le=3)] | None = None  # a lot is drawn when it is not said
    clock: Annotated[str, Field(max_length=40)] = "-"
    repetition: bool = True
    take_backs: bool = True
    conferring: bool = False
    # Where people come from elsewhere the engine helps nobody, unless that is wished for.
    hints: bool | None = None
    values: bool | None = None
    public: bool = False
    spectators: bool = True


async def open_table(registry: Registry, wishes: Wishes, device: str, locale: Locale) -> Table:
    start = starting_position(wishes)
    seats = start.variant.seats
    chairs = wishes.chairs
    if chairs is None:
        chairs = [Chair(), *[Chair(kind="engine")] * (seats - 1)]
    if len(chairs) != seats:
        raise BadOption(
            sentence("This game has {seats} players; say who each of them is.", seats=seats),
            option="chairs",
        )
    if wishes.first is not None and wishes.first >= seats:
        raise BadOption(sentence("There are chairs 0 to {last}.", last=seats - 1), option="first")
    engines_only = all(chair.kind == "engine" for chair in chairs)
    at_one_screen = all(chair.kind != "open" for chair in chairs)
    setup = Setup(
        wishes.game,
        start.variant.changed_options,
        position=None if wishes.position is None else start.text,
        clock=read_clock(wishes.clock),
        repetition=wishes.repetition,
        take_backs=wishes.take_backs,
        conferring=wishes.conferring,
        ply_limit=ENGINES_PLY_LIMIT if engines_only else None,
        hints=at_one_screen if wishes.hints is None else wishes.hints,
        values=at_one_screen if wishes.values is None else wishes.values,
        public=wishes.public,
        spectators=wishes.spectators,
        first=wishes.first,
    )
    return await registry.open(
        setup,
        [_occupant(chair, device) for chair in chairs],
        [_name(chair, number, locale) for number, chair in enumerate(chairs, 1)],
        device,
    )


def starting_position(wishes: Wishes) -> Position:
    options = {**find_game(wishes.game).table_options, **wishes.options}
    if wishes.position is None:
        return first_position(wishes.game, options)
    return read_position(wishes.game, wishes.position, options)


def _occupant(chair: Chair, device: str) -> Occupant:
    if chair.kind == "engine":
        find_level(chair.level)
        return Occupant(level=chair.level)
    return Occupant(device=device if chair.kind == "person" else None, key=new_key())


def _name(chair: Chair, number: int, locale: Locale) -> str | None:
    if chair.kind == "open":
        return None
    return (
        engine_name(chair.level)
        if chair.kind == "engine"
        else shown_name(chair.name, number, locale)
    )
