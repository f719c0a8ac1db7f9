"""The name somebody has chosen, proposed to them wherever one is asked for."""

from __future__ import annotations

from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response

from quintet.table.events import LONGEST_NAME

COOKIE = "quintet_name"
_YEAR = 366 * 24 * 3600


def name_of(connection: HTTPConnection) -> str:
    name = unquote(connection.cookies.get(COOKIE, ""), errors="replace")
    return "".join(filter(str.isprintable, name))[:LONGEST_NAME]


def remember_name(response: Response, name: str) -> None:
    """Keeps a name that was given; one that was left out changes nothing."""
    if name.strip():
        response.set_cookie(
            COOKIE,
            quote(name.strip()[:LONGEST_NAME]),
            max_age=_YEAR,
            samesite="lax",
            httponly=True,
        )
