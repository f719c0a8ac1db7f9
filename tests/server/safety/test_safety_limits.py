"""Limits: floods are slowed and refused, people are not."""

import math
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from quintet.server import Settings, create_app
from quintet.server.web import rate_limit
from quintet.server.web.client import Client
from quintet.server.web.errors import TooManyRequests
from quintet.server.web.rate_limit import Buckets, Limits, Rate, address_of
from server.fake_clock import FakeClock
from server.tables import command, hear, live, look, open_table, other_device

SLOW = Rate(3, 0.01)


def test_a_bucket_empties_and_fills() -> None:
    clock = FakeClock(1_000_000)
    buckets = Buckets(Rate(3, 0.5), clock=clock)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 2.0]
    assert buckets.take("b") == 0
    clock.advance(2)
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0
    clock.advance(1000)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 2.0]


def test_what_is_owed_has_to_be_waited_for() -> None:
    clock = FakeClock(1_000_000)
    buckets = Buckets(Rate(1, 0.5), clock=clock)
    assert [buckets.take("a", owing=True) for _ in range(4)] == [0, 2.0, 4.0, 6.0]
    clock.advance(6)
    assert buckets.take("a", owing=True) == 2.0


def test_more_than_a_bucket_holds_is_given_once_it_is_full() -> None:
    clock = FakeClock(1_000_000)
    buckets = Buckets(Rate(3, 1), clock=clock)
    assert buckets.take("a", 5) == 0
    assert buckets.take("a") == 3.0
    clock.advance(3)
    assert buckets.take("a") == 0


def test_buckets_take_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "MAX_KEYS", 10)
    buckets = Buckets(SLOW)
    for number in range(100):
        buckets.take(str(number))
    assert len(buckets._levels) == 10


def test_without_limits_nothing_is_counted() -> None:
    free = Limits(math.inf)
    with ExitStack() as stack:
        for _ in range(5000):
            free.request("a")
            free.table("a", "b")
            assert free.frame("a", "b") == 0
            stack.enter_context(free.connection("a", "b"))
    free.tables_today(10**9)


def test_connections_are_counted_while_they_are_open() -> None:
    counting = Limits()
    with ExitStack() as stack:
        for _ in range(rate_limit.OPEN_AT_ONCE[1]):
            stack.enter_context(counting.connection("a", "b"))
        with pytest.raises(TooManyRequests), counting.connection("a", "b"):
            pass
        with counting.connection("a", "c"):
            pass
    assert not counting._open
    with counting.connection("a", "b"):
        pass


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_addresses(host: str, key: str) -> None:
    assert address_of(HTTPConnection({"type": "http", "client": (host, 1)})) == key


@contextmanager
def serving(folder: Path, factor: float = 1.0) -> Iterator[TestClient]:
    with TestClient(create_app(replace(Settings(str(folder)), limits=factor))) as client:
        yield client


def test_too_many_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "REQUESTS", SLOW)
    with serving(tmp_path) as client:
        answers = [client.get("/api/v1/games") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        error = answers[-1].json()
        assert error["code"] == "too_many_requests"
        assert error["detail"].endswith(".")
        assert answers[-1].headers["retry-after"] == str(error["retry_after"])
        assert 90 < error["retry_after"] <= 100
        page = client.get("/")
        assert page.status_code == 429
        assert page.headers["retry-after"]
        assert "too much at once" in page.text
        with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect("/x"):
            pass
        assert getattr(refused.value, "status_code", None) == 429


def test_too_many_changes_of_one_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "CHANGES", (Rate(9, 0.01), Rate(4, 0.01)))
    with serving(tmp_path) as client:
        client.get("/")
        table = open_table(client, "quantik")
        codes = [command(client, table, do="view").status_code for _ in range(4)]
        assert codes == [200, 200, 200, 429]
        assert look(client, table)["number"] == 4  # looking is free
        assert other_device(client).post("/api/v1/positions", json={}).status_code == 422


