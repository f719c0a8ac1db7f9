"""Errors of the API: problem objects (RFC 9457), one code a cause, ranges that are named."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from fastapi.testclient import TestClient

from quintet.errors import QuintetError
from quintet.server.schemas.problem import Code
from quintet.server.web import errors
from quintet.server.web.errors import KINDS, InternalError, problem
from server.tables import command, hear, live, open_table

DOCS = Path(__file__).parents[3] / "docs"
MEMBERS = {"type", "title", "status", "detail", "instance", "code"}


def test_every_answer_that_refuses_is_a_problem(client: TestClient) -> None:
    answer = client.get("/api/v1/tables/nothing")
    assert answer.headers["content-type"] == "application/problem+json"
    found = answer.json()
    assert found.keys() == MEMBERS
    assert (found["status"], found["code"]) == (404, "not_found")
    assert found["instance"] == "/api/v1/tables/nothing"
    assert found["detail"].endswith(".")
    page, _, anchor = found["type"].partition("#")
    assert f'id="{anchor}"' in client.get(page).text


def test_titles_and_details_are_in_the_language_that_was_asked_for(client: TestClient) -> None:
    answer = client.get("/api/v1/nothing", headers={"Accept-Language": "fr"}).json()
    assert (answer["title"], answer["code"]) == ("Introuvable", "not_found")


def test_refusals_of_a_live_connection_are_the_same_problems(client: TestClient) -> None:
    table = open_table(client, "quixo")
    wrong = {"id": "1", "number": 4, "do": "move", "move": "c3a3"}
    posted = command(client, table, **wrong).json()
    with live(client, table, 4) as socket:
        socket.send_json(wrong)
        told = hear(socket, "refused")["error"]
    assert told.keys() == posted.keys()
    assert {**told, "instance": ""} == {**posted, "instance": ""}


def test_one_code_a_cause() -> None:
    codes = [kind.code for kind in KINDS.values()]
    assert len(set(codes)) == len(codes)
    assert sorted(codes) == sorted(get_args(Code))
    ours = [
        it
        for it in vars(errors).values()
        if isinstance(it, type) and issubclass(it, QuintetError) and it is not QuintetError
    ]
    # What is our fault has one code, however many causes the log tells apart.
    assert {it for it in ours if InternalError not in it.__bases__} <= set(KINDS)


def test_an_error_nobody_expected_is_ours() -> None:
    class Strange(QuintetError):
        pass

    found = problem(Strange(InternalError().sentence), str, "/")
    assert (found["status"], found["code"]) == (500, "internal_error")


def test_the_documentation_lists_every_code() -> None:
    (page,) = DOCS.rglob("web-api.md")
    rows = re.findall(
        r"^\| `([a-z_]+)` \| (\d{3}) \|", page.read_text(encoding="utf-8"), re.MULTILINE
    )
    known = {(kind.code, str(kind.status)) for kind in KINDS.values()}
    assert set(rows) == known


@pytest.mark.parametrize(
    ("address", "body", "expected"),
    [
        ("positions/analyse", {"seconds": 100}, {"field": "seconds", "minimum": 0, "maximum": 5}),
        ("positions/analyse", {"best": 0}, {"field": "best", "minimum": 1, "maximum": 1000}),
        ("positions/why", {"touched": []}, {"field": "touched", "min_length": 1, "max_length": 8}),
        ("positions", {"position": "x" * 500}, {"field": "position", "max_length": 400}),
        ("positions", {"moves": ["x" * 50]}, {"field": "moves.0", "max_length": 40}),
        ("positions", {"game": 5}, {"field": "game", "max_length": 40}),
        ("positions", {"what": 5}, {"field": "what"}),
        ("tables", {"chairs": [{"kind": "cat"}]}, {"allowed": ["person", "engine", "open"]}),
        ("tables", {"chairs": [{"level": 11}]}, {"field": "chairs.0.level", "maximum": 10}),
        ("tables", {"public": "yes"}, {"field": "public", "allowed": ["true", "false"]}),
        ("tables", {"first": -1}, {"field": "first", "minimum": 0, "maximum": 3}),
        ("tables", {"options": {"size": {}}}, {"field": "options.size"}),
    ],
)
def test_malformed_input_names_the_field_and_the_range(
    client: TestClient, address: str, body: dict[str, Any], expected: dict[str, Any]
) -> None:
    answer = client.post(f"/api/v1/{address}", json={"game": "quixo", **body})
    found = answer.json()
    assert (answer.status_code, found["code"]) == (422, "invalid_field")
    assert found["detail"].startswith(expected.get("field", "chairs")) or body == {"what": 5}
    assert {key: found.get(key) for key in expected} == expected


def test_queries_name_the_field_and_the_range(client: TestClient) -> None:
    table = open_table(client, "quixo")
    found = client.get(f"/api/v1/tables/{table['id']}/poll?wait=99").json()
    assert (found["field"], found["minimum"], found["maximum"]) == ("wait", 0, 30)


def test_what_is_missing_is_named(client: TestClient) -> None:
    found = client.post("/api/v1/positions", json={}).json()
    assert (found["field"], found["detail"]) == ("game", "The field game is missing.")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"5", b"null", b"\xff"])
def test_what_is_not_json_is_malformed(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/v1/positions", content=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed_request")


def test_methods_that_are_allowed_are_named(client: TestClient) -> None:
    answer = client.post("/api/v1/games")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer.headers["allow"] == "GET"
