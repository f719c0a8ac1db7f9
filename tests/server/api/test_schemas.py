"""The wire is typed: every route and message is described, and nothing is a loose dictionary."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter

import quintet.server
from quintet.server import Settings, create_app
from quintet.server.schemas.commands import COMMANDS
from quintet.server.schemas.messages import TableMessage
from quintet.server.schemas.problem import MEDIA_TYPE
from server.tables import command, hear, live, look, open_table

SERVER = Path(quintet.server.__file__).parent
MESSAGES: TypeAdapter[Any] = TypeAdapter(TableMessage)


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in create_app(Settings("")).openapi()["paths"].items():
        for operation in methods.values():
            yield path, operation


def test_every_route_is_described() -> None:
    for path, operation in operations():
        assert operation["tags"], path
        assert operation["description"].endswith("."), path
        assert not operation["summary"].endswith("."), path
        responses = operation["responses"]
        assert MEDIA_TYPE in responses.pop("default")["content"], path
        (status,) = responses
        assert status in ("200", "201"), path
        for media_type, content in responses[status]["content"].items():
            schema = content["schema"]
            is_json = media_type == "application/json" and not path.endswith("/record")
            assert "$ref" in schema or "anyOf" in schema if is_json else schema["type"], path


def test_every_reference_leads_somewhere() -> None:
    document = create_app(Settings("")).openapi()
    known = set(document["components"]["schemas"])
    wanted = {ref.rpartition("/")[2] for ref in references(document)}
    assert wanted <= known


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        yield from value.get("discriminator", {}).get("mapping", {}).values()
        for each in value.values():
            yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


def test_websockets_are_described() -> None:
    document = create_app(Settings("")).openapi()
    schemas, sockets = document["components"]["schemas"], document["x-websockets"]
    assert set(sockets) == {
        "/api/v1/tables/{table_id}/live",
        "/api/v1/lobby/live",
        "/api/v1/analysis/live",
    }
    verbs = schemas["Command"]["discriminator"]["mapping"]
    assert {"move", "ask", "say", "pong"} <= set(verbs)
    assert len(schemas["TableMessage"]["anyOf"]) == len(get_args(TableMessage))


def test_no_signature_has_a_loose_dictionary() -> None:
    loose = []
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            hints = [each.annotation for each in given] + [node.returns]
            if any(hint is not None and "dict[str, Any]" in ast.unparse(hint) for hint in hints):
                loose.append(f"{path.relative_to(SERVER)}:{node.lineno} {node.name}")
    assert loose == []


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"do": "resign", "move": "a1e1"}, "move"),
        ({"do": "move", "move": "a1e1", "text": "hello"}, "text"),
        ({"do": "say", "room": "players", "text": "hello", "yes": True}, "yes"),
        ({"do": "hint", "seat": 1}, "seat"),
    ],
    ids=str,
)
def test_each_verb_has_just_its_own_fields(
    client: TestClient, fields: dict[str, Any], wrong: str
) -> None:
    table = open_table(client, "quixo")
    found = command(client, table, number=4, **fields).json()
    assert (found["code"], found["field"]) == ("invalid_field", wrong)
    assert set(found["allowed"]) == {"id", "number", *fields} - {wrong} | set(found["allowed"])
    assert wrong not in found["allowed"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"do": "fly"}, {"field": "do"}),
        ({}, {"field": "do"}),
        ({"do": "move"}, {"field": "move"}),
        ({"do": "move", "move": "x" * 50}, {"field": "move", "max_length": 40}),
        ({"do": "fill", "seat": 4}, {"field": "seat", "minimum": 0, "maximum": 3}),
        ({"do": "ask", "what": "mercy"}, {"field": "what"}),
        (
            {"do": "answer", "what": "draw", "yes": 1},
            {"field": "yes", "allowed": ["true", "false"]},
        ),
    ],
    ids=str,
)
def test_malformed_commands_name_the_field(
    client: TestClient, fields: dict[str, Any], expected: dict[str, Any]
) -> None:
    table = open_table(client, "quixo")
    posted = command(client, table, number=4, **fields).json()
    with live(client, table, 4) as socket:
        socket.send_json({"number": 4, **fields})
        told = hear(socket, "refused")["error"]
    for found in (posted, told):
        assert found["code"] == "invalid_field"
        assert {key: found[key] for key in expected} == expected
    if "do" in expected.values():
        assert "move" in posted["allowed"]


def test_what_is_sent_is_what_the_schemas_say(client: TestClient) -> None:
    """Every message of a short game at a table with a clock, read by its own schema, strictly."""
    table = open_table(client, "quixo", clock="300+5")
    told = []
    with live(client, table) as socket:
        asked: list[dict[str, Any]] = [
            {"do": "values", "on": True},
            {"do": "say", "room": "players", "text": "Good luck!"},
            {"do": "move", "move": "a1e1"},
            {"do": "move", "move": "c3a3"},
            {"do": "ask", "what": "draw"},
            {"do": "resign"},
        ]
        for number, fields in enumerate(asked):
            known = {"id": f"command {number}", "number": look(client, table)["number"]}
            socket.send_json({**known, **fields})
            while (message := socket.receive_json()).get("id") != f"command {number}":
                told.append(message)
            told.append(message)
    for message in told:
        assert message.pop("version") == 1
        sent = MESSAGES.validate_python(message)
        assert sent == message
    assert {"view", "accepted", "refused", "chat"} <= {message["type"] for message in told}


def test_commands_are_read_by_their_verb() -> None:
    read = COMMANDS.validate_json('{"do": "move", "move": "a1e1", "number": 4}')
    assert (read.do, type(read).__name__) == ("move", "MoveCommand")
