"""A worker: takes what servers want to be thought about from the queue, and thinks."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from logging.config import dictConfig
from typing import Any

from saq import Status, Worker
from saq.types import Context

from quintet.engine import Analysis
from quintet.i18n.sentence import sentence
from quintet.server.bus.redis import REDIS_ERRORS, RedisBus
from quintet.server.thinking.jobs import Thought, task_from_json
from quintet.server.thinking.queue import BEGUN, DONE, FAILED, FOUND, channel_of, open_queue
from quintet.server.web.logs import configuration

log = logging.getLogger("quintet.server")

SECONDS_BETWEEN_WORDS = 0.5  # while it thinks, a worker says that it does
SECONDS_AT_THE_QUEUE = 5.0  # before it asks again, so that a lost connection is noticed
TRIES = 20  # of each call while Redis is away, with up to a second between


def work(redis: str, jobs: int | None) -> None:
    """Thinks until it is told to end."""
    dictConfig(configuration("warning"))
    # It says what goes wrong with jobs, which we do, and with Redis, which comes back.
    logging.getLogger("saq").setLevel(logging.CRITICAL)
    asyncio.run(_work(redis, jobs or os.cpu_count() or 1))


async def _work(redis: str, jobs: int) -> None:
    bus = RedisBus(redis)
    thinking = _Thinking(bus, jobs)
    queue = open_queue(redis, TRIES)
    worker: Worker[Context] = Worker(
        queue,
        [("think", thinking.think)],
        concurrency=jobs,
        after_process=thinking.tell_end,
        dequeue_timeout=SECONDS_AT_THE_QUEUE,
    )
    stop = _stop_signal()
    await bus.start()
    print(sentence("This worker thinks for all servers at its Redis (Ctrl-C ends it)."), flush=True)
    try:
        if await _connected(bus, stop):
            with suppress(*REDIS_ERRORS):
                # Take away what dead workers have left. SAQ's worker does it, too, but at its start
                # it might mistake a job that has just been taken for one that was left.
                await queue.sweep(worker.timers["sweep"])
        if not stop.is_set():
            await worker.start()
    finally:
        await bus.close()
        with suppress(*REDIS_ERRORS):
            await queue.disconnect()


def _stop_signal() -> asyncio.Event:
    """An event that is set by a signal to stop, until SAQ's worker handles signals itself."""
    stop = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # on Windows
            asyncio.get_running_loop().add_signal_handler(each, stop.set)
    return stop


async def _connected(bus: RedisBus, stop: asyncio.Event) -> bool:
    """Wait until Redis can be reached; False if the worker is to stop before."""
    tasks = {asyncio.ensure_future(bus.connected()), asyncio.ensure_future(stop.wait())}
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    return not stop.is_set()


class _Thinking:
    def __init__(self, bus: RedisBus, jobs: int) -> None:
        self._bus = bus
        self._pool = ThreadPoolExecutor(jobs, "quintet-worker")

    async def think(self, context: Context, *, task: dict[str, object]) -> Any:
        channel, wanted, thought = channel_of(context["job"].key), task_from_json(task), Thought()
        loop = asyncio.get_running_loop()

        def tell(found: Analysis) -> None:
            loop.call_soon_threadsafe(self._bus.publish, channel, {FOUND: wanted.write(found)})

        saying = asyncio.create_task(self._say(channel))
        try:
            result = await loop.run_in_executor(self._pool, wanted.think, thought, tell)
        except Exception:
            log.exception("A task could not be thought about.")
            raise
        finally:
            thought.stop()
            saying.cancel()
        return wanted.write(result)

    async def tell_end(self, context: Context) -> None:
        """Called when the queue knows it: who asks later finds it there, who waits hears of it."""
        job = context["job"]
        done = job.status is Status.COMPLETE
        self._bus.publish(channel_of(job.key), {DONE: job.result} if done else {FAILED: True})

    async def _say(self, channel: str) -> None:
        while True:
            self._bus.publish(channel, {BEGUN: True})
            await asyncio.sleep(SECONDS_BETWEEN_WORDS)
