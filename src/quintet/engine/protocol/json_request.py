"""Parsing and validation of requests: errors name the field that is wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quintet.engine.protocol.begin import begin
from quintet.engine.resources import max_threads, useful_megabytes
from quintet.engine.search import Limits
from quintet.engine.time_control import DEFAULT_SECONDS
from quintet.errors import (
    BadMove,
    BadOption,
    BadPosition,
    IllegalMove,
    QuintetError,
    UnknownGame,
)
from quintet.i18n.sentence import Sentence, sentence
from quintet.position import Position

ACTIONS = ("stop", "stop_all", "clear", "version")
FIELDS = (
    *("id", "game", "options", "position", "moves"),
    *("seconds", "nodes", "depth", "infinite", "threads", "megabytes"),
    *("multi", "only", "report_every"),
)
MAX_ID_LENGTH = 200
DEFAULT_MEGABYTES = 64
MIN_REPORT_SECONDS, MAX_REPORT_SECONDS = 0.01, 1e6


class BadRequest(QuintetError, ValueError):
    """An invalid request: the field, and where in it, as far as that is known."""

    def __init__(self, sentence: Sentence, field: str | None = None, **where: object) -> None:
        super().__init__(sentence)
        self.field = field
        self.where = where

    @property
    def answer(self) -> dict[str, object]:
        named = {} if self.field is None else {"field": self.field}
        return {"error": str(self.sentence), **named, **self.where}


@dataclass(frozen=True, slots=True)
class Request:
    """A position to analyse, and how."""

    id: str
    position: Position
    history: tuple[Position, ...]  # the positions before it
    limits: Limits
    infinite: bool
    moves: int | str | tuple[str, ...]
    several: int | None  # the most moves to report
    report_every: float | None


def read_object(line: bytes) -> dict[str, Any]:
    """Return the JSON object on a line."""
    try:
        text = line.decode("utf-8")
        found = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except UnicodeDecodeError as error:
        said = sentence("The line is not UTF-8.")
        raise BadRequest(said, column=error.start + 1) from error
    except json.JSONDecodeError as error:
        said = sentence("The line is not JSON: {problem}.", problem=error.msg)
        raise BadRequest(said, column=error.pos + 1) from error
    except BadRequest:
        raise
    except ValueError as error:  # thousands of digits
        raise BadRequest(sentence("A number in the line is too long.")) from error
    if not isinstance(found, dict):
        raise BadRequest(sentence("A request must be a JSON object."))
    return found


def read_id(given: Mapping[str, Any]) -> str:
    found = given.get("id")
    if isinstance(found, str) and 0 < len(found) <= MAX_ID_LENGTH:
        return found
    said = sentence(
        "A request needs an id: a string of 1 to {most} characters.", most=MAX_ID_LENGTH
    )
    raise BadRequest(said, "id")


def unknown_fields(given: Mapping[str, Any], known: tuple[str, ...]) -> list[str]:
    return [name for name in given if name not in known]


def read_request(given: Mapping[str, Any], max_megabytes: int) -> Request:
    *history, here = _positions(given)
    infinite = _flag(given, "infinite")
    limits = _limits(given, infinite, max_megabytes)
    only, several = _only(given, here), _multi(given)
    return Request(
        id=read_id(given),
        position=here,
        history=tuple(history),
        limits=limits,
        infinite=infinite,
        moves=only or several or "all",
        several=several,
        report_every=_report_every(given),
    )


def _positions(given: Mapping[str, Any]) -> list[Position]:
    """Return the positions of a request's moves, the one to analyse last."""
    game, text, moves = given.get("game"), given.get("position"), given.get("moves", [])
    options = given.get("options", {})
    if not isinstance(game, str):
        raise BadRequest(sentence("The field game must be the name of a game."), "game")
    if not isinstance(options, dict):
        said = sentence("The field options must be an object of names and values.")
        raise BadRequest(said, "options")
    if text is not None and not isinstance(text, str):
        raise BadRequest(sentence("The field position must be a string."), "position")
    try:
        positions = [begin(game, options, text)]
    except UnknownGame as error:
        raise BadRequest(error.sentence, "game") from error
    except BadOption as error:
        raise BadRequest(error.sentence, f"options.{error.option[:40]}") from error
    except BadPosition as error:
        where: dict[str, object] = {"column": error.column}
        if error.rule is not None:
            where["rule"] = error.rule
        raise BadRequest(error.sentence, "position", **where) from error
    for index, word in enumerate(_words(moves, "moves")):
        positions.append(_play(positions[-1], word, "moves", index))
    return positions


