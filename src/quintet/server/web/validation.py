"""Pydantic's errors as errors that name the field and its range."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from pydantic import BaseModel, TypeAdapter, ValidationError

from quintet.errors import QuintetError
from quintet.i18n.sentence import Filling, Number, any_of, sentence
from quintet.server.web.errors import InvalidField, MalformedRequest

Schema: TypeAlias = Mapping[str, Any]  # a part of a JSON schema
Details: TypeAlias = Mapping[str, Any]  # one error as Pydantic describes it

MAX_SHOWN = 40  # characters of a field's name in a sentence


def invalid(error: ValidationError, model: type[BaseModel] | TypeAdapter[Any]) -> QuintetError:
    """Return the first error of a body that one model describes."""
    schema = _schema_of(model)
    details = error.errors(include_url=False)[0]
    return invalid_field(details, details["loc"], schema, schema.get("$defs", {}))


@cache  # it takes longer to make than all else that a wrong request costs
def _schema_of(model: type[BaseModel] | TypeAdapter[Any]) -> Schema:
    return model.json_schema() if isinstance(model, TypeAdapter) else model.model_json_schema()


def invalid_field(
    details: Details, where: Sequence[int | str], schema: Schema, definitions: Schema
) -> QuintetError:
    """Return an error of a value at a place of a JSON schema."""
    kind = details["type"]
    path, found, parent = _walk(where, schema, definitions)
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        tag, mapping = found["discriminator"]["propertyName"], found["discriminator"]["mapping"]
        return _one_of(".".join([*path, tag]), list(mapping))
    if not where or kind == "json_invalid":
        return MalformedRequest(sentence("This cannot be understood."))
    if kind == "extra_forbidden":
        field = ".".join([*path, str(where[-1])])
        return InvalidField(
            sentence("There is no field {field} here.", field=_shown(field)),
            field=field,
            allowed=tuple(parent.get("properties", ())),
        )
    field = ".".join(path) or str(where[-1])
    if kind == "missing":
        return InvalidField(
            sentence("The field {field} is missing.", field=_shown(field)), field=field
        )
    return _out_of_range(field, found)


def _out_of_range(field: str, schema: Schema) -> InvalidField:
    shown, low, high = _shown(field), schema.get("minimum"), schema.get("maximum")
    if "enum" in schema or "const" in schema:
        return _one_of(field, schema.get("enum") or [schema["const"]])
    if schema.get("type") == "boolean":
        return _one_of(field, ["true", "false"])
    if low is not None and high is not None:
        said = sentence(
            "{field} must be a number from {minimum} to {maximum}.",
            field=shown,
            minimum=_number(low),
            maximum=_number(high),
        )
        return InvalidField(said, field=field, minimum=low, maximum=high)
    if "maxLength" in schema:
        least, most = schema.get("minLength", 0), schema["maxLength"]
        said = sentence(
            "{field} must be a text of {minimum} to {maximum} characters.",
            field=shown,
            minimum=least,
            maximum=most,
        )
        return InvalidField(said, field=field, min_length=least, max_length=most)
    if "maxItems" in schema or "maxProperties" in schema:
        least = schema.get("minItems", 0)
        most = schema.get("maxItems") or schema["maxProperties"]
        said = sentence(
            "{field} must have {minimum} to {maximum} entries.",
            field=shown,
            minimum=least,
            maximum=most,
        )
        return InvalidField(said, field=field, min_length=least, max_length=most)
    return InvalidField(
        sentence("{field} has a value of the wrong type.", field=shown), field=field
    )


def _one_of(field: str, values: Sequence[object]) -> InvalidField:
    allowed = tuple(map(str, values))
    said = sentence(
        "{field} must be one of {allowed}.", field=_shown(field), allowed=any_of(allowed)
    )
    return InvalidField(said, field=field, allowed=allowed)


def _walk(
    where: Sequence[int | str], schema: Schema, definitions: Schema
) -> tuple[list[str], Schema, Schema]:
    """Follow a location; return its names, its schema and the schema around it.

    Pydantic's locations also name the members of unions, which are no part of the path.
    """
    path: list[str] = []
    parent = found = _resolved(schema, definitions)
    for part in where:
        tagged = found.get("discriminator", {}).get("mapping", {}).get(part)
        if tagged is not None:
            parent = found = _resolved({"$ref": tagged}, definitions)
            continue
        inner = _inner(part, found, definitions)
        if inner is not None:
            parent = found
            found = _resolved(inner, definitions)
            path.append(str(part))
    return path, found, parent


def _inner(part: int | str, schema: Schema, definitions: Schema) -> Schema | None:
    for each in _alternatives(schema, definitions):
        inner = each.get("items") if isinstance(part, int) else each.get("properties", {}).get(part)
        if inner is None and isinstance(part, str):
            others = each.get("additionalProperties")
            inner = others if isinstance(others, Mapping) else None
        if inner is not None:
            return inner  # type: ignore[no-any-return]
    return None


def _resolved(schema: Schema, definitions: Schema) -> Schema:
    """Follow a reference, and leave out that a value may be null."""
    known = list(_alternatives(schema, definitions))
    return known[0] if len(known) == 1 else schema


def _alternatives(schema: Schema, definitions: Schema) -> Iterator[Schema]:
    if "$ref" in schema:
        schema = definitions.get(schema["$ref"].rpartition("/")[2], {})
    if "discriminator" in schema or not ("anyOf" in schema or "oneOf" in schema):
        if schema.get("type") != "null":
            yield schema
        return
    for each in schema.get("anyOf") or schema["oneOf"]:
        yield from _alternatives(each, definitions)


def _shown(field: str) -> str:
    return field if len(field) <= MAX_SHOWN else field[:MAX_SHOWN] + "…"


def _number(value: float) -> Filling:
    return int(value) if value == int(value) else Number(value, 1)
