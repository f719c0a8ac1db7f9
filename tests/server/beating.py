"""Registries with heartbeats, in a process that has no web server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from quintet.server.bus.memory import MemoryBus
from quintet.server.clock import Clock
from quintet.server.play.create import open_table
from quintet.server.play.heartbeat import INTERVAL
from quintet.server.play.registry import CHECK, Registry
from quintet.server.play.table import Table
from quintet.server.schemas.requests import NewChair, NewTable
from quintet.server.store import Store
from quintet.server.web.locale import Locale
from server.fake_clock import FakeClock

LOCALE = Locale("en", "ltr", str)
PEOPLE = [NewChair(), NewChair()]


class SharedBus(MemoryBus):
    """As with several processes: others may beat, too."""

    alone = False


async def beat(clock: FakeClock, milliseconds: int, interval: float = INTERVAL) -> None:
    """Let time pass in steps of one heartbeat, and wait for what each of them starts."""
    for _ in range(-(-milliseconds // round(interval * 1000))):
        await clock.step(interval)
        checks = [task for task in asyncio.all_tasks() if task.get_name() == CHECK]
        await asyncio.gather(*checks)


@asynccontextmanager
async def running(
    store: Store, clock: Clock, bus: MemoryBus | None = None
) -> AsyncIterator[Registry]:
    """A registry with a heartbeat, from start to end."""
    registry = Registry(store, bus, clock=clock)
    await registry.start()
    try:
        yield registry
    finally:
        await registry.close()


async def opened(registry: Registry, **request: Any) -> Table:
    request = {"game": "quixo", "chairs": PEOPLE, "first": 0, **request}
    return await open_table(registry, NewTable(**request), "device", LOCALE)
