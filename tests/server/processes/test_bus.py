"""The bus: everyone hears everyone, who is present, and Redis that goes away and comes back."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest

from quintet.server.bus import redis as redis_bus
from quintet.server.bus.memory import Bus, MemoryBus, Message
from quintet.server.bus.redis import RedisBus
from server.services import RedisServer, running_redis
from server.waiting import wait_for


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
    while {"begin": id(bus)} not in heard:
        bus.publish("begin", {"begin": id(bus)})
        await asyncio.sleep(0.01)
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
            await until(lambda: len(heard) == 3)
            assert heard == [{"number": number} for number in range(3)]
            again: list[Message] = []
            stop()
            bus.subscribe("a", again.append)
            bus.publish("a", {"number": 3})
            await until(lambda: bool(again))
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


def test_processes_hear_each_other_and_who_is_gone(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "SECONDS_BETWEEN_WORDS", 0.05)
    monkeypatch.setattr(redis_bus, "SECONDS_PRESENT", 1)

    async def talk() -> None:
        async with started(RedisBus(redis_server.url)) as one:
            async with started(RedisBus(redis_server.url)) as other:
                heard: list[Message] = []
                one.subscribe("a", heard.append)
                other.publish("a", {"from": "other"})
                await until(lambda: heard == [{"from": "other"}])
                one.set_present("both", {"at": "one"})
                other.set_present("both", {"at": "other"})
                await until_present(one, "both", 2)
                await asyncio.sleep(1.2)  # it is said again before it is forgotten
                await until_present(other, "both", 2)
            await until_present(one, "both", 1)  # the other has left
            dead = RedisBus(redis_server.url)
            await dead._say({"both": {"at": "dead"}})
            await until_present(one, "both", 2)
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
            await until(lambda: {} in heard)  # some may have been lost: look
            await until(lambda: publishes(other, heard))
            assert {"number": 1} not in heard
            await until_present(other, "t", 1)

    wait_for(talk())


def publishes(bus: Bus, heard: list[Message]) -> bool:
    bus.publish("a", {"number": 2})
    return {"number": 2} in heard


async def until_present(bus: Bus, key: str, count: int) -> None:
    end = time.monotonic() + 30
    while len(await bus.present(key)) != count:
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


async def until(found: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not found():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)
