"""Chat, presence, polling and the lobby with several processes."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import redis
from fastapi.testclient import TestClient
from websockets.sync.client import ClientConnection

from quintet.server import Settings, create_app
from quintet.server.play import presence
from server.fake_clock import FakeClock
from server.running import Device, hear, server
from server.services import Postgres, RedisServer


@pytest.fixture(scope="module")
def two(
    postgres: Postgres, redis_server: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[str]]:
    folder = tmp_path_factory.mktemp("data")
    told = ["--database", postgres.new_database(), "--redis", redis_server.url, "--limits", "off"]
    with ExitStack() as stack:
        yield [stack.enter_context(server(folder, *told))[1] for _ in range(2)]


def until(socket: ClientConnection, happened: Callable[[dict[str, Any]], bool]) -> None:
    for _ in range(100):
        if happened(json.loads(socket.recv(timeout=60))):
            return
    raise AssertionError("It is never told.")


def join(address: str, table: dict[str, Any]) -> Device:
    """Somebody who takes the last chair."""
    made = Device()
    key = table["view"]["invitations"][0]["url"].rpartition("/")[2]
    made.ask(f"{address}api/v1/tables/{table['id']}/join", {"key": key, "name": "Ben"})
    return made


@pytest.mark.slow
def test_all_read_the_same_wherever_it_is_said(two: list[str]) -> None:
    ann = Device()
    table = ann.open_table(two[0], chairs=[{"kind": "person"}, {"kind": "open"}])
    ben = join(two[1], table)
    people, each = (ann, ben), 25

    def talk(who: int) -> None:
        for number in range(each):
            wish = {"id": str(number), "do": "say", "room": "players", "text": f"{who} {number}"}
            lines = [
                people[who].command(address, table["id"], **wish)["line"]
                for address in (two[number % 2], two[(number + 1) % 2])
            ]
            assert lines[0] == lines[1]  # sent again to another process, it is said once

    def listen(who: int) -> list[dict[str, Any]]:
        heard: list[dict[str, Any]] = []
        with people[who].live(two[who], table["id"]) as socket:
            while len(heard) < 2 * each:
                heard += hear(socket, "chat")["lines"]
        return heard

    with ThreadPoolExecutor(4) as pool:
        listening = [pool.submit(listen, who) for who in range(2)]
        for talking in [pool.submit(talk, who) for who in range(2)]:
            talking.result()
        heard, also = (each_listening.result() for each_listening in listening)
    assert heard == also
    assert [line["number"] for line in heard] == list(range(1, 2 * each + 1))
    for who in range(2):
        said = [line["text"] for line in heard if line["chair"] == who]
        assert said == [f"{who} {number}" for number in range(each)]


@pytest.mark.slow
def test_presence_is_that_of_all_processes(two: list[str]) -> None:
    ann = Device()
    table = ann.open_table(two[0], chairs=[{"kind": "person"}, {"kind": "open"}])
    ben = join(two[1], table)

    def is_told(seats: list[bool], watchers: int) -> Callable[[dict[str, Any]], bool]:
        def happened(message: dict[str, Any]) -> bool:
            view = message.get("view")
            if view is not None:
                message = {**view, "seats": [seat["present"] for seat in view["seats"]]}
            return (message.get("seats"), message.get("watchers")) == (seats, watchers)

        return happened

    with ann.live(two[0], table["id"]) as here, ben.live(two[1], table["id"]) as there:
        for socket in (here, there):
            until(socket, is_told([True, True], 0))
        with Device().live(two[0], table["id"]), Device().live(two[1], table["id"]):
            for socket in (here, there):
                until(socket, is_told([True, True], 2))
        for socket in (here, there):
            until(socket, is_told([True, True], 0))
        there.close()
        until(here, is_told([True, False], 0))


def test_a_dead_process_is_not_believed_for_long(tmp_path: Path, redis_server: RedisServer) -> None:
    settings, clock = Settings(str(tmp_path), redis=redis_server.url), FakeClock()
    with TestClient(create_app(settings, clock)) as client:
        table = client.post("/api/v1/tables", json={"game": "quixo"}).json()["id"]
        word = {"at": clock.now() / 1000, "says": {"by": "dead", "chairs": [], "watchers": 3}}
        with redis.Redis.from_url(redis_server.url) as raw:
            raw.hset(f"quintet:present:{presence.presence_key(table)}", "dead", json.dumps(word))
        with (
            ThreadPoolExecutor(1) as reader,
            client.websocket_connect(f"/api/v1/tables/{table}/live") as socket,
        ):

            def watchers() -> int:
                while (message := socket.receive_json())["type"] != "presence":
                    pass
                found: int = message["watchers"]
                return found

            assert watchers() == 3
            told = reader.submit(watchers)
            # The server asks again only after it has the last answer, so time must not run ahead.
            for _ in range(1000):
                clock.advance(presence.QUERY_INTERVAL)
                if wait([told], 0.02).done:
                    break
            assert told.result(0) == 0


@pytest.mark.slow
def test_polling_goes_on_at_another_process(two: list[str]) -> None:
    device = Device()
    table = device.open_table(two[0])
    found = device.ask(f"{two[0]}api/v1/tables/{table['id']}/poll?wait=0")
    moves, number = ["a1e1", "a2e2", "a3e3", "a4e4"], table["view"]["number"]
    told = []
    for turn, move in enumerate(moves):
        wish = {"number": number, "do": "move", "move": move}
        number = device.command(two[turn % 2], table["id"], **wish)["number"]
        device.command(two[turn % 2], table["id"], do="say", room="players", text=move)
        want = {("move", move), ("line", move)}
        while want:
            found = device.ask(two[(turn + 1) % 2] + found["next"].lstrip("/"))
            for message in found["messages"]:
                told += [("move", event["move"]) for event in message.get("events", ())]
                told += [("line", line["text"]) for line in message.get("lines", ())]
            want -= set(told)
    for kind in ("move", "line"):
        assert [what for which, what in told if which == kind] == moves  # each once, in order


@pytest.mark.slow
def test_the_lobby_is_the_same_everywhere(two: list[str]) -> None:
    ann = Device()
    path = "api/v1/lobby/live"
    with ann.connect(two[0], path) as here, ann.connect(two[1], path) as there:
        chairs = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
        table = ann.open_table(two[0], chairs=chairs, public=True)

        def shown(told: dict[str, Any], kind: str) -> list[dict[str, Any]]:
            return [entry for entry in told[kind] if entry["id"] == table["id"]]

        for socket in (here, there):
            until(socket, lambda told: bool(shown(told, "open")))
        ben = Device()
        ben.ask(f"{two[1]}api/v1/tables/{table['id']}/join", {"chair": 1, "name": "Ben"})
        for socket in (here, there):
            until(socket, lambda told: bool(shown(told, "running")))
        number = ann.look(two[0], table["id"])["number"]
        ann.command(two[1], table["id"], number=number, do="move", move="a1e1")
        for socket in (here, there):
            until(socket, lambda told: [it["plies"] for it in shown(told, "running")] == [1])
        with Device().live(two[1], table["id"]):
            for socket in (here, there):
                until(socket, lambda told: shown(told, "running")[0]["watchers"] == 1)
        ben.command(two[0], table["id"], number=number + 1, do="resign")
        for socket in (here, there):
            until(socket, lambda told: not shown(told, "running"))


@pytest.mark.slow
def test_redis_away_loses_nothing_that_is_said(two: list[str], redis_server: RedisServer) -> None:
    device = Device()
    table = device.open_table(two[0])["id"]

    def say(address: str, text: str) -> None:
        device.command(address, table, do="say", room="players", text=text)

    with device.live(two[0], table) as here, device.live(two[1], table) as there:
        say(two[0], "before")
        redis_server.stop(9)
        try:
            say(two[0], "meanwhile")
            say(two[1], "as well")
        finally:
            redis_server.start()
        say(two[1], "after")
        for socket in (here, there):
            lines: list[str] = []
            while len(lines) < 4:
                lines += [line["text"] for line in hear(socket, "chat")["lines"]]
            assert lines == ["before", "meanwhile", "as well", "after"]
