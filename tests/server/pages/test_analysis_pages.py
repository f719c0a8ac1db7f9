"""The page of the analysis board: any position, by the address the editor takes."""

import html
import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient

import quintet
from quintet.games import GAMES


def data(client: TestClient, address: str, **query: str) -> dict[str, Any]:
    answer = client.get(address, params=query)
    assert answer.status_code == 200, answer.text
    found = re.search(r'id="analysis">(.*?)</script>', answer.text, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_has_a_board(client: TestClient, game: str) -> None:
    found = data(client, f"/analysis/{game}")
    assert found["turn"]["game"] == game
    assert found["moves"] == []
    assert len(client.get(f"/analysis/{game}").content) < 300_000


def test_a_position_with_options_and_moves(client: TestClient) -> None:
    text = "x.o/.../... x"
    found = data(client, "/analysis/quixo", size="3", position=text, moves="a3c3 c1c3")
    assert found["turn"]["position"] == text
    assert found["turn"]["options"]["size"] == "3"
    assert found["moves"] == ["a3c3", "c1c3"]


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/analysis/chess", 404),
        ("/analysis/quixo?position=x", 422),
        ("/analysis/quixo?colour=red", 422),
        ("/analysis/quixo?moves=a1e1%20e1a1", 409),
        ("/analysis/quixo/board.svg?view=none", 422),
    ],
)
def test_what_is_no_position_is_said(client: TestClient, address: str, status: int) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert "<h1>" in answer.text


def test_pictures(client: TestClient) -> None:
    position = quintet.start("quantik").play("A@a1")
    query = {"position": position.text, "style": "true"}
    plain = client.get("/analysis/quantik/board.svg", params={"position": position.text})
    assert plain.headers["content-type"] == "image/svg+xml"
    styled = client.get("/analysis/quantik/board.svg", params=query)
    assert "<style" in styled.text
    assert "<style" not in plain.text


def test_pictures_show_what_is_drawn(client: TestClient) -> None:
    drawn = {"marks": "a1,b2,nowhere", "arrows": "a1>c3,b2,>d4", "style": "true"}
    found = client.get("/analysis/quantik/board.svg", params=drawn).text
    assert found.count('<g class="drawn-mark"') == 2
    assert found.count('<g class="arrow drawn"') == 1
    plain = client.get("/analysis/quantik/board.png").content
    assert client.get("/analysis/quantik/board.png", params=drawn).content != plain
    assert (
        client.get("/analysis/quantik/board.svg", params={"marks": "a" * 2001}).status_code == 422
    )


def test_the_page_says_the_variant(client: TestClient) -> None:
    page = html.unescape(client.get("/analysis/quixo?players=4").text)
    assert "Player 1's turn." in page


def test_photographs(client: TestClient) -> None:
    found = client.get("/analysis/quarto/board.png?view=above")
    assert found.headers["content-type"] == "image/png"
    assert found.content.startswith(b"\x89PNG")


def test_the_way_to_every_game_and_mode(client: TestClient) -> None:
    page = client.get("/analysis").text
    boards = [html.unescape(it) for it in re.findall(r'href="(/analysis/[^"]+)"', page)]
    assert {urlsplit(address).path for address in boards} == {f"/analysis/{it}" for it in GAMES}
    assert {"/analysis/quixo?players=4", "/analysis/cubulus?players=3"} <= set(boards)
    for address in boards:
        assert client.get(address).status_code == 200
    assert 'href="/analysis" aria-current="page"' in page
    assert 'href="/analysis"' in client.get("/").text
    assert client.get("/studies").url.path == "/analysis"


@pytest.mark.parametrize("address", ["/learn/quixo", "/puzzles/quixo/1", "/edit/quixo"])
def test_positions_lead_to_the_board(client: TestClient, address: str) -> None:
    assert re.search(r'id="analyse" href="/analysis/quixo', client.get(address).text)
