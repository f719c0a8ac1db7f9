"""What the analysis board and the server exchange."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

from quintet.engine.analysis import Certainty
from quintet.server.schemas.messages import PositionValue, RefusedMessage
from quintet.server.schemas.requests import PositionRequest
from quintet.server.schemas.responses import PositionOutcome
from quintet.server.schemas.views import Motion
from quintet.value import ValueKind

MAX_SECONDS = 60.0  # of one search
DEFAULT_SECONDS = 15.0


class OfferedMove(TypedDict):
    """A legal move."""

    said: str  # the move as a sentence
    motions: list[Motion]


class BoardTurn(TypedDict):
    """A position as a board offers it: what may be touched, and what every move does."""

    game: str
    options: dict[str, str]
    position: str
    seat: int | None
    prompt: str  # what is asked, or how the game has ended
    prompts: dict[str, str]  # what is asked after some touches; `*` is any touch
    asked_piece: str  # the letter of the piece that the prompt is about, if any
    paths: Mapping[str, Sequence[str]]
    more_paths: Mapping[str, Sequence[Sequence[str]]]  # other ways to touch a move
    buttons: dict[str, str]  # the labels of touches that have no spot
    labels: dict[str, str]  # of the spots, for screen readers
    moves: dict[str, OfferedMove]
    groups: list[Sequence[str]]  # moves that lead to the same position or a symmetric one
    outcome: PositionOutcome | None
    winning: Sequence[Sequence[str]]


class MoveResults(TypedDict):
    """How games on this server went for the players who made a move."""

    games: int
    wins: int
    draws: int
    losses: int


class ExplorerAnswer(TypedDict):
    """The moves from a position that were played here, by their words."""

    moves: dict[str, MoveResults]


class SearchCommand(PositionRequest):
    """Search a position; the search before it ends."""

    do: Literal["search"]
    id: Annotated[str, Field(max_length=64)] = ""
    seconds: Annotated[float, Field(gt=0, le=MAX_SECONDS)] = DEFAULT_SECONDS


class LinesRequest(PositionRequest):
    """Search a position once, for clients without a WebSocket."""

    seconds: Annotated[float, Field(gt=0, le=5)] = 1.0


class StopCommand(BaseModel):
    """End the search."""

    model_config = ConfigDict(extra="forbid", strict=True)

    do: Literal["stop"]
    id: Annotated[str, Field(max_length=64)] = ""


AnalysisCommand: TypeAlias = Annotated[SearchCommand | StopCommand, Field(discriminator="do")]
ANALYSIS_COMMANDS: TypeAdapter[SearchCommand | StopCommand] = TypeAdapter(AnalysisCommand)


class MoveLine(TypedDict):
    """A move, its value to the player who makes it, and the line it begins."""

    moves: Sequence[str]  # those that are symmetric: the line begins with the first
    kind: ValueKind
    plies: int | None
    in_moves: int | None  # the plies as moves of the side that wins
    chance: float
    known: Certainty
    said: str
    line: Sequence[str]


class LinesMessage(TypedDict):
    """What a search has found so far; the best moves come first."""

    type: Literal["lines"]
    id: str  # of the command
    done: bool
    depth: int
    nodes: int
    value: PositionValue
    chance: float | None  # of seat 0's side
    lines: list[MoveLine]


AnalysisMessage: TypeAlias = LinesMessage | RefusedMessage
