"""What those who keep a server running need: its health, its numbers, its log, its good end."""

import json
import logging
import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from websockets.exceptions import ConnectionClosed

from quintet.server import Settings, create_app
from quintet.server.play.health import CHECK_INTERVAL
from quintet.server.web.errors import Unavailable
from quintet.server.web.logs import JsonLines, Sensible, facts
from server.fake_clock import FakeClock
from server.players import Player, check, playing
from server.running import Device, Refused, hear, logged, server
from server.services import Postgres
from server.tables import live, look, open_table
from server.waiting import eventually

SECRETS = ["Annabella", "192.0.2.77", "a-cookie-nobody-may-see", "quintet_device"]
posix = pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
TOKEN = "a token for the tests"


def local(folder: Path, client: str = "127.0.0.1", **more: str) -> TestClient:
    app = create_app(replace(Settings(str(folder)), **more))  # type: ignore[arg-type]
    return TestClient(app, "http://localhost:7655", client=(client, 50000))


def test_health(client: TestClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert client.head("/healthz").status_code == 200


def test_health_without_a_database(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    store = client.app.state.registry.store  # type: ignore[attr-defined]

    async def away() -> None:
        raise Unavailable(None)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "check", away)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "unavailable", "database": "unreachable"}


def test_health_when_postgresql_goes_away(postgres: Postgres, tmp_path: Path) -> None:
    settings = Settings(str(tmp_path), database=postgres.new_database())
    clock = FakeClock()
    with TestClient(create_app(settings, clock)) as client:
        assert client.get("/healthz").status_code == 200
        postgres.stop(signal.SIGINT)
        clock.advance(CHECK_INTERVAL)
        try:
            assert client.get("/healthz").status_code == 503
        finally:
            postgres.start()
        clock.advance(CHECK_INTERVAL)
        assert client.get("/healthz").status_code == 200


def test_while_it_ends_nothing_new_is_taken(client: TestClient) -> None:
    table = open_table(client, "quantik")
    client.app.state.shutdown.begin()  # type: ignore[attr-defined]
    assert client.get("/healthz").json() == {"status": "ending"}
    answer = client.post("/api/v1/tables", json={"game": "quixo"})
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "1"
    assert answer.json()["code"] == "unavailable"
    assert look(client, table)["number"] == 4  # what is there can be looked at


def test_metrics_count(tmp_path: Path) -> None:
    with local(tmp_path) as client:
        table = open_table(client, "quantik")
        client.get(f"/api/v1/tables/{table['id']}")
        client.request("STRANGE", "/nowhere")
        client.post("/tables", headers={"Origin": "https://evil.example"})
        with live(client, table) as live_socket:
            live_socket.send_json({"id": "1", "do": "view"})
            for _ in range(3):
                live_socket.receive_json()
            text = client.get("/metrics").text
    route = 'method="GET",route="/api/v1/tables/{table_id}",status="200"'
    assert f"quintet_request_seconds_count{{{route}}} 1.0" in text
    assert 'method="other",route="none",status="404"' in text
    assert 'quintet_refused_total{code="cross_site"} 1.0' in text
    assert "quintet_frame_seconds_count 1.0" in text
    assert "quintet_connections 1.0" in text
    assert "quintet_tables 1.0" in text
    assert "quintet_waiting_searches 0.0" in text
    assert "quintet_errors_total" in text
    assert table["id"] not in text


def test_metrics_are_for_this_machine(tmp_path: Path) -> None:
    with local(tmp_path) as client:
        answer = client.get("/metrics")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/plain")
        # A proxy on this machine, which asks for somebody out there.
        assert client.get("/metrics", headers={"Host": "games.example"}).status_code == 404
    for stranger in ("192.0.2.7", "testclient"):
        with local(tmp_path, stranger) as client:
            assert client.get("/metrics").status_code == 404


def test_metrics_are_for_whoever_has_the_token(tmp_path: Path) -> None:
    with local(tmp_path, "192.0.2.7", metrics_token=TOKEN) as client:
        good = {"Authorization": f"Bearer {TOKEN}"}
        assert client.get("/metrics", headers=good).status_code == 200
        for wrong in ("", "Bearer", f"Bearer {TOKEN}2", f"Basic {TOKEN}", "\u00e9"):
            headers = {b"Authorization": wrong.encode()}
            assert client.get("/metrics", headers=headers).status_code == 404
    with local(tmp_path, metrics_token=TOKEN) as client:
        assert client.get("/metrics").status_code == 404  # this machine needs it, too


def line(name: str, message: str, *values: object, error: Exception | None = None) -> str:
    how = None if error is None else (type(error), error, error.__traceback__)
    record = logging.LogRecord(name, logging.ERROR, "file", 1, message, values, how)
    record.__dict__.update(facts(status=200))
    return JsonLines().format(record)


