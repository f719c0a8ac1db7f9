"""The clock of a server. It is passed down, so that tests can set the time.

The wall clock is read once, when the process starts (that of the database server, if there are
several processes). From then on `now` runs with monotonic time, so a wall clock that is set forward
or back changes nothing at tables.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that `Clock.call_later` has scheduled."""

    def cancel(self) -> None: ...


class Clock:
    """The clock of the operating system and of the running event loop."""

    def __init__(self) -> None:
        self._began = self.wall() - self._ticks()  # the time at tick 0

    def now(self) -> int:
        """Return the time in milliseconds since 1970, as events carry it; it never steps back."""
        return self._began + self._ticks()

    def wall(self) -> int:
        """Return what the wall clock shows, in milliseconds; it may step at any time."""
        return time.time_ns() // 1_000_000

    def start_from(self, at: int) -> None:
        """Go on from any time, also an earlier one: only before anything is dated."""
        self._began += at - self.now()

    def follow(self, at: int) -> None:
        """Go on from a later time; one that has passed changes nothing."""
        self._began += max(0, at - self.now())

    def monotonic(self) -> float:
        """Return seconds that never run backwards, to measure durations."""
        return time.monotonic()

    def _ticks(self) -> int:
        """Return milliseconds that never run backwards, since any fixed moment."""
        return time.monotonic_ns() // 1_000_000

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Schedule a call on the running event loop."""
        return asyncio.get_running_loop().call_later(seconds, callback)

    def timeout(self, seconds: float) -> asyncio.Timeout:
        """Return a context manager that raises `TimeoutError` after some seconds."""
        return asyncio.timeout(seconds)
