"""Clocks are the server's: a flag falls whoever is connected, and a restart costs nobody time."""

import time

import pytest
from fastapi.testclient import TestClient

from quintet.server import Settings, create_app
from server.tables import PERSON, command, engine, hear, live, look, open_table


@pytest.fixture
def settings(settings_of_both: Settings) -> Settings:
    return settings_of_both


def test_flag_falls_by_itself(client: TestClient) -> None:
    table = open_table(client, "quixo", clock="0.2")
    with live(client, table) as socket:
        first = socket.receive_json()["view"]
        assert first["clock"]["running"] == 0
        told = hear(socket, "events")
    assert [event["event"] for event in told["events"]] == ["flag_fell"]
    assert told["view"]["outcome"]["reason"] == "time"
    assert told["view"]["outcome"]["winners"] == [1]


def test_move_after_the_flag_is_refused(client: TestClient) -> None:
    table = open_table(client, "quixo", clock="0.001")
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


def test_clocks_stand_still_while_the_server_is_down(settings: Settings) -> None:
    with TestClient(create_app(settings)) as before:
        table = open_table(before, "quixo", clock="0.5")
        cookies = before.cookies
    time.sleep(0.6)
    with TestClient(create_app(settings), cookies=cookies) as after:
        view = look(after, table)
        assert view["phase"] == "playing"
        assert 0 < view["seats"][0]["clock_ms"] <= 500
        assert command(after, table, number=view["number"], do="move", move="a1e1").is_success
