"""The clock of a server. It is passed down, so that tests can set the time."""

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

    def now(self) -> int:
        """Return the wall-clock time in milliseconds since 1970, as events carry it."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Return seconds that never run backwards, to measure durations."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Schedule a call on the running event loop."""
        return asyncio.get_running_loop().call_later(seconds, callback)

    def timeout(self, seconds: float) -> asyncio.Timeout:
        """Return a context manager that raises `TimeoutError` after some seconds."""
        return asyncio.timeout(seconds)
