"""A wall clock that is set forward or back costs no player time, and gives none."""

import logging
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.errors import QuintetError
from quintet.server import Settings, create_app
from quintet.server.play.heartbeat import HURRIED_INTERVAL, MAX_AHEAD_MS
from quintet.server.play.registry import Registry
from quintet.server.play.table import Table
from quintet.server.store import Store
from quintet.table import ClocksSet, Moved
from server.beating import SharedBus, beat, opened, running
from server.fake_clock import FakeClock, ProcessClock
from server.tables import command, command_of, look, open_table
from server.waiting import wait_for

HOUR = 3_600_000
STEPS = (
    -HOUR,
    HOUR,
    pytest.param(-24 * HOUR, marks=pytest.mark.slow),
    pytest.param(24 * HOUR, marks=pytest.mark.slow),
)
MOVES = ("a1e1", "a2e2", "a3e3", "a4e4", "a5e5", "a1e1", "a2e2", "a3e3")


@pytest.fixture
def settings(settings_of_both: Settings) -> Settings:
    return settings_of_both


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.mark.parametrize("step", STEPS)
def test_a_step_changes_nothing_at_tables(database: str, step: int) -> None:
    async def play() -> None:
        store, clock = Store(database), FakeClock()
        async with running(store, clock) as registry:
            old = await opened(registry, clock="60")
            await beat(clock, 10_000)
            clock.stepped = step
            new = await opened(registry, clock="60")
            await beat(clock, 10_000)
            assert [left(table)[0] for table in (old, new)] == [40_000, 50_000]
            for table in (old, new):
                await move(table, "a1e1")
                assert (table.number, table.state.phase) == (5, "playing")
        store.close()

    wait_for(play())


