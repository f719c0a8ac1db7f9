"""Processor time: it is measured, charged to its address, and shared fairly."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from quintet.errors import QuintetError
from quintet.server import Settings, create_app
from quintet.server.api import games
from quintet.server.api.websocket import read_command
from quintet.server.pages import known
from quintet.server.web import processor_time, rate_limit, validation
from quintet.server.web.loop_lag import LAG_INTERVAL, MAX_LAG
from quintet.server.web.processor_time import Meter, in_thread, metered
from quintet.server.web.rate_limit import Rate
from quintet.server.web.turns import Turns
from server.fake_clock import FakeClock
from server.waiting import wait_for

ELSEWHERE = "192.0.2.7"


class Processor:
    """A processor that works only when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._used: defaultdict[int, float] = defaultdict(float)  # by thread
        monkeypatch.setattr(processor_time, "thread_time", lambda: self._used[get_ident()])

    def work(self, seconds: float) -> None:
        self._used[get_ident()] += seconds

    def before(
        self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, seconds: float
    ) -> None:
        """Make a function of a module cost something."""
        function = getattr(module, name)

        def costly(*args: Any, **values: Any) -> Any:
            self.work(seconds)
            return function(*args, **values)

        monkeypatch.setattr(module, name, costly)


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> Processor:
    return Processor(monkeypatch)


async def at_once() -> None:
    """A turn that is there already."""


def test_only_the_steps_of_a_request_count(processor: Processor) -> None:
    async def work(seconds: float) -> str:
        for _ in range(10):
            processor.work(seconds)
            await asyncio.sleep(0)
        await in_thread(lambda: processor.work(seconds))
        return "done"

    async def both() -> None:
        mine, theirs = Meter(), Meter()
        tasks = [metered(work(1.0), mine, at_once), metered(work(100.0), theirs, at_once)]
        assert await asyncio.gather(*tasks) == ["done", "done"]
        assert (mine.take(), theirs.take(), mine.take()) == (11.0, 1100.0, 0.0)

    wait_for(both())


def test_errors_and_cancellation_pass_through(processor: Processor) -> None:
    async def fail() -> None:
        processor.work(2.0)
        await asyncio.sleep(0)
        raise ZeroDivisionError

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            processor.work(3.0)

    async def run() -> None:
        meter = Meter()
        with pytest.raises(ZeroDivisionError):
            await metered(fail(), meter, at_once)
        task = asyncio.create_task(metered(wait(), meter, at_once))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await metered(wait(), meter, at_once)
        assert meter.take() == 8.0

    wait_for(run())


def test_requests_that_waited_for_one_result_go_on_in_turns() -> None:
    async def run() -> None:
        turns, result, order = Turns(), asyncio.Event(), list[str]()

        async def answer(name: str) -> None:
            await result.wait()
            order.append(name)

        def asked(name: str) -> asyncio.Task[None]:
            address = name[0]
            work = metered(answer(name), Meter(), lambda: turns.wait(address))
            return asyncio.create_task(work)

        tasks = [asked(f"a{number}") for number in range(20)] + [asked("b")]
        await asyncio.sleep(0)
        result.set()
        await asyncio.gather(*tasks)
        assert order.index("b") <= 2
        assert len(order) == 21

    wait_for(run())


@contextmanager
def serving(settings: Settings, clock: FakeClock) -> Iterator[TestClient]:
    with TestClient(create_app(settings, clock)) as client:
        yield client


def from_elsewhere(client: TestClient) -> TestClient:
    made = TestClient(client.app, client=(ELSEWHERE, 50000))
    made.portal = client.portal
    return made


@pytest.mark.parametrize(
    ("page", "module", "name"),
    [("/api/v1/games/quixo", games, "facts"), ("/known", known, "render")],
    ids=["on the loop", "in a thread"],
)
def test_an_address_that_owes_is_refused(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    processor: Processor,
    page: str,
    module: Any,
    name: str,
) -> None:
    monkeypatch.setattr(rate_limit, "PROCESSOR", Rate(5, 0.5))
    clock = FakeClock()
    with serving(settings, clock) as client:
        processor.before(monkeypatch, module, name, 7.0)
        assert client.get(page).status_code == 200
        refused = client.get(page)
        assert refused.status_code == 429
        assert refused.headers["retry-after"] == "4"
        with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect("/x"):
            pass
        assert getattr(closed.value, "status_code", None) == 429
        assert from_elsewhere(client).get("/puzzles").status_code == 200
        clock.advance(4)
        assert client.get("/puzzles").status_code == 200


def test_a_crowd_of_one_address_does_not_make_others_wait() -> None:
    async def run() -> list[str]:
        turns, began = Turns(), []

        async def ask(address: str) -> None:
            await turns.wait(address)
            began.append(address)

        await asyncio.gather(*[ask("crowd") for _ in range(100)], ask("stranger"))
        assert not turns._waiting
        return began

    began = wait_for(run())
    assert began.index("stranger") <= 1
    assert began.count("crowd") == 100


def test_a_request_that_is_cancelled_gives_up_its_turn() -> None:
    async def run() -> None:
        turns = Turns()
        tasks = [asyncio.create_task(turns.wait("a")) for _ in range(5)]
        await asyncio.sleep(0)
        for task in tasks[2:4]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert [task.cancelled() for task in tasks] == [False, False, True, True, False]
        await asyncio.sleep(0)
        assert not turns._waiting

    wait_for(run())


def test_the_lag_of_the_loop(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    clock = FakeClock()
    app = create_app(settings, clock)
    with TestClient(app, "http://localhost", client=("127.0.0.1", 50000)) as client:
        metrics = client.app.state.metrics  # type: ignore[attr-defined]
        client.get("/healthz")
        clock.advance(LAG_INTERVAL)
        client.get("/healthz")
        assert metrics.loop_lag == 0
        clock.jump(LAG_INTERVAL + MAX_LAG + 2)
        assert metrics.loop_lag == pytest.approx(MAX_LAG + 2)
        client.get("/healthz")
        clock.jump(LAG_INTERVAL + MAX_LAG + 1)
        text = client.get("/metrics").text
    assert "quintet_loop_lag_seconds_count 3.0" in text
    assert 'quintet_loop_lag_seconds_bucket{le="0.001"} 1.0' in text
    assert [record.message for record in caplog.records].count("The event loop lags.") == 1


def test_wrong_commands_do_not_make_the_schema_again() -> None:
    before = validation._schema_of.cache_info()
    for text in ("{}", '{"do": "fly"}', '{"do": "move", "number": -1}'):
        with pytest.raises(QuintetError):
            read_command(text)
    after = validation._schema_of.cache_info()
    assert after.misses - before.misses <= 1
    assert after.hits - before.hits >= 2
