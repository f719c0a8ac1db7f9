"""Values and hints during a game: for its players and its host, and for nobody else."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from server.tables import (
    command,
    engine,
    hear,
    join,
    key_of,
    live,
    look,
    open_table,
    other_device,
    seat_around,
    send,
)


@pytest.fixture
def table(client: TestClient) -> dict[str, Any]:
    """A game of two devices at which players may see values and get hints."""
    made, _ = seat_around(client, "quixo", 2, values=True, hints=True)
    return made


def test_a_live_spectator_is_refused_values(client: TestClient, table: dict[str, Any]) -> None:
    stranger = other_device(client)
    assert not look(stranger, table)["allowed"]["values"]
    with live(stranger, table) as socket:
        for wish in ({"do": "values"}, {"do": "values", "ply": 0}, {"do": "hint"}):
            socket.send_json({"id": "1", **wish})
            assert hear(socket, "refused")["error"]["code"] == "forbidden", wish
        # Nor do they come later, when a player asks for them.
        with live(client, table) as player:
            player.send_json({"id": "1", "do": "values"})
            hear(player, "values")
            send(client, table, do="move", move="a1e1")
            hear(player, "values")
        socket.send_json({"id": "2", "do": "view"})
        told = [socket.receive_json()["type"]]
        while told[-1] != "accepted":
            told.append(socket.receive_json()["type"])
    assert "values" not in told


def test_a_polling_spectator_is_refused_values(client: TestClient, table: dict[str, Any]) -> None:
    address = f"/api/v1/tables/{table['id']}/poll?since=0&wait=0&values=true"
    assert client.get(address).is_success
    answer = other_device(client).get(address)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_polling_is_refused_values_that_the_table_has_not(client: TestClient) -> None:
    table = open_table(client, "quixo", values=False)
    answer = client.get(f"/api/v1/tables/{table['id']}/poll?wait=0&values=true")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_allowed")


def test_no_request_gives_a_spectator_values(client: TestClient, table: dict[str, Any]) -> None:
    stranger = other_device(client)
    assert command(stranger, table, do="hint").json()["code"] == "forbidden"
    assert command(stranger, table, do="values").json()["code"] == "invalid_field"
    for path in ("", "/record?form=json", "/poll?wait=0"):
        text = stranger.get(f"/api/v1/tables/{table['id']}{path}").text
        assert '"chance"' not in text
        assert '"depth"' not in text


def test_who_loses_the_seat_gets_no_more_values(client: TestClient) -> None:
    table, (_, guest) = seat_around(client, "quixo", 2, values=True)
    with live(guest, table) as socket:
        socket.send_json({"id": "1", "do": "values"})
        hear(socket, "values")
        (link,) = look(guest, table)["return_links"]
        assert join(other_device(client), table, key=key_of(link)).is_success
        socket.send_json({"id": "2", "do": "values"})
        assert hear(socket, "refused")["error"]["code"] == "forbidden"


def test_the_host_of_engines_sees_values(client: TestClient) -> None:
    table = open_table(client, "quixo", options={"size": "3"}, chairs=[engine(1), engine(1)])
    with live(client, table) as socket:
        socket.send_json({"id": "1", "do": "values"})
        assert hear(socket, "values")["moves"] is not None
