"""The explorer: what was played on this server, counted once a game is over."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.server import Settings
from server.tables import command, open_table

GAME = {"game": "quixo", "options": {"size": "3"}}
# Cross wins along the top row.
MOVES = ["a3c3", "a1c1", "a3c3", "a1c1", "a3c3"]


@pytest.fixture
def settings(settings_of_both: Settings) -> Settings:
    return settings_of_both


def explored(client: TestClient, *moves: str) -> dict[str, Any]:
    answer = client.post("/api/v1/positions/explore", json={**GAME, "moves": moves})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["moves"]
    return found


def count(client: TestClient) -> int:
    explorer = client.app.state.registry.explorer  # type: ignore[attr-defined]
    assert client.portal is not None
    counted: int = client.portal.call(explorer.count)
    return counted


def play(client: TestClient, moves: list[str]) -> None:
    table = open_table(client, "quixo", options={"size": "3"})
    for number, word in enumerate(moves, table["view"]["number"]):
        done = command(client, table, number=number, do="move", move=word)
        assert done.status_code == 200, done.text


def test_moves_are_counted_when_the_game_is_over(client: TestClient) -> None:
    play(client, MOVES[:2])
    count(client)
    assert explored(client) == {}
    play(client, MOVES)
    count(client)
    assert count(client) == 0  # each game once
    first = explored(client)
    assert first["a3c3"] == {"games": 1, "wins": 1, "draws": 0, "losses": 0}
    assert first["c1a1"] == first["a3c3"]  # its mirror image
    assert explored(client, "a3c3")["a1c1"] == {"games": 1, "wins": 0, "draws": 0, "losses": 1}
    play(client, MOVES)
    count(client)
    assert explored(client)["a3c3"]["games"] == 2


def test_imported_games_were_not_played_here(client: TestClient) -> None:
    text = f'[Game "quixo"]\n[Option "size=3"]\n[Result "1-0"]\n\n{" ".join(MOVES)} 1-0\n'
    done = client.post("/games/import", data={"text": text}, follow_redirects=False)
    assert done.status_code == 303, done.text
    count(client)
    assert explored(client) == {}
    assert count(client) == 0
