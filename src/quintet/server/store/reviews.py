"""Stored reviews of finished games, one for each table."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from quintet.server.store.database import Database
from quintet.server.store.schema import CHAIRS, REVIEWS

Mistake = tuple[int, int]  # its ply and its seat


class ReviewStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(
        self, table_id: str, at: int, body: object, mistakes: Sequence[Mistake] = ()
    ) -> None:
        """Store a review in place of an earlier one."""

        def write(connection: Connection) -> None:
            connection.execute(delete(REVIEWS).where(REVIEWS.c.table_id == table_id))
            row = {"table_id": table_id, "at": at, "body": body, "mistakes": list(mistakes)}
            connection.execute(insert(REVIEWS).values(row))

        await self._database.write(write, table_id)

    async def load(self, table_id: str) -> object | None:
        """Return the review of a table as it was stored, if there is one."""
        wanted = select(REVIEWS.c.body).where(REVIEWS.c.table_id == table_id)
        found: object | None = await self._database.read(lambda it: it.scalar(wanted))
        return found

    async def mistakes_of(self, device: str) -> dict[str, list[Mistake]]:
        """Return the mistakes in the reviewed games that a device played, by table."""
        played = select(CHAIRS.c.table_id).where(CHAIRS.c.device == device)
        columns = select(REVIEWS.c.table_id, REVIEWS.c.mistakes)
        wanted = columns.where(REVIEWS.c.table_id.in_(played))
        rows = await self._database.read(lambda it: it.execute(wanted).all())
        return {row.table_id: [(ply, seat) for ply, seat in row.mistakes] for row in rows}