def _play(here: Position, word: str, field: str, index: int) -> Position:
    try:
        return here.play(word)
    except BadMove as error:
        raise BadRequest(error.sentence, field, index=index, column=error.column) from error
    except IllegalMove as error:
        where = {"rule": error.rule, "places": error.places}
        raise BadRequest(error.sentence, field, index=index, **where) from error


def _words(given: object, field: str) -> list[str]:
    if isinstance(given, list) and all(isinstance(word, str) for word in given):
        return given
    raise BadRequest(sentence("The field {field} must be a list of moves.", field=field), field)


def _only(given: Mapping[str, Any], here: Position) -> tuple[str, ...]:
    """Return the moves to search, each once; an empty tuple means all."""
    words = tuple(dict.fromkeys(_words(given.get("only", []), "only")))
    legal = set(here.moves)
    for index, word in enumerate(words):
        if word not in legal:
            _play(here, word, "only", index)  # raises what is wrong with it
    return words


def _multi(given: Mapping[str, Any]) -> int | None:
    """Return how many of the best moves get values; None for all."""
    default = "all" if given.get("only") else 1
    found = given.get("multi", default)
    if found == "all":
        return None
    if type(found) is int and found >= 1:
        return min(found, 10_000)
    said = sentence("multi must be a number of moves from 1 on, or 'all'.")
    raise BadRequest(said, "multi")


def _limits(given: Mapping[str, Any], infinite: bool, max_megabytes: int) -> Limits:
    seconds, nodes, depth = (given.get(name) for name in ("seconds", "nodes", "depth"))
    limited = not (seconds is nodes is depth is None)
    if infinite and limited:
        said = sentence("An infinite analysis takes no limit of seconds, nodes or depth.")
        raise BadRequest(said, "infinite")
    if not infinite and not limited:
        seconds = DEFAULT_SECONDS
    threads = given.get("threads", 1)
    megabytes = given.get("megabytes", min(DEFAULT_MEGABYTES, max_megabytes))
    try:
        limits = Limits(seconds, nodes, depth, threads, megabytes)
    except BadOption as error:
        raise BadRequest(error.sentence, error.option) from error
    for field, used, most in (
        ("threads", limits.threads, max_threads()),
        ("megabytes", limits.megabytes, max_megabytes),
    ):
        if used > most:
            said = sentence(
                "{field} can be at most {most} on this machine.", field=field, most=most
            )
            raise BadRequest(said, field)
    enough = useful_megabytes(limits.megabytes, limits.nodes)
    return Limits(seconds, nodes, depth, threads, enough)


def _flag(given: Mapping[str, Any], field: str) -> bool:
    found = given.get(field, False)
    if isinstance(found, bool):
        return found
    raise BadRequest(sentence("The field {field} must be true or false.", field=field), field)


def _report_every(given: Mapping[str, Any]) -> float | None:
    found = given.get("report_every")
    if found is None:
        return None
    if type(found) in (int, float) and MIN_REPORT_SECONDS <= found <= MAX_REPORT_SECONDS:
        return float(found)
    said = sentence("report_every must be a number of seconds, at least 0.01.")
    raise BadRequest(said, "report_every")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = max(counts, key=counts.__getitem__)
        raise BadRequest(sentence("A field occurs twice."), twice[:40])
    return made


def _constant(name: str) -> object:
    raise BadRequest(sentence("{name} is not a JSON number.", name=name))
