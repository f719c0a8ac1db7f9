"""The queue at which servers leave what is to be thought about, and workers find it.

It is SAQ's, on Redis. A task has a name, and is in the queue once however many ask for it. While a
worker thinks it says so on the bus, and in the end what it came to; so a server that hears nothing
knows soon that the worker is gone, and thinks itself.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from saq import Job, Status
from saq.queue.redis import RedisQueue

from quintet.engine import Analysis
from quintet.server.bus.memory import Bus, Message
from quintet.server.bus.redis import REDIS_ERRORS, connect_to_redis
from quintet.server.clock import Clock
from quintet.server.thinking.jobs import Result, Task, Tell, Thought, task_to_json
from quintet.server.thinking.pool import Thinkers

SECONDS_TO_BEGIN = 0.5  # that a worker has, and less when the clock is short,
LEAST_SECONDS = 0.1  # but never less than this
SECONDS_OF_SILENCE = 1.5  # after which a worker that has begun is taken for dead
SECONDS_WITHOUT = 5.0  # in which no worker is asked, after none was there
SECONDS_MORE = 5  # than a task should take, and it is taken from the worker
SECONDS_KEPT = 60  # that others who ask for the same find the answer

BEGUN, FOUND, DONE, FAILED = "begun", "found", "done", "failed"  # what a worker says


def open_queue(url: str, tries: int) -> RedisQueue:
    redis = connect_to_redis(
        url,
        socket_timeout=10,
        health_check_interval=10,
        retry=Retry(ExponentialBackoff(cap=1, base=0.1), tries),
    )
    return RedisQueue(redis, name="quintet")


def channel_of(name: str) -> str:
    return f"thought:{name}"


class NobodyThinks(Exception):
    """No worker is there, or the one that was is gone."""


class QueueThinkers(Thinkers):
    """Workers think; where there is none, this process does."""

    def __init__(self, url: str, bus: Bus, clock: Clock | None = None) -> None:
        super().__init__()
        self._clock = clock or Clock()
        self._queue = open_queue(url, 1)
        self._bus = bus
        self._alone_until = 0.0

    async def close(self) -> None:
        await super().close()
        with suppress(*REDIS_ERRORS):
            await self._queue.disconnect()

    async def _find(
        self, task: Task[Result], thought: Thought, name: str, tell: Tell | None
    ) -> Result | None:
        if self._clock.monotonic() >= self._alone_until:
            try:
                return await self._ask(task, thought, name, tell)
            except (NobodyThinks, *REDIS_ERRORS):
                self._alone_until = self._clock.monotonic() + SECONDS_WITHOUT
        return await self._think_here(task, thought, tell)

    async def _ask(
        self, task: Task[Result], thought: Thought, name: str, tell: Tell | None
    ) -> Result | None:
        heard: asyncio.Queue[Message] = asyncio.Queue()
        unsubscribe = self._bus.subscribe(channel_of(name), heard.put_nowait)
        thought.begun(_Interruption(heard))
        try:
            async with asyncio.timeout(SECONDS_TO_BEGIN):
                done = await self._leave(task, name)
            if done is not None:
                return task.read(done.result)
            result = await self._listen(task, thought, name, heard, tell)
        except (NobodyThinks, *REDIS_ERRORS):
            await self._take_away(name)
            raise
        finally:
            unsubscribe()
        if thought.stopped:
            await self._take_away(name)
        return result

    async def _leave(self, task: Task[Result], name: str) -> Job | None:
        """Puts a task into the queue, unless somebody has; gives the job if it is done already."""
        job = await self._queue.job(name)
        if job is not None and job.status is Status.COMPLETE:
            return job
        await self._queue.enqueue(
            "think",
            key=name,
            timeout=round(task.seconds) + SECONDS_MORE,
            ttl=SECONDS_KEPT,
            task=task_to_json(task),
        )
        return None

    async def _listen(
        self,
        task: Task[Result],
        thought: Thought,
        name: str,
        heard: asyncio.Queue[Message],
        tell: Tell | None,
    ) -> Result | None:
        patience = max(LEAST_SECONDS, min(SECONDS_TO_BEGIN, task.seconds))
        while not thought.stopped:
            try:
                message = await asyncio.wait_for(heard.get(), patience)
            except TimeoutError:
                message = {FAILED: True}
            if DONE in message:
                return task.read(message[DONE])
            if not message or FAILED in message:
                # The bus may have lost the word that it is done.
                job = await self._queue.job(name)
                if job is not None and job.status is Status.COMPLETE:
                    return task.read(job.result)
            if FAILED in message:
                raise NobodyThinks
            if FOUND in message and tell is not None:
                found = task.read(message[FOUND])
                assert isinstance(found, Analysis)
                tell(found)
            patience = SECONDS_OF_SILENCE
        return None

    async def _take_away(self, name: str) -> None:
        """Nobody waits for it any more: it is not begun, or stopped within a second."""
        with suppress(*REDIS_ERRORS):
            job = await self._queue.job(name)
            if job is not None and not job.completed:
                await self._queue.abort(job, "Nobody waits for this.")
                await self._queue.redis.expire(job.id, SECONDS_KEPT)


class _Interruption:
    """Wakes whoever listens, so that they see that they were stopped."""

    def __init__(self, heard: asyncio.Queue[Message]) -> None:
        self._heard = heard

    def stop(self) -> None:
        self._heard.put_nowait({})
