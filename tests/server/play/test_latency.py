"""Latency costs nobody time, within bounds; a flag falls at its millisecond."""

import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.errors import NotAllowed, QuintetError
from quintet.server.play import latency
from quintet.server.play.create import open_table
from quintet.server.play.latency import MAX_LATENCY_MS, Latency
from quintet.server.play.registry import Registry
from quintet.server.play.table import Table
from quintet.server.play.views.updates import update
from quintet.server.schemas.requests import JoinRequest, NewChair, NewTable
from quintet.server.store import Store
from quintet.server.web.locale import Locale
from quintet.table import FlagFell, Moved
from server.fake_clock import FakeClock
from server.tables import command_of, hear, live, other_device
from server.tables import open_table as open_by_api
from server.waiting import wait_for

LOCALE = Locale("en", "ltr", str)
START = 1_000_000


class Tab:
    """A connection whose latency is known."""

    address = "192.0.2.1"
    wants_values = False
    values_ply: int | None = None

    def __init__(self, device: str, milliseconds: int) -> None:
        self.device = device
        self.latency = Latency(FakeClock())
        self.latency.add_round_trip(2 * milliseconds / 1000)

    def wake(self) -> None: ...

    def resync(self) -> None: ...

    def post(self, kind: str, make: object) -> None: ...


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(START)


@pytest.fixture
def play(tmp_path: Path, clock: FakeClock) -> Callable[[Callable[[Table], Any]], None]:
    """Play at a table where Ann and Ben have a second each, and Ann begins."""

    async def run(test: Callable[[Table], Coroutine[Any, Any, None]]) -> None:
        store = Store(f"sqlite:///{tmp_path / 'test.sqlite3'}")
        registry = Registry(store, clock=clock)
        await registry.heartbeat.start()
        chairs = [NewChair(name="Ann"), NewChair(kind="open")]
        request = NewTable(game="quixo", chairs=chairs, first=0, clock="1")
        table = await open_table(registry, request, "ann", LOCALE)
        await table.join(JoinRequest(key=table.chairs[1].key, name="Ben"), "ben", LOCALE)
        assert table.state.deadline == START + 1_000
        await test(table)
        await registry.close()
        store.close()

    return lambda test: wait_for(run(test))


def move(table: Table, device: str = "ann", latency: int = 0) -> Coroutine[Any, Any, int]:
    word = table.state.position.moves[0]
    return table.perform(command_of(number=table.number, do="move", move=word), device, latency)


@pytest.mark.parametrize("on_its_way", [0, 1, 300, MAX_LATENCY_MS])
def test_a_move_counts_when_it_was_made(play: Any, clock: FakeClock, on_its_way: int) -> None:
    async def test(table: Table) -> None:
        clock.set(START + 999 + on_its_way)
        await move(table, latency=on_its_way)
        made = table.log.events[-1]
        assert isinstance(made, Moved)
        assert made.at == START + 999
        assert table.state.clocks == (1, 1_000)

    play(test)


@pytest.mark.parametrize("on_its_way", [0, 1, 300, MAX_LATENCY_MS])
def test_a_millisecond_later_the_flag_has_fallen(
    play: Any, clock: FakeClock, on_its_way: int
) -> None:
    async def test(table: Table) -> None:
        clock.set(START + 1_000 + on_its_way)
        with pytest.raises(QuintetError):
            await move(table, latency=on_its_way)
        assert table.log.events[-1] == FlagFell(START + 1_000, 0)

    play(test)


@pytest.mark.parametrize("on_its_way", [0, 1, 300, MAX_LATENCY_MS])
def test_a_flag_falls_when_nothing_can_be_on_its_way(
    play: Any, clock: FakeClock, on_its_way: int
) -> None:
    async def test(table: Table) -> None:
        table.subscribe(Tab("ann", on_its_way))
        table.subscribe(Tab("ben", MAX_LATENCY_MS))  # whose turn it is not
        if on_its_way:
            clock.set(START + 999 + on_its_way)
            await table.settle()
            assert table.state.phase == "playing"
        clock.set(START + 1_000 + on_its_way)
        await table.settle()
        assert table.log.events[-1] == FlagFell(START + 1_000, 0)

    play(test)


def test_who_is_not_connected_here_may_be_so_elsewhere(play: Any, clock: FakeClock) -> None:
    async def test(table: Table) -> None:
        clock.set(START + 999 + MAX_LATENCY_MS)
        await table.settle()
        assert table.state.phase == "playing"
        clock.advance(0.001)
        await table.settle()
        assert table.log.events[-1] == FlagFell(START + 1_000, 0)

    play(test)


def test_others_cannot_make_a_flag_fall_early(play: Any, clock: FakeClock) -> None:
    async def test(table: Table) -> None:
        table.subscribe(Tab("ann", 300))
        clock.set(START + 1_100)
        for command in (
            command_of(number=table.number, do="move", move="a1e1"),
            command_of(number=table.number, do="ask", what="draw"),
            command_of(number=table.number, do="leave"),
        ):
            with pytest.raises(QuintetError):
                await table.perform(command, "ben", 0)
        assert table.state.phase == "playing"
        clock.set(START + 1_299)
        await move(table, latency=300)
        assert table.state.seat == 1

    play(test)


