"""The engine pool: threads that run jobs. Searches release the global lock.

Jobs for which somebody waits to move have threads of their own, and are never queued behind advice;
neither waits for reviews of finished games, of which one goes on at a time, on time nobody needs.
Which client's job is next, a fair queue decides.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from quintet.engine import Analysis
from quintet.server.clock import Clock
from quintet.server.thinking.fair_queue import FairQueue
from quintet.server.thinking.jobs import Job, Lane, OnUpdate, Result, StopToken
from quintet.server.web.client import Client
from quintet.server.web.errors import TooManyRequests

NOBODY = Client("", "")  # for jobs of the server itself
# The event loop comes first, then moves, then advice, and then reviews.
NICENESS: dict[Lane, int] = {"moves": 5, "advice": 10, "reviews": 19}
ADVICE_OF_DEVICE = 2  # searches at once


class Account(Protocol):
    """Where the time of analyses is charged; the check raises when a client owes time."""

    def check_thinking(self, client: Client) -> None: ...

    def charge_thinking(self, client: Client, seconds: float) -> None: ...


class FreeOfCharge:
    """An account without limits."""

    def check_thinking(self, client: Client) -> None:
        pass

    def charge_thinking(self, client: Client, seconds: float) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Lanes:
    """The queues of moves, of advice, and of reviews."""

    moves: FairQueue
    advice: FairQueue
    reviews: FairQueue

    def of(self, lane: Lane) -> FairQueue:
        match lane:
            case "moves":
                return self.moves
            case "advice":
                return self.advice
            case "reviews":
                return self.reviews

    @property
    def waiting(self) -> int:
        """The number of jobs that wait in any of them."""
        return self.moves.waiting + self.advice.waiting + self.reviews.waiting


class EnginePool:
    """Threads that run jobs, as many of each client as is fair."""

    def __init__(self, clock: Clock | None = None, account: Account | None = None) -> None:
        self._account = account or FreeOfCharge()
        self._clock = clock or Clock()
        cores = os.cpu_count() or 1
        self._lanes = Lanes(
            FairQueue(max(2, cores) + 1),
            FairQueue(max(4, cores), of_device=ADVICE_OF_DEVICE),
            FairQueue(1),
        )
        self._threads: dict[Lane, ThreadPoolExecutor] = {
            lane: nice_threads(self._lanes.of(lane).slots, lane) for lane in NICENESS
        }
        self._tokens: set[StopToken] = set()

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a thread."""
        return self._lanes.waiting

    def check(self, client: Client) -> None:
        """Raise if a client owes time."""
        self._account.check_thinking(client)

    def may_analyse(self, client: Client) -> bool:
        """Whether a client owes no time."""
        try:
            self.check(client)
        except TooManyRequests:
            return False
        return True

    async def run(
        self,
        job: Job[Result],
        token: StopToken,
        name: str,
        on_update: OnUpdate | None = None,
        client: Client = NOBODY,
    ) -> Result | None:
        """Run a job for a client and return its result; None if it was stopped.

        Jobs of the same `name` may share one result. Analyses and reviews are charged to the
        client. Jobs that are not patient are refused when it owes time or waits for many already.
        """
        if not job.is_patient:
            self.check(client)
        self._tokens.add(token)
        try:
            result = await self._run(job, token, name, on_update, client)
        finally:
            self._tokens.discard(token)
        return None if token.stopped else result

    async def _run(
        self,
        job: Job[Result],
        token: StopToken,
        name: str,
        on_update: OnUpdate | None,
        client: Client,
    ) -> Result | None:
        return await self._run_here(job, token, on_update, client)

    async def _run_here(
        self, job: Job[Result], token: StopToken, on_update: OnUpdate | None, client: Client
    ) -> Result | None:
        loop = asyncio.get_running_loop()

        def update(found: Analysis) -> None:
            if on_update is not None:
                loop.call_soon_threadsafe(on_update, found)

        def work() -> Result | None:
            return None if token.stopped else job.run(token, update if on_update else None)

        async with self._slot(self._lanes, job, token, client) as called:
            if not called:
                return None
            return await loop.run_in_executor(self._threads[job.lane], work)

    @asynccontextmanager
    async def _slot(
        self, lanes: Lanes, job: Job[Any], token: StopToken, client: Client
    ) -> AsyncIterator[bool]:
        """Hold a slot for a job, and charge the time for which it holds it."""
        async with lanes.of(job.lane).slot(client, token, patient=job.is_patient) as called:
            began = self._clock.monotonic()
            try:
                yield called
            finally:
                if job.is_charged and called:
                    self._account.charge_thinking(client, self._clock.monotonic() - began)

    async def close(self) -> None:
        for token in list(self._tokens):
            token.stop()
        for executor in self._threads.values():
            await asyncio.to_thread(executor.shutdown, wait=True, cancel_futures=True)


def nice_threads(count: int, lane: Lane) -> ThreadPoolExecutor:
    """Return threads for the jobs of a lane."""
    return ThreadPoolExecutor(count, f"quintet-{lane}", _be_nice, (NICENESS[lane],))


def _be_nice(niceness: int) -> None:
    """Let the event loop and more urgent searches go first; on Linux, threads differ in that."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        before = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, min(19, before + niceness))
