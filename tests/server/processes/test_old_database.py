"""A database of version 0.1.0 opens, and its games go on.

`tests/data/database_0004.sql` was dumped from a server of that version.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from quintet import record
from quintet.server import Settings, create_app
from quintet.table import event_from_json, event_to_json, replay
from server.fake_clock import FakeClock
from server.tables import command, join, key_of, look, open_table, other_device, send, wait_until
from server.talking import read, say

DUMP = Path(__file__).parents[2] / "data" / "database_0004.sql"
CLOCKS, ENGINE, OVER, REMATCH, OPEN, QOMET = (
    {"id": name}
    for name in (
        "P3Ur_OVkOOqe",
        "Ib-mEMESLQRu",
        "BUDGwYS8MJ65",
        "m9JIzcEBHg57",
        "38WG1hAotHMQ",
        "7jlJI3_F0daE",
    )
)
DUMPED_AT = 1_794_800_000_000


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "quintet.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(DUMP.read_text("utf-8"))
    return path


@pytest.fixture
def client(tmp_path: Path, database: Path) -> Iterator[TestClient]:
    """The device that played at the tables, an hour later."""
    settings, clock = Settings(str(tmp_path)), FakeClock(DUMPED_AT + 3_600_000)
    with TestClient(create_app(settings, clock)) as stranger:
        own = open_table(stranger, "quixo")["id"]
    with closing(sqlite3.connect(database)) as made, made:
        (device,) = made.execute("SELECT owner FROM tables WHERE id = ?", (own,)).fetchone()
        made.execute("UPDATE tables SET owner = ?", (device,))
        made.execute("UPDATE chairs SET device = ? WHERE device IS NOT NULL", (device,))
    with TestClient(create_app(settings, clock), cookies=stranger.cookies) as made_again:
        yield made_again


def test_events_are_read_and_written_as_they_were(database: Path) -> None:
    with closing(sqlite3.connect(database)) as made:
        rows = made.execute(
            "SELECT table_id, body FROM events ORDER BY table_id, number"
        ).fetchall()
    logs: dict[str, list[str]] = {}
    for table, body in rows:
        logs.setdefault(table, []).append(body)
    assert len(logs) == 6
    for log in logs.values():
        events = [event_from_json(json.loads(body)) for body in log]
        assert [json.dumps(event_to_json(event)) for event in events] == log
        replay(events)


def test_a_game_with_a_clock_goes_on(client: TestClient) -> None:
    view = look(client, CLOCKS)
    assert view["phase"] == "playing"
    assert len(view["plies"]) == 3
    for seat in view["seats"]:  # no time has passed while no server ran
        assert 290_000 < seat["clock_ms"] <= 315_000
    send(client, CLOCKS, do="move", move=next(iter(view["paths"])))
    assert len(look(client, CLOCKS)["plies"]) == 4
    assert read(client, CLOCKS) == ["hello", "à toi"]
    assert say(client, CLOCKS, "again").is_success
    assert read(client, CLOCKS)[-1] == "again"


def test_the_engine_goes_on(client: TestClient) -> None:
    view = look(client, ENGINE)
    send(client, ENGINE, do="move", move=next(iter(view["paths"])))
    wait_until(client, ENGINE, lambda view: len(view["plies"]) == 4)


def test_a_game_that_is_over_has_its_rematch(client: TestClient) -> None:
    view = look(client, OVER)
    assert (view["phase"], view["outcome"]["reason"]) == ("over", "resignation")
    assert view["rematch_url"] == f"/tables/{REMATCH['id']}"
    send(client, REMATCH, do="move", move=next(iter(look(client, REMATCH)["paths"])))


def test_an_open_table_is_joined_with_its_key(client: TestClient) -> None:
    links = look(client, OPEN)["invitations"]
    assert len(links) == 2
    for link in links:
        assert join(other_device(client), OPEN, key=key_of(link)).is_success
    assert look(client, OPEN)["phase"] == "playing"


def test_an_id_that_was_used_before_still_counts(client: TestClient) -> None:
    view = look(client, QOMET)
    move = {"number": view["number"], "do": "move", "move": next(iter(view["paths"]))}
    assert command(client, QOMET, id="new", **move).is_success
    assert command(client, QOMET, id="new", **move).json()["number"] == view["number"] + 1
    assert look(client, QOMET)["number"] == view["number"] + 1


def test_its_games_are_listed_and_downloaded(client: TestClient) -> None:
    for _ in range(2):  # made, and then from what is kept
        page = client.get("/games").text
        for table in (CLOCKS, ENGINE, OVER, REMATCH, OPEN, QOMET):
            assert f"/tables/{table['id']}" in page
    games = record.loads(client.get("/games/download").text)
    assert [game.error for game in games] == [None] * 6  # the open one has become none
