"""What the server asks of its database. Nothing is acknowledged before it is on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from sqlalchemy import Connection, bindparam, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from quintet.server.store.chat import ChatStore
from quintet.server.store.database import Database
from quintet.server.store.heart import Heart
from quintet.server.store.schema import CHAIRS, EVENTS, TABLES
from quintet.table import Event, Opened, event_from_json, event_to_json

# What every move needs is put together once: that takes longer than to execute it.
MOVE_ON = update(TABLES).where(
    TABLES.c.id == bindparam("held_id"), TABLES.c.number == bindparam("held_number")
)
ADD_EVENTS = insert(EVENTS)


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
    commands: Mapping[str, int] = field(default_factory=dict)  # the number each command came to


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as a list shows it."""

    id: str
    game: str
    created: int
    changed: int
    phase: str


@dataclass(frozen=True, slots=True)
class Entry:
    """Events to be added to a table, and what they make of it."""

    number: int  # of the first of them
    events: Sequence[Event]
    phase: str
    deadline: int | None = None  # when a server must look at the table
    command: str | None = None  # what asked for them
    holders: Mapping[int, Holder] = field(default_factory=dict)  # chairs that change hands


class Store:
    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.heart = Heart(self.database)
        self.chat = ChatStore(self.database)

    def close(self) -> None:
        self.database.close()

    async def create(
        self,
        kept: Kept,
        game: str,
        phase: str,
        follows: str | None = None,
        deadline: int | None = None,
    ) -> bool:
        """Keeps a new table; False when there is a rematch of the same game already."""

        opened = kept.events[0]

        def write(connection: Connection) -> None:
            known = connection.scalar(select(TABLES.c.id).where(TABLES.c.id == kept.id))
            if known is not None:
                return  # it was written when the connection was lost
            connection.execute(
                insert(TABLES).values(
                    id=kept.id,
                    game=game,
                    owner=kept.owner,
                    created=kept.events[0].at,
                    changed=kept.events[-1].at,
                    phase=phase,
                    number=len(kept.events),
                    deadline=deadline,
                    public=isinstance(opened, Opened) and opened.setup.public,
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
            await self.database.write(write, kept.id)
        except IntegrityError:
            if follows is None:
                raise
            return False
        return True

    async def append(self, table_id: str, entry: Entry) -> bool:
        """Adds events. When it returns True they are on disk; False: the table has moved on.

        Changing the number holds the table's row until all is written, so whoever else wants to
        write waits, and then finds another number than it knows of.
        """

        def write(connection: Connection) -> bool:
            held = connection.execute(
                MOVE_ON,
                {
                    "held_id": table_id,
                    "held_number": entry.number - 1,
                    "number": entry.number - 1 + len(entry.events),
                    "changed": entry.events[-1].at,
                    "phase": entry.phase,
                    "deadline": entry.deadline,
                },
            )
            if held.rowcount != 1:
                return False
            _insert_events(connection, table_id, entry.number, entry.events, entry.command)
            for chair, holder in entry.holders.items():
                connection.execute(
                    update(CHAIRS)
                    .where(CHAIRS.c.table_id == table_id, CHAIRS.c.chair == chair)
                    .values(**asdict(holder))
                )
            return True

        return await self.database.write(write, table_id)

    async def load(self, table_id: str, since: int = 0) -> Kept | None:
        """A table, with the events after a number."""

        def read(connection: Connection) -> Kept | None:
            owner = connection.scalar(select(TABLES.c.owner).where(TABLES.c.id == table_id))
            if owner is None:
                return None
            # Who holds which chair is never older than the events that say so.
            events = connection.execute(
                select(EVENTS.c.number, EVENTS.c.body, EVENTS.c.command)
                .where(EVENTS.c.table_id == table_id, EVENTS.c.number > since)
                .order_by(EVENTS.c.number)
            ).all()
            chairs = connection.execute(
                select(CHAIRS).where(CHAIRS.c.table_id == table_id).order_by(CHAIRS.c.chair)
            )
            return Kept(
                table_id,
                owner,
                tuple(Holder(chair.device, chair.level, chair.key) for chair in chairs),
                tuple(event_from_json(event.body) for event in events),
                {event.command: event.number for event in events if event.command is not None},
            )

        return await self.database.read(read)

    async def rematch_of(self, table_id: str) -> str | None:
        """The table on which the same people play again."""
        wanted = select(TABLES.c.id).where(TABLES.c.follows == table_id)
        found: str | None = await self.database.read(lambda it: it.scalar(wanted))
        return found

    async def remind(self, table_id: str, number: int, deadline: int | None) -> None:
        """When a server must look at a table that still stands at this number."""
        change = (
            update(TABLES)
            .where(TABLES.c.id == table_id, TABLES.c.number == number)
            .values(deadline=deadline)
        )

        def write(connection: Connection) -> None:
            connection.execute(change)

        await self.database.write(write, table_id)

    async def numbers(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The number of the latest event of each of these tables."""
        wanted = select(TABLES.c.id, TABLES.c.number).where(TABLES.c.id.in_(table_ids))
        return await self.database.read(lambda it: {row[0]: row[1] for row in it.execute(wanted)})

    async def due(self, at: int, most: int) -> list[str]:
        """Tables a server should have looked at by then, the longest overdue first."""
        wanted = (
            select(TABLES.c.id).where(TABLES.c.deadline <= at).order_by(TABLES.c.deadline)
        ).limit(most)
        return await self.database.read(lambda it: list(it.scalars(wanted)))

    async def in_lobby(self, phase: str, since: int, most: int) -> list[tuple[str, int]]:
        """The public tables in a phase at which something has happened since, the newest first.

        Each comes with the number it stands at.
        """
        wanted = (
            select(TABLES.c.id, TABLES.c.number)
            .where(TABLES.c.public, TABLES.c.phase == phase, TABLES.c.changed >= since)
            .order_by(TABLES.c.created.desc())
            .limit(most)
        )
        return await self.database.read(lambda it: [(row[0], row[1]) for row in it.execute(wanted)])

    async def check(self) -> None:
        """Raises when the database does not answer."""
        await self.database.read(lambda it: it.scalar(select(1)))

    async def opened_since(self, device: str, at: int) -> int:
        """How many tables a device has opened since then."""
        mine = (TABLES.c.owner == device) & (TABLES.c.created >= at)
        wanted = select(func.count()).select_from(TABLES).where(mine)
        return await self.database.read(lambda it: it.scalar(wanted) or 0)

    async def tables_of(self, device: str, most: int) -> list[Listed]:
        """The tables a device opened or plays at, the latest first."""
        plays = select(CHAIRS.c.table_id).where(CHAIRS.c.device == device)
        columns = (TABLES.c.id, TABLES.c.game, TABLES.c.created, TABLES.c.changed, TABLES.c.phase)
        wanted = (
            select(*columns)
            .where(or_(TABLES.c.owner == device, TABLES.c.id.in_(plays)))
            .order_by(TABLES.c.changed.desc())
            .limit(most)
        )
        return await self.database.read(lambda it: [Listed(*row) for row in it.execute(wanted)])


def _insert_events(
    connection: Connection,
    table_id: str,
    number: int,
    events: Sequence[Event],
    command: str | None = None,
) -> None:
    rows = [
        {
            "table_id": table_id,
            "number": number + i,
            "at": it.at,
            "body": event_to_json(it),
            "command": None,
        }
        for i, it in enumerate(events)
    ]
    rows[-1]["command"] = command
    connection.execute(ADD_EVENTS, rows)
