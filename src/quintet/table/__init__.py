"""A game as people play it: a log of events, and the pure function that replays it.

`events` says what can happen, `replay` what it comes to, `clock` how time is limited, and `saving`
turns a table into a record and back.
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
    Setup,
    Started,
    event_from_json,
    event_to_json,
)
from quintet.table.replay import (
    Played,
    Question,
    State,
    apply,
    begin,
    due,
    rematch,
    replay,
    take_back_to,
)

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
