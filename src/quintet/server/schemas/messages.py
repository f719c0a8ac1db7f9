"""Messages of live connections, and of long polling, which carries the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from quintet.engine.analysis import Certainty
from quintet.server.schemas.commands import Room
from quintet.server.schemas.problem import Problem
from quintet.server.schemas.views import ChairKind, Motion, Ply, PresentView, View
from quintet.value import ValueKind

VERSION = 1


class ViewMessage(TypedDict):
    """The table as it stands: at first, after a take-back, and when asked for."""

    type: Literal["view"]
    number: int
    view: View


class EventsMessage(TypedDict):
    """What has happened since the last message."""

    type: Literal["events"]
    number: int
    events: list[Mapping[str, object]]
    plies: list[Ply]
    view: PresentView


class AcceptedMessage(TypedDict):
    """A command's events are on disk."""

    type: Literal["accepted"]
    id: str
    number: int
    line: NotRequired[int]  # of the chat, where something was said


class RefusedMessage(TypedDict):
    """A command was refused."""

    type: Literal["refused"]
    id: str
    error: Problem


class HintMessage(TypedDict):
    """What the engine would play."""

    type: Literal["hint"]
    number: int
    move: str
    path: Sequence[str]
    motions: list[Motion]
    said: str
    value: str


class PositionValue(TypedDict):
    """What a position is worth to the side to move."""

    kind: ValueKind
    plies: int | None
    known: Certainty
    said: str
    note: str | None  # how to know more


class MoveValue(TypedDict):
    """What a move is worth to the player who makes it."""

    kind: ValueKind
    plies: int | None
    in_moves: int | None  # the plies as moves of the side that wins
    chance: float
    known: Certainty
    said: str
    path: Sequence[str]


class ValuesMessage(TypedDict):
    """What a position and its moves are worth; the best moves come first."""

    type: Literal["values"]
    number: int
    ply: int  # after which the position stands
    value: PositionValue
    chance: float | None  # of seat 0's side
    depth: int
    moves: dict[str, MoveValue]


class ThinkingMessage(TypedDict):
    """The engine begins to think for a seat."""

    type: Literal["thinking"]
    seat: int
    on: bool


class ChatLine(TypedDict):
    """What somebody said."""

    number: int
    room: Room
    chair: int | None
    seat: int | None
    name: str
    text: str
    at: int


class ChatMessage(TypedDict):
    """Lines of the chat."""

    type: Literal["chat"]
    lines: list[ChatLine]
    whole: bool  # whether these are all there are to show
    seen: str  # what to bring as `chat` when coming back


class PresenceMessage(TypedDict):
    """Who is there."""

    type: Literal["presence"]
    seats: list[bool]
    watchers: int


class PingMessage(TypedDict):
    """A question to answer at once with a pong, so that the latency is known."""

    type: Literal["ping"]
    id: str


TableMessage: TypeAlias = (
    ViewMessage
    | EventsMessage
    | AcceptedMessage
    | RefusedMessage
    | HintMessage
    | ValuesMessage
    | ThinkingMessage
    | ChatMessage
    | PresenceMessage
    | PingMessage
)


class LobbyChair(TypedDict):
    """A chair of a public table."""

    chair: int
    kind: ChairKind
    name: str
    level: int | None
    present: bool


class LobbyClock(TypedDict):
    """The clock of a public table."""

    text: str
    said: str


class LobbyTable(TypedDict):
    """A public table."""

    id: str
    created: int
    game: str
    title: str
    options: dict[str, str]
    spectators: bool
    plies: int
    said: list[str]
    url: str
    clock: LobbyClock | None
    watchers: int
    chairs: list[LobbyChair]


class LobbyLists(TypedDict):
    """Tables with an open chair, and games one may look at."""

    open: list[LobbyTable]
    running: list[LobbyTable]


class LobbyMessage(LobbyLists):
    """The lobby, with a mark by which a list is known."""

    type: Literal["lobby"]
    mark: str
