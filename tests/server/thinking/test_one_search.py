"""The same question is searched once, and its time is charged."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

import quintet
from quintet.server.play.create import open_table
from quintet.server.play.registry import Registry
from quintet.server.play.subscriber import Subscriber
from quintet.server.play.table import Table
from quintet.server.schemas.requests import NewChair, NewTable
from quintet.server.settings import DATABASE
from quintet.server.store import Store
from quintet.server.thinking.advice import LINGER_SECONDS, Advice
from quintet.server.thinking.analyses import KEPT_SECONDS, Analyses
from quintet.server.thinking.jobs import AnalysisJob, OnUpdate, StopToken, line_from
from quintet.server.thinking.pool import EnginePool
from quintet.server.web.client import Client
from quintet.server.web.errors import TooManyRequests
from quintet.server.web.locale import Locale
from quintet.server.web.rate_limit import THINKING, Limits
from server.fake_clock import FakeClock
from server.tables import command_of
from server.thinking.stub_pool import StubPool
from server.waiting import wait_for

LOCALE = Locale("en", "ltr", str)
ANN = Client("192.0.2.1", "ann")
NEW = NewTable(
    game="quixo", options={"size": "3"}, chairs=[NewChair(), NewChair()], first=0, values=True
)
LINE = line_from(quintet.start("quixo"), [])


@dataclass
class Desk:
    """A table without an engine, at which Ann plays."""

    table: Table
    advice: Advice
    pool: StubPool
    clock: FakeClock

    async def poll(self) -> Subscriber:
        """Begin to poll with values."""
        made = Subscriber(self.table, ANN.device, LOCALE, 0, None, address=ANN.address)
        made.wants_values = True
        self.table.subscribe(made)
        await rest()
        return made

    async def leave(self, subscriber: Subscriber) -> None:
        self.table.unsubscribe(subscriber, polls=True)
        await rest()


async def rest() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


Sit = Callable[[Callable[[Desk], Any]], None]


@pytest.fixture
def sit(tmp_path: Path, migrated: Path) -> Sit:
    copy(migrated, tmp_path)

    def run(work: Callable[[Desk], Any]) -> None:
        async def whole() -> None:
            clock, pool = FakeClock(), StubPool()
            store = Store(f"sqlite:///{tmp_path / DATABASE}", clock)
            registry = Registry(store, engine_pool=pool, clock=clock)
            table = await open_table(registry, NEW, ANN.device, LOCALE)
            await work(Desk(table, registry.advice_of(table), pool, clock))
            await registry.close()
            store.close()

        wait_for(whole())

    return run


def test_polling_does_not_start_a_search_again(sit: Sit) -> None:
    async def work(desk: Desk) -> None:
        for _ in range(5):
            polling = await desk.poll()
            await desk.leave(polling)
            desk.clock.advance(LINGER_SECONDS / 2)
            await rest()
        (search,) = desk.pool.jobs
        assert desk.pool.running == [search]
        polling = await desk.poll()
        search.end(object())
        await rest()
        await desk.leave(polling)
        desk.clock.advance(3600)
        await desk.poll()
        assert desk.pool.jobs == [search]  # the result is known until the game moves on

    sit(work)


def test_values_that_nobody_wants_are_not_searched_for_long(sit: Sit) -> None:
    async def work(desk: Desk) -> None:
        await desk.leave(await desk.poll())
        assert desk.pool.running
        desk.clock.advance(LINGER_SECONDS)
        await rest()
        assert not desk.pool.running

    sit(work)


def test_a_move_ends_the_search_of_the_position_before(sit: Sit) -> None:
    async def work(desk: Desk) -> None:
        await desk.poll()
        await desk.table.perform(command_of(number=4, do="move", move="a1c1"), ANN.device)
        await rest()
        first, second = desk.pool.jobs
        assert desk.pool.running == [second]
        assert first.token.stopped

    sit(work)


def test_hints_at_one_position_share_a_search(sit: Sit) -> None:
    async def work(desk: Desk) -> None:
        asked = [asyncio.create_task(desk.advice.hint(ANN, LOCALE)) for _ in range(3)]
        await rest()
        (search,) = desk.pool.jobs
        search.end(AnalysisJob(search.job.line, 0.0, best=1).run(StopToken()))
        hints = await asyncio.gather(*asked)
        assert await desk.advice.hint(ANN, LOCALE) == hints[0] == hints[1] == hints[2]
        assert desk.pool.jobs == [search]

    sit(work)


def test_analyses_of_one_position_share_a_search() -> None:
    async def work() -> None:
        pool, clock = StubPool(), FakeClock()
        analyses, job = Analyses(pool, clock), AnalysisJob(LINE, 5.0, best=1)
        found = AnalysisJob(LINE, 0.0, best=1).run(StopToken())

        async def ask(wanted: AnalysisJob) -> asyncio.Task[Any]:
            task = asyncio.create_task(analyses.run(wanted, ANN))
            await rest()
            return task

        asked = [await ask(job) for _ in range(3)]
        other = await ask(AnalysisJob(LINE, 4.0, best=1))
        assert len(pool.jobs) == 2
        for search in pool.jobs:
            search.end(found)
        assert await asyncio.gather(*asked, other) == [found] * 4
        assert await (await ask(job)) is found
        assert len(pool.jobs) == 2
        clock.advance(KEPT_SECONDS + 1)
        late = await ask(job)
        assert len(pool.jobs) == 3
        pool.jobs[-1].end()
        assert await late is None  # it was stopped, and is searched again
        again = await ask(job)
        assert len(pool.jobs) == 4
        pool.jobs[-1].end(found)
        assert await again is found
        await pool.close()

    wait_for(work())


@dataclass(frozen=True, slots=True)
class LongAnalysis(AnalysisJob):
    """Takes all of its time, by the test's clock."""

    clock: FakeClock | None = None

    def run(self, token: StopToken, on_update: OnUpdate | None = None) -> Any:
        assert self.clock is not None
        self.clock.advance(self.seconds)


def test_the_time_a_search_took_is_charged() -> None:
    async def work() -> None:
        clock = FakeClock()
        limits = Limits(clock=clock)
        pool = EnginePool(clock, limits)
        device = THINKING[1]
        job = LongAnalysis(LINE, device.burst, clock=clock)
        await pool.run(job, StopToken(), "within", client=ANN)
        limits.check_thinking(ANN)
        await pool.run(job, StopToken(), "more", client=ANN)
        await pool.run(job, StopToken(), "even more", client=ANN)
        assert pool.may_analyse(ANN)  # as fast as it may go on for ever
        clock_free = LongAnalysis(LINE, 0.0, clock=clock)
        limits.charge_thinking(ANN, 1)
        assert not pool.may_analyse(ANN)
        with pytest.raises(TooManyRequests):
            await pool.run(clock_free, StopToken(), "refused", client=ANN)
        assert pool.may_analyse(Client("198.51.100.7", "ben"))
        clock.advance(2 / device.per_second)
        await pool.run(clock_free, StopToken(), "later", client=ANN)
        await pool.close()

    wait_for(work())
