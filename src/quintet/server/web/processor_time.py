"""The processor time of a request: its steps on the event loop, and its work in threads.

A handler shares the event loop's thread with all others, so the time from its start to its end
says nothing. What is measured is each step, from one `await` to the next.
"""

from __future__ import annotations

import asyncio
import types
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextvars import ContextVar
from functools import partial
from time import thread_time
from typing import Any, TypeVar

T = TypeVar("T")


class Meter:
    """The processor time that a request has used so far, in seconds."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def take(self) -> float:
        """Return what has been used since the last call."""
        taken, self.seconds = self.seconds, 0.0
        return taken


_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)


async def metered(work: Awaitable[T], meter: Meter, turn: Callable[[], Awaitable[None]]) -> T:
    """Wait for a coroutine, and add its processor time to a meter.

    Before it goes on after a wait, it waits for its `turn`.
    """

    async def wait() -> T:
        return await work

    _METER.set(meter)
    return await _stepwise(wait(), meter, turn)


async def in_thread(work: Callable[[], T]) -> T:
    """Run a function in a thread; the request that waits for it is charged."""
    meter = _METER.get()

    def measured() -> tuple[T, float]:
        began = thread_time()
        return work(), thread_time() - began

    done, seconds = await asyncio.to_thread(measured)
    if meter is not None:
        meter.seconds += seconds
    return done


@types.coroutine
def _stepwise(
    work: Coroutine[Any, Any, T], meter: Meter, turn: Callable[[], Awaitable[None]]
) -> Generator[Any, Any, T]:
    step: Callable[[], Any] = partial(work.send, None)
    while True:
        began = thread_time()
        try:
            awaited = step()
        except StopIteration as done:
            found: T = done.value
            return found
        finally:
            meter.seconds += thread_time() - began
        try:
            step = partial(work.send, (yield awaited))
            yield from turn().__await__()
        except BaseException as error:  # it is for the coroutine
            step = partial(work.throw, error)
