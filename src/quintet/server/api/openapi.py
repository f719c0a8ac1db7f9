"""The API's description of itself (OpenAPI), with what FastAPI does not know of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import Request
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from starlette.routing import BaseRoute

from quintet.i18n.sentence import template
from quintet.server.schemas.analysis import ANALYSIS_COMMANDS, AnalysisMessage
from quintet.server.schemas.commands import Command
from quintet.server.schemas.messages import LobbyMessage, TableMessage
from quintet.server.schemas.problem import MEDIA_TYPE, Problem
from quintet.server.web.validation import Schema

_REFERENCES = "#/components/schemas/{model}"

DEFAULT_RESPONSES: dict[int | str, dict[str, object]] = {
    "default": {
        "description": template("A problem (RFC 9457)."),
        "content": {MEDIA_TYPE: {"schema": {"$ref": _REFERENCES.format(model="Problem")}}},
    }
}


TAGS = [
    {"name": "devices", "description": template("Tokens for programs.")},
    {"name": "games", "description": template("Games, their options, and the engine's levels.")},
    {"name": "positions", "description": template("Positions, their moves and their values.")},
    {"name": "records", "description": template("Game records, read and written.")},
    {"name": "studies", "description": template("Trees of variations that were saved.")},
    {"name": "tables", "description": template("Games in play, with seats, clocks and chat.")},
    {"name": "lobby", "description": template("Public tables.")},
]

# OpenAPI has no WebSockets of its own: what they carry is among the schemas.
_WEBSOCKETS = {
    "/api/v1/tables/{table_id}/live": {
        "summary": template("Follow a table and play at it"),
        "parameters": {
            "since": template("The number of the last event that is known."),
            "chat": template("What is known of the chat: the latest `seen`."),
        },
        "client": {"$ref": _REFERENCES.format(model="Command")},
        "server": {"$ref": _REFERENCES.format(model="TableMessage")},
    },
    "/api/v1/lobby/live": {
        "summary": template("Follow the lobby"),
        "parameters": {},
        "client": None,
        "server": {"$ref": _REFERENCES.format(model="LobbyMessage")},
    },
    "/api/v1/analysis/live": {
        "summary": template("Search positions, one at a time, and follow the search"),
        "parameters": {},
        "client": {"$ref": _REFERENCES.format(model="AnalysisCommand")},
        "server": {"$ref": _REFERENCES.format(model="AnalysisMessage")},
    },
}
_SCHEMAS: dict[str, TypeAdapter[Any]] = {
    "Problem": TypeAdapter(Problem),
    "Command": TypeAdapter(Command),
    "TableMessage": TypeAdapter(TableMessage),
    "LobbyMessage": TypeAdapter(LobbyMessage),
    "AnalysisCommand": ANALYSIS_COMMANDS,
    "AnalysisMessage": TypeAdapter(AnalysisMessage),
}


def openapi(routes: Sequence[BaseRoute]) -> dict[str, object]:
    """Return the OpenAPI document for these routes."""
    made = get_openapi(
        title="Quintet",
        version="1",
        description=template(
            "Five board games: positions, tables and live events. Every answer is JSON."
        ),
        routes=routes,
        tags=TAGS,
    )
    known = made.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in _SCHEMAS.items():
        described = schema.json_schema(ref_template=_REFERENCES)
        known |= described.pop("$defs", {})
        known[name] = described
    made["x-websockets"] = _WEBSOCKETS
    return made


def described(request: Request, place: str) -> tuple[Schema, Schema]:
    """Return the schema of a part of a request, and the definitions it refers to."""
    document = request.app.openapi()
    path = document["paths"].get(getattr(request.scope.get("route"), "path", ""), {})
    operation = path.get(request.method.lower(), {})
    definitions: Schema = document["components"]["schemas"]
    if place == "body":
        contents = operation.get("requestBody", {}).get("content", {})
        return next((each["schema"] for each in contents.values()), {}), definitions
    known = {
        each["name"]: each["schema"]
        for each in operation.get("parameters", ())
        if each["in"] == place
    }
    return {"properties": known}, definitions
