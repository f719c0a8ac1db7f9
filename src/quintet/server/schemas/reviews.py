"""Reviews of finished games, as programs and pages get them."""

from __future__ import annotations

from typing_extensions import TypedDict

from quintet.engine.review import Grade
from quintet.server.schemas.pages import PuzzleStep


class ReviewedMove(PuzzleStep):
    """A move that was played, and what the engine says of it."""

    ply: int  # counted from 1
    grade: Grade
    label: str  # the grade in words
    symbol: str  # the usual annotation, if the move was bad
    exact: bool  # whether the verdict is certain, and not an estimate
    comment: str
    missed_call: bool
    chance: float | None  # of the first side after the move, where it is known
    better: list[PuzzleStep]  # the better line, if there is one


class ReviewedPlayer(TypedDict):
    """How well a seat has played so far."""

    seat: int
    name: str
    accuracy: float | None  # the share of the point that a move kept, on average
    grades: dict[Grade, int]  # how many moves of each


class ReviewAnswer(TypedDict):
    """A review as far as it has come; `moves` are those after the ones already known."""

    done: bool
    judged: int
    total: int
    moves: list[ReviewedMove]
    players: list[ReviewedPlayer]
    overlooked: list[str]  # lines that nobody called (QT15)
    mistakes: list[int]  # the plies that this device can try again
    chart: str  # the evaluation over the game as SVG, or nothing yet


class ReviewPageData(TypedDict):
    """What the page of a review needs to ask for it and to show it."""

    table: str
    game: str
    options: dict[str, str]
    start: str  # the first position
    seat: int  # whose side is at the bottom
    total: int
    grades: dict[Grade, str]  # in words
