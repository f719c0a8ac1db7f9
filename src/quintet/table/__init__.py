"""A game as people play it: a log of events, and a pure function to replay it.

`events` declares the events, `replay` applies them, `clock` is the time control, and `saving` turns
a table into a record and back. `state` is a table at one moment; `seating`, `playing` and
`questions` apply each kind of event to it.
"""

from quintet.table.clock import Clock, ClockKind, read_clock
from quintet.table.events import (
    Answered,
    Asked,
    ChairLeft,
    ChairsSwapped,
    ChairTaken,
    ClocksSet,
    Ended,
    Event,
    FlagFell,
    LinkRenewed,
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
from quintet.table.state import Declined, Phase, Played, Question, State

__all__ = [
    "Answered",
    "Asked",
    "ChairLeft",
    "ChairTaken",
    "ChairsSwapped",
    "Clock",
    "ClockKind",
    "ClocksSet",
    "Declined",
    "Ended",
    "Event",
    "FlagFell",
    "LinkRenewed",
    "Moved",
    "Opened",
    "Phase",
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
