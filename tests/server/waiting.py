"""Waiting in tests: for coroutines, and for what other processes do.

In-process tests set the clock (`fake_clock`). Only the state of other processes is polled, and only
here.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

POLL_INTERVAL = 0.01  # seconds
TIMEOUT = 90.0  # seconds

Result = TypeVar("Result")


def wait_for(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a new thread: browser tests may have left a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def eventually(found: Callable[[], Result], timeout: float = TIMEOUT) -> Result:
    """Poll another process until a result is true, and return it."""
    end = time.monotonic() + timeout
    while not (result := found()):
        assert time.monotonic() < end, "it never happened"
        time.sleep(POLL_INTERVAL)
    return result


async def until(found: Callable[[], Awaitable[Result]], timeout: float = TIMEOUT) -> Result:
    """Poll as `eventually` does, with a coroutine."""
    end = time.monotonic() + timeout
    while not (result := await found()):
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(POLL_INTERVAL)
    return result