def test_a_step_is_logged_once(database: str, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        store, clock = Store(database), FakeClock()
        async with running(store, clock):
            await beat(clock, 2_000)
            clock.stepped = -HOUR
            await beat(clock, 3_000)
        store.close()

    with caplog.at_level(logging.WARNING):
        wait_for(play())
    (line,) = [it for it in caplog.records if "system clock" in it.getMessage()]
    assert line.getMessage().startswith("The system clock was set back by 3600.0 seconds;")


@pytest.mark.parametrize("graceful", [True, False])
@pytest.mark.parametrize("step", STEPS)
def test_a_restart_across_a_step(database: str, step: int, graceful: bool) -> None:
    async def play() -> None:
        store, machine = Store(database), FakeClock()
        first = ProcessClock(machine)
        before = Registry(store, clock=first)
        await before.start()
        table = await opened(before, clock="60")
        await beat(machine, 5_000)
        await move(table, "a1e1")
        await beat(machine, 7_000)
        await end(before, graceful=graceful)
        machine.advance(30)
        machine.stepped = step
        async with running(store, ProcessClock(machine)) as after:
            again = await after.find(table.id)
            assert left(again) == [55_000, 53_000]
            await beat(machine, 3_000)
            await move(again, "a1e1")
            assert left(again) == [55_000, 50_000]
            assert count(again, ClocksSet) <= 1
            fresh = await opened(after, clock="60")
            await beat(machine, 3_000)
            await move(fresh, "a1e1")
            assert left(fresh) == [57_000, 60_000]
        store.close()

    wait_for(play())


@pytest.mark.parametrize("wrong", STEPS)
def test_processes_whose_clocks_differ(database: str, wrong: int) -> None:
    async def play() -> None:
        store, machine = Store(database), FakeClock()
        async with running(store, ProcessClock(machine), SharedBus()) as one:
            table_id = (await opened(one, clock="60")).id
            await beat(machine, 2_000)
            async with running(store, ProcessClock(machine, wrong), SharedBus()) as other:
                await beat(machine, 1_500, HURRIED_INTERVAL)
                for number, word in enumerate(MOVES):
                    table = await (other if number % 2 else one).find(table_id)
                    if number:
                        await beat(machine, 4_000)
                    await move(table, word)
                for process in (one, other):
                    table = await process.find(table_id)
                    used = [60_000 - time for time in left(table)]
                    assert abs(used[0] - 15_500) < 1_000
                    assert abs(used[1] - 16_000) < 1_000
                assert count(table, ClocksSet) <= 1
        store.close()

    wait_for(play())


@pytest.mark.parametrize("wrong", [-HOUR, 0, HOUR])
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_processes_start_from_the_time_of_the_database_server(
    database: str, wrong: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        store, clock = Store(database), ProcessClock(FakeClock(), wrong)
        before = await store.heartbeats.time()
        async with running(store, clock, SharedBus()):
            after = await store.heartbeats.time()
            assert before is not None
            assert after is not None
            assert before <= clock.now() <= after
        store.close()

    with caplog.at_level(logging.WARNING):
        wait_for(play())
    lines = [it.getMessage() for it in caplog.records if "system clock" in it.getMessage()]
    side = "ahead of" if wrong > 0 else "behind"
    assert len(lines) == (wrong != 0)
    assert all(f" seconds {side} that of the database server" in line for line in lines)


@pytest.mark.parametrize("wrong", [-HOUR, HOUR])
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_game_that_begins_right_after_such_a_start(database: str, wrong: int) -> None:
    """Before another beat tells the processes of each other."""

    async def play() -> None:
        store, machine = Store(database), FakeClock()
        async with running(store, ProcessClock(machine), SharedBus()) as one:
            # The database server's clock is real: it must not overtake this one.
            await beat(machine, 60_000)
            async with running(store, ProcessClock(machine, wrong), SharedBus()) as other:
                machine.advance(0.5)
                table = await opened(one, clock="60")
                machine.advance(0.3)
                there = await other.find(table.id)
                await move(there, "a1e1")
                assert abs(60_000 - left(there)[0] - 300) < 100
        store.close()

    wait_for(play())


def test_a_refused_command_writes_nothing(database: str) -> None:
    async def play() -> None:
        store, machine = Store(database), FakeClock()
        async with running(store, machine) as registry:
            table = await opened(registry, clock="60")
            await beat(machine, 2_000)
            machine.jump(10)  # a machine that slept: there is time to give back
            await beat(machine, 1_000)
            before = table.number
            with pytest.raises(QuintetError):
                await move(table, "c3c1")
            assert table.number == before
            await move(table, "a1e1")
            assert [type(event) for event in table.log.events[before:]] == [ClocksSet, Moved]
        store.close()

    wait_for(play())


def test_an_impossible_clock_is_set_right(database: str) -> None:
    async def play() -> None:
        store, clock = Store(database), FakeClock()
        async with running(store, clock) as registry:
            table = await opened(registry, clock="60")
            async with table.log.lock:
                await table.log.append((ClocksSet(clock.now(), (718_208_000, 30_000)),))
            await table.settle()
            await table.settle()
            assert left(table) == [60_000, 30_000]
            assert count(table, ClocksSet) == 2
        store.close()

    wait_for(play())


def test_a_time_far_ahead_is_forgotten_by_a_restart(database: str) -> None:
    async def play() -> None:
        store, machine = Store(database), FakeClock()
        far = ProcessClock(machine, 10 * MAX_AHEAD_MS)
        async with running(store, far) as before:
            table = await opened(before, clock="60")
            await beat(machine, 5_000)
        clock = ProcessClock(machine)
        async with running(store, clock) as after:
            assert clock.now() == machine.now()
            again = await after.find(table.id)
            assert max(left(again)) <= 60_000
            await move(again, "a1e1")
            fresh = await opened(after, clock="60")
            await beat(machine, 3_000)
            await move(fresh, "a1e1")
            assert left(fresh) == [57_000, 60_000]
        store.close()

    wait_for(play())


@pytest.mark.parametrize("step", STEPS)
def test_a_server_started_again_knows_its_devices(
    settings: Settings, clock: FakeClock, step: int
) -> None:
    with TestClient(create_app(settings, ProcessClock(clock))) as before:
        table = open_table(before, "quixo", clock="60")
        cookies = before.cookies
    clock.stepped = step
    with TestClient(create_app(settings, ProcessClock(clock)), cookies=cookies) as after:
        view = look(after, table)
        assert view["seats"][0]["here"]
        assert command(after, table, number=view["number"], do="move", move="a1e1").is_success


async def move(table: Table, word: str) -> None:
    await table.perform(command_of(number=table.number, do="move", move=word), "device")


async def end(registry: Registry, *, graceful: bool) -> None:
    """End a process: kill it, unless it may write a last beat."""
    if not graceful:
        registry.heartbeat.stop = _nothing  # type: ignore[method-assign]
    await registry.close()


async def _nothing() -> None: ...


def left(table: Table) -> list[int]:
    """What the clocks show, by seat."""
    shown = (table.state.time_left(seat, table.clock_time()) for seat in range(2))
    return [time for time in shown if time is not None]


def count(table: Table, kind: type[Any]) -> int:
    return sum(isinstance(event, kind) for event in table.log.events)
