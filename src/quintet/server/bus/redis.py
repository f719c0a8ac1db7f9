"""The bus of several processes, over Redis.

Every process hears everything and drops what it has no use for, so one subscription is enough.
While Redis is away nothing is sent or heard; when it is back, everyone is told to look.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from quintet.server.bus.memory import MemoryBus, Message
from quintet.server.clock import Clock

log = logging.getLogger("quintet.server")

MOST_WAITING = 10_000  # messages; whoever misses some looks by themselves, a little later
SECONDS_TO_ANSWER = 2.0
SECONDS_BETWEEN_TRIES = 0.5
SECONDS_BETWEEN_WORDS = 10.0  # a process says again who is there
SECONDS_PRESENT = 30  # and is believed for so long
AWAY = (RedisError, OSError, asyncio.TimeoutError)


class RedisBus(MemoryBus):
    alone = False

    def __init__(self, url: str, clock: Clock | None = None) -> None:
        super().__init__()
        self._clock = clock or Clock()
        self._redis: Redis = Redis.from_url(
            url,
            socket_connect_timeout=SECONDS_TO_ANSWER,
            socket_timeout=SECONDS_TO_ANSWER,
            health_check_interval=10,
            retry=Retry(NoBackoff(), 1),  # with a new connection, where the old one has died
        )
        database = self._redis.connection_pool.connection_kwargs.get("db", 0)
        self._channel = f"quintet:{database}"  # Redis's channels know nothing of its databases
        self._name = secrets.token_hex(8)
        self._waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self._to_say: dict[str, Message | None] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        for work in (self._send, self._listen, self._repeat):
            self._tasks.append(asyncio.create_task(_for_ever(work)))

    async def close(self) -> None:
        for _ in range(100):
            # In the middle of something Redis's client may lose a cancellation.
            pending = [task for task in self._tasks if not task.done() and task.cancel()]
            if not pending:
                break
            await asyncio.wait(pending, timeout=0.1)
        with suppress(*AWAY):
            await self._say(dict.fromkeys(self._mine))
        await super().close()
        await self._redis.aclose()

    def publish(self, channel: str, message: Message) -> None:
        self._queue(json.dumps([channel, message], separators=(",", ":")))

    def set_present(self, key: str, mine: Message | None) -> None:
        super().set_present(key, mine)
        self._to_say[key] = mine
        self._queue("")

    async def present(self, key: str) -> list[Message]:
        own = await super().present(key)
        try:
            found: dict[bytes, bytes] = await _answer(self._redis.hgetall(_place(key)))
        except AWAY:
            return own
        oldest = self._clock.now() / 1000 - SECONDS_PRESENT
        others = [json.loads(word) for name, word in found.items() if name != self._name.encode()]
        return [*own, *(word["says"] for word in others if word["at"] >= oldest)]

    def _queue(self, text: str) -> None:
        with suppress(asyncio.QueueFull):
            self._waiting.put_nowait(text)

    async def _send(self) -> None:
        """Sends what has come together, in one go."""
        texts = [await self._waiting.get()]
        while not self._waiting.empty():
            texts.append(self._waiting.get_nowait())
        words, self._to_say = self._to_say, {}
        with suppress(*AWAY):
            await self._say(words, [text for text in texts if text])

    async def _say(self, words: dict[str, Message | None], texts: list[str] | None = None) -> None:
        pipe: Pipeline
        async with self._redis.pipeline(transaction=False) as pipe:
            for text in texts or ():
                pipe.publish(self._channel, text)
            for key, says in words.items():
                if says is None:
                    pipe.hdel(_place(key), self._name)
                else:
                    word = json.dumps(
                        {"at": self._clock.now() / 1000, "says": says}, separators=(",", ":")
                    )
                    pipe.hset(_place(key), self._name, word)
                    pipe.expire(_place(key), SECONDS_PRESENT)
            await pipe.execute()

    async def _repeat(self) -> None:
        """Says again who is present, so that a process that dies is not believed for long."""
        await self._clock.sleep(SECONDS_BETWEEN_WORDS)
        self._say_again()

    def _say_again(self) -> None:
        for key, says in self._mine.items():
            self._to_say[key] = says
        self._queue("")

    async def _listen(self) -> None:
        with suppress(*AWAY):
            async with self._redis.pubsub() as pubsub:
                await pubsub.subscribe(self._channel)
                while True:
                    self._hear(await pubsub.get_message(timeout=SECONDS_BETWEEN_WORDS))
        await asyncio.sleep(SECONDS_BETWEEN_TRIES)

    def _hear(self, message: Message | None) -> None:
        if message is None:
            return
        if message["type"] == "subscribe":
            # The beginning, or a new connection after one that was lost, with what came meanwhile.
            for channel in tuple(self._hearers):
                self._deliver(channel, {})
            self._say_again()
        elif message["type"] == "message":
            channel, said = json.loads(message["data"])
            self._deliver(channel, said)


async def _for_ever(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    while True:
        try:
            await work()
        except Exception:
            log.exception("The bus has failed; it goes on.")
            await asyncio.sleep(SECONDS_BETWEEN_TRIES)


async def _answer(call: Awaitable[Any] | Any) -> Any:
    """Redis's types leave open whether its calls are to be waited for."""
    return await call


def _place(key: str) -> str:
    return f"quintet:present:{key}"
