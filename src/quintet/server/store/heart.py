"""The heartbeat: when servers ran, and so for how long clocks have to be given time back.

While some clock runs, every server says each second that it is there. Who finds that nobody has
said so for a while writes the gap down, once; and tables give it back when they are looked at next.
So nothing is lost when a server dies while it gives time back, and nothing is given twice.
"""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from quintet.server.store.database import Database
from quintet.server.store.schema import DOWNTIMES, HEARTBEAT, TABLES


class Heart:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_needed(self) -> bool:
        """Whether a clock runs at any table."""
        wanted = select(TABLES.c.id).where(TABLES.c.deadline.is_not(None)).limit(1)
        return await self._database.read(lambda it: it.scalar(wanted) is not None)

    async def beat(self, now: int, awake: int, patience: int) -> None:
        """A server is there now, and was there at `awake`; what is longer than `patience` is a gap.

        All times are in milliseconds.
        """

        def write(connection: Connection) -> None:
            held = select(HEARTBEAT.c.at).where(HEARTBEAT.c.id == 1).with_for_update()
            last = max(connection.scalar(held) or 0, awake)
            if now <= last:
                return
            connection.execute(update(HEARTBEAT).where(HEARTBEAT.c.id == 1).values(at=now))
            if now - last > patience:
                connection.execute(insert(DOWNTIMES).values(began=last, ended=now))

        await self._database.write(write)

    async def gaps(self, since: int) -> list[tuple[int, int]]:
        """When there was no server, from and to, of gaps that ended after a moment."""
        wanted = (
            select(DOWNTIMES.c.began, DOWNTIMES.c.ended)
            .where(DOWNTIMES.c.ended > since)
            .order_by(DOWNTIMES.c.ended)
        )
        return await self._database.read(
            lambda it: [(gap[0], gap[1]) for gap in it.execute(wanted)]
        )
