"""The games of a device: played, watched or imported, with summaries for lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from quintet.server.store.database import Database
from quintet.server.store.schema import CHAIRS, IMPORTS, SUMMARIES, TABLES, WATCHED
from quintet.table import Phase

MAX_WATCHED = 200  # tables that are remembered of a device
MAX_SPECTATORS = 500  # devices that are remembered of a table


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A table of a device; `summary` is None where it is missing or out of date."""

    id: str
    game: str
    created: int
    changed: int
    phase: Phase
    number: int
    follows: str | None
    chairs: tuple[int, ...]  # that the device plays
    imported: bool
    summary: Mapping[str, object] | None


class LibraryStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def watch(self, device: str, table_id: str, at: int) -> None:
        """Remember that a device watches a table; the oldest of its tables are forgotten."""

        def write(connection: Connection) -> None:
            mine, here = WATCHED.c.device == device, WATCHED.c.table_id == table_id
            if connection.scalar(select(WATCHED.c.at).where(mine, here)) is not None:
                return
            count = connection.scalar(select(func.count()).select_from(WATCHED).where(here))
            if count is not None and count >= MAX_SPECTATORS:
                return
            connection.execute(insert(WATCHED).values(device=device, table_id=table_id, at=at))
            oldest = select(WATCHED.c.table_id).where(mine).order_by(WATCHED.c.at.desc())
            dropped = connection.scalars(oldest.offset(MAX_WATCHED)).all()
            if dropped:
                connection.execute(delete(WATCHED).where(mine, WATCHED.c.table_id.in_(dropped)))

        with suppress(IntegrityError):  # another process was faster
            await self._database.write(write, table_id)

    async def games_of(self, device: str, limit: int) -> list[ListedGame]:
        """Return the tables a device opened, plays at or watched, the latest first."""

        def read(connection: Connection) -> list[ListedGame]:
            plays = select(CHAIRS.c.table_id, CHAIRS.c.chair).where(CHAIRS.c.device == device)
            chairs: dict[str, list[int]] = {}
            for row in connection.execute(plays.order_by(CHAIRS.c.chair)):
                chairs.setdefault(row.table_id, []).append(row.chair)
            return [
                ListedGame(
                    row.id,
                    row.game,
                    row.created,
                    row.changed,
                    row.phase,
                    row.number,
                    row.follows,
                    tuple(chairs.get(row.id, ())),
                    row.digest is not None,
                    row.body if row.summary_number == row.number else None,
                )
                for row in connection.execute(_listing(device).limit(limit))
            ]

        return await self._database.read(read)

    async def keep(self, summaries: Mapping[str, tuple[int, Mapping[str, object]]]) -> None:
        """Store summaries, by table, each with the number of the event it is as of."""

        def write(connection: Connection) -> None:
            connection.execute(delete(SUMMARIES).where(SUMMARIES.c.table_id.in_(summaries)))
            connection.execute(
                insert(SUMMARIES),
                [
                    {"table_id": table_id, "number": number, "body": dict(body)}
                    for table_id, (number, body) in summaries.items()
                ],
            )

        if summaries:
            with suppress(IntegrityError):  # another process has just kept them
                await self._database.write(write)

    async def records(self, table_ids: Sequence[str]) -> dict[str, str]:
        """Return the records that tables were imported from."""
        columns = select(IMPORTS.c.table_id, IMPORTS.c.record)
        wanted = columns.where(IMPORTS.c.table_id.in_(table_ids))
        return await self._database.read(lambda it: {row[0]: row[1] for row in it.execute(wanted)})


def _listing(device: str) -> Select[Any]:
    plays = select(CHAIRS.c.table_id).where(CHAIRS.c.device == device)
    watched = select(WATCHED.c.table_id).where(WATCHED.c.device == device)
    columns = (
        TABLES.c.id,
        TABLES.c.game,
        TABLES.c.created,
        TABLES.c.changed,
        TABLES.c.phase,
        TABLES.c.number,
        TABLES.c.follows,
        IMPORTS.c.digest,
        SUMMARIES.c.number.label("summary_number"),
        SUMMARIES.c.body,
    )
    return (
        select(*columns)
        .outerjoin(IMPORTS, IMPORTS.c.table_id == TABLES.c.id)
        .outerjoin(SUMMARIES, SUMMARIES.c.table_id == TABLES.c.id)
        .where(or_(TABLES.c.owner == device, TABLES.c.id.in_(plays), TABLES.c.id.in_(watched)))
        .order_by(TABLES.c.changed.desc(), TABLES.c.id)
    )
