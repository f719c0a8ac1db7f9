"""What the server asks of its database. Nothing is acknowledged before it is on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, create_engine, event, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from quintet.server.store.migrate import migrate
from quintet.server.store.schema import CHAIRS, EVENTS, TABLES
from quintet.server.store.writer import Writer
from quintet.table import Event, event_from_json, event_to_json


@dataclass(frozen=True, slots=True)
class Holder:
    """Who plays a chair: a device, the engine at a level, or nobody yet; and the chair's key."""

    device: str | None = None
    level: int | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it is kept."""

    id: str
    owner: str
    chairs: tuple[Holder, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as a list shows it."""

    id: str
    game: str
    created: int
    changed: int
    phase: str


class Store:
    def __init__(self, url: str) -> None:
        self._engine = create_engine(url)
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _prepare_sqlite)
        migrate(self._engine)
        self._writer = Writer(self._engine)

    def close(self) -> None:
        self._writer.close()
        self._engine.dispose()

    async def create(self, kept: Kept, game: str, phase: str, follows: str | None = None) -> bool:
        """Keeps a new table; False when there is a rematch of the same game already."""

        def write(connection: Connection) -> None:
            created = kept.events[0].at
            connection.execute(
                insert(TABLES).values(
                    id=kept.id,
                    game=game,
                    owner=kept.owner,
                    created=created,
                    changed=kept.events[-1].at,
                    phase=phase,
                    follows=follows,
                )
            )
            connection.execute(
                insert(CHAIRS),
                [
                    {"table_id": kept.id, "chair": chair, **asdict(it)}
                    for chair, it in enumerate(kept.chairs)
                ],
            )
            _insert_events(connection, kept.id, 1, kept.events)

        try:
            await asyncio.wrap_future(self._writer.submit(write))
        except IntegrityError:
            if follows is None:
                raise
            return False
        return True

    async def append(
        self,
        table_id: str,
        number: int,
        events: Sequence[Event],
        phase: str,
        holders: Mapping[int, Holder] = MappingProxyType({}),
    ) -> None:
        """Adds events, the first of which has this number. When it returns they are on disk.

        `holders` are the chairs, by number, that have changed hands with these events.
        """

        def write(connection: Connection) -> None:
            _insert_events(connection, table_id, number, events)
            connection.execute(
                update(TABLES)
                .where(TABLES.c.id == table_id)
                .values(changed=events[-1].at, phase=phase)
            )
            for chair, holder in holders.items():
                connection.execute(
                    update(CHAIRS)
                    .where(CHAIRS.c.table_id == table_id, CHAIRS.c.chair == chair)
                    .values(**asdict(holder))
                )

        await asyncio.wrap_future(self._writer.submit(write))

    async def load(self, table_id: str) -> Kept | None:
        return await asyncio.to_thread(self._load, table_id)

    def _load(self, table_id: str) -> Kept | None:
        with self._engine.connect() as connection:
            found = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).first()
            if found is None:
                return None
            chairs = connection.execute(
                select(CHAIRS).where(CHAIRS.c.table_id == table_id).order_by(CHAIRS.c.chair)
            )
            bodies = connection.scalars(
                select(EVENTS.c.body).where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.number)
            )
            return Kept(
                table_id,
                found.owner,
                tuple(Holder(chair.device, chair.level, chair.key) for chair in chairs),
                tuple(map(event_from_json, bodies)),
            )

    async def rematch_of(self, table_id: str) -> str | None:
        """The table on which the same people play again."""

        def read() -> str | None:
            with self._engine.connect() as connection:
                return connection.scalar(select(TABLES.c.id).where(TABLES.c.follows == table_id))

        return await asyncio.to_thread(read)

    async def opened_since(self, device: str, at: int) -> int:
        """How many tables a device has opened since then."""

        def read() -> int:
            mine = (TABLES.c.owner == device) & (TABLES.c.created >= at)
            with self._engine.connect() as connection:
                return connection.scalar(select(func.count()).where(mine)) or 0

        return await asyncio.to_thread(read)

    async def tables_of(self, device: str, most: int) -> list[Listed]:
        """The tables a device opened or plays at, the latest first."""
        return await asyncio.to_thread(self._tables_of, device, most)

    def _tables_of(self, device: str, most: int) -> list[Listed]:
        plays = select(CHAIRS.c.table_id).where(CHAIRS.c.device == device)
        columns = (TABLES.c.id, TABLES.c.game, TABLES.c.created, TABLES.c.changed, TABLES.c.phase)
        with self._engine.connect() as connection:
            rows = connection.execute(
                select(*columns)
                .where(or_(TABLES.c.owner == device, TABLES.c.id.in_(plays)))
                .order_by(TABLES.c.changed.desc())
                .limit(most)
            )
            return [Listed(*row) for row in rows]


def _insert_events(
    connection: Connection, table_id: str, number: int, events: Sequence[Event]
) -> None:
    connection.execute(
        insert(EVENTS),
        [
            {"table_id": table_id, "number": number + i, "at": it.at, "body": event_to_json(it)}
            for i, it in enumerate(events)
        ],
    )


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Readers never wait for the writer, and a commit has reached the disk when it returns."""
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
