"""What can happen at a table, and its form in JSON.

A table is nothing but its events; `replay` says what they come to. `at` is a time in milliseconds
from any fixed moment; it never goes back. Chairs are places around the table that people take;
seats are the roles of the game, handed out by lot when it starts (H3).
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Union, get_args, get_origin, get_type_hints

from quintet.errors import BadEvent, BadOption, BadPosition, UnknownGame
from quintet.i18n.sentence import all_of, sentence
from quintet.options import Value, write_value
from quintet.position import Position, first_position, read_position
from quintet.table.clock import Clock, read_clock

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a game: the variant, and how this table treats the house rules."""

    game: str
    options: Mapping[str, Value] = field(default_factory=dict)
    position: str | None = None  # a text, when the game does not begin at its start
    clock: Clock | None = None
    repetition: bool = True  # H1
    take_backs: bool = False  # H4
    conferring: bool = False  # QX14
    ply_limit: int | None = None  # H5: 400 where engines play each other
    hints: bool = False  # whether the engine may be asked for a move
    values: bool = False  # whether the values of moves may be shown, for learning games
    public: bool = False  # whether strangers find the table, or only those who have its link
    spectators: bool = True  # whether others than the players may look
    first: int | None = None  # the chair that begins; None leaves it to the lot (H3)

    def first_position(self) -> Position:
        """Where the game begins; raises what is wrong with the game, options or position."""
        if self.position is None:
            return first_position(self.game, self.options)
        return read_position(self.game, self.position, self.options)


@dataclass(frozen=True, slots=True)
class Opened:
    at: int
    setup: Setup


@dataclass(frozen=True, slots=True)
class ChairTaken:
    """Somebody sits down before the game starts; `level` is the engine's, if it is the engine."""

    at: int
    chair: int
    name: str
    level: int | None = None


@dataclass(frozen=True, slots=True)
class ChairLeft:
    at: int
    chair: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player has gone away from a game that goes on; the game waits for them."""

    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player is back, or sits somewhere else now."""

    at: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Started:
    """The game begins; the chair `first` plays seat 0, the next one seat 1, and so on."""

    at: int
    first: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A move, a call or a silence: any word of the game. Forced passes need no event (QX12)."""

    at: int
    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat asks all others for something.

    `to` says how many plies a take-back leaves. `seat_of` is who left and shall be replaced by the
    engine at a `level`.
    """

    at: int
    seat: int
    what: str
    to: int | None = None
    seat_of: int | None = None
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    at: int
    seat: int
    what: str
    yes: bool


@dataclass(frozen=True, slots=True)
class Resigned:
    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class FlagFell:
    at: int
    seat: int


@dataclass(frozen=True, slots=True)
class ClocksSet:
    """The clocks are put to what they should show: where a game goes on after an interruption."""

    at: int
    left: tuple[int, ...]


Event = (
    Opened
    | ChairTaken
    | ChairLeft
    | SeatLeft
    | SeatTaken
    | Started
    | Moved
    | Asked
    | Answered
    | Resigned
    | FlagFell
    | ClocksSet
)

# What a seat can ask the others for; everyone else must agree.
QUESTIONS = ("draw", "take_back", "rematch", "pause", "resume", "replace")

_NAMES: dict[str, type[Any]] = {
    "opened": Opened,
    "chair_taken": ChairTaken,
    "chair_left": ChairLeft,
    "seat_left": SeatLeft,
    "seat_taken": SeatTaken,
    "started": Started,
    "moved": Moved,
    "asked": Asked,
    "answered": Answered,
    "resigned": Resigned,
    "flag_fell": FlagFell,
    "clocks_set": ClocksSet,
}
_EVENT_NAMES = {kind: name for name, kind in _NAMES.items()}
_HINTS: dict[type[Any], dict[str, Any]] = {
    kind: get_type_hints(kind) for kind in (*_NAMES.values(), Setup)
}


