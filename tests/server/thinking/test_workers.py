"""Workers: they think for servers, once for all who ask, and may die while they do."""

import asyncio
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from saq import Status

import quintet
from quintet.engine import Analysis
from quintet.server.bus.redis import RedisBus
from quintet.server.thinking import queue
from quintet.server.thinking.jobs import (
    AnalysisTask,
    DrawTask,
    MoveTask,
    Thought,
    line_from,
    task_from_json,
    task_to_json,
)
from quintet.server.thinking.pool import Thinkers
from quintet.server.thinking.queue import QueueThinkers, open_queue
from server.running import Device, hear, server, worker
from server.services import running_redis
from server.waiting import until, wait_for

LINE = line_from(quintet.start("quixo"), ["a1e1", "a2e2"])
PERSON_AND_ENGINE = [{"kind": "person"}, {"kind": "engine", "level": 10}]


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    """One for this module alone, so that no other server takes its workers' time."""
    with running_redis() as made:
        yield made.url


@pytest.fixture
def served(redis: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A Redis at which a worker waits; it is given all the time it needs."""
    for name in ("SECONDS_TO_BEGIN", "LEAST_SECONDS", "SECONDS_OF_SILENCE"):
        monkeypatch.setattr(queue, name, 60.0)
    with worker(redis, "--jobs", "1"):
        yield redis


def test_a_task_is_the_same_when_it_has_been_sent() -> None:
    tasks = (MoveTask(LINE, 0.1, 3), DrawTask(LINE, 0.3, 1), AnalysisTask(LINE, 0.1, best=2))
    for task in tasks:
        assert task_from_json(task_to_json(task)) == task
    found = tasks[2].think(Thought())
    assert tasks[2].read(tasks[2].write(found)) == found


def test_a_worker_thinks_once_for_all_who_ask(served: str) -> None:
    async def ask() -> None:
        async with thinkers(served) as one, thinkers(served) as other:
            task = AnalysisTask(LINE, 0.3)

            async def once(who: Thinkers) -> Analysis | None:
                return await who.think(task, Thought(), "once")

            found = await asyncio.gather(once(one), once(other), once(one))
            assert all(each == found[0] for each in found)  # nodes and seconds, too
            assert await once(one) == found[0]
            # What is known meanwhile is told as it is found.
            told: list[Analysis] = []
            last = await one.think(task, Thought(), "telling", told.append)
            assert told
            assert last is not None
            assert [each.depth for each in told] == sorted(each.depth for each in told)
            assert await other.think(DrawTask(LINE, 0.3, 1), Thought(), "draw") is not None
            word = await other.think(MoveTask(LINE, 0.1, 10), Thought(), "move")
            assert word in LINE.positions()[1].moves
        queue = open_queue(served, 1)
        for name in ("once", "telling", "draw", "move"):
            job = await queue.job(name)
            assert job is not None
            assert (name, job.status, job.attempts, job.error) == (name, Status.COMPLETE, 1, None)
        await queue.disconnect()

    wait_for(ask())


def test_what_nobody_waits_for_is_stopped(served: str) -> None:
    async def ask() -> None:
        async with thinkers(served) as one:
            thought, long = Thought(), AnalysisTask(LINE, 600)
            found = await one.think(long, thought, "long", lambda _: thought.stop())
            assert found is None
            # The only worker is free again for what comes next.
            queue = open_queue(served, 1)

            async def is_stopped() -> bool:
                job = await queue.job("long")
                return job is None or job.status is Status.ABORTED

            await until(is_stopped)
            word = await one.think(MoveTask(LINE, 0.1, 10), Thought(), "next")
            assert word is not None
            job = await queue.job("next")
            assert job is not None
            assert job.status is Status.COMPLETE
            await queue.disconnect()

    wait_for(ask())


def test_without_workers_the_server_thinks(redis: str) -> None:
    async def ask() -> None:
        async with thinkers(redis) as one:
            for name in ("first", "second"):
                word = await one.think(MoveTask(LINE, 0.2, 10), Thought(), name)
                assert word in LINE.positions()[1].moves

    wait_for(ask())


def test_without_redis_the_server_thinks(tmp_path: Path) -> None:
    async def ask() -> None:
        async with thinkers(f"unix://{tmp_path / 'nothing'}") as one:
            word = await one.think(MoveTask(LINE, 0.2, 10), Thought(), "alone")
            assert word in LINE.positions()[1].moves

    wait_for(ask())


def test_a_worker_is_killed_while_it_thinks(redis: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SECONDS_TO_BEGIN", "LEAST_SECONDS"):
        monkeypatch.setattr(queue, name, 60.0)

    async def ask(process: subprocess.Popen[str]) -> None:
        async with thinkers(redis) as one:
            asked = asyncio.create_task(one.think(MoveTask(LINE, 3, 10), Thought(), "killed"))
            queue = open_queue(redis, 1)

            async def is_active() -> bool:
                assert not asked.done()
                job = await queue.job("killed")
                return job is not None and job.status is Status.ACTIVE

            await until(is_active)
            process.send_signal(signal.SIGKILL)
            assert await asked in LINE.positions()[1].moves
            await queue.disconnect()

    with worker(redis) as process:
        wait_for(ask(process))


def test_an_engine_at_a_table_is_thought_for(tmp_path: Path, redis: str) -> None:
    device = Device()
    with server(tmp_path, "--redis", redis) as (_, address), worker(redis):
        table = device.open_table(address, "quixo", chairs=PERSON_AND_ENGINE)["id"]
        with device.live(address, table) as socket:
            number = hear(socket, "view")["number"]
            device.command(address, table, number=number, do="move", move="a1e1")
            plies: list[int] = []
            while len(plies) < 2:
                plies += [ply["seat"] for ply in hear(socket, "events")["plies"]]
    assert plies == [0, 1]


@asynccontextmanager
async def thinkers(redis: str) -> AsyncIterator[Thinkers]:
    bus = RedisBus(redis)
    made = QueueThinkers(redis, bus)
    await bus.start()
    try:
        yield made
    finally:
        await made.close()
        await bus.close()
