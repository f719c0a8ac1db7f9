"""People cannot be named like an engine, a seat or a side."""

import pytest
from fastapi.testclient import TestClient

from quintet.server.web.chosen_name import COOKIE
from quintet.server.web.reserved_names import is_reserved
from server.tables import OPEN, open_table, other_device

RESERVED = [
    "level:10",
    "Level 10",
    "\uff2c\uff25\uff36\uff25\uff2c\uff1a\uff11\uff10",  # wide letters
    "l\u00e9vel:1",
    "le\u200bvel:3",
    "ENGINE",
    "Engine, level 3",
    "Ordinateur, niveau 3",
    "An open chair",
    "Player 2",
    "joueur 2",
    "seat 1",
    "X",
    "\u24de",  # a letter in a circle
    "z",
]
FREE = ["", "Ann", "Oz", "Levelson", "Xavier", "Zoe", "Engineer", "Player", "Rook 7"]


def test_what_is_reserved() -> None:
    assert [name for name in RESERVED if not is_reserved(name)] == []
    assert [name for name in FREE if is_reserved(name)] == []
    assert not is_reserved("Player 1", 1)  # a default name, given again


@pytest.mark.parametrize("name", RESERVED[:3])
def test_nobody_sits_under_such_a_name(client: TestClient, name: str) -> None:
    chairs = [{"kind": "person", "name": name}, {"kind": "open"}]
    answer = client.post("/api/v1/tables", json={"game": "quantik", "chairs": chairs})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_field")
    assert answer.json()["field"] == "name"
    table = open_table(client, "quantik", chairs=[OPEN, OPEN], public=True)
    join = f"/api/v1/tables/{table['id']}/join"
    answer = other_device(client).post(join, json={"chair": 1, "name": name})
    assert answer.json().get("field") == "name", answer.json()
    assert client.post(join, json={"chair": 0}).status_code == 200


def test_a_cookie_with_such_a_name_counts_as_none(client: TestClient) -> None:
    client.cookies.set(COOKIE, "level%3A10")
    assert "level:10" not in client.get("/").text
