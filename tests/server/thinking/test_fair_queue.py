"""The engine's time is shared between addresses, devices and tables."""

import asyncio
import threading
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

import pytest

import quintet
from quintet.server.thinking.fair_queue import MAX_WAITING, FairQueue
from quintet.server.thinking.jobs import AnalysisJob, Job, OnUpdate, StopToken, line_from
from quintet.server.thinking.pool import EnginePool
from quintet.server.web.client import Client
from quintet.server.web.errors import Busy
from server.waiting import wait_for

LINE = line_from(quintet.start("quixo"), [])
STRANGER = Client("198.51.100.7", "stranger")
FLOOD = 121  # jobs of one address


def flooder(number: int) -> Client:
    return Client("192.0.2.1", f"device {number}")


class Jobs:
    """Jobs in a queue that end when the test says so."""

    def __init__(self, queue: FairQueue) -> None:
        self.queue = queue
        self.begun: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def add(self, client: Client, token: StopToken | None = None) -> None:
        task = self._run(client, token or StopToken())
        self._tasks.append(asyncio.get_running_loop().create_task(task))
        await asyncio.sleep(0)

    async def end(self, client: Client) -> None:
        self._ends[client.device].set()
        for _ in range(4):
            await asyncio.sleep(0)

    async def end_all(self) -> None:
        for _ in range(1000):
            for event in self._ends.values():
                event.set()
            if all(task.done() for task in self._tasks):
                break
            await asyncio.sleep(0)
        await asyncio.gather(*self._tasks)

    async def _run(self, client: Client, token: StopToken) -> None:
        async with self.queue.slot(client, token, patient=True) as called:
            if called:
                self.begun.append(client.device)
                end = self._ends.setdefault(client.device, asyncio.Event())
                await end.wait()


def test_a_flood_leaves_a_slot_for_others() -> None:
    async def work() -> None:
        jobs = Jobs(FairQueue(3))
        for number in range(FLOOD):
            await jobs.add(flooder(number))
        assert len(jobs.begun) == 2
        await jobs.add(STRANGER)
        assert jobs.begun[-1] == "stranger"
        assert jobs.queue.waiting == FLOOD - 2
        await jobs.end_all()
        assert len(jobs.begun) == FLOOD + 1

    wait_for(work())


def test_addresses_take_turns_and_so_do_devices_behind_them() -> None:
    async def work() -> None:
        jobs = Jobs(FairQueue(1))
        a, b, c = Client("1", "a"), Client("1", "b"), Client("2", "c")
        for client in (a, a, a, b, c, c):
            await jobs.add(client)
        await jobs.end_all()
        assert jobs.begun == list("aacbca")

    wait_for(work())


def test_a_job_that_is_stopped_leaves_the_queue() -> None:
    async def work() -> None:
        jobs, token = Jobs(FairQueue(1)), StopToken()
        await jobs.add(STRANGER)
        await jobs.add(flooder(1), token)
        assert jobs.queue.waiting == 1
        token.stop()
        assert jobs.queue.waiting == 0
        stopped = StopToken()
        stopped.stop()
        await jobs.add(flooder(2), stopped)
        await jobs.end_all()
        assert jobs.begun == ["stranger"]

    wait_for(work())


def test_a_client_that_gives_up_leaves_the_queue() -> None:
    async def work() -> None:
        queue = FairQueue(1)
        holder = Jobs(queue)
        await holder.add(STRANGER)

        async def wait() -> None:
            async with queue.slot(flooder(1), StopToken(), patient=True):
                raise AssertionError

        task = asyncio.create_task(wait())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert queue.waiting == 0
        await holder.end_all()
        await holder.add(STRANGER)
        await holder.end_all()
        assert holder.begun == ["stranger", "stranger"]

    wait_for(work())


@dataclass(frozen=True, slots=True)
class HeldJob(Job[str]):
    """Runs in a thread until the test releases it."""

    held: threading.Event

    def run(self, token: StopToken, on_update: OnUpdate | None = None) -> str:
        assert self.held.wait(60)
        return "done"


@dataclass(frozen=True, slots=True)
class HeldAnalysis(AnalysisJob):
    held: threading.Event | None = None

    def run(self, token: StopToken, on_update: OnUpdate | None = None) -> Any:
        assert self.held is not None
        assert self.held.wait(60)


def test_many_moves_for_one_address_do_not_delay_a_stranger() -> None:
    async def work() -> None:
        pool, held, free = EnginePool(), threading.Event(), threading.Event()
        free.set()
        flood = [
            asyncio.create_task(
                pool.run(HeldJob(LINE, 1, held), StopToken(), str(number), client=flooder(number))
            )
            for number in range(FLOOD)
        ]
        await asyncio.sleep(0)
        reply = pool.run(HeldJob(LINE, 1, free), StopToken(), "stranger", client=STRANGER)
        assert await reply == "done"
        assert not any(task.done() for task in flood)
        held.set()
        assert await asyncio.gather(*flood) == ["done"] * FLOOD
        await pool.close()

    wait_for(work())


def test_advice_over_the_bound_is_refused_and_delays_no_move() -> None:
    async def work() -> None:
        pool, held, free = EnginePool(), threading.Event(), threading.Event()
        free.set()

        def advice(number: int) -> Coroutine[Any, Any, Any]:
            job = HeldAnalysis(LINE, 1, held=held)
            return pool.run(job, StopToken(), str(number), client=flooder(number % 10))

        flood = [asyncio.create_task(advice(number)) for number in range(FLOOD)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        refused = [task for task in flood if task.done()]
        assert all(isinstance(task.exception(), Busy) for task in refused)
        assert len(flood) - len(refused) <= MAX_WAITING[0] + 64
        job = HeldJob(LINE, 1, free)
        assert await pool.run(job, StopToken(), "move", client=flooder(0)) == "done"
        held.set()
        await asyncio.gather(*flood, return_exceptions=True)
        await pool.close()

    wait_for(work())


@pytest.mark.parametrize("same_device", [True, False])
def test_what_may_wait_is_bounded(same_device: bool) -> None:
    async def work() -> None:
        queue = FairQueue(1, 1)
        held = Jobs(queue)
        await held.add(STRANGER)
        most = MAX_WAITING[1] if same_device else MAX_WAITING[0]
        waiting = Jobs(queue)
        for number in range(most):
            await waiting.add(flooder(0 if same_device else number))
        with pytest.raises(Busy):
            async with queue.slot(flooder(0), StopToken(), patient=False):
                pass
        # Others may still ask.
        asking = asyncio.create_task(wait_in(queue, Client("203.0.113.1", "other")))
        await asyncio.sleep(0)
        await held.end_all()
        await waiting.end_all()
        assert await asking

    wait_for(work())


async def wait_in(queue: FairQueue, client: Client) -> bool:
    async with queue.slot(client, StopToken(), patient=False) as called:
        return called
