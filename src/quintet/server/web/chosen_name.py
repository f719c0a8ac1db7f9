"""The name chosen on a device: kept in a cookie, and the default in forms."""

from __future__ import annotations

from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response

from quintet.server.web.reserved_names import is_reserved
from quintet.table.events import MAX_NAME_LENGTH

COOKIE = "quintet_name"
_YEAR = 366 * 24 * 3600


def printable_name(text: str) -> str:
    """Return a name without unprintable characters, cut to the maximum length."""
    return "".join(filter(str.isprintable, text)).strip()[:MAX_NAME_LENGTH]


def chosen_name(connection: HTTPConnection) -> str:
    """Return the name chosen on this device, or an empty text."""
    name = printable_name(unquote(connection.cookies.get(COOKIE, "")))
    return "" if is_reserved(name) else name


def keep_name(response: Response, name: str) -> None:
    response.set_cookie(
        COOKIE,
        quote(printable_name(name)),
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        path="/",
    )
