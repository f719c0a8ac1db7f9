"""Saved studies: trees of variations from a position, each of one device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from quintet.server.schemas.studies import Visibility
from quintet.server.store.database import Database
from quintet.server.store.schema import STUDIES


@dataclass(frozen=True, slots=True)
class Study:
    """A tree of variations; `text` is as in a record, `options` those that differ from defaults."""

    id: str
    owner: str
    game: str
    title: str
    visibility: Visibility
    options: Mapping[str, str]
    position: str
    text: str
    created: int
    changed: int


class StudyStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, study: Study) -> None:
        """Store a study in place of the one with its id, if there is one."""
        row = {
            "owner": study.owner,
            "game": study.game,
            "title": study.title,
            "visibility": study.visibility,
            "body": {
                "options": dict(study.options),
                "position": study.position,
                "text": study.text,
            },
            "changed": study.changed,
        }

        def write(connection: Connection) -> None:
            known = update(STUDIES).where(STUDIES.c.id == study.id)
            if not connection.execute(known.values(**row)).rowcount:
                connection.execute(
                    insert(STUDIES).values(id=study.id, created=study.created, **row)
                )

        await self._database.write(write)

    async def find(self, study_id: str) -> Study | None:
        found = await self._read(select(STUDIES).where(STUDIES.c.id == study_id))
        return found[0] if found else None

    async def of_device(self, device: str, limit: int) -> list[Study]:
        """Return the studies of a device, the latest first."""
        mine = select(STUDIES).where(STUDIES.c.owner == device)
        return await self._read(mine.order_by(STUDIES.c.changed.desc()).limit(limit))

    async def public(self, limit: int) -> list[Study]:
        """Return the studies that everybody may find, the latest first."""
        listed = select(STUDIES).where(STUDIES.c.visibility == "public")
        return await self._read(listed.order_by(STUDIES.c.changed.desc()).limit(limit))

    async def count(self, device: str) -> int:
        wanted = select(func.count()).select_from(STUDIES).where(STUDIES.c.owner == device)
        return await self._database.read(lambda it: it.scalar(wanted) or 0)

    async def remove(self, study_id: str) -> None:
        def write(connection: Connection) -> None:
            connection.execute(delete(STUDIES).where(STUDIES.c.id == study_id))

        await self._database.write(write)

    async def _read(self, wanted: Select[Any]) -> list[Study]:
        return await self._database.read(lambda it: [_study(row) for row in it.execute(wanted)])


def _study(row: Any) -> Study:
    body = row.body
    return Study(
        row.id,
        row.owner,
        row.game,
        row.title,
        row.visibility,
        body["options"],
        body["position"],
        body["text"],
        row.created,
        row.changed,
    )
