"""The bus of several processes, over Redis.

Every process hears everything and drops what it does not need, so one subscription is enough. While
Redis is away nothing is sent or heard; when it returns, every process reads the database.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from quintet.errors import BadOption
from quintet.i18n.sentence import sentence
from quintet.server.bus.memory import BusHealth, MemoryBus, Message
from quintet.server.clock import Clock
from quintet.server.web.logs import facts

log = logging.getLogger("quintet.server")

MAX_QUEUED = 10_000  # messages; a process that misses some reads the database a little later
REDIS_TIMEOUT = 2.0  # seconds
RETRY_INTERVAL = 0.5  # seconds
ANNOUNCE_INTERVAL = 10.0  # seconds after which a process repeats who is present
PRESENCE_TTL = 30  # seconds for which an announcement is believed
REDIS_ERRORS = (RedisError, OSError, asyncio.TimeoutError)


class _WhereClosed:
    """A connection of Redis that reports its end in Redis's own errors.

    Redis may close a connection after it was taken from the pool and before the command is written.
    The transport of uvloop then raises RuntimeError, which the client passes on and does not retry.
    """

    async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        try:
            await super().send_packed_command(command, check_health)  # type: ignore[misc]
        except RuntimeError as error:
            raise RedisConnectionError("The connection was closed.") from error


def _connection_class(kind: type[AbstractConnection]) -> type[AbstractConnection]:
    return type(kind.__name__, (_WhereClosed, kind), {})


def connect_to_redis(url: str, **settings: Any) -> Redis:
    """Return a client for an address; the connection is opened when it is needed."""
    try:
        client = Redis.from_url(url, socket_connect_timeout=REDIS_TIMEOUT, **settings)
        pool = client.connection_pool
        pool.connection_class = _connection_class(pool.connection_class)
        return client
    except ValueError as error:  # the address may have a password in it, so it is not repeated
        raise BadOption(
            sentence("--redis is an address such as redis://localhost:6379/0."), option="redis"
        ) from error


class RedisBus(MemoryBus):
    """The bus of a server with several processes."""

    alone = False

    def __init__(self, url: str, clock: Clock | None = None) -> None:
        super().__init__()
        self._clock = clock or Clock()
        self._redis = connect_to_redis(
            url,
            socket_timeout=REDIS_TIMEOUT,
            health_check_interval=10,
            retry=Retry(NoBackoff(), 1),  # on a new connection, where the old one has died
        )
        options = self._redis.connection_pool.connection_kwargs
        self._address = options.get("path") or f"{options.get('host')}:{options.get('port', 6379)}"
        # Channels of Redis are shared by its databases.
        self._channel = f"quintet:{options.get('db', 0)}"
        self._name = secrets.token_hex(8)
        self._queue: asyncio.Queue[str] = asyncio.Queue(MAX_QUEUED)
        self._to_announce: dict[str, Message | None] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._health: BusHealth | None = None  # not known yet
        self._connected = asyncio.Event()

    @property
    def health(self) -> BusHealth | None:
        return self._health

    async def connected(self) -> None:
        """Wait until Redis can be reached."""
        await self._connected.wait()

    async def start(self) -> None:
        for work in (self._send, self._listen, self._repeat):
            self._tasks.append(asyncio.create_task(self._forever(work)))

    async def close(self) -> None:
        for _ in range(100):
            # The client of Redis may lose a cancellation.
            pending = [task for task in self._tasks if not task.done() and task.cancel()]
            if not pending:
                break
            await asyncio.wait(pending, timeout=0.1)
        with suppress(*REDIS_ERRORS):
            await self._write(dict.fromkeys(self._mine))
        await super().close()
        await self._redis.aclose()

    def publish(self, channel: str, message: Message) -> None:
        self._enqueue(json.dumps([channel, message], separators=(",", ":")))

    def set_present(self, key: str, mine: Message | None) -> None:
        super().set_present(key, mine)
        self._to_announce[key] = mine
        self._enqueue("")

    async def present(self, key: str) -> list[Any]:
        own = await super().present(key)
        try:
            found: dict[bytes, bytes] = await _answer(self._redis.hgetall(_hash(key)))
        except REDIS_ERRORS:
            return own
        oldest = self._clock.now() / 1000 - PRESENCE_TTL
        others = [json.loads(it) for name, it in found.items() if name != self._name.encode()]
        return [*own, *(other["says"] for other in others if other["at"] >= oldest)]

    def _enqueue(self, text: str) -> None:
        with suppress(asyncio.QueueFull):
            self._queue.put_nowait(text)

    async def _send(self) -> None:
        """Send all that is queued in one pipeline."""
        texts = [await self._queue.get()]
        while not self._queue.empty():
            texts.append(self._queue.get_nowait())
        announcements, self._to_announce = self._to_announce, {}
        with suppress(*REDIS_ERRORS):
            await self._write(announcements, [text for text in texts if text])

    async def _write(
        self, announcements: Mapping[str, Message | None], texts: list[str] | None = None
    ) -> None:
        if not announcements and not texts:
            return
        pipe: Pipeline
        async with self._redis.pipeline(transaction=False) as pipe:
            for text in texts or ():
                pipe.publish(self._channel, text)
            for key, says in announcements.items():
                if says is None:
                    pipe.hdel(_hash(key), self._name)
                else:
                    entry = {"at": self._clock.now() / 1000, "says": says}
                    pipe.hset(_hash(key), self._name, json.dumps(entry, separators=(",", ":")))
                    pipe.expire(_hash(key), PRESENCE_TTL)
            await pipe.execute()

    async def _repeat(self) -> None:
        """Repeat announcements, so that those of a dead process are not believed for long."""
        await self._clock.sleep(ANNOUNCE_INTERVAL)
        self._announce_again()

    def _announce_again(self) -> None:
        self._to_announce |= self._mine
        self._enqueue("")

    async def _listen(self) -> None:
        try:
            async with self._redis.pubsub() as pubsub:
                await pubsub.subscribe(self._channel)
                while True:
                    self._hear(await pubsub.get_message(timeout=ANNOUNCE_INTERVAL))
        except REDIS_ERRORS:
            self._set_health("unreachable")
        await self._clock.sleep(RETRY_INTERVAL)

    def _hear(self, message: Mapping[str, Any] | None) -> None:
        if message is None:
            return
        if message["type"] == "subscribe":
            # The start, or a new connection: messages in between were lost.
            self._set_health("ok")
            for channel in tuple(self._subscribers):
                self._deliver(channel, {})
            self._announce_again()
        elif message["type"] == "message":
            channel, said = json.loads(message["data"])
            self._deliver(channel, said)

    def _set_health(self, health: BusHealth) -> None:
        before, self._health = self._health, health
        if health == "ok":
            self._connected.set()
            if before == "unreachable":
                log.warning("Redis can be reached.", extra=facts(address=self._address))
        elif before != health:
            self._connected.clear()
            log.warning(
                "Redis cannot be reached. Trying again until it can; is --redis right?",
                extra=facts(address=self._address),
            )

    async def _forever(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            try:
                await work()
            except Exception:
                log.exception("The bus failed, and continues.")
                await self._clock.sleep(RETRY_INTERVAL)


async def _answer(call: Awaitable[Any] | Any) -> Any:
    """Await a call whose type leaves open whether it can be awaited."""
    return await call


def _hash(key: str) -> str:
    return f"quintet:present:{key}"
