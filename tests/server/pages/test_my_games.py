"""Finished games, and the scores of rematches."""

from typing import Any

from fastapi.testclient import TestClient

from quintet.server.play.series import score
from server.tables import hear, live, look, seat_around, send


def test_finished_games_are_listed_with_the_score_of_rematches(client: TestClient) -> None:
    assert "Games you have finished are listed here." in client.get("/games").text
    table, (ann, ben) = seat_around(client, "quixo", 2)
    send(ben, table, do="resign")
    _rematch(table, ann, ben)
    after = {"id": look(ann, table)["rematch_url"].rpartition("/")[2]}
    assert [seat["points"] for seat in look(ann, after)["seats"]] == [0, 1]  # seats go around
    send(ann, after, do="resign")
    assert [seat["points"] for seat in look(ann, after)["seats"]] == [1, 1]
    for person in (ann, ben):
        page = person.get("/games").text
        assert f"/tables/{table['id']}" in page
        assert f"/tables/{after['id']}" in page
        assert "Score: Guest 0 1 and Guest 1 1" in page
        assert "You won" in page
        assert "You lost" in page


def test_games_of_others_are_not_listed(client: TestClient, device: Any) -> None:
    table, (ann, _) = seat_around(client, "quixo", 2)
    send(ann, table, do="resign")
    assert table["id"] not in device().get("/games").text
    assert 'href="/games"' in client.get("/").text


def test_a_draw_is_half_a_point() -> None:
    assert score([], 2) == [0, 0]
    assert score([[0], [], [1], [0]], 2) == [2.5, 1.5]
    assert score([[0, 2], []], 4) == [1.5, 0.5, 1.5, 0.5]


def _rematch(table: dict[str, Any], ann: TestClient, ben: TestClient) -> None:
    with live(ann, table) as socket:
        send(ann, table, do="rematch")
        send(ben, table, do="rematch")
        while hear(socket, "view")["view"]["rematch_url"] is None:
            pass
