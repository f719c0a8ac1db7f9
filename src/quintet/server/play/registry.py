"""All tables: opened, found again, and put away when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Sequence

from quintet.i18n.sentence import sentence
from quintet.server.bus.memory import Bus, MemoryBus
from quintet.server.play.heartbeat import Pulse, now
from quintet.server.play.lobby import Lobby
from quintet.server.play.seating import renewed, starting
from quintet.server.play.table import LiveTable
from quintet.server.store import Holder, Kept, Store
from quintet.server.thinking.advice import Advice
from quintet.server.thinking.opponents import Opponents
from quintet.server.thinking.pool import Thinkers
from quintet.server.web.errors import NotFound, Unavailable
from quintet.table import ChairTaken, Event, Opened, Setup, begin, rematch, replay

log = logging.getLogger("quintet.server")

MOST_AT_HAND = 500  # tables kept in memory that nobody attends
BEATS_BETWEEN_LOOKS = 3  # after which it is asked whether word of an event was lost
SECONDS_TO_FINISH = 5.0  # what has been begun when the server ends
NO_SUCH_TABLE = sentence("There is no such table.")


class Tables:
    def __init__(
        self, store: Store, bus: Bus | None = None, thinkers: Thinkers | None = None
    ) -> None:
        self.store = store
        self.bus = bus or MemoryBus()
        self.pulse = Pulse(store, alone=self.bus.alone)
        self.lobby = Lobby(store, self.bus)
        self.thinkers = thinkers or Thinkers()
        self._tables: dict[str, LiveTable] = {}
        self._advice: dict[str, Advice] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._opening_again: set[str] = set()  # the tables whose rematch is being opened
        self._beating: asyncio.Task[None] | None = None
        self._seeing_to: asyncio.Task[None] | None = None
        self._beats = 0

    async def start(self) -> None:
        await self.bus.start()
        await self.pulse.start()
        self._beating = asyncio.create_task(self.pulse.run(self._see_to))

    async def open(
        self,
        setup: Setup,
        holders: Sequence[Holder],
        names: Sequence[str | None],
        owner: str,
    ) -> LiveTable:
        """A new table; the game begins at once if nobody needs to be waited for."""
        at = now()
        opened = Opened(at, setup)
        taken = (
            ChairTaken(at, chair, name, holder.level)
            for chair, (name, holder) in enumerate(zip(names, holders, strict=True))
            if name is not None
        )
        events = (opened, *starting(begin(opened), taken))
        kept = Kept(_new_id(), owner, tuple(holders), events)
        state = replay(events)
        await self.store.create(kept, setup.game, state.phase, deadline=state.deadline)
        table = self._set_up(kept)
        table.set_flag()
        self.lobby.tell(table)
        return table

    async def find(self, table_id: str) -> LiveTable:
        """The table of this name, from memory or from disk."""
        found = self._tables.get(table_id)
        if found is None:
            if not re.fullmatch(r"[\w-]{1,24}", table_id, re.ASCII):
                raise NotFound(NO_SUCH_TABLE)
            # Whoever asks at the same time gets the same table, not a second one.
            task = self._loading.get(table_id)
            if task is None:
                task = asyncio.get_running_loop().create_task(self._load(table_id))
                self._loading[table_id] = task
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            found = await asyncio.shield(task)
        if not self.bus.alone:
            # Whoever has seen something at another process is not to see less here.
            await found.catch_up()
        return found

    @property
    def at_hand(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    def advice_of(self, table: LiveTable) -> Advice:
        return self._advice[table.id]

    async def _load(self, table_id: str) -> LiveTable:
        kept = await self.store.load(table_id)
        if kept is None:
            raise NotFound(NO_SUCH_TABLE)
        table = self._set_up(kept)
        if table.state.rematch_agreed:
            await self._play_again(table)
        await table.settle()
        return table

    def _set_up(self, kept: Kept) -> LiveTable:
        self._put_away()
        table = LiveTable(self.store, self.bus, self.pulse, kept)
        table.watchers.append(lambda: self._look(table))
        table.watchers.append(lambda: self.lobby.tell(table))
        Opponents(table, self.thinkers)
        self._advice[kept.id] = Advice(table, self.thinkers)
        self._tables[kept.id] = table
        return table

    def _look(self, table: LiveTable) -> None:
        wanted = table.state.rematch_agreed and table.rematch_id is None
        if wanted and table.id not in self._opening_again:
            self._opening_again.add(table.id)
            task = table.start(self._play_again(table))
            task.add_done_callback(lambda _: self._opening_again.discard(table.id))

    async def _play_again(self, table: LiveTable) -> None:
        """Opens the table of a rematch, unless it is open already, and tells where it is."""
        table.rematch_id = await self.store.rematch_of(table.id)
        if table.rematch_id is None:
            events: tuple[Event, ...] = rematch(table.state, now())
            chairs = tuple(renewed(holder) for holder in table.chairs)
            kept = Kept(_new_id(), table.owner, chairs, events)
            state = replay(events)
            made = await self.store.create(
                kept, state.setup.game, state.phase, follows=table.id, deadline=state.deadline
            )
            table.rematch_id = kept.id if made else await self.store.rematch_of(table.id)
        table.cache.clear()
        for listener in table.listeners:
            listener.look_again()

    def _put_away(self) -> None:
        """Forgets tables nobody attends, the longest unused first; they stay on disk."""
        unused = [table for table in self._tables.values() if not table.is_needed]
        unused.sort(key=lambda table: table.last_request)
        for table in unused[: max(0, len(self._tables) - MOST_AT_HAND)]:
            table.close()
            del self._tables[table.id], self._advice[table.id]

    def _see_to(self, due: list[str]) -> None:
        """What the pulse finds is seen to beside it: the pulse must not wait."""
        self._beats += 1
        if self._seeing_to is None or self._seeing_to.done():
            self._seeing_to = asyncio.create_task(self._look_after(due))

    async def _look_after(self, due: list[str]) -> None:
        """Clocks that have run out, and, now and then, news of which word was lost."""
        try:
            for table_id in due:
                await (await self.find(table_id)).see_to()
            if self._beats % BEATS_BETWEEN_LOOKS == 0:
                await self._look_again()
        except Unavailable:
            pass  # the next beat will find the same
        except Exception:
            log.exception("A table could not be looked after.")

    async def _look_again(self) -> None:
        heard = {table.id: table for table in self._tables.values() if table.listeners}
        for table_id, number in (await self.store.numbers(tuple(heard))).items():
            await heard[table_id].catch_up(number)
        for table_id, number in (await self.store.chat.numbers(tuple(heard))).items():
            await heard[table_id].chat.open(number)
        for table in tuple(self._tables.values()):
            table.look()  # what could not be written while the database was away is done now

    async def close(self) -> None:
        tasks = [task for task in (self._beating, self._seeing_to) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for table in self._tables.values():
            table.close()
        await self.thinkers.close()
        under_way = [task for table in self._tables.values() for task in table.tasks]
        if under_way:
            await asyncio.wait(under_way, timeout=SECONDS_TO_FINISH)
        await self.pulse.end()
        await self.bus.close()


def _new_id() -> str:
    return secrets.token_urlsafe(9)
