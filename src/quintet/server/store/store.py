"""Stored tables. Nothing is acknowledged before it is on disk."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from sqlalchemy import Connection, Result, bindparam, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from quintet.errors import QuintetError
from quintet.server.clock import Clock
from quintet.server.store.chat import ChatStore
from quintet.server.store.command_key import CommandKey, Performed
from quintet.server.store.database import Database
from quintet.server.store.explored import ExploredStore
from quintet.server.store.heartbeat import HeartbeatStore
from quintet.server.store.library import LibraryStore
from quintet.server.store.reviews import ReviewStore
from quintet.server.store.schema import CHAIRS, EVENTS, IMPORTS, TABLES
from quintet.server.store.studies import StudyStore
from quintet.server.web.errors import SpoiltEvent
from quintet.server.web.logs import facts
from quintet.table import Event, Opened, Phase, event_from_json, event_to_json

log = logging.getLogger("quintet.server")

MAX_SPOILT = 1000  # events remembered as logged

# Built once: building a statement takes longer than executing it.
ADVANCE = update(TABLES).where(
    TABLES.c.id == bindparam("table_id_known"), TABLES.c.number == bindparam("number_known")
)
ADD_EVENTS = insert(EVENTS)


@dataclass(frozen=True, slots=True)
class Occupant:
    """The player of a chair: a device, the engine at a level, or nobody."""

    device: str | None = None
    level: int | None = None
    key: str | None = None  # lets another device take the chair


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is stored, with the commands that were performed, by name."""

    id: str
    owner: str
    chairs: tuple[Occupant, ...]
    events: tuple[Event, ...]
    commands: Mapping[str, Performed] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A table to store with the record it comes from, and the record's digest."""

    stored: StoredTable
    game: str
    phase: Phase
    record: str
    digest: str


@dataclass(frozen=True, slots=True)
class TableSummary:
    """A table as lists show it."""

    id: str
    game: str
    created: int
    changed: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class Entry:
    """Events to append to a table, and the columns that change with them."""

    number: int  # of the first of them
    events: Sequence[Event]
    phase: Phase
    deadline: int | None = None  # when a server must check the table
    command: CommandKey | None = None  # the command they belong to
    occupants: Mapping[int, Occupant] = field(default_factory=dict)  # of the chairs that change


