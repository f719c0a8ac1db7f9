"""The name somebody has chosen: kept in a cookie, and proposed wherever a name is asked for."""

from __future__ import annotations

from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response

from quintet.table.events import MAX_NAME_LENGTH

COOKIE = "quintet_name"
_YEAR = 366 * 24 * 3600


def printable_name(text: str) -> str:
    """A name without what cannot be printed, and no longer than names are."""
    return "".join(filter(str.isprintable, text)).strip()[:MAX_NAME_LENGTH]


def chosen_name(connection: HTTPConnection) -> str:
    """The name chosen on this device; empty when none was."""
    return printable_name(unquote(connection.cookies.get(COOKIE, "")))


def keep_name(response: Response, name: str) -> None:
    response.set_cookie(
        COOKIE,
        quote(printable_name(name)),
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        path="/",
    )
