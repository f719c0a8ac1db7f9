"""Stored chat: lines, numbered by table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, func, insert, select

from quintet.server.store.command_key import CommandKey
from quintet.server.store.database import Database
from quintet.server.store.schema import CHAT, TABLES


@dataclass(frozen=True, slots=True)
class Line:
    """A chat line; spectators have no `chair`, and `number` is 0 until it is stored."""

    number: int
    room: str
    chair: int | None
    name: str
    text: str
    at: int


class ChatStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, table_id: str, line: Line, command: CommandKey, limit: int) -> int | None:
        """Store a line and return its number; None when its room is full.

        A command that is sent again is stored once.
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
            count = connection.scalar(
                select(func.count()).select_from(CHAT).where(here, CHAT.c.room == line.room)
            )
            if count is not None and count >= limit:
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
        """Return the number of the latest line of each table that has lines."""
        wanted = (
            select(CHAT.c.table_id, func.max(CHAT.c.number))
            .where(CHAT.c.table_id.in_(table_ids))
            .group_by(CHAT.c.table_id)
        )
        return await self._database.read(lambda it: {row[0]: row[1] for row in it.execute(wanted)})

    async def after(self, table_id: str, number: int, limit: int) -> list[Line]:
        """Return the lines after a number, the earliest first."""
        wanted = (
            select(*_COLUMNS)
            .where(CHAT.c.table_id == table_id, CHAT.c.number > number)
            .order_by(CHAT.c.number)
            .limit(limit)
        )
        return await self._database.read(lambda it: [Line(*row) for row in it.execute(wanted)])

    async def latest(self, table_id: str, rooms: Sequence[str], limit: int) -> list[Line]:
        """Return the latest lines of each room, up to the same number in all of them."""

        def read(connection: Connection) -> list[Line]:
            here = CHAT.c.table_id == table_id
            # Lines added meanwhile are left out in every room.
            last = connection.scalar(select(func.max(CHAT.c.number)).where(here))
            found: list[Line] = []
            for room in rooms if last is not None else ():
                found += _lines(connection, [here, CHAT.c.room == room], last + 1, limit)
            return found

        return await self._database.read(read)

    async def before(
        self, table_id: str, rooms: Sequence[str], number: int, limit: int
    ) -> list[Line]:
        """Return lines of some rooms before a number, the earliest first."""
        where = [CHAT.c.table_id == table_id, CHAT.c.room.in_(rooms)]
        return await self._database.read(lambda it: _lines(it, where, number, limit))


def _lines(
    connection: Connection, where: Sequence[ColumnElement[bool]], before: int, limit: int
) -> list[Line]:
    wanted = (
        select(*_COLUMNS)
        .where(*where, CHAT.c.number < before)
        .order_by(CHAT.c.number.desc())
        .limit(limit)
    )
    return [Line(*row) for row in connection.execute(wanted)][::-1]


_COLUMNS = (CHAT.c.number, CHAT.c.room, CHAT.c.chair, CHAT.c.name, CHAT.c.text, CHAT.c.at)
