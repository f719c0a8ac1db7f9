"""What can be wrong with a request, as plain values: a code for programs, a sentence for people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from quintet import errors
from quintet.errors import QuintetError
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import Sentence, sentence


class Problem(BaseModel):
    """What is wrong: `code` for programs, `sentence` for people, and more where more is known."""

    code: str
    sentence: str
    rule: str | None = None
    places: list[str] | None = None
    column: int | None = None
    field: str | None = None
    allowed: list[str] | None = None
    retry_after: int | None = None


def refusal_schema() -> dict[str, Any]:
    """How the answer to what was refused looks, for the API's description of itself."""
    problem = Problem.model_json_schema()
    return {"type": "object", "properties": {"error": problem}, "required": ["error"]}


class NotFound(QuintetError, LookupError):
    """There is nothing at this address."""


class NotYours(QuintetError):
    """Only whoever holds a seat may act for it."""


class Late(QuintetError):
    """The table has moved on since what this answers."""


class BadRequest(QuintetError, ValueError):
    """A request that cannot be understood: `field` names the part that is wrong."""

    def __init__(self, sentence: Sentence, *, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


class Busy(QuintetError):
    """More is asked for than this server does at once; in a moment one may ask again."""

    retry_after = 1


class Unavailable(QuintetError):
    """The database cannot be reached; whether this was done is known when it is sent again."""

    retry_after = 1


class TooMany(QuintetError):
    """Somebody asks for more than is their share; in so many seconds they may ask again."""

    def __init__(self, sentence: Sentence, seconds: float) -> None:
        super().__init__(sentence)
        self.retry_after = math.ceil(seconds)


def bad_request(where: Sequence[int | str]) -> BadRequest:
    """The first thing that is wrong with a body."""
    field = ".".join(map(str, where))[:80]
    if not field:
        return BadRequest(sentence("This cannot be understood."))
    return BadRequest(
        sentence("This cannot be understood; look at {field}.", field=field), field=field
    )


# The code and the HTTP status of every error people and programs can meet.
_KINDS: dict[type[QuintetError], tuple[str, int]] = {
    errors.UnknownGame: ("unknown_game", 404),
    errors.BadOption: ("bad_option", 422),
    errors.BadPosition: ("bad_position", 422),
    errors.BadMove: ("bad_move", 422),
    errors.IllegalMove: ("illegal_move", 409),
    errors.BadRecord: ("bad_record", 422),
    errors.NotAllowed: ("not_allowed", 409),
    errors.BadEvent: ("bad_request", 422),
    BadRequest: ("bad_request", 422),
    NotFound: ("not_found", 404),
    NotYours: ("not_yours", 403),
    Late: ("late", 409),
    Busy: ("busy", 503),
    Unavailable: ("unavailable", 503),
    TooMany: ("too_many", 429),
}
_FACTS = ("rule", "places", "column", "field", "option", "allowed", "retry_after")


def status_of(error: QuintetError) -> int:
    return _KINDS[type(error)][1]


def problem(error: QuintetError, say: Translate) -> dict[str, Any]:
    """An error as plain values: `code`, `sentence`, and what else is known of it."""
    found: dict[str, Any] = {"code": _KINDS[type(error)][0], "sentence": say(error.sentence)}
    for name in _FACTS:
        value = getattr(error, name, None)
        if value:
            found["field" if name == "option" else name] = value
    return found


def other_problem(code: str, said: Sentence, say: Translate) -> dict[str, Any]:
    return {"code": code, "sentence": say(said)}


BROKEN = sentence("Something went wrong on our side. Nothing that was accepted is lost.")
