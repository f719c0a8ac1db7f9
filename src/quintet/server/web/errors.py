"""Errors of the server, and their problem objects (RFC 9457)."""

from __future__ import annotations

import math
from typing import NamedTuple, cast

from starlette.responses import JSONResponse

from quintet import errors
from quintet.errors import QuintetError
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, sentence, template
from quintet.server.schemas.problem import MEDIA_TYPE, Code, Problem

MAX_FIELD_NAME = 80  # characters of a field's path that are repeated to the client


class NotFound(QuintetError, LookupError):
    """There is nothing at this address."""


class MethodNotAllowed(QuintetError):
    """The address exists, but does not take this method."""


class Forbidden(QuintetError):
    """This device may not do that."""


class InvalidToken(QuintetError):
    """A bearer token that this server has not signed, or that has expired."""


class StaleCommand(QuintetError):
    """The command answers a state that the table has left."""


class IdempotencyConflict(QuintetError):
    """The id of a command was used before for another command."""


class MalformedRequest(QuintetError, ValueError):
    """A body, frame or form that cannot be parsed at all."""


class InvalidField(QuintetError, ValueError):
    """A field with a value outside of what is allowed: its name, and the range."""

    def __init__(
        self,
        sentence: Sentence,
        *,
        field: str,
        allowed: tuple[str, ...] = (),
        minimum: float | None = None,
        maximum: float | None = None,
        min_length: int | None = None,
        max_length: int | None = None,
    ) -> None:
        super().__init__(sentence)
        self.field = field[:MAX_FIELD_NAME]
        self.allowed = allowed
        self.minimum, self.maximum = minimum, maximum
        self.min_length, self.max_length = min_length, max_length


class BodyTooLarge(QuintetError):
    """More bytes than the server reads."""


class RequestTimeout(QuintetError):
    """The body took too long to arrive."""


class UnknownHost(QuintetError):
    """The request names a host that this server is not."""


class CrossSite(QuintetError):
    """A change asked for by a page of another site."""


class Busy(QuintetError):
    """More work than this server does at once; a retry may succeed."""

    retry_after = 1


class Unavailable(QuintetError):
    """The database cannot be reached, or the server is about to restart; retry."""

    retry_after = 1


class TooManyRequests(QuintetError):
    """A rate limit was exceeded."""

    def __init__(self, sentence: Sentence, seconds: float) -> None:
        super().__init__(sentence)
        self.retry_after = math.ceil(seconds)


class InternalError(QuintetError):
    """A fault of the server. What went wrong is in the log."""

    def __init__(self) -> None:
        super().__init__(
            sentence("Something went wrong on our side. Nothing that was accepted is lost.")
        )


class SpoiltEvent(InternalError):
    """A stored event that cannot be read or applied: a fault of ours, not of the request."""

    def __init__(self, table_id: str, number: int) -> None:
        super().__init__()
        self.table_id, self.number = table_id, number


class Kind(NamedTuple):
    code: Code
    status: int
    title: str


# One code for each cause; `docs` lists them, and a test compares the two.
KINDS: dict[type[QuintetError], Kind] = {
    errors.UnknownGame: Kind("unknown_game", 404, template("Unknown game")),
    errors.BadOption: Kind("bad_option", 422, template("Invalid option")),
    errors.BadPosition: Kind("bad_position", 422, template("Invalid position")),
    errors.BadMove: Kind("bad_move", 422, template("Not a move of this game")),
    errors.IllegalMove: Kind("illegal_move", 409, template("Illegal move")),
    errors.BadRecord: Kind("bad_record", 422, template("Invalid record")),
    errors.BadEvent: Kind("bad_event", 422, template("Invalid event")),
    errors.NotAllowed: Kind("not_allowed", 409, template("Not possible now")),
    MalformedRequest: Kind("malformed_request", 400, template("Malformed request")),
    InvalidField: Kind("invalid_field", 422, template("Invalid field")),
    NotFound: Kind("not_found", 404, template("Not found")),
    MethodNotAllowed: Kind("method_not_allowed", 405, template("Method not allowed")),
    InvalidToken: Kind("invalid_token", 401, template("Invalid token")),
    Forbidden: Kind("forbidden", 403, template("Forbidden")),
    CrossSite: Kind("cross_site", 403, template("Request from another site")),
    StaleCommand: Kind("stale_command", 409, template("The table has moved on")),
    IdempotencyConflict: Kind("idempotency_conflict", 409, template("Id used before")),
    BodyTooLarge: Kind("body_too_large", 413, template("Request too large")),
    RequestTimeout: Kind("request_timeout", 408, template("Request timeout")),
    UnknownHost: Kind("unknown_host", 421, template("Unknown host name")),
    TooManyRequests: Kind("too_many_requests", 429, template("Too many requests")),
    Busy: Kind("busy", 503, template("Busy")),
    Unavailable: Kind("unavailable", 503, template("Temporarily unavailable")),
    InternalError: Kind("internal_error", 500, template("Internal error")),
}
_EXTENSIONS = (
    "field",
    "allowed",
    "minimum",
    "maximum",
    "min_length",
    "max_length",
    "rule",
    "places",
    "column",
    "retry_after",
)


def problem(error: QuintetError, say: Translate, instance: str) -> Problem:
    """Return an error as a problem object; `instance` is the address that was asked."""
    kind = KINDS.get(type(error)) or KINDS[InternalError]
    found: dict[str, object] = {
        "type": f"/api/docs#{kind.code}",
        "title": say(sentence(kind.title)),
        "status": kind.status,
        "detail": say(error.sentence),
        "instance": instance,
        "code": kind.code,
    }
    if isinstance(error, errors.BadOption):
        found["field"] = error.option
    for name in _EXTENSIONS:
        value = getattr(error, name, None)
        if value is not None and value != () and value != "":
            found[name] = value
    return cast(Problem, found)


class ProblemResponse(JSONResponse):
    media_type = MEDIA_TYPE


def problem_headers(found: Problem) -> dict[str, str]:
    """Return the headers that HTTP wants with some problems."""
    if found["code"] == "invalid_token":
        return {"WWW-Authenticate": 'Bearer error="invalid_token"'}
    return {"Retry-After": str(found["retry_after"])} if "retry_after" in found else {}
