"""Answers of the API's routes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from typing_extensions import TypedDict

from quintet.engine.analysis import Certainty
from quintet.server.schemas.messages import ChatLine, TableMessage
from quintet.server.schemas.views import Agreement, Motion, Ply, View
from quintet.table import Phase
from quintet.value import ValueKind


class GameOption(TypedDict):
    """An option of a game."""

    name: str
    allowed: Sequence[str]
    several: bool
    default: str
    proposed: str  # at a table of people


class Game(TypedDict):
    """A game and what can be chosen for it."""

    game: str
    title: str
    seats: Sequence[int]
    options: list[GameOption]
    start: str


class Games(TypedDict):
    """All games, and the engine's levels."""

    games: list[Game]
    levels: list[int]


class PositionOutcome(TypedDict):
    """How a finished game ended."""

    scores: Sequence[float]
    reason: str
    result: str
    sentence: str


class PositionFacts(TypedDict):
    """What is known of a position without a search."""

    game: str
    options: dict[str, str]
    position: str
    seat: int | None
    seats: Sequence[str]
    sides: Sequence[int]
    places: dict[str, str]
    prompt: str | None
    moves: Sequence[str]
    numbers: Sequence[int]
    paths: Mapping[str, Sequence[str]]
    outcome: PositionOutcome | None
    winning: Sequence[Sequence[str]]


class Refusal(TypedDict):
    """Why no legal move begins in some way; nulls where one does."""

    sentence: str | None
    rule: str | None
    places: Sequence[str]


class BegunMoves(TypedDict):
    """What the moves that begin in some way do to the pieces, by their words."""

    position: str
    motions: dict[str, list[Motion]]


class AnalysedMove(TypedDict):
    """A move and its value to the player who makes it."""

    move: str
    said: str
    kind: ValueKind
    plies: int | None
    chance: float
    known: Certainty
    line: Sequence[str]


class AnalysisAnswer(TypedDict):
    """What the engine finds about a position, for the side to move."""

    said: str
    kind: ValueKind
    plies: int | None
    chance: float
    known: Certainty
    depth: int
    nodes: int
    moves: list[AnalysedMove]


class ReadGame(TypedDict):
    """A game that was read from a record."""

    game: str
    options: dict[str, str]
    position: str  # before the first move
    seats: Sequence[str]
    tags: dict[str, str]
    result: str | None
    text: str  # its moves with comments and variations


class ReadGames(TypedDict):
    """The games that were read from a text."""

    games: list[ReadGame]


class TableOpened(TypedDict):
    """A table that was opened."""

    id: str
    url: str
    view: View


class SeatTaken(TypedDict):
    """A chair that was taken."""

    id: str
    url: str
    chair: int
    view: View


class ListedTable(TypedDict):
    """A table of this device."""

    id: str
    url: str
    game: str
    created: int
    changed: int
    phase: Phase


class TableList(TypedDict):
    """The tables of this device, the latest first."""

    tables: list[ListedTable]


class EarlierPlies(TypedDict):
    """A part of a game's plies; empty before the first."""

    plies: list[Ply]


class Invitation(TypedDict):
    """What is played at a chair, for somebody who has its key."""

    chair: int
    chairs: list[int]  # those one may choose with the key
    name: str | None  # of the player who sits there already
    here: bool
    names: list[str]
    phase: Phase
    game: str
    title: str
    options: dict[str, str]
    clock: str | None
    agreements: list[Agreement]


class ChatLines(TypedDict):
    """Lines of the chat."""

    lines: list[ChatLine]


class DeviceToken(TypedDict):
    """A token for the header `Authorization: Bearer …`."""

    token: str
    expires_in: int  # seconds


class PollAnswer(TypedDict):
    """Messages, and the address at which to ask for the next ones."""

    version: int
    messages: list[TableMessage]
    next: str
