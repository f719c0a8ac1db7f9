"""Mistakes of one's own games among the puzzles."""

import asyncio
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.engine import Limits
from quintet.engine import review as engine_review
from quintet.server.play.registry import Registry
from server.pages.test_review_pages import MOVES, data_of
from server.tables import PERSON, engine, open_table, seat_around, send
from server.thinking.test_game_reviews import play, whole_review

SMALL = {"size": "3"}


@pytest.fixture(autouse=True)
def few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_review, "DEFAULT_LIMITS", Limits(nodes=20_000, megabytes=1))


def registry_of(client: TestClient) -> Registry:
    found: Registry = client.app.state.registry  # type: ignore[attr-defined]
    return found


def reviewed(client: TestClient, table: dict[str, Any]) -> str:
    """Review a game, and wait until it is stored; return the table's id."""
    whole_review(client, table)

    async def stored() -> None:
        await asyncio.gather(*registry_of(client).reviews.tasks.pending)

    assert client.portal is not None
    client.portal.call(stored)
    return str(table["id"])


def urls(client: TestClient) -> list[str]:
    found = client.get("/puzzles/mistakes/links").json()["mistakes"]
    assert all(link["url"] == "/tables/{}/retry/{}".format(*link["name"].split()) for link in found)
    return [link["url"] for link in found]


def test_there_is_a_way_to_the_first_mistake(client: TestClient) -> None:
    page = client.get("/puzzles/mistakes").text
    assert "There are none yet. Review a game" in page
    assert urls(client) == []
    assert client.get("/puzzles/mistakes?game=chess").status_code == 404


def test_a_review_makes_puzzles_of_my_own_mistakes(client: TestClient, device: Any) -> None:
    table = play(client, "quixo", MOVES, options=SMALL)
    assert urls(client) == []
    name = reviewed(client, table)
    assert urls(client) == [f"/tables/{name}/retry/3"]
    page = client.get("/puzzles/mistakes?game=quixo").text
    assert f'href="/tables/{name}/retry/3"' in page
    assert f'data-puzzle="{name} 3"' in page
    assert name not in client.get("/puzzles/mistakes?game=qomet").text
    stranger = device()
    assert stranger.get(f"/tables/{name}/review").is_success  # may look on
    assert urls(stranger) == []
    assert name not in stranger.get("/puzzles/mistakes").text


def test_the_mistakes_of_an_opponent_are_not_mine(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    send(ann, table, do="resign")
    store(client, table, [(1, 0), (2, 1), (3, 0)])
    assert urls(ann) == [f"/tables/{table['id']}/retry/{ply}" for ply in (1, 3)]
    assert urls(ben) == [f"/tables/{table['id']}/retry/2"]


def test_with_four_seats_the_first_chair_may_move_later(client: TestClient) -> None:
    chairs = [PERSON, PERSON, engine(1), engine(1)]
    table = open_table(client, "quixo", options={"players": "4"}, chairs=chairs, first=1)
    send(client, table, do="resign")
    store(client, table, [(1, 0), (2, 1), (3, 2), (4, 3)])
    assert [url[-1] for url in urls(client)] == ["1", "4"]


def test_one_mistake_leads_to_the_next_in_all_games(client: TestClient) -> None:
    first = reviewed(client, play(client, "quixo", MOVES, options=SMALL))
    second = reviewed(client, play(client, "quixo", MOVES, options=SMALL))
    assert urls(client) == [f"/tables/{second}/retry/3", f"/tables/{first}/retry/3"]
    page = client.get(f"/tables/{second}/retry/3").text
    following = data_of(page, "puzzle")["following"]
    assert [link["url"] for link in following] == [f"/tables/{first}/retry/3"]
    assert re.search(rf'id="next" href="/tables/{first}/retry/3"', page)


def test_a_spectator_stays_with_the_game(client: TestClient, device: Any) -> None:
    mine, theirs = client, device()
    own = reviewed(mine, play(mine, "quixo", MOVES, options=SMALL))
    other = reviewed(theirs, play(theirs, "quixo", MOVES, options=SMALL))
    page = mine.get(f"/tables/{other}/retry/3").text
    assert data_of(page, "puzzle")["following"] == []
    assert own not in page


def test_a_review_that_is_made_again_comes_first(client: TestClient) -> None:
    table = play(client, "quixo", MOVES, options=SMALL)
    store(client, table, [(3, 0)])  # of another version
    (url,) = urls(client)
    assert client.get(url).url.path == f"/tables/{table['id']}/review"


def store(client: TestClient, table: dict[str, Any], mistakes: list[tuple[int, int]]) -> None:
    """Store a review of which only the mistakes are known."""
    assert client.portal is not None
    client.portal.call(registry_of(client).store.reviews.save, table["id"], 1, {}, mistakes)
