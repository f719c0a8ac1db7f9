"""The API: games, positions and tables as plain values, and nothing but sentences when it fails."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import quintet
from any_text import any_text
from quintet import GAMES, record
from quintet.server import Settings, create_app
from quintet.server.web.origin import LOCAL_NAMES
from server.tables import command, look, open_table


def test_games(client: TestClient) -> None:
    found = client.get("/api/v1/games").json()
    assert [game["game"] for game in found["games"]] == list(GAMES)
    assert found["levels"] == list(range(1, 11))
    quarto = client.get("/api/v1/games/quarto").json()
    calls = next(option for option in quarto["options"] if option["name"] == "calls")
    assert (calls["default"], calls["proposed"]) == ("auto", "spoken")


@pytest.mark.parametrize("game", GAMES)
def test_positions(client: TestClient, game: str) -> None:
    start = quintet.start(game)
    found = client.post("/api/v1/positions", json={"game": game}).json()
    assert found["position"] == start.text
    assert found["moves"] == list(start.moves)
    word = start.moves[0]
    after = client.post("/api/v1/positions", json={"game": game, "moves": [word]}).json()
    assert after["position"] == start.play(word).text
    drawn = client.post("/api/v1/positions/svg", json={"game": game})
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.startswith("<svg")


def test_analysis(client: TestClient) -> None:
    question = {"game": "quixo", "options": {"size": 3}, "seconds": 0.2, "best": 2}
    found = client.post("/api/v1/positions/analyse", json=question).json()
    assert found["kind"] in ("win", "loss", "draw", "chance")
    assert len(found["moves"]) == 2
    too_long = client.post("/api/v1/positions/analyse", json={**question, "seconds": 100})
    assert too_long.status_code == 422
    assert too_long.json()["field"] == "seconds"


def test_why_not(client: TestClient) -> None:
    table = open_table(client, "quixo")
    address = f"/api/v1/tables/{table['id']}/why"
    found = client.get(address, params={"touched": "c3"}).json()
    assert (found["rule"], found["sentence"]) == ("QX2", "Only cubes on the border may be taken.")
    assert client.get(address, params={"touched": "a1,e1"}).json()["sentence"] is None
    nonsense = client.get(address, params={"touched": "z9,,,"})
    assert nonsense.json()["code"] == "bad_move"


def test_what_moves_would_do_in_any_position(client: TestClient) -> None:
    where = {"game": "quixo", "options": {"size": "3"}, "moves": ["a1a3"]}
    answer = client.post("/api/v1/positions/motions", json={**where, "touched": ["c1"]}).json()
    assert set(answer["motions"]) == {"c1a1", "c1c3"}
    assert answer["motions"]["c1c3"][0] == {
        "piece": ".",
        "origin": "c1",
        "target": "c3",
        "becomes": "o",
    }
    every = client.post("/api/v1/positions/motions", json=where).json()["motions"]
    assert len(every) > 2
    touched = {**where, "touched": ["c1"] * 9}
    assert client.post("/api/v1/positions/motions", json=touched).status_code == 422


def test_why_not_in_any_position(client: TestClient) -> None:
    place = {"game": "quixo", "options": {"size": 3}, "position": "o../.../..x x"}
    for touched, rule in ((["a3"], "QX2"), (["c1", "c1"], "QX4"), (["c1", "a1"], None)):
        answer = client.post("/api/v1/positions/why", json={**place, "touched": touched})
        assert answer.json()["rule"] == rule
    assert client.post("/api/v1/positions/why", json={**place, "touched": []}).status_code == 422


def test_record_and_picture(client: TestClient) -> None:
    table = open_table(client, "quixo")
    command(client, table, number=4, do="move", move="a1e1")
    address = f"/api/v1/tables/{table['id']}"
    (game,) = record.loads(client.get(f"{address}/record").text)
    assert [ply.move for ply in game.moves] == ["a1e1"]
    (same,) = record.loads(client.get(f"{address}/record", params={"form": "json"}).text)
    assert same.final == game.final
    assert 'data-marks="e1"' in client.get(f"{address}/board.svg").text
    assert "<style>" in client.get(f"{address}/board.svg?style=true&ply=0").text
    assert client.get(f"{address}/board.svg?view=nothing").status_code == 422


def test_marks_of_the_last_move_and_where_it_began(client: TestClient) -> None:
    table = open_table(client, "quixo")
    start = look(client, table)["start"]
    command(client, table, number=4, do="move", move="a1e1")
    seen = look(client, table)
    assert seen["marks"] == {"last": ["e1"], "origin": ["a1"]}
    assert seen["start"] == start != seen["position"]


def test_moves_are_previewed(client: TestClient) -> None:
    table = open_table(client, "quixo", options={"size": 3})
    address = f"/api/v1/tables/{table['id']}/motions"
    found = client.get(address, params={"touched": "a1"}).json()
    assert set(found["motions"]) == {"a1a3", "a1c1"}
    assert found["motions"]["a1a3"] == [
        {"piece": ".", "origin": "a1", "target": "a3", "becomes": "x"},
        {"piece": ".", "origin": "a2", "target": "a1", "becomes": "."},
        {"piece": ".", "origin": "a3", "target": "a2", "becomes": "."},
    ]
    assert found["position"] == look(client, table)["position"]
    assert client.get(address, params={"touched": "b2"}).json()["motions"] == {}
    assert len(client.get(address).json()["motions"]) == len(look(client, table)["paths"])


def test_spoken_quarto_tells_nothing_of_what_could_be_called(client: TestClient) -> None:
    """The view is the same whether or not there is a line (QT15)."""
    views = []
    for last in ("8", "f"):  # with the fourth piece there is a line, or there is none
        moves = f"0 a1 1 b1 2 c1 {last} d1".split()
        table = open_table(client, "quarto", hints=False, values=False)
        for number, move in enumerate(moves, 4):
            assert command(client, table, number=number, do="move", move=move).is_success
        views.append(look(client, table))
    lined, plain = views
    calls = [[word for word in view["paths"] if word.startswith("quarto")] for view in views]
    assert calls[0] == calls[1]
    assert len(calls[0]) == 10
    for key in ("prompt", "actions", "buttons", "allowed", "outcome", "marks"):
        assert lined[key] == plain[key]


def test_nothing_at_this_address(client: TestClient) -> None:
    for address in ("/api/v1/nothing", "/api/v1/tables/nothing", "/api/v1/games/chess"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert answer.json()["detail"].endswith(".")
    assert client.post("/api/v1/games").status_code == 405
    assert "<html" in client.get("/nothing").text


def test_described_without_other_hosts(client: TestClient) -> None:
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    assert "/api/v1/tables/{table_id}/commands" in paths
    assert all(path.startswith("/api/v1/") for path in paths)


def test_other_sites_are_refused(client: TestClient) -> None:
    evil = {"Origin": "https://evil.example"}
    assert client.post("/api/v1/tables", json={"game": "quixo"}, headers=evil).status_code == 403
    assert client.post("/tables", data={"game": "quixo"}, headers=evil).status_code == 403
    same = {"Origin": "http://testserver"}
    assert client.post("/api/v1/tables", json={"game": "quixo"}, headers=same).status_code == 201


def test_only_names_of_this_machine(tmp_path: Path) -> None:
    app = create_app(Settings(str(tmp_path), LOCAL_NAMES))
    with TestClient(app, base_url="http://localhost:7655") as client:
        assert client.get("/api/v1/games").status_code == 200
        for name in ("evil.example", "localhost.evil.example", "[", ""):
            assert client.get("/api/v1/games", headers={"Host": name}).status_code == 421
        for name in ("127.0.0.1:7655", "[::1]:7655", "LOCALHOST"):
            assert client.get("/api/v1/games", headers={"Host": name}).status_code == 200


def test_large_bodies_are_refused(client: TestClient) -> None:
    large = b"x" * 200_000
    assert client.post("/api/v1/positions", content=large).status_code == 413
    for address, kind in (
        ("/tables", "application/x-www-form-urlencoded"),
        ("/api/v1/positions", "application/json"),
    ):
        pieces = iter([large[:90_000], large[:90_000]])  # without saying how long it is
        answer = client.post(address, content=pieces, headers={"Content-Type": kind})
        assert answer.status_code in (400, 413)


nonsense = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | any_text(max_size=20),
    lambda inner: (
        some.lists(inner, max_size=4) | some.dictionaries(any_text(max_size=10), inner, max_size=4)
    ),
    max_leaves=8,
)
names = some.sampled_from(
    ["game", "options", "position", "moves", "chairs", "first", "clock", "do", "move", "number"]
)
fields: some.SearchStrategy[Any] = some.sampled_from(
    ["quixo", "move", "ask", "draw", 0, 4, "a1e1", [], {}, True, None]
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    some.sampled_from(["positions", "positions/svg", "tables", "tables/ID/commands"]),
    some.dictionaries(names, nonsense | fields, max_size=6) | nonsense,
)
def test_any_body_gets_an_answer(client: TestClient, address: str, body: Any) -> None:
    if not hasattr(client, "table_id"):
        client.table_id = open_table(client, "quixo")["id"]  # type: ignore[attr-defined]
    address = address.replace("ID", client.table_id)  # type: ignore[attr-defined]
    content = json.dumps(body).encode()
    answer = client.post(f"/api/v1/{address}", content=content)
    assert answer.status_code < 500
    if not answer.is_success:
        assert answer.json()["detail"]
