"""A clock that a test sets: timers fire when the test advances it."""

import asyncio
import heapq
import itertools
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from quintet.server.clock import Clock


class FakeTimer:
    def __init__(self, loop: asyncio.AbstractEventLoop, callback: Callable[[], object]) -> None:
        self._loop = loop
        self._callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True

    def fire(self) -> None:
        """Run the callback in its loop; from another thread, wait until that is done."""
        done = threading.Event()
        try:
            self._loop.call_soon_threadsafe(self._run, done)
        except RuntimeError:
            return  # the loop is closed
        if asyncio._get_running_loop() is None:
            assert done.wait(60)

    def _run(self, done: threading.Event) -> None:
        if not self.cancelled:
            self._callback()
        done.set()


class FakeClock(Clock):
    """A clock that stands still until `advance`, which any thread may call.

    Timers run in the loop that scheduled them. `stepped` is by how many milliseconds the wall clock
    was set forward, or back; monotonic time does not step.
    """

    stepped = 0

    def __init__(self, now: int | None = None) -> None:
        self._now = time.time_ns() // 1_000_000 if now is None else now  # milliseconds
        self._timers: list[tuple[int, int, FakeTimer]] = []
        self._count = itertools.count()
        self._lock = threading.Lock()
        self._asleep = threading.Condition()
        self._sleeping = 0
        super().__init__()

    def wall(self) -> int:
        return self._now + self.stepped

    def _ticks(self) -> int:
        return self._now

    def monotonic(self) -> float:
        return self._now / 1000

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        self.call_later(seconds, woken.set)
        with self._asleep:
            self._sleeping += 1
            self._asleep.notify_all()
        try:
            await woken.wait()
        finally:
            with self._asleep:
                self._sleeping -= 1

    def call_later(self, seconds: float, callback: Callable[[], object]) -> FakeTimer:
        timer = FakeTimer(asyncio.get_running_loop(), callback)
        due = self._now + round(seconds * 1000)
        if due <= self._now:
            timer.fire()  # in a moment
        else:
            with self._lock:
                heapq.heappush(self._timers, (due, next(self._count), timer))
        return timer

    def timeout(self, seconds: float) -> asyncio.Timeout:
        made, loop = asyncio.timeout(None), asyncio.get_running_loop()

        def expire() -> None:
            with suppress(RuntimeError):  # it is over
                made.reschedule(loop.time())

        self.call_later(seconds, expire)
        return made

    def advance(self, seconds: float) -> None:
        """Let time pass, and fire the timers that are due, in order."""
        until = self._now + round(seconds * 1000)
        while True:
            with self._lock:
                if not self._timers or self._timers[0][0] > until:
                    break
                due, _, timer = heapq.heappop(self._timers)
            self._now = max(self._now, due)
            timer.fire()
        self._now = until

    def jump(self, seconds: float) -> None:
        """Let time pass as on a machine that slept: due timers fire afterwards, once."""
        self._now += round(seconds * 1000)
        with self._lock:
            due = [each for each in self._timers if each[0] <= self._now]
            self._timers = [each for each in self._timers if each[0] > self._now]
            heapq.heapify(self._timers)
        for _, _, timer in sorted(due):
            timer.fire()

    def set(self, now: int) -> None:
        """Advance to a time in milliseconds."""
        self.advance((now - self._now) / 1000)

    async def step(self, seconds: float) -> None:
        """Let time pass, and wait until whatever it woke from its sleep sleeps again."""
        sleeping = self._sleeping
        self.advance(seconds)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.to_thread(self._wait_for_sleepers, sleeping)

    def _wait_for_sleepers(self, count: int) -> None:
        with self._asleep:
            assert self._asleep.wait_for(lambda: self._sleeping >= count, 60)


class ProcessClock(Clock):
    """The clock of one more process: it starts now, by a wall clock that may be wrong."""

    def __init__(self, machine: FakeClock, wrong: int = 0) -> None:
        self._machine = machine
        self._wrong = wrong  # milliseconds
        super().__init__()

    def wall(self) -> int:
        return self._machine.wall() + self._wrong

    def _ticks(self) -> int:
        return self._machine._ticks()

    def monotonic(self) -> float:
        return self._machine.monotonic()

    async def sleep(self, seconds: float) -> None:
        await self._machine.sleep(seconds)

    def call_later(self, seconds: float, callback: Callable[[], object]) -> FakeTimer:
        return self._machine.call_later(seconds, callback)

    def timeout(self, seconds: float) -> asyncio.Timeout:
        return self._machine.timeout(seconds)
