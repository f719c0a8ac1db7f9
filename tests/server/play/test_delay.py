"""The way a move has to go costs nobody time, within bounds; a flag falls at its millisecond."""

import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.errors import NotAllowed, QuintetError
from quintet.server.play import latency
from quintet.server.play.commands import Command
from quintet.server.play.create import Chair, Wishes, open_table
from quintet.server.play.latency import LONGEST, Delay
from quintet.server.play.registry import Tables
from quintet.server.play.seating import Joining
from quintet.server.play.table import LiveTable
from quintet.server.play.updates import news
from quintet.server.store import Store
from quintet.server.web.locale import Locale
from quintet.table import FlagFell, Moved
from server.tables import hear, live, other_device
from server.tables import open_table as open_by_api
from server.waiting import wait_for

SPEECH = Locale("en", "ltr", str)
START = 1_000_000


class Time:
    """The server's time, which passes when the test says so."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


class Tab:
    """A connection whose delay is known."""

    wants_values = False
    values_ply: int | None = None

    def __init__(self, device: str, milliseconds: int) -> None:
        self.device = device
        self.delay = Delay()
        self.delay._trips.append(2 * milliseconds / 1000)

    def wake(self) -> None: ...

    def look_again(self) -> None: ...

    def post(self, kind: str, make: object) -> None: ...


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    for module in ("table", "heartbeat", "registry", "updates", "view"):
        monkeypatch.setattr(f"quintet.server.play.{module}.now", made)
    return made


@pytest.fixture
def play(tmp_path: Path, time: Time) -> Callable[[Callable[[LiveTable], Any]], None]:
    """Plays at a table where Ann and Ben have a second each, and Ann begins."""

    async def run(test: Callable[[LiveTable], Coroutine[Any, Any, None]]) -> None:
        store = Store(f"sqlite:///{tmp_path / 'test.sqlite3'}")
        tables = Tables(store)
        await tables.pulse.start()
        chairs = [Chair(name="Ann"), Chair(kind="open")]
        wishes = Wishes(game="quixo", chairs=chairs, first=0, clock="1")
        table = await open_table(tables, wishes, "ann", SPEECH)
        await table.join(Joining(key=table.chairs[1].key, name="Ben"), "ben", SPEECH)
        assert table.state.deadline == time.now + 1_000
        # No timer of the real clock shall interfere.
        table.set_flag = lambda: None  # type: ignore[method-assign]
        if table._flag is not None:
            table._flag.cancel()
        await test(table)
        await tables.close()
        store.close()

    return lambda test: wait_for(run(test))


def move(table: LiveTable, device: str = "ann", delay: int = 0) -> Coroutine[Any, Any, int]:
    word = table.state.position.moves[0]
    return table.perform(Command(number=table.number, do="move", move=word), device, delay)


@pytest.mark.parametrize("on_its_way", [0, 1, 300, LONGEST])
def test_a_move_counts_when_it_was_made(play: Any, time: Time, on_its_way: int) -> None:
    async def test(table: LiveTable) -> None:
        time.now = START + 999 + on_its_way
        await move(table, delay=on_its_way)
        made = table.log[-1]
        assert isinstance(made, Moved)
        assert made.at == START + 999
        assert table.state.clocks == (1, 1_000)

    play(test)


@pytest.mark.parametrize("on_its_way", [0, 1, 300, LONGEST])
def test_a_millisecond_later_the_flag_has_fallen(play: Any, time: Time, on_its_way: int) -> None:
    async def test(table: LiveTable) -> None:
        time.now = START + 1_000 + on_its_way
        with pytest.raises(QuintetError):
            await move(table, delay=on_its_way)
        assert table.log[-1] == FlagFell(START + 1_000, 0)

    play(test)


@pytest.mark.parametrize("on_its_way", [0, 1, 300, LONGEST])
def test_a_flag_falls_when_nothing_can_be_on_its_way(
    play: Any, time: Time, on_its_way: int
) -> None:
    async def test(table: LiveTable) -> None:
        table.come(Tab("ann", on_its_way))
        table.come(Tab("ben", LONGEST))  # whose turn it is not
        if on_its_way:
            time.now = START + 999 + on_its_way
            await table.settle()
            assert table.state.phase == "playing"
        time.now = START + 1_000 + on_its_way
        await table.settle()
        assert table.log[-1] == FlagFell(START + 1_000, 0)

    play(test)


def test_who_is_not_connected_here_may_be_so_elsewhere(play: Any, time: Time) -> None:
    async def test(table: LiveTable) -> None:
        time.now = START + 999 + LONGEST
        await table.settle()
        assert table.state.phase == "playing"
        time.now += 1
        await table.settle()
        assert table.log[-1] == FlagFell(START + 1_000, 0)

    play(test)


def test_others_cannot_make_a_flag_fall_early(play: Any, time: Time) -> None:
    async def test(table: LiveTable) -> None:
        table.come(Tab("ann", 300))
        time.now = START + 1_100
        for command in (
            Command(number=table.number, do="move", move="a1e1"),
            Command(number=table.number, do="ask", what="draw"),
            Command(number=table.number, do="leave"),
        ):
            with pytest.raises(QuintetError):
                await table.perform(command, "ben", 0)
        assert table.state.phase == "playing"
        time.now = START + 1_299
        await move(table, delay=300)
        assert table.state.seat == 1

    play(test)


def test_a_move_is_never_made_before_what_went_before(play: Any, time: Time) -> None:
    async def test(table: LiveTable) -> None:
        time.now = START + 400
        await table.perform(Command(number=table.number, do="ask", what="draw"), "ben")
        time.now = START + 500
        await move(table, delay=300)
        assert table.log[-1].at == START + 400
        time.now = START + 600
        await move(table, "ben", delay=300)
        assert table.log[-1].at == START + 400
        assert table.state.clocks == (600, 1_000)

    play(test)


def test_an_engine_is_at_no_distance(tmp_path: Path, time: Time) -> None:
    async def test() -> None:
        store = Store(f"sqlite:///{tmp_path / 'test.sqlite3'}")
        tables = Tables(store)
        await tables.pulse.start()
        chairs = [Chair(kind="engine"), Chair()]
        wishes = Wishes(game="quixo", chairs=chairs, first=0, clock="1")
        table = await open_table(tables, wishes, "ann", SPEECH)
        table.watchers.clear()  # it does not move
        time.now = START + 1_000
        await table.settle()
        assert table.log[-1] == FlagFell(START + 1_000, 0)
        await tables.close()
        store.close()

    wait_for(test())


def test_a_pause_stops_the_clocks(play: Any, time: Time) -> None:
    async def test(table: LiveTable) -> None:
        time.now = START + 900
        await table.perform(Command(number=table.number, do="ask", what="pause"), "ann")
        assert table.state.questions["pause"].asker == 0
        answer = Command(number=table.number, do="answer", what="pause", yes=True)
        await table.perform(answer, "ben")
        assert table.state.paused
        time.now = START + 2_800
        await table.settle()
        with pytest.raises(NotAllowed):
            await move(table)
        await table.perform(Command(number=table.number, do="ask", what="resume"), "ben")
        answer = Command(number=table.number, do="answer", what="resume", yes=True)
        await table.perform(answer, "ann")
        assert table.state.deadline == START + 2_900
        time.now = START + 2_899
        await move(table)
        assert table.state.clocks == (1, 1_000)

    play(test)


def test_who_comes_later_is_told_what_clocks_show_then(play: Any, time: Time) -> None:
    async def test(table: LiveTable) -> None:
        for passed in (0, 700):
            time.now = START + passed
            told = json.loads(news(table, 0, "ann", SPEECH))["view"]
            assert told["clock"]["deadline_in_ms"] == 1_000 - passed
            assert [seat["clock_ms"] for seat in told["seats"]] == [1_000 - passed, 1_000]

    play(test)


# Measuring


def test_the_shortest_of_the_latest_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = 0.0
    monkeypatch.setattr("time.monotonic", lambda: seconds)
    measured = Delay()
    assert (measured.milliseconds, measured.allowance) == (0, LONGEST)
    for took, comes_to in ((0.4, 200), (0.2, 100), (0.9, 100), (5.0, 100)):
        name = measured.ask()["id"]
        seconds += took
        measured.answered(name)
        assert (measured.milliseconds, measured.allowance) == (comes_to, comes_to)
    for _ in range(latency.REMEMBERED):  # what was long ago does not count
        name = measured.ask()["id"]
        seconds += 60.0
        measured.answered(name)
    assert (measured.milliseconds, measured.allowance) == (LONGEST, LONGEST)


def test_only_answers_to_the_latest_question_count(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = 0.0
    monkeypatch.setattr("time.monotonic", lambda: seconds)
    measured = Delay()
    assert measured.is_due
    measured.answered("0")
    measured.answered("1")
    first = measured.ask()["id"]
    assert not measured.is_due
    seconds += latency.SECONDS_BETWEEN
    assert measured.is_due
    second = measured.ask()["id"]
    measured.answered(first)
    measured.answered("nonsense")
    assert measured.allowance == LONGEST
    measured.answered(second)
    seconds += 0.3
    measured.answered(second)  # not twice
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


@pytest.mark.parametrize("clock", ["-", "300"])
def test_not_measured_without_a_clock_or_for_who_looks_on(client: TestClient, clock: str) -> None:
    table = open_by_api(client, "quixo", clock=clock)
    with live(client if clock == "-" else other_device(client), table) as socket:
        kinds = [socket.receive_json()["type"]]
        socket.send_json({"id": "x", "do": "view"})
        while kinds.count("view") < 2 or "accepted" not in kinds:
            kinds.append(socket.receive_json()["type"])
    assert "ping" not in kinds
