"""Bodies of the API's requests."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from quintet.server.schemas.commands import Level, SeatNumber
from quintet.table.events import MAX_NAME_LENGTH, STAND_IN_LEVEL

PROPOSED_LEVEL = 3  # of an engine, unless a level is given
MAX_KEY = 32  # characters of a chair's key
MAX_PLY_LIMIT = 1000  # H5: of a table that people open

Word = Annotated[str, Field(max_length=40)]
Text = Annotated[str, Field(max_length=400)]
Name = Annotated[str, Field(max_length=MAX_NAME_LENGTH)]
Options = Annotated[dict[Word, Text | int | bool | list[Word]], Field(max_length=20)]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class PositionRequest(_Request):
    """A position: a game with options, a text (or the start), and moves from there."""

    game: Word
    options: Options = {}
    position: Text | None = None
    moves: Annotated[list[Word], Field(max_length=1000)] = []


class AnalysisRequest(PositionRequest):
    """A position, and how long to think about it."""

    seconds: Annotated[float, Field(ge=0, le=5)] = 1.0
    best: Annotated[int, Field(ge=1, le=1000)] = 3


class TouchRequest(PositionRequest):
    """A position, and the places touched there to make a move."""

    touched: Annotated[list[Word], Field(min_length=1, max_length=8)]


class BegunRequest(PositionRequest):
    """A position, and the places touched there so far."""

    touched: Annotated[list[Word], Field(max_length=8)] = []


class TutorialMoves(_Request):
    """The moves made from the position of a tutorial step, the learner's last."""

    moves: Annotated[list[Word], Field(min_length=1, max_length=20)]


class TutorialTouches(_Request):
    """The moves made in a tutorial step, and touches that began none."""

    moves: Annotated[list[Word], Field(max_length=20)] = []
    touched: Annotated[list[Word], Field(min_length=1, max_length=8)]


class RecordText(_Request):
    """Game records, in either form."""

    text: Annotated[str, Field(max_length=90_000)]


class MoveText(_Request):
    """Moves from a position with comments and variations, as in a record but without tags."""

    game: Word
    options: Options = {}
    position: Text | None = None
    text: Annotated[str, Field(max_length=60_000)]


class NewChair(_Request):
    """Who sits there: somebody at this device, the engine at a level, or nobody yet."""

    kind: Literal["person", "engine", "open"] = "person"
    name: Name = ""
    level: Level = PROPOSED_LEVEL


class NewTable(_Request):
    """A table to open. Without `chairs` a person plays the engine."""

    game: Word
    options: Options = {}
    position: Text | None = None
    chairs: Annotated[list[NewChair], Field(max_length=4)] | None = None
    level: Level = PROPOSED_LEVEL  # of the engine, where no chairs are given
    first: SeatNumber | None = None  # drawn by lot unless given
    clock: Word = "-"
    clock_waits: bool = False  # for the first move
    repetition: bool = True
    take_backs: bool = True
    conferring: bool = False
    ply_limit: Annotated[int, Field(ge=1, le=MAX_PLY_LIMIT)] = MAX_PLY_LIMIT  # H5
    # Where players join from elsewhere the engine helps nobody, unless that is asked for.
    hints: bool | None = None
    values: bool | None = None
    public: bool = False
    spectators: bool = True
    look: Literal["starter_first", "starter_second", "random"] = "starter_first"
    stand_in_level: Level = STAND_IN_LEVEL  # of the engine for a player who is away


class JoinRequest(_Request):
    """A seat to take: with a key, or at an open chair of a public table.

    With the key of an open chair, `chair` may be any that is open.
    """

    key: Annotated[str, Field(max_length=MAX_KEY)] | None = None
    chair: SeatNumber | None = None
    name: Name = ""
