"""Stored reviews of finished games, one for each table."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from quintet.server.store.database import Database
from quintet.server.store.schema import REVIEWS


class ReviewStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, table_id: str, at: int, body: object) -> None:
        """Store a review in place of an earlier one."""

        def write(connection: Connection) -> None:
            connection.execute(delete(REVIEWS).where(REVIEWS.c.table_id == table_id))
            connection.execute(insert(REVIEWS).values(table_id=table_id, at=at, body=body))

        await self._database.write(write, table_id)

    async def load(self, table_id: str) -> object | None:
        """Return the review of a table as it was stored, if there is one."""
        wanted = select(REVIEWS.c.body).where(REVIEWS.c.table_id == table_id)
        found: object | None = await self._database.read(lambda it: it.scalar(wanted))
        return found
