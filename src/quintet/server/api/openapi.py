"""The API's description of itself (OpenAPI), with what FastAPI does not know of."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from quintet.i18n.sentence import template
from quintet.server.schemas.problem import MEDIA_TYPE, Problem
from quintet.server.web.validation import Schema

_REFERENCES = "#/components/schemas/{model}"

DEFAULT_RESPONSES: dict[int | str, dict[str, Any]] = {
    "default": {
        "description": template("A problem (RFC 9457)."),
        "content": {MEDIA_TYPE: {"schema": {"$ref": _REFERENCES.format(model="Problem")}}},
    }
}


def openapi(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document; it is made once."""
    if app.openapi_schema is None:
        made = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
            tags=app.openapi_tags,
        )
        problem = TypeAdapter(Problem).json_schema(ref_template=_REFERENCES)
        made.setdefault("components", {}).setdefault("schemas", {})["Problem"] = problem
        app.openapi_schema = made
    return app.openapi_schema


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