def event_to_json(event: Event) -> dict[str, Any]:
    """An event as plain values; `event_from_json` gives it back."""
    plain: dict[str, Any] = {"event": _EVENT_NAMES[type(event)]}
    for item in dataclasses.fields(event):
        value = getattr(event, item.name)
        if isinstance(value, Setup):
            value = _setup_to_json(value)
        if value is not None:
            plain[item.name] = value
    return plain


def event_from_json(plain: object) -> Event:
    """An event from plain values; anything else than what `event_to_json` gives is refused."""
    if not isinstance(plain, Mapping):
        raise BadEvent(sentence("An event is an object."), field="event")
    values = dict(plain)
    name = values.pop("event", None)
    kind = _NAMES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadEvent(
            sentence("An event is one of {allowed}.", allowed=all_of(_NAMES)), field="event"
        )
    if kind is Opened:
        values["setup"] = _setup_from_json(values.get("setup"))
    if kind is ClocksSet and isinstance(values.get("left"), list):
        values["left"] = tuple(values["left"])
    made: Event = _build(kind, values)
    return made


def check_event(event: object) -> None:
    """Refuses what is no event, or one with a field of the wrong kind."""
    if type(event) not in _EVENT_NAMES:
        raise BadEvent(sentence("This is not an event."), field="event")
    _check_fields(event)
    if isinstance(event, Opened):
        _check_fields(event.setup)


def _check_fields(part: object) -> None:
    for name, hint in _HINTS[type(part)].items():
        if not _fits(getattr(part, name), hint):
            raise _wrong_kind(name)


def _wrong_kind(field_name: str) -> BadEvent:
    return BadEvent(
        sentence("The field {field} has a value of the wrong kind.", field=field_name),
        field=field_name,
    )


def _setup_to_json(setup: Setup) -> dict[str, Any]:
    plain = {item.name: getattr(setup, item.name) for item in dataclasses.fields(setup)}
    plain["options"] = {name: write_value(value) for name, value in setup.options.items()}
    plain["clock"] = setup.clock.text if setup.clock else None
    return {name: value for name, value in plain.items() if value is not None}


def _setup_from_json(plain: object) -> Setup:
    if not isinstance(plain, Mapping):
        raise BadEvent(sentence("A setup is an object."), field="setup")
    values = dict(plain)
    clock = values.get("clock")
    if clock is not None:
        if not isinstance(clock, str):
            raise BadEvent(sentence("A clock is a text."), field="clock")
        try:
            values["clock"] = read_clock(clock)
        except BadOption as error:
            raise BadEvent(error.sentence, field="clock") from error
    setup: Setup = _build(Setup, values)
    try:
        variant = setup.first_position().variant
    except (UnknownGame, BadOption, BadPosition) as error:
        raise BadEvent(error.sentence, field="setup") from error
    return dataclasses.replace(setup, options=variant.changed_options)


def _build(kind: type[Any], values: dict[str, Any]) -> Any:
    """A dataclass from plain values, each of exactly the declared type."""
    hints = _HINTS[kind]
    for name in values:
        if name not in hints:
            raise BadEvent(
                sentence("There is no field {field} here.", field=str(name)[:40]), field=str(name)
            )
    for item in dataclasses.fields(kind):
        required = (
            item.default is dataclasses.MISSING and item.default_factory is dataclasses.MISSING
        )
        if item.name not in values:
            if required:
                raise BadEvent(
                    sentence("The field {field} is missing.", field=item.name), field=item.name
                )
        elif not _fits(values[item.name], hints[item.name]):
            raise _wrong_kind(item.name)
    return kind(**values)


def _fits(value: object, hint: Any) -> bool:
    if type(value) is hint:
        return True  # nearly always, and every event that is replayed comes by here
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return any(_fits(value, part) for part in get_args(hint))
    if origin is tuple:
        return isinstance(value, tuple) and all(type(item) is get_args(hint)[0] for item in value)
    if origin is not None:
        return isinstance(value, Mapping) and all(isinstance(key, str) for key in value)
    return False
