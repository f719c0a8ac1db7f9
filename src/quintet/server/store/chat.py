"""What is said at tables, as it is kept: lines, numbered by table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, func, insert, select

from quintet.server.store.command_key import CommandKey
from quintet.server.store.database import Database
from quintet.server.store.schema import CHAT, TABLES


@dataclass(frozen=True, slots=True)
class Line:
    """Something said: `chair` is None for those who look on, `number` is 0 until it is kept."""

    number: int
    room: str
    chair: int | None
    name: str
    text: str
    at: int


class ChatStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, table_id: str, line: Line, command: CommandKey, most: int) -> int | None:
        """Store a line and return its number; None when its room is full.

        A command that comes again is stored once.
        """

        def write(connection: Connection) -> tuple[int | None, str | None]:
            # The table's row is locked until the commit, so numbers have no gaps.
            connection.execute(select(TABLES.c.id).where(TABLES.c.id == table_id).with_for_update())
            here = CHAT.c.table_id == table_id
            known = connection.execute(
                select(CHAT.c.number, CHAT.c.command_digest).where(
                    here, CHAT.c.command == command.name
                )
            ).first()
            if known is not None:
                return known.number, known.command_digest
            said = connection.scalar(
                select(func.count()).select_from(CHAT).where(here, CHAT.c.room == line.room)
            )
            if said is not None and said >= most:
                return None, None
            number = (connection.scalar(select(func.max(CHAT.c.number)).where(here)) or 0) + 1
            connection.execute(
                insert(CHAT).values(
                    table_id=table_id,
                    number=number,
                    room=line.room,
                    chair=line.chair,
                    name=line.name,
                    text=line.text,
                    at=line.at,
                    command=command.name,
                    command_digest=command.digest,
                )
            )
            return number, None

        number, digest = await self._database.write(write, table_id)
        command.check(digest)
        return number

    async def numbers(self, table_ids: Collection[str]) -> dict[str, int]:
        """The number of the latest line of each of these tables at which something was said."""
        wanted = (
            select(CHAT.c.table_id, func.max(CHAT.c.number))
            .where(CHAT.c.table_id.in_(table_ids))
            .group_by(CHAT.c.table_id)
        )
        return await self._database.read(lambda it: {row[0]: row[1] for row in it.execute(wanted)})

    async def after(self, table_id: str, number: int, most: int) -> list[Line]:
        """The lines after a number, the earliest first."""
        wanted = (
            select(*_COLUMNS)
            .where(CHAT.c.table_id == table_id, CHAT.c.number > number)
            .order_by(CHAT.c.number)
            .limit(most)
        )
        return await self._database.read(lambda it: [Line(*row) for row in it.execute(wanted)])

    async def latest(self, table_id: str, rooms: Sequence[str], most: int) -> list[Line]:
        """The latest lines of each of these rooms. Together they are all that was said at last."""

        def read(connection: Connection) -> list[Line]:
            here = CHAT.c.table_id == table_id
            # What is said meanwhile is left out in every room.
            last = connection.scalar(select(func.max(CHAT.c.number)).where(here))
            found: list[Line] = []
            for room in rooms if last is not None else ():
                found += _lines(connection, [here, CHAT.c.room == room], last + 1, most)
            return found

        return await self._database.read(read)

    async def before(
        self, table_id: str, rooms: Sequence[str], number: int, most: int
    ) -> list[Line]:
        """The lines of some rooms before a number, the earliest first."""
        where = [CHAT.c.table_id == table_id, CHAT.c.room.in_(rooms)]
        return await self._database.read(lambda it: _lines(it, where, number, most))


def _lines(
    connection: Connection, where: Sequence[ColumnElement[bool]], before: int, most: int
) -> list[Line]:
    wanted = (
        select(*_COLUMNS)
        .where(*where, CHAT.c.number < before)
        .order_by(CHAT.c.number.desc())
        .limit(most)
    )
    return [Line(*row) for row in connection.execute(wanted)][::-1]


_COLUMNS = (CHAT.c.number, CHAT.c.room, CHAT.c.chair, CHAT.c.name, CHAT.c.text, CHAT.c.at)
