"""The lobby: public tables, and how the list follows their changes."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from quintet.server.api import lobby as lobby_routes
from quintet.server.play import lobby as lobby_module
from quintet.server.play.presence import GATHER_SECONDS, LINGER_SECONDS
from quintet.server.web import rate_limit
from quintet.server.web.errors import TooManyRequests
from server.fake_clock import FakeClock
from server.tables import OPEN, PERSON, command, engine, hear, join, live, look, open_table, send

NewDevice = Callable[[], TestClient]
ANN = {**PERSON, "name": "Ann"}


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(autouse=True)
def _lists_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a pause between two lists, which only the test could let pass."""
    monkeypatch.setattr(lobby_routes, "SECONDS_BETWEEN_LISTS", 0)


def lobby(client: TestClient, query: str = "") -> dict[str, Any]:
    answer = client.get(f"/api/v1/lobby{query}")
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found


def ids(shown: list[dict[str, Any]]) -> list[str]:
    return [each["id"] for each in shown]


@contextmanager
def watching(client: TestClient) -> Iterator[WebSocketTestSession]:
    with client.websocket_connect("/api/v1/lobby/live") as socket:
        yield socket


def until(socket: WebSocketTestSession, happened: Callable[[dict[str, Any]], bool]) -> None:
    for _ in range(50):
        if happened(socket.receive_json()):
            return
    raise AssertionError("It is never told.")


def test_from_open_to_over(client: TestClient, device: NewDevice) -> None:
    assert (lobby(client)["open"], lobby(client)["running"]) == ([], [])
    wishes = {"chairs": [ANN, OPEN], "public": True, "clock": "300+5", "options": {"size": "3"}}
    table = open_table(client, "quixo", **wishes)
    (shown,) = lobby(client)["open"]
    assert (shown["id"], shown["url"]) == (table["id"], table["url"])
    assert (shown["game"], shown["title"], shown["options"]) == ("quixo", "Quixo", {"size": "3"})
    assert shown["said"] == ["Board: 3×3"]  # noqa: RUF001
    assert shown["clock"]["text"] == "300+5"
    assert shown["clock"]["said"]
    assert [(chair["name"], chair["kind"]) for chair in shown["chairs"]] == [
        ("Ann", "person"),
        ("An open chair", "open"),
    ]
    ben = device()
    assert join(ben, table, chair=1, name="Ben").is_success
    found = lobby(client)
    (shown,) = found["running"]
    assert found["open"] == []
    assert [chair["name"] for chair in shown["chairs"]] == ["Ann", "Ben"]
    assert shown["plies"] == 0
    send(client, table, do="move", move="a1c1")
    assert lobby(client)["running"][0]["plies"] == 1
    send(ben, table, do="resign")
    assert lobby(client)["running"] == []


def test_only_public_tables_and_none_that_nobody_may_see(
    client: TestClient, device: NewDevice
) -> None:
    open_table(client, "quixo", chairs=[ANN, OPEN])
    open_table(client, "quixo")
    closed = open_table(client, "quixo", chairs=[ANN, OPEN], public=True, spectators=False)
    assert ids(lobby(client)["open"]) == [closed["id"]]
    join(device(), closed, chair=1)
    assert (lobby(client)["open"], lobby(client)["running"]) == ([], [])


def test_the_list_is_in_the_readers_language(client: TestClient) -> None:
    open_table(client, "quixo", chairs=[ANN, engine(3)], public=True, first=0)
    names = []
    for language in ("en", "fr"):
        answer = client.get("/api/v1/lobby", headers={"Accept-Language": language}).json()
        chair = answer["running"][0]["chairs"][1]
        assert chair["level"] == 3
        names.append(chair["name"])
    assert names[0] == "Engine, level 3"
    assert names[1] != names[0]


