"""The end of a server: whoever waits for something is woken, so that nobody holds it up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Ending:
    def __init__(self) -> None:
        self.is_near = False
        self._waiting: set[asyncio.Timeout] = set()

    def tell(self) -> None:
        """The server has been told to end."""
        self.is_near = True
        for each in self._waiting:
            each.reschedule(asyncio.get_running_loop().time())

    @asynccontextmanager
    async def patience(self, seconds: float) -> AsyncIterator[None]:
        """Raises TimeoutError after so many seconds, or as soon as the server is to end."""
        async with asyncio.timeout(0 if self.is_near else seconds) as waiting:
            self._waiting.add(waiting)
            try:
                yield
            finally:
                self._waiting.discard(waiting)
