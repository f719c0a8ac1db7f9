"""Values that tables of solved games have are told at once, and without them they are searched."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from server.tables import hear, live, open_table

ADDRESS = "/api/v1/positions/analyse"
QUESTION = {"game": "quantik", "moves": ["A@a1"], "seconds": 0.2, "best": 20}


@pytest.fixture
def with_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that come with the package are there."""
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path / "none"))


@pytest.mark.usefixtures("with_tables")
def test_an_analysis_is_looked_up(client: TestClient) -> None:
    found = client.post(ADDRESS, json=QUESTION).json()
    assert (found["kind"], found["plies"], found["known"]) == ("win", 9, "table")
    assert found["said"] == "o wins in 9 plies (looked up)"
    assert [move["plies"] for move in found["moves"][:10]] == [9] * 6 + [11] * 3 + [10]
    assert {move["known"] for move in found["moves"]} == {"table"}


@pytest.mark.usefixtures("with_tables")
def test_the_values_beside_a_game_are_looked_up(client: TestClient) -> None:
    table = open_table(client, "quantik")
    with live(client, table) as socket:
        socket.send_json({"id": "v", "do": "values", "on": True})
        told = hear(socket, "values")
    assert told["value"]["known"] == "table"
    assert (told["value"]["kind"], told["value"]["plies"], told["chance"]) == ("loss", 10, 0)
    assert len(told["moves"]) == 64
    assert {(move["kind"], move["plies"]) for move in told["moves"].values()} == {("loss", 10)}


def test_without_tables_values_are_searched(client: TestClient) -> None:
    found = client.post(ADDRESS, json=QUESTION).json()
    assert "table" not in {found["known"], *(move["known"] for move in found["moves"])}
