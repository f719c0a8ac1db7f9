"""Where tables are kept: events, and who holds which chair."""

from quintet.server.store.store import Entry, Holder, Kept, Listed, Store

__all__ = ["Entry", "Holder", "Kept", "Listed", "Store"]
