"""What the pages of tutorials say, and how moves and touches are judged there."""

from __future__ import annotations

import html

import pytest
from fastapi.testclient import TestClient

from quintet.games import GAMES
from quintet.tutorials import of_game, steps_of


def post(client: TestClient, step: str, what: str, **body: object) -> dict[str, object]:
    answer = client.post(f"/learn/{step}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    told: dict[str, object] = answer.json()
    return told


@pytest.mark.parametrize("game", GAMES)
def test_a_tutorial_begins_with_its_first_task(client: TestClient, game: str) -> None:
    first = of_game(game)[0].steps[0]
    page = client.get(f"/learn/{game}").text
    assert str(first.said.task) in page
    assert f"/learn/{game}/{first.name}" in page
    assert 'name="level" value="1"' in page  # of the first game
    assert f'href="/learn/{game}"' in client.get("/learn").text


def test_every_step_has_a_page_and_a_board(client: TestClient) -> None:
    for name, step in steps_of("quarto").items():
        assert client.get(f"/learn/quarto/{name}").status_code == 200
        told = client.get(f"/learn/quarto/{name}/step.json").json()
        assert told["task"] == str(step.said.task)
        assert told["turn"]["shown"]
        assert "<svg" in client.get(f"/learn/quarto/{name}/board.svg").text


def test_a_winning_move_is_done(client: TestClient) -> None:
    told = post(client, "quantik/row", "move", moves=["A@c1"])
    assert told["verdict"] == "done"
    assert "you have won" in str(told["said"])
    assert [it["lines"] for it in told["steps"]] == [[["a1", "b1", "c1", "d1"]]]  # type: ignore[attr-defined]


def test_a_careless_move_is_answered(client: TestClient) -> None:
    told = post(client, "quantik/stop", "move", moves=["A@d1"])
    assert told["verdict"] == "wrong"
    assert told["said"] == "Now your opponent can win. Dark places a cylinder on b4."
    assert [it["word"] for it in told["steps"]] == ["A@d1", "B@b4"]  # type: ignore[attr-defined]


def test_a_wrong_move_that_the_opponent_cannot_punish_has_no_answer(client: TestClient) -> None:
    told = post(client, "qomet/square", "move", moves=["a1"])
    assert told["said"] == "Ivory places a star on a1. That does not win."
    assert [it["word"] for it in told["steps"]] == ["a1"]  # type: ignore[attr-defined]


def test_partners_are_told_apart(client: TestClient) -> None:
    advice = client.get("/learn/quixo/dot/step.json").json()["turn"]["advice"]
    assert advice == "Hint: take the cube on a1 and push it in at a5 (dot: Cross (n))."


def test_every_step_of_the_list_says_its_task(client: TestClient) -> None:
    page = html.unescape(client.get("/learn/qomet").text)
    for step in steps_of("qomet").values():
        assert f'title="{step.said.task}"' in page


def test_a_forced_win_goes_on_after_the_best_defence(client: TestClient) -> None:
    told = post(client, "quixo/small", "move", moves=["c2c1"])
    assert told["verdict"] == "on"
    line = [it["word"] for it in told["steps"]]  # type: ignore[attr-defined]
    assert len(line) == 2
    assert told["turn"]["shown"]  # type: ignore[index]
    after = client.get("/learn/quixo/small/board.svg", params={"move": line})
    assert after.status_code == 200


def test_what_a_rule_forbids_is_explained_and_done(client: TestClient) -> None:
    told = post(client, "quantik/forbidden", "touch", touched=["A", "b1"])
    assert told["done"]
    assert told["places"] == ["b3"]
    assert str(told["said"]).startswith("Your opponent's sphere on b3 stands in this column. ")
    told = post(client, "quantik/forbidden", "touch", touched=["A", "c2"])
    assert not told["done"]
    assert told["sentence"] == "There is a piece on c2 already."
    told = post(client, "quantik/forbidden", "touch", touched=["nonsense"])
    assert told["sentence"] == "No move starts like this."


def test_the_tutorial_speaks_french(client: TestClient) -> None:
    page = client.get("/learn/cubulus", headers={"Accept-Language": "fr"}).text
    assert "boules neutres" in page
    assert "Trois joueurs" in page
    assert "Learn more" not in page
    assert "neutral balls" not in page


def test_what_is_not_there_is_said(client: TestClient) -> None:
    assert client.get("/learn/quixo/nothing").status_code == 404
    assert client.get("/learn/chess").status_code == 404
    assert client.post("/learn/quixo/nothing/move", json={"moves": ["a1e1"]}).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"moves": []},
        {"moves": ["c3c4"]},
        {"moves": ["a1e1"] * 21},
        {"moves": ["x" * 41]},
        {"moves": [7]},
        {"moves": "a1e1"},
    ],
)
def test_bad_moves_are_refused(client: TestClient, body: dict[str, object]) -> None:
    answer = client.post("/learn/quixo/take/move", json=body)
    assert 400 <= answer.status_code < 500


def test_a_first_visit_is_offered_the_tutorial(client: TestClient) -> None:
    for path in ("/", "/new/cubulus"):
        assert 'data-offers="cubulus"' in client.get(path).text
