"""The pulse: flags fall where nobody looks, and time in which nobody could play comes back."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from quintet.errors import QuintetError
from quintet.server.bus.memory import MemoryBus
from quintet.server.play import event_log, heartbeat
from quintet.server.play.commands import Command
from quintet.server.play.create import Chair, Wishes, open_table
from quintet.server.play.registry import Tables
from quintet.server.play.table import LiveTable
from quintet.server.store import Store
from quintet.server.web.locale import Locale
from quintet.table import ClocksSet, FlagFell, Moved, replay
from server.services import Postgres
from server.waiting import wait_for

SPEECH = Locale("en", "ltr", str)
PEOPLE = [Chair(), Chair()]


class SharedBus(MemoryBus):
    """As with several processes: there may be others who beat."""

    alone = False


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "SECONDS", 0.05)
    monkeypatch.setattr(heartbeat, "OVERDUE", 50)
    monkeypatch.setattr(heartbeat, "PATIENCE", 400)
    monkeypatch.setattr(event_log, "ENGINES_TURN", 100)


def test_a_flag_falls_where_nobody_looks(database: str) -> None:
    async def play() -> None:
        store = Store(database)
        async with running(store):
            async with running(store, SharedBus()) as others:
                table = await opened(others, clock="0.3")
            # The process at which it was opened is gone, and nobody asks for the table.
            await until(lambda: has_ended(store, table))
            kept = await store.load(table.id)
            assert kept is not None
            assert kept.events[-1].at == replay(kept.events[:-1]).deadline  # to the millisecond
        store.close()

    wait_for(play())


def test_an_engine_goes_on_where_its_process_has_died(database: str) -> None:
    async def play() -> None:
        store = Store(database)
        async with running(store):
            before = Tables(store, SharedBus())
            chairs = [Chair(), Chair(kind="engine", level=1)]
            table = await opened(before, clock="1/60", chairs=chairs)
            # Before the engine can answer, its process is no more.
            table.watchers.clear()
            await table.perform(Command(number=table.number, do="move", move="a1e1"), "device")
            await before.close()

            async def has_answered() -> bool:
                kept = await store.load(table.id)
                return kept is not None and sum(isinstance(it, Moved) for it in kept.events) == 2

            await until(has_answered)
        store.close()

    wait_for(play())


def test_clocks_stand_still_from_the_last_beat_of_a_server_that_was_killed(database: str) -> None:
    async def play() -> None:
        store = Store(database)
        killed = Tables(store)
        await killed.start()
        table = await opened(killed, clock="1.5")
        await asyncio.sleep(0.1)
        assert killed._beating is not None
        killed._beating.cancel()
        table.close()
        await asyncio.sleep(1.6)
        async with running(store) as tables:
            again = await tables.find(table.id)
            assert isinstance(again.log[-1], ClocksSet)
            left = again.state.time_left(0, heartbeat.now())
            assert left is not None
            assert 0 < left <= 1500
        await killed.thinkers.close()
        store.close()

    wait_for(play())


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_no_flag_falls_while_the_database_is_away(database: str, postgres: Postgres) -> None:
    async def play() -> None:
        store = Store(database)
        async with running(store) as tables:
            table = await opened(tables, clock="2")
            await asyncio.to_thread(postgres.stop, signal.SIGINT)
            await asyncio.sleep(2.1)
            await asyncio.to_thread(postgres.start)
            command = Command(number=table.number, do="move", move="a1e1")
            # Asked again until the database is found again, as a page does.
            for _ in range(100):
                with suppress(QuintetError):
                    await table.perform(command, "device")
                    break
                await asyncio.sleep(0.05)
            assert [type(event) for event in table.log[-2:]] == [ClocksSet, Moved]
        store.close()

    wait_for(play())


@asynccontextmanager
async def running(store: Store, bus: MemoryBus | None = None) -> AsyncIterator[Tables]:
    """Tables with a pulse, from beginning to end."""
    tables = Tables(store, bus)
    await tables.start()
    try:
        yield tables
    finally:
        await tables.close()


async def opened(tables: Tables, **wishes: Any) -> LiveTable:
    wishes = {"game": "quixo", "chairs": PEOPLE, "first": 0, **wishes}
    return await open_table(tables, Wishes(**wishes), "device", SPEECH)


async def has_ended(store: Store, table: LiveTable) -> bool:
    kept = await store.load(table.id)
    return kept is not None and isinstance(kept.events[-1], FlagFell)


async def until(found: Callable[[], Awaitable[bool]]) -> None:
    end = time.monotonic() + 30
    while not await found():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)
