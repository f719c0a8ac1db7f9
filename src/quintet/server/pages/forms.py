"""The form that opens a table, as plain values.

`game`, `position`, `clock`, `ply_limit`, `first`, `look`; `option-NAME` for the game's options
(repeated for several values); for every chair `chair-0` (`person`, `open`, or `engine-5` for level
5) and `name-0`; without chairs, `level` for the engine. A house rule is on when its box is ticked;
a form that has them says so with `house` (`house=1`), so that one without them gets what is
proposed.
"""

from __future__ import annotations

from starlette.datastructures import FormData

HOUSE_RULES = (
    "repetition",
    "take_backs",
    "conferring",
    "hints",
    "values",
    "public",
    "spectators",
)
MAX_CHAIRS = 4


def read_form(form: FormData) -> dict[str, object]:
    """Return the fields of a request; they are validated as those of the API."""
    request: dict[str, object] = {"game": _text(form, "game"), "options": _options(form)}
    for name in ("position", "level", "clock", "ply_limit", "look", "stand_in_level"):
        if _text(form, name):
            request[name] = _text(form, name)
    if _text(form, "first") not in ("", "lot"):
        request["first"] = _text(form, "first")
    chairs = [_chair(form, number) for number in range(MAX_CHAIRS) if f"chair-{number}" in form]
    if chairs:
        request["chairs"] = chairs
    if "house" in form:
        request |= {name: name in form for name in HOUSE_RULES}
    return request


def _options(form: FormData) -> dict[str, str | list[str]]:
    options: dict[str, str | list[str]] = {}
    for key in form:
        if key.startswith("option-"):
            values = [str(value) for value in form.getlist(key)]
            options[key.removeprefix("option-")] = values[0] if len(values) == 1 else values
    return options


def _chair(form: FormData, number: int) -> dict[str, object]:
    kind, _, level = _text(form, f"chair-{number}").partition("-")
    chair: dict[str, object] = {"kind": kind, "name": _text(form, f"name-{number}")}
    if level:
        chair["level"] = level
    return chair


def _text(form: FormData, name: str) -> str:
    return str(form.get(name, ""))
