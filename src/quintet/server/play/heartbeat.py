"""The pulse: each second the server says that it is there, and looks which tables are due.

A clock runs only while a server can be reached and can write. The pulse writes down when none
could (`store.heart`), and knows how much time has to be given back since any moment. A flag falls
only while the pulse is steady, so nobody loses on time what nobody could have played.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

from quintet.server.store import Store
from quintet.server.web.errors import Unavailable

log = logging.getLogger("quintet.server")

SECONDS = 1.0
PATIENCE = 3_000  # milliseconds without a beat that no clock stands still for
OVERDUE = 1_000  # milliseconds after which a table is looked at by whoever notices
MOST_AT_ONCE = 100


def now() -> int:
    """The time in milliseconds, as events have it."""
    return time.time_ns() // 1_000_000


class Pulse:
    def __init__(self, store: Store, *, alone: bool) -> None:
        self._store = store
        self._alone = alone
        self._awake = 0  # when the latest beat was
        self._gaps: list[tuple[int, int]] = []  # when there was no server, the latest last
        self._beaten = asyncio.Condition()

    async def start(self) -> None:
        """Finds out for how long nobody was there. A process that is alone knows it exactly."""
        await self._store.heart.beat(now(), 0, 0 if self._alone else PATIENCE)
        self._gaps = await self._store.heart.gaps(0)
        self._awake = now()

    async def run(self, see_to: Callable[[list[str]], None]) -> None:
        """Beats until it is cancelled; `see_to` is given the tables that are due."""
        while True:
            await asyncio.sleep(SECONDS)
            try:
                see_to(await self._beat())
            except Unavailable:
                pass  # the time until it is back will be given back
            except Exception:
                log.exception("The pulse has missed a beat.")

    async def end(self) -> None:
        """The last beat, so that the gap begins where it does."""
        with suppress(Unavailable):
            if await self._store.heart.is_needed():
                await self._store.heart.beat(now(), self._awake, PATIENCE)

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
        return now() - self._awake <= PATIENCE

    async def steady(self) -> None:
        """Waits until it is known whether there was a gap."""
        async with self._beaten:
            await self._beaten.wait_for(lambda: self.is_steady)

    async def _beat(self) -> list[str]:
        heart, at = self._store.heart, now()
        if await heart.is_needed():
            await heart.beat(at, self._awake, PATIENCE)
            self._gaps += await heart.gaps(self._gaps[-1][1] if self._gaps else 0)
            due = await self._store.due(at - OVERDUE, MOST_AT_ONCE)
        else:
            due = []
        async with self._beaten:
            self._awake = at
            self._beaten.notify_all()
        return due
