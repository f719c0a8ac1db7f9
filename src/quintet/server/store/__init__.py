"""The database: tables with their events, chairs and chat."""

from quintet.server.store.store import Entry, Occupant, Store, StoredTable, TableSummary

__all__ = ["Entry", "Occupant", "Store", "StoredTable", "TableSummary"]