def test_it_is_told_live(client: TestClient, device: NewDevice, clock: FakeClock) -> None:
    with watching(device()) as socket:
        assert socket.receive_json()["open"] == []
        table = open_table(client, "quixo", chairs=[ANN, OPEN], public=True, first=0)
        until(socket, lambda told: ids(told["open"]) == [table["id"]])
        with live(client, table):
            until(socket, lambda told: told["open"][0]["chairs"][0]["present"])
        clock.advance(LINGER_SECONDS)
        until(socket, lambda told: not told["open"][0]["chairs"][0]["present"])
        ben = device()
        join(ben, table, chair=1)
        until(socket, lambda told: ids(told["running"]) == [table["id"]])
        with live(device(), table) as spectator:
            hear(spectator, "view")
            clock.advance(GATHER_SECONDS)
            until(socket, lambda told: told["running"][0]["watchers"] == 1)
        send(client, table, do="move", move="a1e1")
        until(socket, lambda told: told["running"][0]["plies"] == 1)
        send(ben, table, do="resign")
        until(socket, lambda told: told["running"] == [])


def test_who_reads_is_told_the_present_and_not_every_change(client: TestClient) -> None:
    table = open_table(client, "quantik", public=True)
    with watching(client) as socket:
        marks = [socket.receive_json()["mark"]]
        for move in ("A@a1", "B@b2", "C@c3", "D@d4"):
            send(client, table, do="move", move=move)
        plies = 0
        while plies < 4:
            told = socket.receive_json()
            marks.append(told["mark"])
            plies = told["running"][0]["plies"]
    assert len(set(marks)) == len(marks)  # never the same list twice


def test_polling(client: TestClient) -> None:
    known = lobby(client)
    assert lobby(client, f"?known={known['mark']}&wait=0") == known
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lobby, client, f"?known={known['mark']}&wait=30")
        table = open_table(client, "quixo", chairs=[ANN, OPEN], public=True)
        assert ids(waiting.result()["open"]) == [table["id"]]


def test_nobody_talks_to_the_lobby(client: TestClient) -> None:
    with watching(client) as socket:
        assert socket.receive_json()["type"] == "lobby"
        socket.send_text("hello")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 1008


def test_the_newest_first_and_no_more_than_can_be_read(
    unlimited: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "MAX_SHOWN", 3)
    monkeypatch.setattr(lobby_module, "MAX_ENTRIES", 5)
    wishes = {"chairs": [ANN, OPEN], "public": True}
    made = [open_table(unlimited, "quixo", **wishes)["id"] for _ in range(7)]
    assert ids(lobby(unlimited)["open"]) == made[:-4:-1]


def test_tables_with_people_come_first(client: TestClient) -> None:
    wishes = {"chairs": [ANN, OPEN], "public": True}
    older, newer = (open_table(client, "quixo", **wishes) for _ in range(2))
    with live(client, older) as socket:
        socket.receive_json()
        assert ids(lobby(client)["open"]) == [older["id"], newer["id"]]


def test_known_after_a_restart(
    client: TestClient, again: Callable[[TestClient], TestClient]
) -> None:
    waiting = open_table(client, "quixo", chairs=[ANN, OPEN], public=True)
    playing = open_table(client, "quixo", public=True)
    over = open_table(client, "quixo", public=True)
    command(client, over, number=look(client, over)["number"], do="resign")
    before = lobby(client)
    client.__exit__(None, None, None)
    with again(client) as after:
        found = lobby(after)
        assert (ids(found["open"]), ids(found["running"])) == ([waiting["id"]], [playing["id"]])
        assert found["open"][0]["chairs"] == [
            {**chair, "present": False} for chair in before["open"][0]["chairs"]
        ]
    client.__enter__()


