"""The heartbeat: flags fall at unattended tables, and outages cost no time."""

import asyncio
import signal

import pytest

from quintet.server.play.event_log import ENGINE_CHECK_MS
from quintet.server.play.heartbeat import OVERDUE_MS, TOLERANCE_MS
from quintet.server.play.registry import Registry
from quintet.server.schemas.requests import NewChair
from quintet.server.store import Store
from quintet.table import ClocksSet, FlagFell, Moved, replay
from server.beating import SharedBus, beat, opened, running
from server.fake_clock import FakeClock
from server.services import Postgres
from server.tables import command_of
from server.waiting import wait_for


def test_a_flag_falls_where_nobody_looks(database: str) -> None:
    async def play() -> None:
        store, clock = Store(database), FakeClock()
        async with running(store, clock):
            async with running(store, clock, SharedBus()) as others:
                table = await opened(others, clock="0.3")
            # The process that opened it is gone, and nobody asks for the table.
            await beat(clock, 300 + OVERDUE_MS)
            stored = await store.load(table.id)
            assert stored is not None
            assert isinstance(stored.events[-1], FlagFell)
            assert stored.events[-1].at == replay(stored.events[:-1]).deadline
        store.close()

    wait_for(play())


@pytest.mark.slow
def test_an_engine_goes_on_where_its_process_has_died(database: str) -> None:
    async def play() -> None:
        store, clock = Store(database), FakeClock()
        async with running(store, clock) as registry:
            before = Registry(store, SharedBus(), clock=clock)
            chairs = [NewChair(), NewChair(kind="engine", level=1)]
            table = await opened(before, clock="1/60", chairs=chairs)
            # Before the engine can answer, its process is gone.
            table.observers.clear()
            await table.perform(command_of(number=table.number, do="move", move="a1e1"), "device")
            await before.close()
            await beat(clock, ENGINE_CHECK_MS + OVERDUE_MS)
            again = await registry.find(table.id)
            await asyncio.gather(*again.tasks.pending)
            assert [type(event) for event in again.log.events[-2:]] == [Moved, Moved]
        store.close()

    wait_for(play())


def test_clocks_stand_still_from_the_last_beat_of_a_server_that_was_killed(database: str) -> None:
    async def play() -> None:
        store, clock = Store(database), FakeClock()
        killed = Registry(store, clock=clock)
        await killed.start()
        table = await opened(killed, clock="1.5")
        await beat(clock, 1000)
        assert killed._beating is not None
        killed._beating.cancel()
        table.close()
        clock.advance(60.0)
        async with running(store, clock) as registry:
            again = await registry.find(table.id)
            assert isinstance(again.log.events[-1], ClocksSet)
            assert again.state.time_left(0, clock.now()) == 500
        await killed.engine_pool.close()
        store.close()

    wait_for(play())


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_no_flag_falls_while_the_database_is_away(database: str, postgres: Postgres) -> None:
    async def play() -> None:
        store, clock = Store(database), FakeClock()
        async with running(store, clock) as registry:
            table = await opened(registry, clock="5")
            await asyncio.to_thread(postgres.stop, signal.SIGINT)
            await beat(clock, 5_000 + TOLERANCE_MS)
            await asyncio.to_thread(postgres.start)
            while not registry.heartbeat.is_steady:
                await beat(clock, 1_000)
            command = command_of(number=table.number, do="move", move="a1e1")
            await table.perform(command, "device")
            assert [type(event) for event in table.log.events[-2:]] == [ClocksSet, Moved]
        store.close()

    wait_for(play())
