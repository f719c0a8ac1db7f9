"""How often moves were played and with what result, counted over finished tables."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from quintet.server.store.database import Database
from quintet.server.store.schema import EXPLORED, IMPORTS, TABLES

MAX_MOVES = 500  # from one position


class PlayedMove(NamedTuple):
    """A move as the keys of the positions before and after it."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Results:
    """How games went for the players who made a move."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, score: float) -> Results:
        return cls(wins=1) if score == 1 else cls(losses=1) if score == 0 else cls(draws=1)

    def __add__(self, other: Results) -> Results:
        return Results(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


class ExploredStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def waiting(self, limit: int) -> list[tuple[str, bool]]:
        """Return finished tables that are not counted yet, and whether they were imported."""
        wanted = (
            select(TABLES.c.id, IMPORTS.c.table_id.is_not(None))
            .outerjoin(IMPORTS, IMPORTS.c.table_id == TABLES.c.id)
            .where(TABLES.c.explored.is_(False), TABLES.c.phase == "over")
            .limit(limit)
        )
        return await self._database.read(
            lambda it: [(row[0], row[1]) for row in it.execute(wanted)]
        )

    async def add(self, table_id: str, moves: Mapping[PlayedMove, Results]) -> None:
        """Count the moves of a table, once; another process may do it at the same time."""

        def write(connection: Connection) -> None:
            new = (TABLES.c.id == table_id) & TABLES.c.explored.is_(False)
            if connection.execute(update(TABLES).where(new).values(explored=True)).rowcount:
                for move, results in sorted(moves.items()):
                    _add(connection, move, results)

        with suppress(IntegrityError):  # the same move was counted first by another process
            await self._database.write(write, table_id)

    async def moves(self, before: str) -> dict[str, Results]:
        """Return the results of the moves from a position, by the key of what they lead to."""
        columns = EXPLORED.c.after, EXPLORED.c.wins, EXPLORED.c.draws, EXPLORED.c.losses
        wanted = select(*columns).where(EXPLORED.c.before == before).limit(MAX_MOVES)
        return await self._database.read(
            lambda it: {row[0]: Results(*row[1:]) for row in it.execute(wanted)}
        )


def _add(connection: Connection, move: PlayedMove, results: Results) -> None:
    same = (EXPLORED.c.before == move.before) & (EXPLORED.c.after == move.after)
    counted = update(EXPLORED).where(same)
    counted = counted.values(
        wins=EXPLORED.c.wins + results.wins,
        draws=EXPLORED.c.draws + results.draws,
        losses=EXPLORED.c.losses + results.losses,
    )
    if not connection.execute(counted).rowcount:
        row = {**move._asdict(), "wins": results.wins, "draws": results.draws}
        connection.execute(insert(EXPLORED).values(**row, losses=results.losses))
