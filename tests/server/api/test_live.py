"""The live connection: what is told, in which order, and what is refused."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from quintet.server import Settings
from server.tables import PERSON, command, engine, hear, live, look, open_table, other_device


@pytest.fixture
def settings(settings_of_both: Settings) -> Settings:
    return settings_of_both


def test_whole_truth_then_events(client: TestClient) -> None:
    table = open_table(client, "quantik")
    with live(client, table) as socket:
        first = socket.receive_json()
        assert first["type"] == "view"
        assert first["version"] == 1
        assert first["number"] == first["view"]["number"] == 4
        socket.send_json({"id": "1", "number": 4, "do": "move", "seat": 0, "move": "A@a1"})
        told = hear(socket, "events")
        assert told["number"] == 5
        assert [event["event"] for event in told["events"]] == ["moved"]
        (ply,) = told["plies"]
        assert ply["word"] == "A@a1"
        assert ply["motions"] == [
            {"piece": "A", "origin": "reserve", "target": "a1", "becomes": "A"}
        ]
        assert ply["labels"]["a1"]
        assert told["view"]["seat"] == 1
        assert told["view"]["marks"] == {"last": ["a1"], "origin": []}
        assert "plies" not in told["view"]


def test_command_is_accepted(client: TestClient) -> None:
    table = open_table(client, "quantik")
    with live(client, table, 4) as socket:
        socket.send_json({"id": "x", "number": 4, "do": "move", "move": "A@a1"})
        assert hear(socket, "accepted") == {
            "version": 1,
            "type": "accepted",
            "id": "x",
            "number": 5,
        }


def test_reconnect_gets_the_rest_and_nothing_twice(client: TestClient) -> None:
    table = open_table(client, "quantik")
    for number, move in enumerate(["A@a1", "B@b2", "C@c3"], 4):
        assert command(client, table, number=number, do="move", move=move).status_code == 200
    with live(client, table, 5) as socket:
        told = hear(socket, "events")
        assert [event["move"] for event in told["events"]] == ["B@b2", "C@c3"]
        assert [ply["ply"] for ply in told["plies"]] == [2, 3]
    with live(client, table, 7) as socket:
        socket.send_json({"id": "v", "do": "values", "on": False})
        # Who is there is all that is new.
        assert [socket.receive_json()["type"] for _ in range(2)] == ["presence", "accepted"]


@pytest.mark.parametrize("since", ["99", "-1", "x", "9" * 30])
def test_nonsense_since_gets_the_whole_truth(client: TestClient, since: str) -> None:
    table = open_table(client, "quantik")
    with client.websocket_connect(f"/api/v1/tables/{table['id']}/live?since={since}") as socket:
        assert socket.receive_json()["type"] == "view"


def test_unknown_table(client: TestClient) -> None:
    with (
        client.websocket_connect("/api/v1/tables/nothing/live") as socket,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        socket.receive_json()
    assert closed.value.code == 4404


def test_late_and_double_commands(client: TestClient) -> None:
    table = open_table(client, "quantik")
    with live(client, table, 4) as socket:
        move = {"id": "1", "number": 4, "do": "move", "move": "A@a1"}
        socket.send_json(move)
        assert hear(socket, "accepted")["number"] == 5
        socket.send_json(move)  # the same again, after a lost answer
        assert hear(socket, "accepted")["number"] == 5
        socket.send_json({**move, "id": "2"})
        refused = hear(socket, "refused")
        assert (refused["id"], refused["error"]["code"]) == ("2", "stale_command")
    assert look(client, table)["number"] == 5


def test_a_question_does_not_make_a_move_late(client: TestClient) -> None:
    table = open_table(client, "quantik")
    assert command(client, table, number=4, do="ask", what="draw", seat=0).status_code == 200
    assert command(client, table, number=4, do="move", move="A@a1").status_code == 200


def test_illegal_move_says_why(client: TestClient) -> None:
    table = open_table(client, "quantik")
    command(client, table, number=4, do="move", move="A@a1")
    with live(client, table, 5) as socket:
        socket.send_json({"id": "1", "number": 5, "do": "move", "move": "A@a2"})
        error = hear(socket, "refused")["error"]
    assert error["code"] == "illegal_move"
    assert error["rule"].startswith("QK")
    assert error["places"] == ["a1"]
    assert error["detail"].endswith(".")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "1",
        '{"do":"fly"}',
        '{"do":"move"}',
        '{"do":"move","seat":9}',
        "x" * 2000,
    ],
)
def test_nonsense_is_refused_and_the_connection_stays(client: TestClient, text: str) -> None:
    table = open_table(client, "quantik")
    with live(client, table, 4) as socket:
        socket.send_text(text)
        assert hear(socket, "refused")["error"]["code"] in (
            "malformed_request",
            "invalid_field",
            "forbidden",
            "stale_command",
        )
        socket.send_json({"id": "1", "number": 4, "do": "move", "move": "A@a1"})
        assert hear(socket, "accepted")


def test_only_the_holder_moves(client: TestClient) -> None:
    table = open_table(client, "quantik")
    stranger = other_device(client)
    stranger.cookies["quintet_device"] = "somebody-else-altogether"
    answer = stranger.post(
        f"/api/v1/tables/{table['id']}/commands", json={"number": 4, "do": "move", "move": "A@a1"}
    )
    assert answer.status_code == 403
    assert answer.json()["code"] == "forbidden"
    view = stranger.get(f"/api/v1/tables/{table['id']}").json()["view"]
    assert view["paths"] == {}
    assert not any(view["allowed"].values())
    assert not any(seat["here"] for seat in view["seats"])


def test_take_back_at_one_screen_needs_no_answer(client: TestClient) -> None:
    table = open_table(client, "quantik")
    command(client, table, number=4, do="move", move="A@a1")
    with live(client, table, 5) as socket:
        socket.send_json({"id": "1", "number": 5, "do": "ask", "what": "take_back"})
        told = hear(socket, "view")
    assert told["view"]["plies"] == []
    assert told["view"]["seat"] == 0


def test_draw_is_offered_and_answered(client: TestClient) -> None:
    table = open_table(client, "quantik")
    command(client, table, number=4, do="ask", what="draw", seat=0)
    (question,) = look(client, table)["questions"]
    assert question["mine"]
    assert question["sentence"].endswith(".")
    command(client, table, number=5, do="answer", what="draw", yes=True)
    assert look(client, table)["outcome"]["reason"] == "agreement"


def test_rematch_has_seats_rotated(client: TestClient) -> None:
    table = open_table(client, "quantik", chairs=[{**PERSON, "name": "Ann"}, engine(1)])
    command(client, table, number=4, do="resign")
    with live(client, table) as socket:
        assert socket.receive_json()["view"]["allowed"]["rematch"]
        socket.send_json({"id": "1", "number": 5, "do": "rematch"})
        for _ in range(10):
            address = hear(socket, "view")["view"]["rematch_url"]
            if address:
                break
    view = client.get("/api/v1" + address).json()["view"]
    assert [seat["kind"] for seat in view["seats"]] == ["engine", "person"]
    assert view["seats"][1]["name"] == "Ann"


def test_values_stream_and_stay_on(client: TestClient) -> None:
    table = open_table(client, "quixo", options={"size": "3"})
    with live(client, table, 4) as socket:
        socket.send_json({"id": "1", "do": "values", "on": True})
        values = hear(socket, "values")
        assert 0 <= values["chance"] <= 1
        assert values["value"]["said"]
        for move in values["moves"].values():
            assert move["kind"] in ("win", "loss", "draw", "chance")
        socket.send_json({"id": "2", "number": 4, "do": "move", "move": "a1c1"})
        while (values := hear(socket, "values"))["number"] < 5:
            pass
        assert "a1a3" in values["moves"]


def over(client: TestClient, **more: object) -> dict[str, Any]:
    """A table at which a game of three plies was given up."""
    table = open_table(client, "quixo", options={"size": "3"}, **more)
    for number, word in enumerate(("a1c1", "a1a3", "a1a3"), 4):
        command(client, table, number=number, do="move", move=word)
    command(client, table, number=7, do="resign")
    return table


def test_a_game_that_is_over_has_values_after_every_ply(client: TestClient) -> None:
    """For anybody who may look, whatever was agreed on for the game itself."""
    table = over(client, values=False)
    stranger = other_device(client)
    assert look(stranger, table)["allowed"]["values"]
    with live(stranger, table, 8) as socket:
        for ply, moves in ((1, "b1c1"), (3, "b1a1")):
            socket.send_json({"id": "v", "do": "values", "ply": ply})
            values = hear(socket, "values")
            while values["ply"] != ply:
                values = hear(socket, "values")
            assert moves in values["moves"]
            assert values["moves"][moves]["path"] == [moves[:2], moves[2:]]


def test_values_of_a_ply_that_cannot_be_asked_for(client: TestClient) -> None:
    running = open_table(client, "quixo", options={"size": "3"})
    with live(client, running, 4) as socket:
        socket.send_json({"id": "1", "do": "values", "ply": 0})
        assert hear(socket, "refused")["error"]["code"] == "not_allowed"
    with live(client, over(client), 8) as socket:
        for ply in (4, -1, 99_999, "1"):
            socket.send_json({"id": "1", "do": "values", "ply": ply})
            error = hear(socket, "refused")["error"]
            assert (error["code"], error["field"]) == ("invalid_field", "ply")


def test_the_last_position_is_worth_the_result(client: TestClient) -> None:
    table = open_table(client, "quixo", options={"size": "3"}, position="xx./.oo/... x")
    command(client, table, number=4, do="move", move="c1c3")
    with live(client, table, 5) as socket:
        socket.send_json({"id": "1", "do": "values", "on": True})
        values = hear(socket, "values")
    assert (values["ply"], values["moves"], values["chance"]) == (1, {}, 1.0)
    assert values["value"]["said"] == look(client, table)["outcome"]["sentence"]


def test_hint(client: TestClient) -> None:
    table = open_table(client, "quixo", options={"size": "3"})
    with live(client, table, 4) as socket:
        socket.send_json({"id": "1", "do": "hint"})
        hint = hear(socket, "hint")
    assert hint["move"] in look(client, table)["paths"]
    assert hint["said"].endswith(".")


def test_no_hints_and_values_where_they_are_not_allowed(client: TestClient) -> None:
    table = open_table(client, "quixo", hints=False, values=False)
    with live(client, table, 4) as socket:
        for wish in ("hint", "values"):
            socket.send_json({"id": wish, "do": wish})
            assert hear(socket, "refused")["error"]["code"] == "not_allowed"
    allowed = look(client, table)["allowed"]
    assert not allowed["hint"]
    assert not allowed["values"]


def test_hint_in_spoken_quarto_is_no_false_call(client: TestClient) -> None:
    table = open_table(client, "quarto", position="0.../.7../..4./...8 3 d1 -")
    with live(client, table, 4) as socket:
        socket.send_json({"id": "1", "do": "hint"})
        hint = hear(socket, "hint")
        assert not hint["move"].startswith("quarto")
        socket.send_json({"id": "2", "do": "values"})
        moves = hear(socket, "values")["moves"]
    assert not any(move.startswith("quarto") for move in moves)


def test_other_sites_cannot_listen(client: TestClient) -> None:
    table = open_table(client, "quixo")
    address = f"/api/v1/tables/{table['id']}/live"
    evil = {"Origin": "https://evil.example"}
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(address, headers=evil):
        pass
