"""Waiting in tests: for coroutines, and for what other processes do.

In-process tests set the clock (`fake_clock`). Only what a foreign process does, of which nothing
tells, is asked for again and again, and only here.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

POLL_INTERVAL = 0.02  # seconds
PATIENCE = 90.0  # seconds

Result = TypeVar("Result")


def wait_for(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a thread without a loop; browser tests may have left one running here."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def eventually(found: Callable[[], Result], patience: float = PATIENCE) -> Result:
    """The first result that is true, of a question about another process."""
    until = time.monotonic() + patience
    while not (result := found()):
        assert time.monotonic() < until, "it never happened"
        time.sleep(POLL_INTERVAL)
    return result


async def until(found: Callable[[], Awaitable[Result]], patience: float = PATIENCE) -> Result:
    """The same for a coroutine."""
    end = time.monotonic() + patience
    while not (result := await found()):
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(POLL_INTERVAL)
    return result
