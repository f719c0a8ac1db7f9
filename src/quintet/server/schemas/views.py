"""A table as one device sees it, and the parts it is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from typing_extensions import TypedDict

from quintet.draw.looks import Look
from quintet.server.schemas.commands import Room
from quintet.table import ClockKind, Phase
from quintet.table.events import QuestionKind

ChairKind = Literal["person", "engine", "open"]


class Motion(TypedDict):
    """What a move does to one piece."""

    piece: str
    origin: str
    target: str
    becomes: str


class Ply(TypedDict):
    """A move that was played."""

    ply: int  # counted from 1
    seat: int
    word: str
    said: str  # the move as a sentence
    automatic: bool  # played by itself, like a forced pass
    motions: list[Motion]
    labels: dict[str, str]  # the spots that read differently after it
    position: str
    claimed: Sequence[str]  # the places a claim points at
    remark: str | None  # why a claim is wrong


class Seat(TypedDict):
    """A seat and its player; before the start, the seats are the chairs."""

    seat: int
    chair: int
    name: str
    side: int
    colour: str  # of the side's pieces, or their symbol; empty where all share the pieces
    word: str
    sign: str  # the letter of a piece that is this seat's
    kind: ChairKind
    level: int | None
    here: bool  # whether this device may act for it
    joinable: bool  # whether it may be taken without a key
    present: bool  # whether its player is there
    left: bool  # whether its player has left
    stand_in: bool  # whether the engine plays until its player is back
    replaceable_in_ms: int | None  # when the others may ask for the engine to stand in
    renewable: bool  # whether this device may make a new link to it
    removable: bool  # whether this device may ask its player to leave
    clock_ms: int | None
    is_turn: bool
    points: float | None  # over this game and those it is a rematch of


class Rooms(TypedDict):
    """The rooms of the chat that a device may read and write."""

    read: list[Room]
    write: list[Room]
    closed: str | None  # why players may not write, where partners may not confer (QX14)


class ChairLink(TypedDict):
    """A link to a chair: an invitation, or one's own seat for another device."""

    chair: int
    url: str
    qr_url: str


class Marks(TypedDict):
    """Places to mark on the board."""

    last: Sequence[str]  # where the latest piece went
    origin: Sequence[str]  # where it came from, if from the board


class Overlooked(TypedDict):
    """A line that nobody called."""

    ply: int
    places: Sequence[str]
    sentence: str


class TableOutcome(TypedDict):
    """How the game ended."""

    sentence: str
    title: str  # who won, to this device: "You won"
    why: str  # the reason, to this device
    reason: str
    result: str
    lines: Sequence[Sequence[str]]
    winners: list[int]
    overlooked: list[Overlooked]


class Question(TypedDict):
    """What a player asks the others for."""

    what: QuestionKind
    asker: int
    sentence: str
    mine: bool  # whether it is for this device to answer
    waits_for: list[int]
    to: int | None  # how many plies a take-back leaves
    seat_of: int | None  # whose seat the engine would play
    level: int | None


class DeclinedQuestion(TypedDict):
    """A question of this device that was declined, until it plays on."""

    what: QuestionKind
    by: int
    sentence: str


Allowed = TypedDict(
    "Allowed",
    {
        "take_back": bool,
        "draw": bool,
        "resign": bool,
        "rematch": bool,
        "pause": bool,
        "resume": bool,
        "leave": bool,
        "return": bool,
        "fill": bool,
        "hint": bool,
        "swap": bool,
        "values": bool,
    },
)
Allowed.__doc__ = "What this device may ask for now."


class TableClock(TypedDict):
    """The clock of a table."""

    text: str
    said: str
    kind: ClockKind
    running: int | None
    deadline_in_ms: int | None


class Agreement(TypedDict):
    """One thing the players have agreed on, in words."""

    said: str
    house_rule: str  # H1 to H5 where it is a rule of ours; else empty


class PresentView(TypedDict):
    """How a table stands now."""

    number: int  # of the latest event
    game: str
    title: str
    options: dict[str, str]
    phase: Phase
    seat: int | None  # whose turn it is
    turn_name: str | None
    paused: bool
    ply_limit: int | None  # after so many plies the game is a draw (H5)
    agreements: list[Agreement]
    draws: bool  # whether a draw can be offered at this table
    public: bool
    spectators: bool
    look: Look  # which side has which colour or symbol
    owner: bool  # whether this device opened the table
    seats: list[Seat]
    watchers: int
    rooms: Rooms
    invitations: list[ChairLink]
    return_links: list[ChairLink]
    prompt: str
    prompts: dict[str, str]  # what is asked after some touches; `*` is any touch
    asked_piece: str  # the letter of the piece that the prompt is about, if any
    actions: Sequence[str]
    paths: Mapping[str, Sequence[str]]  # moves as the places touched, if this device may move
    more_paths: Mapping[str, Sequence[Sequence[str]]]  # other ways to touch a move
    buttons: dict[str, str]  # the labels of touches that have no spot
    labels: dict[str, str]  # what every spot of the picture says
    marks: Marks
    outcome: TableOutcome | None
    questions: list[Question]
    declined: list[DeclinedQuestion]
    stand_in_level: int  # of the engine that stands in for a player who is away
    allowed: Allowed
    clock: TableClock | None
    position: str
    start: str  # the position before the first ply
    record_url: str
    rematch_url: str | None


class View(PresentView):
    """How a table stands now, with the latest plies."""

    plies: list[Ply]
