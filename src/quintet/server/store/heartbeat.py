"""Stored heartbeats, and the gaps for which clocks are given time back.

While a clock runs, every server writes once a second that it is alive. Several servers always do,
because the latest beat is the time they share. The first server to find a gap stores it, and each
table gives the time back when it is checked next. So nothing is lost when a server dies meanwhile,
and nothing is given twice.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select, update

from quintet.server.store.database import Database
from quintet.server.store.schema import DOWNTIMES, HEARTBEAT, TABLES


class HeartbeatStore:
    """Heartbeats of servers, and the gaps between them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_needed(self) -> bool:
        """Whether a clock runs at any table."""
        wanted = select(TABLES.c.id).where(TABLES.c.deadline.is_not(None)).limit(1)
        return await self._database.read(lambda it: it.scalar(wanted) is not None)

    async def time(self) -> int | None:
        """Return the time of the database server in milliseconds; SQLite has none."""
        if self._database.engine.name == "sqlite":
            return None
        wanted = select(func.extract("epoch", func.clock_timestamp()) * 1000)
        return await self._database.read(lambda it: int(it.execute(wanted).scalar_one()))

    async def latest(self, limit: int) -> int:
        """Return the latest time at which anything was stored, of those up to a limit."""
        beaten = select(func.max(HEARTBEAT.c.at)).where(HEARTBEAT.c.at <= limit)
        changed = select(func.max(TABLES.c.changed)).where(TABLES.c.changed <= limit)
        return await self._database.read(
            lambda it: max(it.scalar(beaten) or 0, it.scalar(changed) or 0)
        )

    async def beat(self, now: int, awake: int, tolerance: int, limit: int | None = None) -> int:
        """Store that a server is alive now, and was at `awake`; return the latest beat of any.

        A silence longer than `tolerance` is a gap. A stored beat after `limit` was written by a
        server whose clock was wrong, and is forgotten. All times are in milliseconds.
        """

        def write(connection: Connection) -> int:
            locked = select(HEARTBEAT.c.at).where(HEARTBEAT.c.id == 1).with_for_update()
            stored: int = connection.scalar(locked) or 0
            if limit is not None and stored > limit:
                stored = 0
                connection.execute(delete(DOWNTIMES).where(DOWNTIMES.c.ended > limit))
            last = max(stored, awake)
            if now <= last:
                return last
            connection.execute(update(HEARTBEAT).where(HEARTBEAT.c.id == 1).values(at=now))
            if now - last > tolerance:
                connection.execute(insert(DOWNTIMES).values(began=last, ended=now))
            return now

        return await self._database.write(write)

    async def gaps(self, since: int) -> list[tuple[int, int]]:
        """Return the gaps that ended after a moment, as start and end."""
        wanted = (
            select(DOWNTIMES.c.began, DOWNTIMES.c.ended)
            .where(DOWNTIMES.c.ended > since)
            .order_by(DOWNTIMES.c.ended)
        )
        return await self._database.read(
            lambda it: [(gap[0], gap[1]) for gap in it.execute(wanted)]
        )
