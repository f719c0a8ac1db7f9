"""A worker: runs engine jobs from the queue."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from logging.config import dictConfig
from typing import Any

from saq import Status, Worker
from saq.types import Context

from quintet.engine import Analysis
from quintet.i18n.sentence import sentence
from quintet.server.bus.redis import REDIS_ERRORS, RedisBus
from quintet.server.clock import Clock
from quintet.server.thinking.jobs import StopToken, job_from_json
from quintet.server.thinking.pool import nice_threads
from quintet.server.thinking.queue import WorkerReport, channel_of, open_queue
from quintet.server.web.logs import configuration

log = logging.getLogger("quintet.server")

REPORT_INTERVAL = 0.5  # seconds between reports that a worker is alive
DEQUEUE_TIMEOUT = 5.0  # seconds; a lost connection is noticed after them
DISCONNECT_TIMEOUT = 1.0  # seconds; while Redis is away, each attempt would be repeated
MAX_ATTEMPTS = 20  # of each call while Redis is away, up to a second apart


def work(redis: str, jobs: int | None) -> None:
    """Run jobs until a signal stops the process."""
    dictConfig(configuration("warning"))
    # SAQ logs failed jobs, as we do, and lost connections, which recover.
    logging.getLogger("saq").setLevel(logging.CRITICAL)
    asyncio.run(_work(redis, jobs or os.cpu_count() or 1))


async def _work(redis: str, jobs: int) -> None:
    bus = RedisBus(redis)
    runner = _Runner(bus, jobs)
    queue = open_queue(redis, MAX_ATTEMPTS)
    worker: Worker[Context] = Worker(
        queue,
        [("think", runner.run)],
        concurrency=jobs,
        after_process=runner.report_end,
        dequeue_timeout=DEQUEUE_TIMEOUT,
    )
    stop = _stop_signal()
    await bus.start()
    print(
        sentence("This worker runs engine jobs for all servers on its Redis (Ctrl-C stops it)."),
        flush=True,
    )
    try:
        if await _connected(bus, stop):
            with suppress(*REDIS_ERRORS):
                # Remove the jobs of dead workers. SAQ's worker does it, too, but at its start it
                # might mistake a job that has just been taken for one of them.
                await queue.sweep(worker.timers["sweep"])
        if not stop.is_set():
            await worker.start()
    finally:
        await bus.close()
        with suppress(*REDIS_ERRORS):
            await asyncio.wait_for(queue.disconnect(), DISCONNECT_TIMEOUT)


def _stop_signal() -> asyncio.Event:
    """Return an event that a signal sets, until SAQ's worker handles signals itself."""
    stop = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # on Windows
            asyncio.get_running_loop().add_signal_handler(each, stop.set)
    return stop


async def _connected(bus: RedisBus, stop: asyncio.Event) -> bool:
    """Wait until Redis can be reached; return False if a signal comes first."""
    tasks = {asyncio.ensure_future(bus.connected()), asyncio.ensure_future(stop.wait())}
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    return not stop.is_set()


class _Runner:
    """The jobs of a worker: run in threads, reported on the bus."""

    def __init__(self, bus: RedisBus, jobs: int, clock: Clock | None = None) -> None:
        self._bus = bus
        self._clock = clock or Clock()
        self._threads = ThreadPoolExecutor(jobs, "quintet-worker")
        self._for_reviews = nice_threads(jobs, "reviews")

    async def run(self, context: Context, *, task: Mapping[str, object]) -> Any:
        """Run a job; its plain values come in the queue as `task`."""
        channel, job, token = channel_of(context["job"].key), job_from_json(task), StopToken()
        loop = asyncio.get_running_loop()

        def update(found: Analysis) -> None:
            report: WorkerReport = {"found": job.write(found)}
            loop.call_soon_threadsafe(self._report, channel, report)

        reports = asyncio.create_task(self._report_alive(channel))
        try:
            threads = self._for_reviews if job.lane == "reviews" else self._threads
            result = await loop.run_in_executor(threads, job.run, token, update)
        except Exception:
            log.exception("An engine job failed.")
            raise
        finally:
            token.stop()
            reports.cancel()
        return job.write(result)

    async def report_end(self, context: Context) -> None:
        """Report a result that is in the queue by now, where later requests find it."""
        queued = context["job"]
        done = queued.status is Status.COMPLETE
        self._report(channel_of(queued.key), {"done": queued.result} if done else {"failed": True})

    async def _report_alive(self, channel: str) -> None:
        while True:
            self._report(channel, {"begun": True})
            await self._clock.sleep(REPORT_INTERVAL)

    def _report(self, channel: str, report: WorkerReport) -> None:
        self._bus.publish(channel, report)
