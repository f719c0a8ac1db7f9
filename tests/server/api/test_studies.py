"""Saved studies: private, unlisted and public, and only their author changes them."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.server import Settings

TREE = "{look} a1c1 $1 (a1a3) a3c3"


@pytest.fixture
def settings(settings_of_both: Settings) -> Settings:
    return settings_of_both


def save(client: TestClient, **wishes: Any) -> dict[str, Any]:
    body = {"game": "quixo", "options": {"size": "3"}, "text": TREE, "title": "Corners", **wishes}
    answer = client.post("/api/v1/studies", json=body)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def test_a_study_is_kept_and_changed(
    client: TestClient, again: Callable[[TestClient], TestClient]
) -> None:
    made = save(client)
    found = client.get(f"/api/v1/studies/{made['id']}").json()
    assert found == made
    assert (found["text"], found["options"]["size"], found["mine"]) == (TREE, "3", True)
    change = {"game": "quixo", "options": {"size": "3"}, "text": "a1c1", "title": " New  title "}
    changed = client.put(f"/api/v1/studies/{made['id']}", json=change).json()
    assert (changed["title"], changed["text"]) == ("New title", "a1c1")
    with again(client) as later:  # the server was restarted
        assert later.get(f"/api/v1/studies/{made['id']}").json()["text"] == "a1c1"
    assert [it["id"] for it in client.get("/api/v1/studies").json()["studies"]] == [made["id"]]
    assert client.delete(f"/api/v1/studies/{made['id']}").json() == {"studies": []}
    assert client.get(f"/api/v1/studies/{made['id']}").status_code == 404


def test_who_sees_a_study(client: TestClient, device: Callable[[], TestClient]) -> None:
    kinds = {
        kind: save(client, visibility=kind, title=kind)
        for kind in ("private", "unlisted", "public")
    }
    other = device()
    for kind, study in kinds.items():
        seen = other.get(f"/api/v1/studies/{study['id']}").status_code == 200
        assert seen == (kind != "private")
        assert (other.get(study["url"]).status_code == 200) == seen
        status = other.delete(f"/api/v1/studies/{study['id']}").status_code
        assert status == (403 if seen else 404)
    page = other.get("/studies").text
    assert kinds["public"]["url"] in page
    assert kinds["unlisted"]["url"] not in page
    assert all(study["url"] in client.get("/studies").text for study in kinds.values())


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"text": "a1a1"}, "bad_record"),
        ({"title": " "}, "invalid_field"),
        ({"title": "x" * 101}, "invalid_field"),
        ({"visibility": "secret"}, "invalid_field"),
        ({"game": "chess"}, "unknown_game"),
    ],
)
def test_what_is_no_study(client: TestClient, wrong: dict[str, Any], code: str) -> None:
    body = {"game": "quixo", "options": {"size": "3"}, "text": TREE, "title": "x", **wrong}
    assert client.post("/api/v1/studies", json=body).json()["code"] == code
    assert client.get("/studies/none").status_code == 404
