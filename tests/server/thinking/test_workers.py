"""Workers: they run a job once for all who ask, and may die meanwhile."""

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
    AnalysisJob,
    DrawJob,
    MoveJob,
    ReviewJob,
    StopToken,
    job_from_json,
    job_to_json,
    line_from,
)
from quintet.server.thinking.pool import EnginePool
from quintet.server.thinking.queue import QueuedEnginePool, open_queue
from server.running import Device, hear, server, worker
from server.services import running_redis
from server.waiting import until, wait_for

LINE = line_from(quintet.start("quixo"), ["a1e1", "a2e2"])
THROWN_AWAY = ("a1c1", "a1a3", "c1a1")  # Quixo 3x3: the third move gives a win away
PERSON_AND_ENGINE = [{"kind": "person"}, {"kind": "engine", "level": 10}]


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    """One for this module alone, so that no other server takes its workers' time."""
    with running_redis() as made:
        yield made.url


@pytest.fixture
def served(redis: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A Redis with a worker that has all the time it needs."""
    for name in ("START_TIMEOUT", "MIN_START_TIMEOUT", "SILENCE_TIMEOUT"):
        monkeypatch.setattr(queue, name, 60.0)
    with worker(redis, "--jobs", "1"):
        yield redis


def test_a_job_survives_the_queue() -> None:
    jobs = (MoveJob(LINE, 0.1, 3), DrawJob(LINE, 0.3, 1), AnalysisJob(LINE, 0.1, best=2))
    for job in (*jobs, ReviewJob(LINE, 1.0, 2, repetition=True)):
        assert job_from_json(job_to_json(job)) == job
    found = jobs[2].run(StopToken())
    assert jobs[2].read(jobs[2].write(found)) == found


@pytest.mark.slow
def test_a_worker_runs_a_job_once_for_all_who_ask(served: str) -> None:
    async def ask() -> None:
        async with engine_pool(served) as one, engine_pool(served) as other:
            job = AnalysisJob(LINE, 0.3)

            async def once(who: EnginePool) -> Analysis | None:
                return await who.run(job, StopToken(), "once")

            found = await asyncio.gather(once(one), once(other), once(one))
            assert all(each == found[0] for each in found)  # nodes and seconds, too
            assert await once(one) == found[0]
            # What is known meanwhile is told as it is found.
            told: list[Analysis] = []
            last = await one.run(job, StopToken(), "telling", told.append)
            assert told
            assert last is not None
            assert [each.depth for each in told] == sorted(each.depth for each in told)
            assert await other.run(DrawJob(LINE, 0.3, 1), StopToken(), "draw") is not None
            word = await other.run(MoveJob(LINE, 0.1, 10), StopToken(), "move")
            assert word in LINE.positions()[1].moves
        queue = open_queue(served, 1)
        for name in ("once", "telling", "draw", "move"):
            queued = await queue.job(name)
            assert queued is not None
            assert (name, queued.status, queued.attempts, queued.error) == (
                name,
                Status.COMPLETE,
                1,
                None,
            )
        await queue.disconnect()

    wait_for(ask())


@pytest.mark.slow
def test_what_nobody_waits_for_is_stopped(served: str) -> None:
    async def ask() -> None:
        async with engine_pool(served) as one:
            token, long = StopToken(), AnalysisJob(LINE, 600)
            found = await one.run(long, token, "long", lambda _: token.stop())
            assert found is None
            # The only worker is free again for what comes next.
            queue = open_queue(served, 1)

            async def is_stopped() -> bool:
                queued = await queue.job("long")
                return queued is None or queued.status is Status.ABORTED

            await until(is_stopped)
            word = await one.run(MoveJob(LINE, 0.1, 10), StopToken(), "next")
            assert word is not None
            queued = await queue.job("next")
            assert queued is not None
            assert queued.status is Status.COMPLETE
            await queue.disconnect()

    wait_for(ask())


def test_without_workers_the_server_runs_jobs(redis: str) -> None:
    async def ask() -> None:
        async with engine_pool(redis) as one:
            for name in ("first", "second"):
                word = await one.run(MoveJob(LINE, 0.2, 10), StopToken(), name)
                assert word in LINE.positions()[1].moves

    wait_for(ask())


def test_without_redis_the_server_runs_jobs(tmp_path: Path) -> None:
    async def ask() -> None:
        async with engine_pool(f"unix://{tmp_path / 'nothing'}") as one:
            word = await one.run(MoveJob(LINE, 0.2, 10), StopToken(), "alone")
            assert word in LINE.positions()[1].moves

    wait_for(ask())


@pytest.mark.slow
def test_a_worker_is_killed_while_it_runs_a_job(
    redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("START_TIMEOUT", "MIN_START_TIMEOUT"):
        monkeypatch.setattr(queue, name, 60.0)

    async def ask(process: subprocess.Popen[str]) -> None:
        async with engine_pool(redis) as one:
            asked = asyncio.create_task(one.run(MoveJob(LINE, 3, 10), StopToken(), "killed"))
            queue = open_queue(redis, 1)

            async def is_active() -> bool:
                assert not asked.done()
                queued = await queue.job("killed")
                return queued is not None and queued.status is Status.ACTIVE

            await until(is_active)
            process.send_signal(signal.SIGKILL)
            assert await asked in LINE.positions()[1].moves
            await queue.disconnect()

    with worker(redis) as process:
        wait_for(ask(process))


@pytest.mark.slow
def test_a_worker_plays_for_the_engine_at_a_table(tmp_path: Path, redis: str) -> None:
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


@pytest.mark.slow
def test_a_worker_reviews_a_game_and_the_review_is_kept(tmp_path: Path, redis: str) -> None:
    """A server without workers has it from the store."""
    device = Device()
    with server(tmp_path, "--redis", redis) as (_, address), worker(redis):
        table = device.open_table(address, "quixo", options={"size": "3"})["id"]
        for command in (*({"do": "move", "move": it} for it in THROWN_AWAY), {"do": "resign"}):
            number = device.look(address, table)["number"]
            device.command(address, table, number=number, **command)
        asked = f"api/v1/tables/{table}/review"
        found = device.ask(f"{address}{asked}", {})
        while not found["done"]:
            found = device.ask(f"{address}{asked}?after={found['judged']}")
        found = device.ask(f"{address}{asked}")
        assert wait_for(_is_any_complete(redis, [f"{table}:review:{ply}" for ply in (1, 2, 3)]))
    assert [move["grade"] for move in found["moves"]] == ["best", "best", "missed_win"]
    with server(tmp_path) as (_, address):
        assert device.ask(f"{address}{asked}") == found


async def _is_any_complete(redis: str, names: list[str]) -> bool:
    """Return whether a worker ran one of these jobs; the server runs those that wait too long."""
    queue = open_queue(redis, 1)
    queued = [await queue.job(name) for name in names]
    await queue.disconnect()
    return any(each is not None and each.status is Status.COMPLETE for each in queued)


@asynccontextmanager
async def engine_pool(redis: str) -> AsyncIterator[EnginePool]:
    bus = RedisBus(redis)
    made = QueuedEnginePool(redis, bus)
    await bus.start()
    try:
        yield made
    finally:
        await made.close()
        await bus.close()
