"""The page of a review, and mistakes to try again."""

import json
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.engine import Limits
from quintet.engine import review as engine_review
from server.tables import PERSON, open_table, other_device, send
from server.thinking.test_game_reviews import play, whole_review

MOVES = "a1c1 a1a3 c1a1"  # the third move throws the game away


@pytest.fixture(autouse=True)
def few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_review, "DEFAULT_LIMITS", Limits(nodes=20_000, megabytes=1))


@pytest.fixture
def table(client: TestClient) -> dict[str, Any]:
    return play(client, "quixo", MOVES, options={"size": "3"})


def data_of(page: str, name: str) -> dict[str, Any]:
    found = re.search(
        rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL
    )
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_the_table_leads_to_the_review(client: TestClient, table: dict[str, Any]) -> None:
    address = f"/tables/{table['id']}/review"
    assert f'href="{address}"' in client.get(f"/tables/{table['id']}").text
    page = client.get(address).text
    assert "Retry your mistakes" in page
    assert data_of(page, "review")["total"] == 3
    assert "Retry the mistakes" in other_device(client).get(address).text  # a spectator


def test_a_game_in_progress_has_no_review(client: TestClient) -> None:
    table = open_table(client, "quantik")
    for path in ("review", "review/board.svg?ply=0", "retry", "retry/1"):
        assert client.get(f"/tables/{table['id']}/{path}").status_code == 409


def test_the_better_line_is_drawn(client: TestClient, table: dict[str, Any]) -> None:
    line = [step["word"] for step in whole_review(client, table)["moves"][2]["better"]]
    address = f"/tables/{table['id']}/review/board.svg"
    drawn = client.get(address, params={"ply": 2, "move": line})
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text != client.get(address, params={"ply": 2}).text
    assert client.get(address, params={"ply": 4}).status_code == 404
    assert client.get(address, params={"ply": 2, "move": "z9"}).status_code == 422


def test_mistakes_come_as_puzzles(client: TestClient, table: dict[str, Any]) -> None:
    address = f"/tables/{table['id']}/retry"
    assert client.get(address, follow_redirects=False).headers["location"].endswith("/review")
    better = whole_review(client, table)["moves"][2]["better"]
    answer = client.get(address)
    assert answer.url.path == f"{address}/3"
    puzzle = data_of(answer.text, "puzzle")
    assert puzzle["task"].startswith("You played: take ")
    assert [step["word"] for step in puzzle["line"]] == [step["word"] for step in better]
    assert set(puzzle["wrong"]) == set(puzzle["paths"]) - {better[0]["word"]}
    assert "Mistake 1 of 1" in answer.text
    assert client.get(f"{address}/1").status_code == 404
    assert client.get(f"{address}/3/board.svg").is_success


def test_another_try_is_judged_like_a_review(client: TestClient, table: dict[str, Any]) -> None:
    found = whole_review(client, table)
    address = f"/tables/{table['id']}/retry/3/refutation"
    wrong = client.post(address, params={"move": "c1a1"}).json()
    assert wrong["right"] is False
    assert " After it: a loss in 3 moves." in wrong["said"]
    assert wrong["steps"][-1]["seat"] == 1  # what the opponent answers
    right = client.post(address, params={"move": found["moves"][2]["better"][0]["word"]}).json()
    assert right["right"] is True
    assert right["said"].startswith("Right: a win in ")
    assert client.post(address, params={"move": "b2b3"}).status_code == 422


def test_four_players_have_a_page(client: TestClient) -> None:
    options = {"players": "4"}
    table = open_table(client, "quixo", options=options, chairs=[PERSON] * 4)
    send(client, table, do="resign")
    assert client.get(f"/tables/{table['id']}/review").is_success
