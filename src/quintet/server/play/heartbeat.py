"""The heartbeat: each second, store that the server runs; find overdue tables.

A clock runs only while a server is reachable and can write. The heartbeat stores when none could
(`store.heartbeat`), and knows how much time must be given back since any moment. A flag falls only
while the heartbeat is steady, so nobody loses on time during an outage.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from quintet.server.clock import Clock
from quintet.server.store import Store
from quintet.server.web.errors import InternalError, Unavailable

log = logging.getLogger("quintet.server")

INTERVAL = 1.0  # seconds
TOLERANCE_MS = 3_000  # a shorter silence stops no clock
OVERDUE_MS = 1_000  # after which any process may settle a table
MAX_TABLES = 100  # settled after one beat


class Heartbeat:
    """The heartbeat of one process."""

    def __init__(self, store: Store, clock: Clock, *, alone: bool) -> None:
        self._store = store
        self._clock = clock
        self._alone = alone
        self._awake = 0  # the time of the latest beat
        self._gaps: list[tuple[int, int]] = []  # times without a server, the latest last
        self._beaten = asyncio.Condition()

    async def start(self) -> None:
        """Find out how long no server was there. A process that is alone knows it exactly."""
        now = self._clock.now()
        await self._store.heartbeats.beat(now, 0, 0 if self._alone else TOLERANCE_MS)
        self._gaps = await self._store.heartbeats.gaps(0)
        self._awake = self._clock.now()

    async def run(self, settle: Callable[[list[str]], None]) -> None:
        """Beat until cancelled; `settle` is given the ids of overdue tables."""
        while True:
            await self._clock.sleep(INTERVAL)
            try:
                settle(await self._beat())
            except (Unavailable, InternalError):
                pass  # the outage will be given back; the log says it once
            except Exception:
                log.exception("A heartbeat failed.")

    async def stop(self) -> None:
        """Store the last beat, so that the gap starts where it does."""
        with suppress(Unavailable, InternalError):
            if await self._store.heartbeats.is_needed():
                await self._store.heartbeats.beat(self._clock.now(), self._awake, TOLERANCE_MS)

    def missed(self, since: int) -> int:
        """For how many milliseconds after a moment there was no server."""
        total = 0
        for began, ended in reversed(self._gaps):
            if ended <= since:
                break
            total += ended - max(began, since)
        return total

    @property
    def is_steady(self) -> bool:
        return self._clock.now() - self._awake <= TOLERANCE_MS

    async def steady(self) -> None:
        """Wait until it is known whether there was a gap."""
        async with self._beaten:
            await self._beaten.wait_for(lambda: self.is_steady)

    async def _beat(self) -> list[str]:
        heartbeats, at = self._store.heartbeats, self._clock.now()
        if await heartbeats.is_needed():
            await heartbeats.beat(at, self._awake, TOLERANCE_MS)
            self._gaps += await heartbeats.gaps(self._gaps[-1][1] if self._gaps else 0)
            due = await self._store.due(at - OVERDUE_MS, MAX_TABLES)
        else:
            due = []
        async with self._beaten:
            self._awake = at
            self._beaten.notify_all()
        return due
