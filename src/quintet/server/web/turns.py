"""Turns on the event loop: one address must not fill a whole pass of it."""

from __future__ import annotations

import asyncio
from collections import deque


class Turns:
    """Lets one request of each address begin or go on in each pass of the event loop.

    Without it, hundreds of requests that arrive together, or wait for the same result, would all
    be handled before the next request of somebody else. An address that sends one at a time never
    waits.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def wait(self, address: str) -> None:
        """Return when it is this request's turn."""
        loop = asyncio.get_running_loop()
        waiting = self._waiting.get(address)
        if waiting is None:
            self._waiting[address] = deque()
            loop.call_soon(self._next, address)
            return
        turn = loop.create_future()
        waiting.append(turn)
        await turn

    def _next(self, address: str) -> None:
        waiting = self._waiting[address]
        while waiting:
            turn = waiting.popleft()
            if not turn.done():  # its request may have been cancelled
                turn.set_result(None)
                asyncio.get_running_loop().call_soon(self._next, address)
                return
        del self._waiting[address]
