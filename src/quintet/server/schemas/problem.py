"""Problem details (RFC 9457): how the API says what is wrong."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

MEDIA_TYPE = "application/problem+json"

Code = Literal[
    "bad_event",
    "bad_move",
    "bad_option",
    "bad_position",
    "bad_record",
    "body_too_large",
    "busy",
    "cross_site",
    "forbidden",
    "illegal_move",
    "internal_error",
    "invalid_field",
    "invalid_token",
    "malformed_request",
    "method_not_allowed",
    "not_allowed",
    "not_found",
    "request_timeout",
    "stale_command",
    "idempotency_conflict",
    "too_many_requests",
    "unavailable",
    "unknown_game",
    "unknown_host",
]


class Problem(TypedDict):
    """A problem as RFC 9457 has it; the members after `instance` are extensions."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: Code
    field: NotRequired[str]
    allowed: NotRequired[list[str]]
    minimum: NotRequired[float]
    maximum: NotRequired[float]
    min_length: NotRequired[int]
    max_length: NotRequired[int]
    rule: NotRequired[str]
    places: NotRequired[list[str]]
    column: NotRequired[int]
    retry_after: NotRequired[int]
