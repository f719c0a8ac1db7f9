"""How the API answers: plain values as JSON, and their schemas for OpenAPI."""

from __future__ import annotations

import json
from collections.abc import Mapping

from starlette.responses import Response

from quintet.server.schemas.commands import Command
from quintet.server.schemas.messages import AcceptedMessage

Responses = dict[int | str, dict[str, object]]  # as FastAPI wants them


def reply(body: Mapping[str, object], status: int = 200) -> Response:
    """Answer with JSON. What the server made itself is not validated again."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return Response(text, status, media_type="application/json")


def sends(schema: object, description: str, status: int = 200) -> Responses:
    """Describe what a route answers with."""
    return {status: {"model": schema, "description": description}}


def accepted(command: Command, number: int, line: int | None = None) -> AcceptedMessage:
    """Return the acknowledgement of a command; `line` is the number of a chat line."""
    made: AcceptedMessage = {"type": "accepted", "id": command.id, "number": number}
    if line is not None:
        made["line"] = line
    return made