def test_a_line_of_the_log_says_nothing_about_people() -> None:
    try:
        try:
            raise KeyError(SECRETS[0])
        except KeyError as error:
            raise ValueError(SECRETS[1]) from error
    except ValueError as error:
        text = line("uvicorn.error", '%s - "WebSocket %s"', *SECRETS[1:3], error=error)
        found = json.loads(text)
    assert found["message"] == '%s - "WebSocket %s"'
    assert found["status"] == 200
    assert found["level"] == "error"
    assert found["error"]["kind"] == "builtins.ValueError"
    assert found["error"]["cause"]["kind"] == "builtins.KeyError"
    assert "test_a_line_of_the_log" in found["error"]["at"][0]
    assert not any(secret in text for secret in SECRETS)
    asyncio_says = f"Task exception was never retrieved\nfuture: <Task {SECRETS[0]}>"
    assert SECRETS[0] not in line("asyncio", asyncio_says)


def test_nonsense_of_clients_is_not_logged() -> None:
    def passes(message: str) -> bool:
        return Sensible().filter(logging.LogRecord("x", logging.ERROR, "f", 1, message, (), None))

    before = Sensible.errors
    assert not passes("Invalid HTTP request received.")
    assert Sensible.errors == before
    assert passes("Something failed at a table.")
    assert Sensible.errors == before + 1


@pytest.mark.slow
def test_the_log_of_a_real_server(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with server(tmp_path / "data", "--log-level", "info", log=log) as (process, address):
        device = Device()
        chairs = [{"kind": "person", "name": SECRETS[0]}, {"kind": "person"}]
        table = device.open_table(address, chairs=chairs)["id"]
        with pytest.raises(Refused):
            device.ask(f"{address}api/v1/tables/nothing")
        device.look(address, table)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
    lines = logged(log)
    requests = [each for each in lines if each["message"] == "A request."]
    assert [(it["method"], it["status"]) for it in requests] == [
        ("POST", 201),
        ("GET", 404),
        ("GET", 200),
    ]
    assert requests[2]["route"] == "/api/v1/tables/{table_id}"
    text = log.read_text()
    for secret in (*SECRETS, "127.0.0.1", table):
        assert secret not in text


@pytest.mark.slow
def test_a_database_that_is_not_there_is_said(tmp_path: Path) -> None:
    tool = str(Path(sys.executable).parent / "quintet")
    url = f"postgresql://quintet@/nothing?host={tmp_path}"
    words = ["serve", "--no-browser", "--port", "0", "--data", str(tmp_path), "--database", url]
    done = subprocess.run([tool, *words], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    (said,) = done.stderr.splitlines()
    assert "The database cannot be used" in said
    assert "No such file" in said


def moves_of(players: list[Player]) -> int:
    return sum(len(told) for player in players for told in list(player.told.values()))


def wait_for_moves(players: list[Player], total: int) -> None:
    eventually(lambda: moves_of(players) >= total)


@pytest.mark.slow
@posix
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_keeps_all_games(tmp_path: Path, how: signal.Signals) -> None:
    """Players go on at the next server, and nothing they were told is lost or done twice."""
    addresses: list[str] = []
    log, data = tmp_path / "log", tmp_path / "data"
    with ExitStack() as last, playing(addresses, 4) as players:
        for number in range(1, 4):
            with server(data, "--limits", "off", log=log) as (process, address):
                addresses[:] = [address]
                wait_for_moves(players, 12 * number)
                process.send_signal(how)
                assert process.wait(timeout=30) in (0, 130, -how)
        _, addresses[0] = last.enter_context(server(data, "--limits", "off", log=log))
        wait_for_moves(players, 60)
    assert check(f"sqlite:///{data / 'quintet.sqlite3'}", players) >= 60
    assert [each for each in logged(log) if each["level"] == "error"] == []


@pytest.mark.slow
@posix
def test_clients_are_told_to_come_back(tmp_path: Path) -> None:
    log, data, device = tmp_path / "log", tmp_path / "data", Device()
    with server(data, log=log) as (process, address):
        table = device.open_table(address, "quantik")["id"]
        with device.live(address, table) as live_socket:
            move = {"id": "1", "number": 4, "do": "move", "move": "A@a1"}
            live_socket.send(json.dumps(move))
            assert hear(live_socket, "accepted")["number"] == 5
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                hear(live_socket, "nothing more")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012  # the service restarts
        process.wait(timeout=30)
    with server(data, log=log) as (_, address), device.live(address, table, 5) as live_socket:
        live_socket.send(json.dumps(move))  # sent again, as if the answer had been lost
        assert hear(live_socket, "accepted")["number"] == 5
    assert [each for each in logged(log) if each["level"] == "error"] == []


@pytest.mark.slow
@posix
def test_whoever_asks_for_long_does_not_keep_a_server_from_ending(tmp_path: Path) -> None:
    """Half a request, half a handshake, a connection that reads nothing: it ends all the same."""
    log = tmp_path / "log"
    with server(tmp_path / "data", log=log) as (process, address), ExitStack() as sockets:
        host, _, port = address.removeprefix("http://").rstrip("/").partition(":")
        for text in (
            b"",
            b"GET / HT",
            b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
        ):
            made = sockets.enter_context(socket.create_connection((host, int(port))))
            made.sendall(text)
        device = Device()
        table = device.open_table(address)["id"]
        sockets.enter_context(device.live(address, table))
        device.look(address, table)
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)
    assert [each for each in logged(log) if each["level"] == "error"] == []
