"""At a table of spoken Quarto nothing tells whether there is a line to call (QT15)."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.games.quarto import CALLS
from server.tables import command, hear, live, look, open_table

# The same board; the piece placed last is in a line, or in none.
BOARD = "6a49/..cf/5.d./0123"
LINED, PLAIN = f"{BOARD} e d1 -", f"{BOARD} e c4 -"
TO_GIVE = f"{BOARD} - d1 -", f"{BOARD} - c4 -"
FULL = "fedc/ba98/7654/3210"


def proved_values(client: TestClient, table: dict[str, Any]) -> dict[str, Any]:
    with live(client, table, 4) as socket:
        socket.send_json({"id": "1", "do": "values"})
        while (values := hear(socket, "values"))["value"]["known"] == "searched":
            pass
    return values


@pytest.mark.parametrize("texts", [(LINED, PLAIN), TO_GIVE])
def test_hints_and_values_are_the_same_with_and_without_a_line(
    client: TestClient, texts: tuple[str, str]
) -> None:
    found = []
    for text in texts:
        table = open_table(client, "quarto", position=text)
        hint = command(client, table, do="hint").json()
        values = proved_values(client, table)
        assert hint["move"] not in CALLS
        assert hint["path"][0] != "quarto"
        assert values["moves"].keys().isdisjoint(CALLS)
        view = look(client, table)
        found.append((hint, values, view["prompt"], view["actions"], view["allowed"]))
    assert found[0] == found[1]


def test_polled_values_say_no_more(client: TestClient) -> None:
    found = []
    for text in (LINED, PLAIN):
        table = open_table(client, "quarto", position=text)
        proved_values(client, table)
        address = f"/api/v1/tables/{table['id']}/poll?values=true&wait=5"
        messages = client.get(address).json()["messages"]
        found.append([message for message in messages if message["type"] == "values"])
    assert found[0]
    assert found[0] == found[1]


@pytest.mark.parametrize("last", ["a1", "d4"])
def test_after_the_last_piece_the_hint_is_silence(client: TestClient, last: str) -> None:
    table = open_table(client, "quarto", position=f"{FULL} - {last} -")
    assert command(client, table, do="hint").json()["move"] == "silent"
    values = proved_values(client, table)
    assert (list(values["moves"]), values["value"]["kind"]) == (["silent"], "tie")


def test_after_the_game_values_speak_of_the_call(client: TestClient) -> None:
    table = open_table(client, "quarto", position=LINED)
    command(client, table, number=4, do="move", move="b2")
    command(client, table, number=5, do="resign")
    with live(client, table, 6) as socket:
        socket.send_json({"id": "1", "do": "values", "ply": 0})
        values = hear(socket, "values")
    assert "quarto:a1-d1" in values["moves"]