def test_tables_nobody_has_tended_for_long_are_not_shown(
    client: TestClient, clock: FakeClock
) -> None:
    table = open_table(client, "quixo", chairs=[ANN, OPEN], public=True)
    clock.advance(lobby_module.REFRESH_INTERVAL)
    assert ids(lobby(client)["open"]) == [table["id"]]
    clock.advance(lobby_module.MAX_AGE_MS / 1000)
    assert lobby(client)["open"] == []
    assert look(client, table)["phase"] == "open"  # anybody with the link may still join


@pytest.mark.parametrize("query", ["?wait=31", "?wait=x", "?known=" + "x" * 21])
def test_nonsense_is_refused(client: TestClient, query: str) -> None:
    assert client.get(f"/api/v1/lobby{query}").status_code == 422


def test_other_sites_cannot_listen(client: TestClient) -> None:
    evil = {"Origin": "https://evil.example"}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/api/v1/lobby/live", headers=evil),
    ):
        pass


# Many tables of one device or address

WISHES = {"chairs": [ANN, OPEN], "public": True}


def at_address(client: TestClient, address: str) -> TestClient:
    """Return another device, at an address of its own."""
    made = TestClient(client.app, str(client.base_url), client=(address, 50000))
    made.portal = client.portal
    return made


def test_many_tables_do_not_hide_a_strangers(
    unlimited: TestClient, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "MAX_SHOWN", 5)
    monkeypatch.setattr(lobby_module, "MAX_ENTRIES", 8)
    stranger = at_address(unlimited, "192.0.2.7")
    theirs = open_table(stranger, "quixo", **WISHES)["id"]
    for _ in range(12):  # each from a new device, and newer than the stranger's
        clock.advance(1)
        open_table(at_address(unlimited, "198.51.100.9"), "quixo", **WISHES)
    for _ in range(2):
        shown = ids(lobby(unlimited)["open"])
        assert len(shown) == 5
        assert theirs in shown[:2]
        clock.advance(lobby_module.REFRESH_INTERVAL)  # the database is read


def test_many_tables_of_one_device_do_not_hide_others_after_a_restart(
    unlimited: TestClient,
    clock: FakeClock,
    monkeypatch: pytest.MonkeyPatch,
    again: Callable[[TestClient], TestClient],
) -> None:
    monkeypatch.setattr(lobby_module, "MAX_SHOWN", 5)
    theirs = open_table(at_address(unlimited, "192.0.2.7"), "quixo", **WISHES)["id"]
    for _ in range(12):
        clock.advance(1)
        open_table(unlimited, "quixo", **WISHES)
    unlimited.__exit__(None, None, None)
    with again(unlimited) as after:
        shown = ids(lobby(after)["open"])
        assert len(shown) == 5
        assert theirs in shown
    unlimited.__enter__()


def test_a_device_and_an_address_have_so_many_open_tables(
    client: TestClient, device: NewDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "OPEN_TABLES", (5, 3))

    def code(who: TestClient, **more: Any) -> int:
        wishes = {"game": "quixo", **WISHES, **more}
        return who.post("/api/v1/tables", json=wishes).status_code

    table = open_table(client, "quixo", **WISHES)
    assert [code(client) for _ in range(3)] == [201, 201, 429]
    form = {"game": "quixo", "house": "1", "public": "1", "chair-0": "person", "chair-1": "open"}
    assert client.post("/tables", data=form).status_code == 429
    assert code(client, public=False) == 201  # only the lobby is full
    assert code(client, chairs=[ANN, PERSON]) == 201
    ben = device()
    assert [code(ben) for _ in range(3)] == [201, 201, 429]  # the address has five
    assert code(at_address(client, "192.0.2.7")) == 201
    join(ben, table, chair=1)
    assert [code(ben), code(ben)] == [201, 429]


def test_tables_opened_at_the_same_time_count() -> None:
    limits = rate_limit.Limits()
    with limits.opening("a", "b", (0, 4)):
        with pytest.raises(TooManyRequests), limits.opening("a", "b", (0, 4)):
            pass
        with limits.opening("a", "c", (0, 4)):
            pass
    assert not limits._opening
