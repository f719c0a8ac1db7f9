"""Where tables are kept: events, and who holds which chair."""

from quintet.server.store.store import Holder, Kept, Listed, Store

__all__ = ["Holder", "Kept", "Listed", "Store"]