def test_a_flood_of_frames_has_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "FRAMES", (Rate(9, 99), Rate(3, 20)))
    waited = []
    owed = Limits.frame

    def frame(self: Limits, address: str, device: str) -> float:
        waited.append(owed(self, address, device))
        return waited[-1]

    monkeypatch.setattr(Limits, "frame", frame)
    with serving(tmp_path) as client:
        client.get("/")
        table = open_table(client, "quantik")
        with live(client, table, 4) as socket:
            for number in range(5):
                socket.send_json({"id": str(number), "do": "view"})
            for number in range(5):
                assert hear(socket, "accepted")["id"] == str(number)  # late, but not lost
    assert waited[-1] > 0


def test_too_many_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "TABLES", (Rate(5, 0.01), Rate(3, 0.01)))
    with serving(tmp_path) as client:
        client.get("/")
        wishes = {"game": "quixo"}
        codes = [client.post("/api/v1/tables", json=wishes).status_code for _ in range(4)]
        assert codes == [201, 201, 201, 429]
        assert client.post("/tables", data=wishes).status_code == 429
        # A device is easily had, so an address has its limit too.
        assert other_device(client).post("/api/v1/tables", json=wishes).status_code == 429


def test_too_many_rematches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "TABLES", (Rate(9, 0.01), Rate(2, 0.01)))
    with serving(tmp_path) as client:
        client.get("/")
        table = open_table(client, "quantik")
        assert command(client, table, number=4, do="resign").status_code == 200
        assert command(client, table, number=5, do="rematch", id="1").status_code == 200
        assert command(client, table, number=5, do="rematch", id="2").status_code == 429


def test_too_many_tables_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "TABLES_A_DAY", 3)
    with serving(tmp_path) as client:
        for _ in range(3):
            open_table(client, "quixo")
    with serving(tmp_path) as again:  # a restart forgets nothing
        again.cookies = client.cookies
        answer = again.post("/api/v1/tables", json={"game": "quixo"})
        assert answer.status_code == 429
        assert other_device(again).post("/api/v1/tables", json={"game": "quixo"}).is_success


def test_too_much_thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "THINKING", (Rate(5, 0.01), Rate(3, 0.01)))
    with serving(tmp_path) as client:
        client.get("/")
        question = {"game": "quixo", "options": {"size": 3}, "seconds": 0}
        address = "/api/v1/positions/analyse"
        charged: list[Client] = []
        limits = client.app.state.limits  # type: ignore[attr-defined]
        monkeypatch.setattr(limits, "charge_thinking", lambda who, _: charged.append(who))
        assert client.post(address, json=question).is_success
        monkeypatch.undo()
        limits.charge_thinking(charged[0], 4.0)  # as if the search had taken so long
        assert client.post(address, json={**question, "best": 1}).status_code == 429
        table = open_table(client, "quixo", options={"size": "3"})
        with live(client, table, 4) as socket:
            socket.send_json({"id": "1", "do": "hint"})
            error = hear(socket, "refused")["error"]
        assert error["code"] == "too_many_requests"
        assert error["retry_after"] > 0


def test_a_factor_raises_all_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "REQUESTS", SLOW)
    with serving(tmp_path, 2.0) as client:
        assert sum(client.get("/api/v1/games").is_success for _ in range(10)) == 6


@pytest.mark.slow
def test_four_people_behind_one_address_are_not_hindered(tmp_path: Path) -> None:
    """As fast as a test can be: much faster than four people open pages and play."""
    with serving(tmp_path) as client:
        people = [other_device(client) for _ in range(4)]
        for person in people:
            for _ in range(40):  # a page with all its files, before a browser keeps them
                assert person.get("/").status_code == 200
            table = open_table(person, "quixo")
            with live(person, table) as socket:
                for _ in range(30):
                    view = look(person, table)
                    if view["phase"] == "over":
                        break
                    move = next(iter(view["paths"]))
                    socket.send_json({"number": view["number"], "do": "move", "move": move})
                    assert hear(socket, "accepted")
