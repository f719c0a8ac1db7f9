"""The form that opens a table, as plain values.

`game`, `position`, `clock`, `ply_limit`, `first`, `look`; `option-NAME` for the game's options
(repeated for several values); for every chair `chair-0` (`person`, `open`, or `engine-5` for level
5) and `name-0`; without chairs, `level` for the engine. A house rule is on when its box is ticked;
a form that has them says so with `house` (`house=1`), so that one without them gets what is
proposed.

A `clock` of `custom` is made from `clock_kind`: `game` with `clock_minutes` and `clock_increment`
(seconds), or `move` with `clock_time` and `clock_unit`.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from starlette.datastructures import FormData

from quintet.errors import BadOption
from quintet.i18n.sentence import sentence

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
UNITS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}  # of a time per move


def read_form(form: FormData) -> dict[str, object]:
    """Return the fields of a request; they are validated as those of the API."""
    request: dict[str, object] = {"game": _text(form, "game"), "options": _options(form)}
    for name in ("position", "level", "ply_limit", "look", "stand_in_level"):
        if _text(form, name):
            request[name] = _text(form, name)
    if clock := _clock(form):
        request["clock"] = clock
    if _text(form, "first") not in ("", "lot"):
        request["first"] = _text(form, "first")
    chairs = [_chair(form, number) for number in range(MAX_CHAIRS) if f"chair-{number}" in form]
    if chairs:
        request["chairs"] = chairs
    if "house" in form:
        request |= {name: name in form for name in HOUSE_RULES}
        request["clock_waits"] = True  # people may read and say hello first
    return request


def _options(form: FormData) -> dict[str, str | list[str]]:
    options: dict[str, str | list[str]] = {}
    for key in form:
        if key.startswith("option-"):
            # Boxes that may all be empty come with a hidden empty value.
            values = [str(value) for value in form.getlist(key) if value] or [""]
            options[key.removeprefix("option-")] = values[0] if len(values) == 1 else values
    return options


def _clock(form: FormData) -> str:
    """Return a time control as its text."""
    chosen = _text(form, "clock")
    if chosen != "custom":
        return chosen
    if _text(form, "clock_kind") == "move":
        seconds = _number(form, "clock_time") * UNITS.get(_text(form, "clock_unit"), 1)
        return f"1/{seconds:f}"
    return f"{_number(form, 'clock_minutes') * 60:f}+{_number(form, 'clock_increment'):f}"


def _number(form: FormData, name: str) -> Decimal:
    """Return a number of seconds, minutes, hours or days, to the millisecond."""
    try:
        value = Decimal(_text(form, name).strip().replace(",", ".") or "0")
        in_range = 0 <= value < 100_000
    except InvalidOperation:
        in_range = False
    if not in_range:
        raise BadOption(
            sentence("Enter the time as a number, such as 5 or 2.5."),
            option="clock",
            value=_text(form, name)[:40],
        )
    return round(value, 3).normalize() if value else Decimal(0)


def _chair(form: FormData, number: int) -> dict[str, object]:
    kind, _, level = _text(form, f"chair-{number}").partition("-")
    chair: dict[str, object] = {"kind": kind, "name": _text(form, f"name-{number}")}
    if level:
        chair["level"] = level
    return chair


def _text(form: FormData, name: str) -> str:
    return str(form.get(name, ""))
