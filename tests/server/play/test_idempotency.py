"""Idempotency: an id stands for one command, and a retry returns its result."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.server import Settings
from server.tables import command, hear, live, look, open_table
from server.talking import read

MOVE = {"id": "x", "number": 4, "do": "move", "move": "a1e1"}
LINE = {"id": "y", "do": "say", "room": "players", "text": "hello"}


@pytest.fixture
def settings(settings_of_both: Settings) -> Settings:
    return settings_of_both


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_retry_returns_the_first_result(client: TestClient) -> None:
    table = open_table(client, "quixo")
    first = command(client, table, **MOVE)
    assert first.json() == command(client, table, **MOVE).json()
    later = {**MOVE, "number": 5}  # they have seen more since
    assert first.json() == command(client, table, **later).json()
    assert look(client, table)["number"] == 5


@pytest.mark.parametrize(
    "other", [{"move": "a1a5"}, {"do": "resign", "move": None}, {"seat": 0}], ids=str
)
def test_another_command_under_the_same_id_is_refused(
    client: TestClient, other: dict[str, Any]
) -> None:
    table = open_table(client, "quixo")
    assert command(client, table, **MOVE).is_success
    fields = {name: value for name, value in {**MOVE, **other}.items() if value is not None}
    answer = command(client, table, **fields)
    assert code(answer) == (409, "idempotency_conflict")
    assert look(client, table)["number"] == 5


def test_another_line_under_the_same_id_is_refused(client: TestClient) -> None:
    table = open_table(client, "quixo")
    first = command(client, table, **LINE)
    assert command(client, table, **LINE).json() == first.json()
    answer = command(client, table, **{**LINE, "text": "bye"})
    assert code(answer) == (409, "idempotency_conflict")
    assert read(client, table) == ["hello"]


def test_refused_over_the_websocket(client: TestClient) -> None:
    table = open_table(client, "quixo")
    with live(client, table) as socket:
        socket.send_json(MOVE)
        assert hear(socket, "accepted")["number"] == 5
        socket.send_json({**MOVE, "move": "a1a5"})
        refused = hear(socket, "refused")
    assert (refused["id"], refused["error"]["code"]) == ("x", "idempotency_conflict")


def test_ids_of_others_and_of_refused_commands_are_free(client: TestClient) -> None:
    table = open_table(client, "quixo")
    assert not command(client, table, **{**MOVE, "move": "c3e3"}).is_success  # no edge
    assert command(client, table, **MOVE).is_success
    other = open_table(client, "quixo")
    assert command(client, other, **{**MOVE, "move": "a1a5"}).is_success


def test_known_after_a_restart(
    client: TestClient, again: Callable[[TestClient], TestClient]
) -> None:
    table = open_table(client, "quixo")
    first = command(client, table, **MOVE).json()
    client.__exit__(None, None, None)
    with again(client) as after:
        assert command(after, table, **MOVE).json() == first
        answer = command(after, table, **{**MOVE, "move": "a1a5"})
        assert code(answer) == (409, "idempotency_conflict")
    client.__enter__()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_commands_stored_without_a_digest_match(
    client: TestClient, again: Callable[[TestClient], TestClient], tmp_path: Path
) -> None:
    table = open_table(client, "quixo")
    first = command(client, table, **MOVE).json()
    client.__exit__(None, None, None)
    with sqlite3.connect(tmp_path / "test.sqlite3") as database:
        database.execute("UPDATE events SET command_digest = NULL")
    with again(client) as after:
        assert command(after, table, **{**MOVE, "move": "a1a5"}).json() == first
    client.__enter__()
