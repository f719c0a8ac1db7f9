"""Clocks run on the server: flags fall without clients, restarts cost no time."""

import pytest
from fastapi.testclient import TestClient

from quintet.server import Settings, create_app
from quintet.server.play.latency import MAX_LATENCY_MS
from server.fake_clock import FakeClock
from server.tables import PERSON, command, engine, hear, live, look, open_table


@pytest.fixture
def settings(settings_of_both: Settings) -> Settings:
    return settings_of_both


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def test_flag_falls_by_itself(client: TestClient, clock: FakeClock) -> None:
    table = open_table(client, "quixo", clock="2")
    with live(client, table) as socket:
        first = socket.receive_json()["view"]
        assert first["clock"]["running"] == 0
        clock.advance(2 + MAX_LATENCY_MS / 1000)
        told = hear(socket, "events")
    assert [event["event"] for event in told["events"]] == ["flag_fell"]
    assert told["view"]["outcome"]["reason"] == "time"
    assert told["view"]["outcome"]["winners"] == [1]


def test_move_after_the_flag_is_refused(client: TestClient, clock: FakeClock) -> None:
    table = open_table(client, "quixo", clock="0.001")
    clock.advance(0.001)
    answer = command(client, table, number=4, do="move", move="a1e1")
    assert answer.status_code == 409
    assert look(client, table)["phase"] == "over"


def test_engine_moves_in_time(client: TestClient) -> None:
    table = open_table(client, "quixo", clock="1", chairs=[engine(10), PERSON])
    with live(client, table) as socket:
        message = socket.receive_json()
        plies = message["view"]["plies"]  # it may have moved already
        while not plies:
            message = hear(socket, "events")
            plies = message["plies"]
    assert message["view"]["phase"] == "playing"


def test_clocks_stand_still_while_the_server_is_down(settings: Settings, clock: FakeClock) -> None:
    with TestClient(create_app(settings, clock)) as before:
        table = open_table(before, "quixo", clock="0.5")
        cookies = before.cookies
        clock.advance(0.2)
    clock.advance(3600)
    with TestClient(create_app(settings, clock), cookies=cookies) as after:
        view = look(after, table)
        assert view["phase"] == "playing"
        assert view["seats"][0]["clock_ms"] == 300
        assert command(after, table, number=view["number"], do="move", move="a1e1").is_success
