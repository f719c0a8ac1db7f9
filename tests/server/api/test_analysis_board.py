"""The analysis board's routes: turns to touch, and searches that report as they go."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter

import quintet
from quintet.games import GAMES
from quintet.server.schemas.analysis import AnalysisMessage, BoardTurn
from server.thinking.stub_pool import StubPool

MESSAGES: TypeAdapter[Any] = TypeAdapter(AnalysisMessage)
SMALL = {"game": "quixo", "options": {"size": "3"}}


def turn(client: TestClient, **place: Any) -> dict[str, Any]:
    answer = client.post("/api/v1/positions/turn", json=place)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def search(client: TestClient, **place: Any) -> dict[str, Any]:
    """The last report of a search."""
    with client.websocket_connect("/api/v1/analysis/live") as socket:
        socket.send_json({"do": "search", "id": "7", **place})
        while True:
            told: dict[str, Any] = socket.receive_json()
            MESSAGES.validate_python(told)
            assert told["id"] == "7"
            if told["type"] == "refused" or told["done"]:
                return told


@pytest.mark.parametrize("game", list(GAMES))
def test_a_turn_has_all_that_a_board_needs(client: TestClient, game: str) -> None:
    found = turn(client, game=game)
    TypeAdapter(BoardTurn).validate_python(found)
    position = quintet.start(game)
    assert found["position"] == position.text
    assert set(found["moves"]) == set(found["paths"]) == set(position.moves)
    assert all(move["said"] and move["motions"] for move in found["moves"].values())
    assert "turn. " in found["prompt"]


def test_a_turn_after_moves(client: TestClient) -> None:
    found = turn(client, game="quantik", moves=["A@a1", "B@b2"])
    assert found["position"] == "..../..../.b../A..."
    assert found["prompt"] == "Light's turn. Place a piece."
    refused = client.post("/api/v1/positions/turn", json={"game": "quantik", "moves": ["A@a9"]})
    assert refused.json()["code"] == "bad_move"


def test_a_finished_game_offers_nothing(client: TestClient) -> None:
    found = turn(client, **SMALL, position="xxx/o../o.. o")
    assert found["moves"] == {}
    assert found["seat"] is None
    assert found["prompt"] == found["outcome"]["sentence"]
    assert found["winning"] == [["a3", "b3", "c3"]]
    told = search(client, **SMALL, position="xxx/o../o.. o")
    assert told["lines"] == []
    assert told["value"]["said"] == found["prompt"]


def test_a_solved_position_is_told_at_once(client: TestClient) -> None:
    told = search(client, **SMALL)
    assert told["value"]["known"] != "searched"
    assert told["value"]["kind"] == "win"
    assert told["value"]["said"].endswith("(solved)")
    assert told["chance"] == 1
    moves = [word for line in told["lines"] for word in line["moves"]]
    assert sorted(moves) == sorted(quintet.start("quixo", size=3).moves)
    assert all(line["line"][0] == line["moves"][0] for line in told["lines"])
    assert len(told["lines"]) < len(moves)  # those that are symmetric are one


def test_a_search_goes_deeper(client: TestClient) -> None:
    told = search(client, game="quixo", seconds=0.3)
    assert told["value"]["known"] == "searched"
    assert told["depth"] > 1
    assert told["nodes"] > 1


def test_the_moves_that_led_to_a_position_count(client: TestClient) -> None:
    told = search(client, game="quantik", moves=["A@a1", "B@b1"], seconds=5)
    assert "A@a1" not in [word for line in told["lines"] for word in line["moves"]]
    assert told["value"]["known"] != "searched"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "quixo", "moves": ["c3c5"]}, "bad_move"),
        ({"game": "quixo", "position": "nonsense"}, "bad_position"),
        ({"game": "quixo", "seconds": 1000}, "invalid_field"),
    ],
)
def test_what_cannot_be_searched_is_refused(
    client: TestClient, wrong: dict[str, Any], code: str
) -> None:
    with client.websocket_connect("/api/v1/analysis/live") as socket:
        socket.send_json({"do": "search", "id": "7", **wrong})
        told = socket.receive_json()
        assert told["type"] == "refused"
        assert told["error"]["code"] == code
        socket.send_text("x" * 16_001)
        assert socket.receive_json()["error"]["code"] == "malformed_request"


def test_one_search_at_a_time_and_none_when_nobody_looks(client: TestClient) -> None:
    registry = client.app.state.registry  # type: ignore[attr-defined]
    pool = registry.engine_pool = StubPool()
    with client.websocket_connect("/api/v1/analysis/live") as socket:
        for moves in ([], ["a1e1"]):
            socket.send_json({"do": "search", "game": "quixo", "moves": moves})
        socket.send_text("{}")
        assert socket.receive_json()["type"] == "refused"  # and those before it were read
        first, second = pool.jobs
        assert first.token.stopped
        assert not second.token.stopped
        assert second.job.line.moves == ["a1e1"]
        socket.send_json({"do": "stop"})
        socket.send_text("{}")
        socket.receive_json()
        assert second.token.stopped
        socket.send_json({"do": "search", "game": "quixo"})
        socket.send_text("{}")
        socket.receive_json()
        assert len(pool.running) == 1
    assert pool.running == []


def test_records_are_read_with_their_variations(client: TestClient) -> None:
    text = '[Game "quixo"]\n[Option "size=3"]\n[Seat0 "Ann"]\n\n1. a1c1 (1. a1a3) 2. a3c3 *\n'
    (game,) = client.post("/api/v1/records/read", json={"text": text}).json()["games"]
    assert game["text"] == "a1c1 (a1a3) a3c3"
    assert game["options"]["size"] == "3"
    assert game["seats"] == ["Ann", ""]
    place = {name: game[name] for name in ("game", "options", "position", "text")}
    written = client.post("/api/v1/records/write", json=place).text
    assert '[Option "size=3"]' in written
    assert "1. a1c1 (1. a1a3) 2. a3c3 *" in written
    again = client.post("/api/v1/records/read", json={"text": written}).json()["games"]
    assert again == [{**game, "seats": ["", ""]}]


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "invalid_field"), ("[Game", "bad_record"), ('[Game "quixo"] 1. c3c5 *', "bad_record")],
)
def test_what_is_no_record_is_said(client: TestClient, text: str, code: str) -> None:
    assert client.post("/api/v1/records/read", json={"text": text}).json()["code"] == code
    wrong = {"game": "quixo", "text": "c3c5"}
    assert client.post("/api/v1/records/write", json=wrong).json()["code"] == "bad_record"


def test_lines_without_a_websocket(client: TestClient) -> None:
    place = {"game": "quixo", "options": {"size": "3"}, "moves": ["a1c1"]}
    found = client.post("/api/v1/positions/lines", json={**place, "seconds": 5}).json()
    assert (found["type"], found["done"]) == ("lines", True)
    assert found["value"]["known"] in ("table", "proved")
    assert any(len(each["moves"]) > 1 for each in found["lines"])
    wrong = client.post("/api/v1/positions/lines", json={**place, "moves": ["b2b3"]})
    assert wrong.json()["code"] == "bad_move"
    much = client.post("/api/v1/positions/lines", json={**place, "seconds": 60})
    assert much.json()["code"] == "invalid_field"