class Store:
    """The database of a server, with its heartbeats, chat, library and reviews."""

    def __init__(self, url: str, clock: Clock | None = None) -> None:
        self.database = Database(url, clock)
        self.heartbeats = HeartbeatStore(self.database)
        self.chat = ChatStore(self.database)
        self.library = LibraryStore(self.database)
        self.explored = ExploredStore(self.database)
        self.studies = StudyStore(self.database)
        self.reviews = ReviewStore(self.database)
        self._spoilt: set[tuple[str, int]] = set()  # events that were logged

    def close(self) -> None:
        self.database.close()

    def spoilt(self, table_id: str, number: int) -> SpoiltEvent:
        """Return the error of a stored event that makes no sense, and log it once."""
        if (table_id, number) not in self._spoilt:
            if len(self._spoilt) >= MAX_SPOILT:
                self._spoilt.clear()
            self._spoilt.add((table_id, number))
            log.error(
                "A stored event cannot be read, so its table cannot be used; others can. Compare "
                "it with a backup.",
                extra=facts(table=table_id, number=number),
            )
        return SpoiltEvent(table_id, number)

    async def create(
        self,
        stored: StoredTable,
        game: str,
        phase: Phase,
        follows: str | None = None,
        deadline: int | None = None,
    ) -> bool:
        """Store a new table; False when the same game has a rematch already."""

        def write(connection: Connection) -> None:
            _insert_table(connection, stored, game, phase, follows, deadline)

        try:
            await self.database.write(write, stored.id)
        except IntegrityError:
            if follows is None:
                raise
            return False
        return True

    async def create_imported(self, games: Sequence[ImportedGame]) -> int:
        """Store imported games, all or none; return how many of them are new.

        A game that the same device has imported before is not stored again.
        """

        def write(connection: Connection) -> int:
            added = 0
            for game in games:
                known = (
                    select(TABLES.c.id)
                    .join(IMPORTS, IMPORTS.c.table_id == TABLES.c.id)
                    .where(IMPORTS.c.digest == game.digest, TABLES.c.owner == game.stored.owner)
                )
                if connection.scalar(known.limit(1)) is not None:
                    continue
                _insert_table(connection, game.stored, game.game, game.phase)
                row = {"table_id": game.stored.id, "digest": game.digest, "record": game.record}
                connection.execute(insert(IMPORTS).values(**row))
                added += 1
            return added

        return await self.database.write(write)

    async def append(self, table_id: str, entry: Entry) -> bool:
        """Append events; True when they are on disk, False when the table has moved on.

        Updating the number locks the table's row until the commit, so a second writer waits and
        then finds a number it does not expect.
        """

        def write(connection: Connection) -> bool:
            updated = connection.execute(
                ADVANCE,
                {
                    "table_id_known": table_id,
                    "number_known": entry.number - 1,
                    "number": entry.number - 1 + len(entry.events),
                    "changed": entry.events[-1].at,
                    "phase": entry.phase,
                    "deadline": entry.deadline,
                },
            )
            if updated.rowcount != 1:
                return False
            _insert_events(connection, table_id, entry.number, entry.events, entry.command)
            for chair, occupant in entry.occupants.items():
                connection.execute(
                    update(CHAIRS)
                    .where(CHAIRS.c.table_id == table_id, CHAIRS.c.chair == chair)
                    .values(**asdict(occupant))
                )
            return True

        return await self.database.write(write, table_id)

    async def load(self, table_id: str, since: int = 0) -> StoredTable | None:
        """Load a table with the events after a number."""

        def read(connection: Connection) -> StoredTable | None:
            columns = select(TABLES.c.owner, TABLES.c.number)
            table = connection.execute(columns.where(TABLES.c.id == table_id)).one_or_none()
            if table is None:
                return None
            # Read before the chairs, which are then never older than the events.
            events = connection.execute(
                select(EVENTS.c.number, EVENTS.c.body, EVENTS.c.command, EVENTS.c.command_digest)
                .where(EVENTS.c.table_id == table_id, EVENTS.c.number > since)
                .order_by(EVENTS.c.number)
            )
            read_events, commands = self._read_events(table_id, since, events)
            if since + len(read_events) < table.number:
                raise self.spoilt(table_id, since + len(read_events) + 1)
            chairs = connection.execute(
                select(CHAIRS).where(CHAIRS.c.table_id == table_id).order_by(CHAIRS.c.chair)
            )
            return StoredTable(
                table_id,
                table.owner,
                tuple(Occupant(chair.device, chair.level, chair.key) for chair in chairs),
                read_events,
                commands,
            )

        return await self.database.read(read)

    def _read_events(
        self, table_id: str, since: int, rows: Result[tuple[int, object, str | None, str | None]]
    ) -> tuple[tuple[Event, ...], dict[str, Performed]]:
        events: list[Event] = []
        commands: dict[str, Performed] = {}
        number = since + 1
        try:
            for row in rows:
                if row.number != number:
                    raise LookupError(number)
                events.append(event_from_json(row.body))
                if row.command is not None:
                    commands[row.command] = Performed(number, row.command_digest)
                number += 1
        except (QuintetError, ValueError, TypeError, LookupError, AttributeError) as error:
            # What a spoilt row raises depends on where it is spoilt.
            raise self.spoilt(table_id, number) from error
        return tuple(events), commands

    async def rematch_of(self, table_id: str) -> str | None:
        """Return the id of the rematch, if there is one."""
        wanted = select(TABLES.c.id).where(TABLES.c.follows == table_id)
        found: str | None = await self.database.read(lambda it: it.scalar(wanted))
        return found

    async def remind(self, table_id: str, number: int, deadline: int | None) -> None:
        """Store when a server must check a table, if it still has this number."""
        change = (
            update(TABLES)
            .where(TABLES.c.id == table_id, TABLES.c.number == number)
            .values(deadline=deadline)
        )

        def write(connection: Connection) -> None:
            connection.execute(change)

        await self.database.write(write, table_id)

    async def numbers(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the number of the latest event of each of these tables."""
        wanted = select(TABLES.c.id, TABLES.c.number).where(TABLES.c.id.in_(table_ids))
        return await self.database.read(lambda it: {row[0]: row[1] for row in it.execute(wanted)})

    async def due(self, at: int, limit: int) -> list[str]:
        """Return the tables whose deadline has passed, the earliest first."""
        wanted = (
            select(TABLES.c.id).where(TABLES.c.deadline <= at).order_by(TABLES.c.deadline)
        ).limit(limit)
        return await self.database.read(lambda it: list(it.scalars(wanted)))

    async def in_lobby(self, phase: Phase, since: int, limit: int) -> list[tuple[str, int, str]]:
        """Return public tables in a phase that have changed since, the newest first.

        Each comes with the number of its latest event and its owner.
        """
        wanted = (
            select(TABLES.c.id, TABLES.c.number, TABLES.c.owner)
            .where(TABLES.c.public, TABLES.c.phase == phase, TABLES.c.changed >= since)
            .order_by(TABLES.c.created.desc())
            .limit(limit)
        )
        return await self.database.read(
            lambda it: [(row[0], row[1], row[2]) for row in it.execute(wanted)]
        )

    async def check(self) -> None:
        """Raise `Unavailable` or `InternalError` when the database cannot be written."""
        await self.database.probe()

    async def opened_since(self, device: str, at: int) -> int:
        """Count the tables a device has opened since then."""
        mine = (TABLES.c.owner == device) & (TABLES.c.created >= at)
        wanted = select(func.count()).select_from(TABLES).where(mine)
        return await self.database.read(lambda it: it.scalar(wanted) or 0)

    async def follows(self, table_ids: Sequence[str]) -> dict[str, str]:
        """Return, of each of these tables that is a rematch, the table it follows."""
        columns = select(TABLES.c.id, TABLES.c.follows)
        wanted = columns.where(TABLES.c.id.in_(table_ids), TABLES.c.follows.is_not(None))
        return await self.database.read(lambda it: {row[0]: row[1] for row in it.execute(wanted)})

    async def tables_of(self, device: str, limit: int) -> list[TableSummary]:
        """Return the tables a device opened or plays at, the latest first."""
        plays = select(CHAIRS.c.table_id).where(CHAIRS.c.device == device)
        columns = (TABLES.c.id, TABLES.c.game, TABLES.c.created, TABLES.c.changed, TABLES.c.phase)
        wanted = (
            select(*columns)
            .where(or_(TABLES.c.owner == device, TABLES.c.id.in_(plays)))
            .order_by(TABLES.c.changed.desc())
            .limit(limit)
        )
        return await self.database.read(
            lambda it: [TableSummary(*row) for row in it.execute(wanted)]
        )


def _insert_table(
    connection: Connection,
    stored: StoredTable,
    game: str,
    phase: Phase,
    follows: str | None = None,
    deadline: int | None = None,
) -> None:
    known = connection.scalar(select(TABLES.c.id).where(TABLES.c.id == stored.id))
    if known is not None:
        return  # a retry: it was written, and the answer was lost
    opened = stored.events[0]
    connection.execute(
        insert(TABLES).values(
            id=stored.id,
            game=game,
            owner=stored.owner,
            created=opened.at,
            changed=stored.events[-1].at,
            phase=phase,
            number=len(stored.events),
            deadline=deadline,
            public=isinstance(opened, Opened) and opened.setup.public,
            follows=follows,
        )
    )
    connection.execute(
        insert(CHAIRS),
        [
            {"table_id": stored.id, "chair": chair, **asdict(it)}
            for chair, it in enumerate(stored.chairs)
        ],
    )
    _insert_events(connection, stored.id, 1, stored.events)


def _insert_events(
    connection: Connection,
    table_id: str,
    number: int,
    events: Sequence[Event],
    command: CommandKey | None = None,
) -> None:
    rows: list[dict[str, object]] = [
        {
            "table_id": table_id,
            "number": number + i,
            "at": it.at,
            "body": event_to_json(it),
            "command": None,
            "command_digest": None,
        }
        for i, it in enumerate(events)
    ]
    if command is not None:
        rows[-1]["command"], rows[-1]["command_digest"] = command.name, command.digest
    connection.execute(ADD_EVENTS, rows)
