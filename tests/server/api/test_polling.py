"""Long polling: the same messages as over a WebSocket, for those who have none."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.server import Settings, create_app
from quintet.server.web import rate_limit
from server.fake_clock import FakeClock
from server.tables import hear, live, look, open_table, seat_around, send
from server.talking import say

NewDevice = Callable[[], TestClient]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def poll(client: TestClient, address: str) -> dict[str, Any]:
    answer = client.get(address)
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found


def first(table: dict[str, Any], **query: Any) -> str:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return f"/api/v1/tables/{table['id']}/poll?{asked}"


def kinds(found: dict[str, Any]) -> list[str]:
    return [message["type"] for message in found["messages"]]


def test_whole_truth_then_events(client: TestClient) -> None:
    table = open_table(client, "quantik")
    found = poll(client, first(table))
    assert kinds(found) == ["view"]
    send(client, table, do="move", move="A@a1")
    found = poll(client, found["next"])
    (message,) = found["messages"]
    assert [event["move"] for event in message["events"]] == ["A@a1"]


def test_nothing_new_is_an_empty_answer(client: TestClient) -> None:
    table = open_table(client, "quantik")
    for _ in range(3):
        assert poll(client, first(table, since=4, wait=0))["messages"] == []
    found = poll(client, first(table, wait=0))
    for _ in range(3):
        found = poll(client, found["next"])
        assert found["messages"] == []


def test_an_answer_comes_when_something_happens(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quantik", 2)
    number = look(ann, table)["number"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(poll, ann, first(table, since=number, wait=30))
        while not look(ben, table)["seats"][0]["present"]:
            assert not waiting.done()
        assert say(ben, table, "Hello").is_success
        found = waiting.result()
    while not (lines := [line for it in found["messages"] for line in it.get("lines", ())]):
        found = poll(ann, found["next"])  # that Ben is there is told before what he says
    assert [line["text"] for line in lines] == ["Hello"]


def test_the_same_messages_as_over_a_websocket(client: TestClient, device: NewDevice) -> None:
    """A whole game with talk, told to one device both ways."""
    table, (ann, ben) = seat_around(client, "quantik", 2)
    eve = device()
    look(eve, table)
    with live(eve, table) as socket:
        heard = [hear(socket, "view")]
        found = poll(eve, first(table))
        polled = found["messages"]
        for player, move in ((ann, "A@a1"), (ben, "B@b2"), (ann, "C@c3"), (ben, "D@d4")):
            send(player, table, do="move", move=move)
            heard.append(hear(socket, "events"))
            say(player, table, f"Now {move}")
            heard.append(hear(socket, "chat"))
            for _ in range(2):
                if polled[-1]["type"] != "chat" or polled[-1]["seen"] != heard[-1]["seen"]:
                    found = poll(eve, found["next"])
                    polled += found["messages"]
        send(ann, table, do="resign")
        heard.append(hear(socket, "events"))
        polled += poll(eve, found["next"])["messages"]
    polled = [message for message in polled if message["type"] != "presence"]
    assert [plain(message) for message in polled] == [plain(message) for message in heard]


def plain(message: dict[str, Any]) -> str:
    """A message without what depends on when it is told: who has just come or gone."""
    message = json.loads(json.dumps(message))
    for seat in message.get("view", {}).get("seats", ()):
        del seat["present"]
    message.get("view", {}).pop("watchers", None)
    return json.dumps(message)


def test_who_polls_is_present_in_between(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quantik", 2)
    poll(ann, first(table, wait=0))
    assert look(ben, table)["seats"][0]["present"]


def test_presence_is_told_once(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quantik", 2)
    found = poll(ann, first(table, wait=0))
    with live(ben, table) as socket:
        hear(socket, "view")
        found = poll(ann, found["next"])
        assert [message["seats"] for message in found["messages"]] == [[True, True]]
        assert poll(ann, found["next"])["messages"] == []


def test_a_rematch_is_told_once(client: TestClient) -> None:
    table = open_table(client, "quantik")
    found = poll(client, first(table, wait=0))
    send(client, table, do="resign")
    send(client, table, do="rematch")
    seen: list[str] = []
    for _ in range(100):
        found = poll(client, found["next"])
        seen += [it["view"]["rematch_url"] for it in found["messages"] if it["view"]["rematch_url"]]
        if seen:
            break
    assert len(seen) == 1
    assert poll(client, found["next"])["messages"] == []


def test_values_while_they_are_wanted(client: TestClient) -> None:
    table = open_table(client, "quixo", options={"size": "3"})
    found = poll(client, first(table, since=4, values="true", wait=20))
    while "values" not in kinds(found):
        found = poll(client, found["next"])
    (values,) = [message for message in found["messages"] if message["type"] == "values"]
    assert 0 <= values["chance"] <= 1


@pytest.mark.parametrize(
    "query",
    [
        {"since": "x"},
        {"since": -1},
        {"wait": 31},
        {"wait": "nan"},
        {"wait": -1},
        {"heard": "x" * 201},
        {"chat": "1" * 201},
    ],
)
def test_nonsense_is_refused(client: TestClient, query: dict[str, Any]) -> None:
    table = open_table(client, "quantik")
    answer = client.get(first(table, **query))
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_field")


@pytest.mark.parametrize("heard", ["x", "..,,", "presence", "presence.", ".1", "rematch.x,a.b"])
def test_nonsense_heard_is_as_good_as_nothing(client: TestClient, heard: str) -> None:
    table = open_table(client, "quantik")
    assert kinds(poll(client, first(table, since=4, wait=1, heard=heard))) == ["presence"]


def test_nobody_waits_in_too_many_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "OPEN_AT_ONCE", (10, 1))
    with TestClient(create_app(Settings(str(tmp_path)))) as client:
        table = open_table(client, "quantik")
        with live(client, table) as socket:
            hear(socket, "view")
            for address in (first(table), "/api/v1/lobby?known=x&wait=1"):
                answer = client.get(address)
                assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")


def test_unknown_table(client: TestClient) -> None:
    assert client.get("/api/v1/tables/nothing/poll").status_code == 404
