"""The job queue between servers and workers: SAQ on Redis.

A job has a name and is queued once, however many ask for it. A worker reports on the bus that it is
alive, and the result. A server that hears nothing for a while runs the job itself.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from saq import Job as QueuedJob
from saq import Status
from saq.queue.redis import RedisQueue
from typing_extensions import TypedDict

from quintet.engine import Analysis
from quintet.server.bus.memory import Bus
from quintet.server.bus.redis import REDIS_ERRORS, connect_to_redis
from quintet.server.clock import Clock
from quintet.server.thinking.fair_queue import FairQueue
from quintet.server.thinking.jobs import Job, OnUpdate, Result, StopToken, job_to_json
from quintet.server.thinking.pool import Account, EnginePool, Lanes
from quintet.server.web.client import Client

START_TIMEOUT = 0.5  # seconds until a worker must start a job; less when its clock is short
MIN_START_TIMEOUT = 0.1
SILENCE_TIMEOUT = 1.5  # seconds without a report after which a worker counts as dead
RETRY_INTERVAL = 5.0  # seconds until workers are tried again after there was none
TIMEOUT_MARGIN = 5  # seconds by which a job may exceed its time before it is aborted
RESULT_TTL = 60  # seconds for which others who ask for the same find the result
MAX_QUEUED, MAX_QUEUED_OF_CLIENT = 32, 4  # jobs of this server in the queue, of either kind


class WorkerReport(TypedDict, total=False):
    """A message of a worker about a job; an empty one means that messages may be lost."""

    begun: bool  # the worker is alive
    found: Any  # a result so far, as `Job.write` makes it
    done: Any  # the last result
    failed: bool


def open_queue(url: str, attempts: int) -> RedisQueue:
    redis = connect_to_redis(
        url,
        socket_timeout=10,
        health_check_interval=10,
        retry=Retry(ExponentialBackoff(cap=1, base=0.1), attempts),
    )
    return RedisQueue(redis, name="quintet")


def channel_of(name: str) -> str:
    return f"thought:{name}"


class NoWorker(Exception):
    """There is no worker, or it has died."""


class QueuedEnginePool(EnginePool):
    """A pool whose jobs run in workers; without any, they run in this process."""

    def __init__(
        self, url: str, bus: Bus, clock: Clock | None = None, account: Account | None = None
    ) -> None:
        super().__init__(clock, account)
        # Workers take jobs in the order of the queue, so fairness comes before it.
        self._queued = Lanes(
            FairQueue(MAX_QUEUED, MAX_QUEUED_OF_CLIENT),
            FairQueue(MAX_QUEUED, MAX_QUEUED_OF_CLIENT),
            FairQueue(1),  # a worker takes jobs in turn: one review must not delay many moves
        )
        self._queue = open_queue(url, 1)
        self._bus = bus
        self._no_worker_until = 0.0

    async def close(self) -> None:
        await super().close()
        with suppress(*REDIS_ERRORS):
            await self._queue.disconnect()

    @property
    def waiting(self) -> int:
        return super().waiting + self._queued.waiting

    async def _run(
        self,
        job: Job[Result],
        token: StopToken,
        name: str,
        on_update: OnUpdate | None,
        client: Client,
    ) -> Result | None:
        if self._clock.monotonic() >= self._no_worker_until:
            try:
                async with self._slot(self._queued, job, token, client) as called:
                    if not called:
                        return None
                    return await self._run_remotely(job, token, name, on_update)
            except (NoWorker, *REDIS_ERRORS):
                self._no_worker_until = self._clock.monotonic() + RETRY_INTERVAL
        return await self._run_here(job, token, on_update, client)

    async def _run_remotely(
        self, job: Job[Result], token: StopToken, name: str, on_update: OnUpdate | None
    ) -> Result | None:
        reports: asyncio.Queue[WorkerReport] = asyncio.Queue()
        unsubscribe = self._bus.subscribe(channel_of(name), reports.put_nowait)
        token.attach(_Interruption(reports))
        try:
            async with asyncio.timeout(START_TIMEOUT):
                completed = await self._enqueue(job, name)
            if completed is not None:
                return job.read(completed.result)
            result = await self._follow(job, token, name, reports, on_update)
        except (NoWorker, *REDIS_ERRORS):
            await self._abort(name)
            raise
        finally:
            unsubscribe()
        if token.stopped:
            await self._abort(name)
        return result

    async def _enqueue(self, job: Job[Result], name: str) -> QueuedJob | None:
        """Queue a job unless it is queued already; return it if it is complete."""
        queued = await self._queue.job(name)
        if queued is not None and queued.status is Status.COMPLETE:
            return queued
        await self._queue.enqueue(
            "think",
            key=name,
            timeout=round(job.seconds) + TIMEOUT_MARGIN,
            ttl=RESULT_TTL,
            task=job_to_json(job),
        )
        return None

    async def _follow(
        self,
        job: Job[Result],
        token: StopToken,
        name: str,
        reports: asyncio.Queue[WorkerReport],
        on_update: OnUpdate | None,
    ) -> Result | None:
        timeout = max(MIN_START_TIMEOUT, min(START_TIMEOUT, job.seconds))
        while not token.stopped:
            report: WorkerReport
            try:
                report = await asyncio.wait_for(reports.get(), timeout)
            except TimeoutError:
                report = {"failed": True}
            if "done" in report:
                return job.read(report["done"])
            if not report or "failed" in report:
                # The bus may have lost the report of the result.
                queued = await self._queue.job(name)
                if queued is not None and queued.status is Status.COMPLETE:
                    return job.read(queued.result)
            if "failed" in report:
                raise NoWorker
            if "found" in report and on_update is not None:
                found = job.read(report["found"])
                assert isinstance(found, Analysis)
                on_update(found)
            timeout = SILENCE_TIMEOUT
        return None

    async def _abort(self, name: str) -> None:
        """Remove a job from the queue; a worker that runs it stops within a second."""
        with suppress(*REDIS_ERRORS):
            queued = await self._queue.job(name)
            if queued is not None and not queued.completed:
                await self._queue.abort(queued, "Nobody waits for this job.")
                await self._queue.redis.expire(queued.id, RESULT_TTL)


class _Interruption:
    """A stop that wakes the coroutine that waits for reports."""

    def __init__(self, reports: asyncio.Queue[WorkerReport]) -> None:
        self._reports = reports

    def stop(self) -> None:
        self._reports.put_nowait({})
