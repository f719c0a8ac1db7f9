"""Shutdown of the server: ends waits, so that none delays it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from quintet.server.clock import Clock


class Shutdown:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.has_begun = False
        self._waiting: set[asyncio.Timeout] = set()

    def begin(self) -> None:
        """Time out everything that waits, now and from now on."""
        self.has_begun = True
        for each in self._waiting:
            each.reschedule(asyncio.get_running_loop().time())

    @asynccontextmanager
    async def timeout(self, seconds: float) -> AsyncIterator[None]:
        """Raise TimeoutError after some seconds, or when the shutdown begins."""
        async with self._clock.timeout(0 if self.has_begun else seconds) as waiting:
            self._waiting.add(waiting)
            try:
                yield
            finally:
                self._waiting.discard(waiting)
