"""The registry of tables: opens and loads them, and drops unused ones."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Collection, Sequence
from contextlib import suppress

from quintet.i18n.sentence import sentence
from quintet.server.analysis.explorer import Explorer
from quintet.server.bus.memory import Bus, MemoryBus
from quintet.server.clock import Clock
from quintet.server.play.heartbeat import Heartbeat
from quintet.server.play.intermission import Intermission
from quintet.server.play.lobby import Lobby
from quintet.server.play.seating import renewed, starting
from quintet.server.play.series import Results
from quintet.server.play.table import Table
from quintet.server.play.views.ending import winners_of
from quintet.server.schemas.requests import MAX_PLY_LIMIT
from quintet.server.store import Occupant, Store, StoredTable
from quintet.server.thinking.advice import Advice
from quintet.server.thinking.analyses import Analyses
from quintet.server.thinking.opponents import Opponents
from quintet.server.thinking.pool import EnginePool
from quintet.server.thinking.reviews import Reviews
from quintet.server.web.errors import InternalError, NotFound, SpoiltEvent, Unavailable
from quintet.table import ChairTaken, Event, Opened, Setup, begin, rematch, replay

log = logging.getLogger("quintet.server")

MAX_UNUSED_TABLES = 500  # kept in memory
BEATS_PER_CHECK = 3  # heartbeats between checks for lost messages of the bus
MAX_SERIES = 100  # earlier games that are counted
SHUTDOWN_TIMEOUT = 5.0  # seconds for running tasks when the server stops
CHECK = "check tables"  # the name of the task that follows a heartbeat
NO_SUCH_TABLE = sentence("There is no such table.")


class Registry:
    """The tables of a server, and what they share."""

    def __init__(
        self,
        store: Store,
        bus: Bus | None = None,
        engine_pool: EnginePool | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.store = store
        self.bus = bus or MemoryBus()
        self.clock = clock or Clock()
        self.heartbeat = Heartbeat(store, self.clock, alone=self.bus.alone)
        self.lobby = Lobby(store, self.bus, self.clock)
        self.engine_pool = engine_pool or EnginePool(self.clock)
        self.analyses = Analyses(self.engine_pool, self.clock)
        self.explorer = Explorer(store)
        self.reviews = Reviews(self.engine_pool, store, self.clock)
        self._tables: dict[str, Table] = {}
        self._advice: dict[str, Advice] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._opening_rematch: set[str] = set()  # ids of tables
        self._beating: asyncio.Task[None] | None = None
        self._checking: asyncio.Task[None] | None = None
        self._beats = 0

    async def start(self) -> None:
        await self.bus.start()
        await self.heartbeat.start()
        self._beating = asyncio.create_task(self.heartbeat.run(self._after_beat))

    async def open(
        self,
        setup: Setup,
        occupants: Sequence[Occupant],
        names: Sequence[str | None],
        owner: str,
        address: str = "",
    ) -> Table:
        """Open a table; the game starts at once if every chair is taken."""
        at = self.clock.now()
        opened = Opened(at, setup)
        taken = (
            ChairTaken(at, chair, name, occupant.level)
            for chair, (name, occupant) in enumerate(zip(names, occupants, strict=True))
            if name is not None
        )
        events = (opened, *starting(begin(opened), taken))
        stored = StoredTable(new_id(), owner, tuple(occupants), events)
        state = replay(events)
        await self.store.create(stored, setup.game, state.phase, deadline=state.deadline)
        table = self._add(stored)
        table.schedule_flag()
        self.lobby.announce(table, address)
        return table

    async def find(self, table_id: str) -> Table:
        """Return a table from memory or from disk."""
        found = self._tables.get(table_id)
        if found is None:
            if not re.fullmatch(r"[\w-]{1,24}", table_id, re.ASCII):
                raise NotFound(NO_SUCH_TABLE)
            # Concurrent requests share one load, and so one table.
            task = self._loading.get(table_id)
            if task is None:
                task = asyncio.get_running_loop().create_task(self._load(table_id))
                self._loading[table_id] = task
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            found = await asyncio.shield(task)
        if not self.bus.alone:
            await found.log.catch_up()  # read your writes, whichever process took them
        return found

    @property
    def table_count(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    def advice_of(self, table: Table) -> Advice:
        return self._advice[table.id]

    async def close(self) -> None:
        tasks = [task for task in (self._beating, self._checking) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in self._tables.values():
            table.close()
        await self.reviews.close()
        await self.engine_pool.close()
        pending = [task for table in self._tables.values() for task in table.tasks.pending]
        if pending:
            await asyncio.wait(pending, timeout=SHUTDOWN_TIMEOUT)
        await self.heartbeat.stop()
        await self.bus.close()

    async def _load(self, table_id: str) -> Table:
        stored = await self.store.load(table_id)
        if stored is None:
            raise NotFound(NO_SUCH_TABLE)
        earlier = await self._earlier(table_id)
        table = self._add(stored)
        table.earlier = earlier
        if table.state.rematch_agreed:
            await self._open_rematch(table)
        await table.settle()
        return table

    def _add(self, stored: StoredTable) -> Table:
        self._drop_unused()
        table = Table(self.store, self.bus, self.heartbeat, self.clock, stored)
        table.observers.append(lambda: self._check_rematch(table))
        table.observers.append(lambda: self.lobby.announce(table))
        Intermission(table)
        Opponents(table, self.engine_pool)
        self._advice[stored.id] = Advice(table, self.engine_pool)
        self._tables[stored.id] = table
        return table

    def _drop_unused(self) -> None:
        """Drop tables from memory that nobody needs, the longest unused first."""
        unused = [table for table in self._tables.values() if not table.is_needed]
        unused.sort(key=lambda table: max(table.last_request, table.loaded_at))
        for table in unused[: max(0, len(self._tables) - MAX_UNUSED_TABLES)]:
            table.close()
            del self._tables[table.id], self._advice[table.id]

    # Rematches

    def _check_rematch(self, table: Table) -> None:
        wanted = table.state.rematch_agreed and table.rematch_id is None
        if wanted and table.id not in self._opening_rematch:
            self._opening_rematch.add(table.id)
            task = table.tasks.start(self._open_rematch(table))
            task.add_done_callback(lambda _: self._opening_rematch.discard(table.id))

    async def _earlier(self, table_id: str) -> Results:
        """Return the results of the games that a table is a rematch of."""
        found: list[Collection[int]] = []
        while len(found) < MAX_SERIES:
            before = (await self.store.follows([table_id])).get(table_id)
            if before is None:
                break
            if before in self._tables:
                return (*self._tables[before].results, *reversed(found))
            stored = await self.store.load(before)
            outcome = None if stored is None else (state := replay(stored.events)).outcome
            if outcome is not None:
                found.append([state.chair_of(seat) for seat in winners_of(outcome)])
            table_id = before
        return tuple(reversed(found))

    async def _open_rematch(self, table: Table) -> None:
        """Open the table of a rematch, unless another process has."""
        table.rematch_id = await self.store.rematch_of(table.id)
        if table.rematch_id is None:
            events: tuple[Event, ...] = rematch(table.state, self.clock.now(), MAX_PLY_LIMIT)
            chairs = tuple(renewed(occupant) for occupant in table.chairs)
            stored = StoredTable(new_id(), table.owner, chairs, events)
            state = replay(events)
            created = await self.store.create(
                stored, state.setup.game, state.phase, follows=table.id, deadline=state.deadline
            )
            table.rematch_id = stored.id if created else await self.store.rematch_of(table.id)
        table.cache.clear()
        for subscriber in table.subscribers:
            subscriber.resync()

    # What each heartbeat brings

    def _after_beat(self, due: list[str]) -> None:
        """Check overdue tables in a task of its own: the heartbeat must not wait."""
        self._beats += 1
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._check(due), name=CHECK)

    async def _check(self, due: list[str]) -> None:
        """Settle tables whose clocks have run out and, now and then, read lost messages."""
        try:
            for table_id in due:
                with suppress(SpoiltEvent):  # others must not wait for it; the log names it
                    await (await self.find(table_id)).check_deadline()
            if self._beats % BEATS_PER_CHECK == 0:
                await self._catch_up()
                await self.explorer.count()
        except (Unavailable, InternalError):
            pass  # the next beat will find the same, and the log says it once
        except Exception:
            log.exception("Checking the tables failed.")

    async def _catch_up(self) -> None:
        followed = {table.id: table for table in self._tables.values() if table.subscribers}
        for table_id, number in (await self.store.numbers(tuple(followed))).items():
            with suppress(SpoiltEvent):
                await followed[table_id].log.catch_up(number)
        for table_id, number in (await self.store.chat.numbers(tuple(followed))).items():
            await followed[table_id].chat.open(number)
        for table in tuple(self._tables.values()):
            table.notify_observers()  # retry what failed while the database was away


def new_id() -> str:
    """Return a random id for a table."""
    return secrets.token_urlsafe(9)
