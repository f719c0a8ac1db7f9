"""A game as people play it: a log of events, and the pure function that replays it.

`events` says what can happen, `replay` what it comes to, `clock` how time is limited, and `saving`
turns a table into a record and back. `state` is a table at one moment; `seating`, `playing` and
`questions` say what each kind of event does to it.
"""

from quintet.table.clock import Clock, read_clock
from quintet.table.events import (
    Answered,
    Asked,
    ChairLeft,
    ChairTaken,
    ClocksSet,
    Event,
    FlagFell,
    Moved,
    Opened,
    Resigned,
    SeatLeft,
    SeatTaken,
    Setup,
    Started,
    event_from_json,
    event_to_json,
)
from quintet.table.questions import take_back_to
from quintet.table.replay import apply, begin, due, rematch, replay
from quintet.table.state import Played, Question, State

__all__ = [
    "Answered",
    "Asked",
    "ChairLeft",
    "ChairTaken",
    "Clock",
    "ClocksSet",
    "Event",
    "FlagFell",
    "Moved",
    "Opened",
    "Played",
    "Question",
    "Resigned",
    "SeatLeft",
    "SeatTaken",
    "Setup",
    "Started",
    "State",
    "apply",
    "begin",
    "due",
    "event_from_json",
    "event_to_json",
    "read_clock",
    "rematch",
    "replay",
    "take_back_to",
]
