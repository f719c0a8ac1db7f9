"""Engines think for somebody who is there."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from quintet.server.play.create import open_table
from quintet.server.play.presence import LINGER_SECONDS
from quintet.server.play.registry import Registry
from quintet.server.play.subscriber import Subscriber
from quintet.server.play.table import POLLING_TIMEOUT, Table
from quintet.server.schemas.requests import NewChair, NewTable
from quintet.server.settings import DATABASE
from quintet.server.store import Store
from quintet.server.web.locale import Locale
from server.fake_clock import FakeClock
from server.thinking.stub_pool import StubPool, first_move
from server.waiting import wait_for

LOCALE = Locale("en", "ltr", str)
ENGINE, PERSON = NewChair(kind="engine", level=1), NewChair()
GONE = 2 * LINGER_SECONDS  # after it, a visitor who left is not counted any more


class Desk:
    """A server that a test restarts at will, without an engine."""

    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self._store = Store(f"sqlite:///{folder / DATABASE}", self.clock)
        self.start()

    def start(self) -> None:
        self.pool = StubPool()
        self.registry = Registry(self._store, engine_pool=self.pool, clock=self.clock)

    async def open(self, *chairs: NewChair, clock: str = "60") -> Table:
        new = NewTable(game="quixo", chairs=list(chairs), first=0, clock=clock)
        return await open_table(self.registry, new, "device", LOCALE)

    async def wait(self, table: Table, seconds: float) -> None:
        """Let time pass; timers may start others, so in two steps."""
        for _ in range(2):
            self.clock.advance(seconds / 2)
            await rest(table)

    async def close(self) -> None:
        await self.registry.close()


async def rest(table: Table) -> None:
    """Let the tasks of a table run to where they wait for the engine or for nothing."""
    for _ in range(100):
        await asyncio.sleep(0)
        writing = [task for task in table.tasks.pending if "Opponents" not in repr(task)]
        if not writing:
            return
        await asyncio.wait(writing, timeout=60)


Work = Callable[[Desk], Coroutine[Any, Any, None]]
Play = Callable[[Work], None]


@pytest.fixture
def play(tmp_path: Path, migrated: Path) -> Play:
    copy(migrated, tmp_path)

    def run(work: Work) -> None:
        async def whole() -> None:
            desk = Desk(tmp_path)
            await work(desk)
            await desk.close()

        wait_for(whole())

    return run


def visitor(table: Table, device: str = "device") -> Subscriber:
    return Subscriber(table, device, LOCALE, 0, None)


def test_engines_with_a_clock_stop_when_everybody_has_gone(play: Play) -> None:
    async def work(desk: Desk) -> None:
        table = await desk.open(ENGINE, ENGINE)
        somebody = visitor(table)
        table.subscribe(somebody)
        await rest(table)
        assert len(desk.pool.running) == 1
        await desk.wait(table, 2)
        table.unsubscribe(somebody)
        assert len(desk.pool.running) == 1  # the page may only be reloading
        await desk.wait(table, GONE)
        assert table.state.paused
        assert not desk.pool.running
        assert table.log.deadline(desk.clock.now()) is None  # no server will look for it
        left = table.state.time_left(0, desk.clock.now())
        assert left is not None
        assert left > 0
        desk.clock.advance(24 * 3600)
        await table.check_deadline()
        await rest(table)
        assert table.state.phase == "playing"
        # It goes on where it was when somebody looks again.
        table.note_request()
        await rest(table)
        assert not table.state.paused
        assert table.state.time_left(0, desk.clock.now()) == left
        (searching,) = desk.pool.running
        searching.end(first_move(searching.job))
        await rest(table)
        assert len(table.state.played) == 1

    play(work)


def test_a_client_that_stops_asking_has_gone(play: Play) -> None:
    async def work(desk: Desk) -> None:
        table = await desk.open(ENGINE, ENGINE, clock="600")
        table.note_request()
        await rest(table)
        desk.clock.advance(POLLING_TIMEOUT)
        (searching,) = desk.pool.running
        searching.end(first_move(searching.job))
        await rest(table)
        assert len(table.state.played) == 1
        assert table.state.paused
        assert not desk.pool.running

    play(work)


def test_engines_without_visitors_do_not_lose_on_time_at_a_restart(play: Play) -> None:
    async def work(desk: Desk) -> None:
        table = await desk.open(ENGINE, ENGINE, clock="1")
        table.note_request()
        await rest(table)
        await desk.close()
        desk.start()
        desk.clock.advance(3600)
        await desk.registry.heartbeat.start()
        again = await desk.registry.find(table.id)
        await again.check_deadline()
        await rest(again)
        assert not desk.pool.jobs
        assert (again.state.phase, again.state.paused) == ("playing", True)
        assert again.state.time_left(0, desk.clock.now()) == 1000

    play(work)


def test_an_engine_answers_a_player_who_is_away(play: Play) -> None:
    async def work(desk: Desk) -> None:
        table = await desk.open(ENGINE, PERSON)
        somebody = visitor(table)
        table.subscribe(somebody)
        await rest(table)
        table.unsubscribe(somebody)
        await desk.wait(table, GONE)
        (searching,) = desk.pool.running
        searching.end(first_move(searching.job))
        await rest(table)
        assert (len(table.state.played), table.state.seat) == (1, 1)
        assert not desk.pool.running  # and thinks no more before the player moves

    play(work)


def test_without_a_clock_engines_wait_for_somebody(play: Play) -> None:
    async def work(desk: Desk) -> None:
        table = await desk.open(ENGINE, ENGINE, clock="-")
        somebody = visitor(table)
        table.subscribe(somebody)
        await rest(table)
        assert desk.pool.running
        number = table.number
        table.unsubscribe(somebody)
        await rest(table)
        assert not desk.pool.running
        table.note_request()
        await rest(table)
        assert desk.pool.running
        assert table.number == number

    play(work)
