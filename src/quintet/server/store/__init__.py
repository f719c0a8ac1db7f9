"""The database: tables with their events, chairs, chat and reviews."""

from quintet.server.store.command_key import CommandKey, Performed
from quintet.server.store.explored import PlayedMove, Results
from quintet.server.store.store import (
    Entry,
    ImportedGame,
    Occupant,
    Store,
    StoredTable,
    TableSummary,
)
from quintet.server.store.studies import Study

__all__ = [
    "CommandKey",
    "Entry",
    "ImportedGame",
    "Occupant",
    "Performed",
    "PlayedMove",
    "Results",
    "Store",
    "StoredTable",
    "Study",
    "TableSummary",
]
