"""The events of a table, and their JSON form.

A table is the list of its events; `replay` turns them into a state. `at` is a time in milliseconds
since any fixed moment and never decreases. Chairs are the places around the table; seats are the
roles in the game, assigned by lot when it starts (H3).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal, cast, get_args

from pydantic import (
    ConfigDict,
    InstanceOf,
    Strict,
    StrictBool,
    StrictInt,
    StrictStr,
    TypeAdapter,
    ValidationError,
)

from quintet.draw.looks import LOOKS, Look
from quintet.errors import BadEvent, BadOption, BadPosition, UnknownGame
from quintet.i18n.sentence import Sentence, all_of, any_of, sentence
from quintet.options import Value, write_value
from quintet.outcome import TABLE_REASONS, TableReason
from quintet.position import Position, first_position, read_position
from quintet.table.clock import Clock, read_clock

MAX_NAME_LENGTH = 80
STAND_IN_LEVEL = 3  # of the engine that stands in, unless the table agreed on another

# All other seats must agree to what a seat asks for.
# `replace` gave a seat to the engine for good; only logs of earlier versions have it.
QuestionKind = Literal["draw", "take_back", "rematch", "pause", "resume", "replace", "stand_in"]
QUESTIONS: tuple[QuestionKind, ...] = get_args(QuestionKind)


class _Validated:
    """Pydantic settings of events: exact types, and no other fields."""

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(
        extra="forbid", revalidate_instances="always", arbitrary_types_allowed=True
    )


@dataclass(frozen=True, slots=True)
class Setup(_Validated):
    """The settings of a game: its variant, time control and house rules."""

    game: StrictStr
    options: Annotated[Mapping[str, Value], InstanceOf] = field(default_factory=dict)
    position: StrictStr | None = None  # a text, when the game does not begin at its start
    clock: InstanceOf[Clock] | None = None
    clock_waits: StrictBool = False  # whether clocks stand still until the first move
    repetition: StrictBool = True  # H1
    take_backs: StrictBool = False  # H4
    conferring: StrictBool = False  # QX14
    ply_limit: StrictInt | None = None  # H5; tables opened before there was one have none
    hints: StrictBool = False  # whether players may ask the engine for a move
    values: StrictBool = False  # whether the values of moves may be shown
    public: StrictBool = False  # whether the lobby lists the table
    spectators: StrictBool = True  # whether others may watch
    first: StrictInt | None = None  # the chair that begins; None draws lots (H3)
    look: Look = "starter_first"  # which side has which colour or symbol (QX1)
    stand_in_level: StrictInt | None = None  # of the engine for a player who is away

    def first_position(self) -> Position:
        """Return the first position; raise if game, options or position are invalid."""
        if self.position is None:
            return first_position(self.game, self.options)
        return read_position(self.game, self.position, self.options)

    @property
    def level_of_stand_ins(self) -> int:
        """The level of the engine that stands in; tables of earlier versions agreed on none."""
        return STAND_IN_LEVEL if self.stand_in_level is None else self.stand_in_level


@dataclass(frozen=True, slots=True)
class Opened(_Validated):
    at: StrictInt
    setup: Setup


@dataclass(frozen=True, slots=True)
class ChairTaken(_Validated):
    """A player sits down before the game starts; an engine has a `level`."""

    at: StrictInt
    chair: StrictInt
    name: StrictStr
    level: StrictInt | None = None


@dataclass(frozen=True, slots=True)
class ChairLeft(_Validated):
    at: StrictInt
    chair: StrictInt


@dataclass(frozen=True, slots=True)
class LinkRenewed(_Validated):
    """The host has made a new link to a chair; the earlier one is not valid any more."""

    at: StrictInt
    chair: StrictInt


@dataclass(frozen=True, slots=True)
class SeatLeft(_Validated):
    """A player has left a running game, which waits for them."""

    at: StrictInt
    seat: StrictInt


@dataclass(frozen=True, slots=True)
class SeatTaken(_Validated):
    """A player has returned, perhaps at another device."""

    at: StrictInt
    seat: StrictInt
    name: StrictStr


@dataclass(frozen=True, slots=True)
class Started(_Validated):
    """The game starts; chair `first` plays seat 0, the next one seat 1, and so on."""

    at: StrictInt
    first: StrictInt


@dataclass(frozen=True, slots=True)
class ChairsSwapped(_Validated):
    """Two chairs change places before the game starts, whoever sits there.

    The host has them do so, or a guest who chose another open chair than that of the invitation.
    """

    at: StrictInt
    one: StrictInt
    other: StrictInt


@dataclass(frozen=True, slots=True)
class Moved(_Validated):
    """A move, a call or a silence. Forced passes have no event (QX12)."""

    at: StrictInt
    seat: StrictInt
    move: StrictStr


@dataclass(frozen=True, slots=True)
class Asked(_Validated):
    """A seat asks all others for something.

    `to` is the number of plies that a take-back leaves. `seat_of` is the seat of a player who is
    away and for whom the engine stands in. `level` was that of an engine which replaced a player.
    """

    at: StrictInt
    seat: StrictInt
    what: QuestionKind
    to: StrictInt | None = None
    seat_of: StrictInt | None = None
    level: StrictInt | None = None


@dataclass(frozen=True, slots=True)
class Answered(_Validated):
    at: StrictInt
    seat: StrictInt
    what: QuestionKind
    yes: StrictBool


@dataclass(frozen=True, slots=True)
class Resigned(_Validated):
    at: StrictInt
    seat: StrictInt


@dataclass(frozen=True, slots=True)
class FlagFell(_Validated):
    at: StrictInt
    seat: StrictInt


@dataclass(frozen=True, slots=True)
class ClocksSet(_Validated):
    """The clocks are set, when a game continues after an interruption."""

    at: StrictInt
    left: Annotated[tuple[StrictInt, ...], Strict()]


@dataclass(frozen=True, slots=True)
class Ended(_Validated):
    """How the game of a record ended, where the board does not say; no command does this."""

    at: StrictInt
    result: StrictStr
    reason: TableReason


Event = (
    Opened
    | ChairTaken
    | ChairLeft
    | LinkRenewed
    | SeatLeft
    | SeatTaken
    | Started
    | Moved
    | ChairsSwapped
    | Asked
    | Answered
    | Resigned
    | FlagFell
    | ClocksSet
    | Ended
)

_NAMES: dict[str, type[Any]] = {
    "opened": Opened,
    "chair_taken": ChairTaken,
    "chair_left": ChairLeft,
    "link_renewed": LinkRenewed,
    "seat_left": SeatLeft,
    "seat_taken": SeatTaken,
    "started": Started,
    "moved": Moved,
    "chairs_swapped": ChairsSwapped,
    "asked": Asked,
    "answered": Answered,
    "resigned": Resigned,
    "flag_fell": FlagFell,
    "clocks_set": ClocksSet,
    "ended": Ended,
}
_EVENT_NAMES = {kind: name for name, kind in _NAMES.items()}
_VALIDATE = {
    kind: TypeAdapter(kind).validator.validate_python for kind in (*_NAMES.values(), Setup)
}


def event_to_json(event: Event) -> dict[str, Any]:
    """Convert an event to plain values; `event_from_json` reads it back."""
    plain: dict[str, Any] = {"event": _EVENT_NAMES[type(event)]}
    for item in dataclasses.fields(event):
        value = getattr(event, item.name)
        if isinstance(value, Setup):
            value = _setup_to_json(value)
        if value is not None:
            plain[item.name] = value
    return plain


def event_from_json(plain: object) -> Event:
    """Read an event from the plain values of `event_to_json`, or raise BadEvent."""
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
    return cast(Event, _validated(kind, values))


def check_event(event: object) -> None:
    """Raise BadEvent if this is no event, or a field has the wrong type."""
    if type(event) not in _EVENT_NAMES:
        raise BadEvent(sentence("This is not an event."), field="event")
    _validated(type(event), event)


def _validated(kind: type[Any], value: object) -> Any:
    try:
        return _VALIDATE[kind](value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        # A problem inside an option or a list is reported for its field.
        names = [str(part) for part in first["loc"] if part != "setup"] or ["setup"]
        name = names[0][:40]
        raise BadEvent(_problem(first["type"], name), field=name) from error


def _problem(kind: str, name: str) -> Sentence:
    match kind:
        case "missing":
            return sentence("The field {field} is missing.", field=name)
        case "unexpected_keyword_argument" | "invalid_key":
            return sentence("There is no field {field} here.", field=name)
        case "int_type":
            return sentence("The field {field} must be a whole number.", field=name)
        case "string_type":
            return sentence("The field {field} must be a text.", field=name)
        case "bool_type":
            return sentence("The field {field} must be true or false.", field=name)
        case "literal_error":
            literals = {"look": LOOKS, "reason": TABLE_REASONS}
            allowed = any_of(literals.get(name, QUESTIONS))
            return sentence("The field {field} must be {allowed}.", field=name, allowed=allowed)
    return sentence("The field {field} has a value of the wrong kind.", field=name)


def _setup_to_json(setup: Setup) -> dict[str, Any]:
    plain = {item.name: getattr(setup, item.name) for item in dataclasses.fields(setup)}
    plain["options"] = {name: write_value(value) for name, value in setup.options.items()}
    plain["clock"] = setup.clock.text if setup.clock else None
    # Later than the others: without them a setup is written as it was before.
    if setup.look == LOOKS[0]:
        del plain["look"]
    if not setup.clock_waits:
        del plain["clock_waits"]
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
    setup: Setup = _validated(Setup, values)
    try:
        variant = setup.first_position().variant
    except (UnknownGame, BadOption, BadPosition) as error:
        raise BadEvent(error.sentence, field="setup") from error
    return dataclasses.replace(setup, options=variant.changed_options)