def test_a_move_is_never_made_before_what_went_before(play: Any, clock: FakeClock) -> None:
    async def test(table: Table) -> None:
        clock.set(START + 400)
        await table.perform(command_of(number=table.number, do="ask", what="draw"), "ben")
        clock.set(START + 500)
        await move(table, latency=300)
        assert table.log.events[-1].at == START + 400
        clock.set(START + 600)
        await move(table, "ben", latency=300)
        assert table.log.events[-1].at == START + 400
        assert table.state.clocks == (600, 1_000)

    play(test)


def test_an_engine_is_at_no_distance(tmp_path: Path, clock: FakeClock) -> None:
    async def test() -> None:
        store = Store(f"sqlite:///{tmp_path / 'test.sqlite3'}")
        registry = Registry(store, clock=clock)
        await registry.heartbeat.start()
        chairs = [NewChair(kind="engine"), NewChair()]
        request = NewTable(game="quixo", chairs=chairs, first=0, clock="1")
        table = await open_table(registry, request, "ann", LOCALE)
        table.observers.clear()  # it does not move
        clock.set(START + 1_000)
        await table.settle()
        assert table.log.events[-1] == FlagFell(START + 1_000, 0)
        await registry.close()
        store.close()

    wait_for(test())


def test_a_pause_stops_the_clocks(play: Any, clock: FakeClock) -> None:
    async def test(table: Table) -> None:
        clock.set(START + 900)
        await table.perform(command_of(number=table.number, do="ask", what="pause"), "ann")
        assert table.state.questions["pause"].asker == 0
        answer = command_of(number=table.number, do="answer", what="pause", yes=True)
        await table.perform(answer, "ben")
        assert table.state.paused
        clock.set(START + 2_800)
        await table.settle()
        with pytest.raises(NotAllowed):
            await move(table)
        await table.perform(command_of(number=table.number, do="ask", what="resume"), "ben")
        answer = command_of(number=table.number, do="answer", what="resume", yes=True)
        await table.perform(answer, "ann")
        assert table.state.deadline == START + 2_900
        clock.set(START + 2_899)
        await move(table)
        assert table.state.clocks == (1, 1_000)

    play(test)


def test_who_comes_later_is_told_what_clocks_show_then(play: Any, clock: FakeClock) -> None:
    async def test(table: Table) -> None:
        for passed in (0, 700):
            clock.set(START + passed)
            told = json.loads(update(table, 0, "ann", LOCALE))["view"]
            assert told["clock"]["deadline_in_ms"] == 1_000 - passed
            assert [seat["clock_ms"] for seat in told["seats"]] == [1_000 - passed, 1_000]

    play(test)


# Measuring


def test_the_shortest_of_the_latest_counts() -> None:
    clock = FakeClock()
    measured = Latency(clock)
    assert (measured.milliseconds, measured.allowance) == (0, MAX_LATENCY_MS)
    for took, comes_to in ((0.4, 200), (0.2, 100), (0.9, 100), (5.0, 100)):
        name = measured.ping()["id"]
        clock.advance(took)
        measured.pong(name)
        assert (measured.milliseconds, measured.allowance) == (comes_to, comes_to)
    for _ in range(latency.MAX_ROUND_TRIPS):  # what was long ago does not count
        name = measured.ping()["id"]
        clock.advance(60.0)
        measured.pong(name)
    assert (measured.milliseconds, measured.allowance) == (MAX_LATENCY_MS, MAX_LATENCY_MS)


def test_only_answers_to_the_latest_question_count() -> None:
    clock = FakeClock()
    measured = Latency(clock)
    assert measured.is_due
    measured.pong("0")
    measured.pong("1")
    first = measured.ping()["id"]
    assert not measured.is_due
    clock.advance(latency.PING_INTERVAL)
    assert measured.is_due
    second = measured.ping()["id"]
    measured.pong(first)
    measured.pong("nonsense")
    assert measured.allowance == MAX_LATENCY_MS
    measured.pong(second)
    clock.advance(0.3)
    measured.pong(second)  # not twice
    assert measured.milliseconds == 0


def test_measured_over_the_connection_where_a_clock_runs(client: TestClient) -> None:
    table = open_by_api(client, "quixo", clock="300")
    with live(client, table) as socket:
        asked = hear(socket, "ping")
        socket.send_json({"do": "pong", "id": asked["id"]})
        socket.send_json({"do": "pong", "id": "nonsense"})
        socket.send_json({"id": "x", "number": 4, "do": "move", "move": "a1e1"})
        answer = socket.receive_json()
        while answer["type"] == "events":
            answer = socket.receive_json()
        assert (answer["type"], answer["id"]) == ("accepted", "x")  # a pong is not answered


@pytest.mark.parametrize("control", ["-", "300"])
def test_not_measured_without_a_clock_or_for_who_looks_on(client: TestClient, control: str) -> None:
    table = open_by_api(client, "quixo", clock=control)
    with live(client if control == "-" else other_device(client), table) as socket:
        kinds = [socket.receive_json()["type"]]
        socket.send_json({"id": "x", "do": "view"})
        while kinds.count("view") < 2 or "accepted" not in kinds:
            kinds.append(socket.receive_json()["type"])
    assert "ping" not in kinds
