"""The bus: messages, presence, and a Redis that fails and recovers."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from quintet.server.bus.memory import Bus, MemoryBus, Message
from quintet.server.bus.redis import (
    ANNOUNCE_INTERVAL,
    PRESENCE_TTL,
    REDIS_ERRORS,
    RedisBus,
    connect_to_redis,
)
from server.fake_clock import FakeClock
from server.services import RedisServer, running_redis
from server.waiting import until, wait_for


@pytest.fixture(scope="module")
def own_redis() -> Iterator[RedisServer]:
    """One that can be stopped without harm to others."""
    with running_redis() as made:
        yield made


@pytest.fixture(params=["memory", "redis"])
def make(request: pytest.FixtureRequest) -> Callable[[], Bus]:
    if request.param == "memory":
        return MemoryBus
    redis: RedisServer = request.getfixturevalue("redis_server")
    return lambda: RedisBus(redis.url)


@asynccontextmanager
async def started(bus: Bus) -> AsyncIterator[Bus]:
    """A bus that hears already."""
    await bus.start()
    heard: list[Message] = []
    stop = bus.subscribe("begin", heard.append)

    async def is_heard() -> bool:
        bus.publish("begin", {"begin": id(bus)})
        return {"begin": id(bus)} in heard

    await until(is_heard)
    stop()
    try:
        yield bus
    finally:
        await bus.close()


def test_everyone_hears_what_they_have_subscribed_to(make: Callable[[], Bus]) -> None:
    async def talk() -> None:
        async with started(make()) as bus:
            heard: list[Message] = []
            stop = bus.subscribe("a", heard.append)
            for number in range(3):
                bus.publish("a", {"number": number})
                bus.publish("b", {"number": number})
            await until_true(lambda: len(heard) == 3)
            assert heard == [{"number": number} for number in range(3)]
            again: list[Message] = []
            stop()
            bus.subscribe("a", again.append)
            bus.publish("a", {"number": 3})
            await until_true(lambda: bool(again))
            assert len(heard) == 3

    wait_for(talk())


def test_who_is_present(make: Callable[[], Bus]) -> None:
    async def talk() -> None:
        async with started(make()) as bus:
            assert await bus.present("t") == []
            bus.set_present("t", {"who": 1})
            assert await bus.present("t") == [{"who": 1}]
            bus.set_present("t", {"who": 2})
            assert await bus.present("t") == [{"who": 2}]
            bus.set_present("t", None)
            assert await bus.present("t") == []

    wait_for(talk())


def test_processes_hear_each_other_and_who_is_gone(redis_server: RedisServer) -> None:
    clock = FakeClock()

    async def talk() -> None:
        async with started(RedisBus(redis_server.url, clock)) as one:
            async with started(RedisBus(redis_server.url, clock)) as other:
                heard: list[Message] = []
                one.subscribe("a", heard.append)
                other.publish("a", {"from": "other"})
                await until_true(lambda: heard == [{"from": "other"}])
                one.set_present("both", {"at": "one"})
                other.set_present("both", {"at": "other"})
                await until_present(one, "both", 2)
                for _ in range(round(2 * PRESENCE_TTL / ANNOUNCE_INTERVAL)):
                    # It is said again before it is forgotten.
                    await clock.step(ANNOUNCE_INTERVAL)
                    await until_present(other, "both", 2)
            await until_present(one, "both", 1)  # the other has left
            dead = RedisBus(redis_server.url, clock)
            await dead._write({"both": {"at": "dead"}})
            await until_present(one, "both", 2)
            for _ in range(round(PRESENCE_TTL / ANNOUNCE_INTERVAL)):
                await clock.step(ANNOUNCE_INTERVAL)
            clock.advance(1)
            await until_present(one, "both", 1)  # it does not say so again
            await dead._redis.aclose()

    wait_for(talk())


def test_redis_goes_away_and_comes_back(own_redis: RedisServer) -> None:
    async def talk() -> None:
        async with (
            started(RedisBus(own_redis.url)) as one,
            started(RedisBus(own_redis.url)) as other,
        ):
            heard: list[Message] = []
            one.subscribe("a", heard.append)
            one.set_present("t", {"at": "one"})
            await asyncio.to_thread(own_redis.stop, signal.SIGKILL)
            other.publish("a", {"number": 1})  # nobody hears this, and nobody waits for it
            assert await one.present("t") == [{"at": "one"}]
            await asyncio.to_thread(own_redis.start)
            await until_true(lambda: {} in heard)  # some may have been lost: look
            await until_true(lambda: publishes(other, heard))
            assert {"number": 1} not in heard
            await until_present(other, "t", 1)

    wait_for(talk())


def publishes(bus: Bus, heard: list[Message]) -> bool:
    bus.publish("a", {"number": 2})
    return {"number": 2} in heard


async def until_present(bus: Bus, key: str, count: int) -> None:
    async def is_so() -> bool:
        return len(await bus.present(key)) == count

    await until(is_so)


async def until_true(found: Callable[[], bool]) -> None:
    async def is_so() -> bool:
        return found()

    await until(is_so)


def test_a_connection_that_closes_before_the_command_is_an_error_of_redis(
    redis_server: RedisServer,
) -> None:
    uvloop = pytest.importorskip("uvloop")

    async def talk() -> None:
        client: Any = connect_to_redis(redis_server.url, retry=Retry(NoBackoff(), 1))
        await client.ping()
        connection = await client.connection_pool.get_connection()
        # As when Redis ends between the check of a connection and the command.
        connection._writer.transport.abort()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        with pytest.raises(REDIS_ERRORS):
            await connection.send_command("PING")
        await client.connection_pool.release(connection)
        assert await client.ping()
        await client.aclose()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(talk())
