"""Who may look at a table, and what those who look on may do there."""

from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from server.tables import OPEN, hear, join, key_of, live, look, open_table, seat_around, send

NewDevice = Callable[[], TestClient]
LOOKING = ("", "/record", "/board.svg", "/why?touched=a1", "/chat", "/poll?wait=0")


def test_where_nobody_may_look_on(client: TestClient, device: NewDevice) -> None:
    table, people = seat_around(client, "quixo", 2, spectators=False)
    stranger = device()
    for path in LOOKING:
        address = f"/api/v1/tables/{table['id']}{path}"
        answer = stranger.get(address)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), path
        for player in people:
            assert player.get(address).is_success, path
    assert stranger.get(f"/tables/{table['id']}").status_code == 403
    with live(stranger, table) as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_json()
    assert closed.value.code == 4403


def test_whoever_opened_the_table_may_look(client: TestClient, device: NewDevice) -> None:
    table = open_table(client, "quixo", chairs=[OPEN, OPEN], spectators=False)
    for link in table["view"]["invitations"]:
        join(device(), table, key=key_of(link))
    view = look(client, table)
    assert (view["owner"], view["rooms"]["write"]) == (True, ["watchers"])


def test_who_loses_the_seat_is_told_nothing_more(client: TestClient, device: NewDevice) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2, spectators=False)
    (link,) = look(ben, table)["return_links"]
    with live(ben, table) as socket:
        hear(socket, "view")
        join(device(), table, key=key_of(link))
        send(ann, table, do="move", move="a1e1")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 4403


def test_spectators_do_not_act(client: TestClient, device: NewDevice) -> None:
    table, _ = seat_around(client, "quixo", 2, hints=True)
    stranger = device()
    look(stranger, table)
    number = look(client, table)["number"]
    with live(stranger, table) as socket:
        for wish in (
            {"do": "move", "move": "a1e1"},
            {"do": "resign"},
            {"do": "ask", "what": "draw"},
            {"do": "rematch"},
            {"do": "leave"},
            {"do": "fill", "seat": 0, "level": 1},
            {"do": "hint"},
            {"do": "say", "room": "players", "text": "Ha!"},
        ):
            socket.send_json({"id": "1", "number": number, **wish})
            assert hear(socket, "refused")["error"]["code"] in ("forbidden", "not_allowed"), wish
    assert look(client, table)["number"] == number
