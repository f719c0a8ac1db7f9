"""Devices: whoever comes gets a random cookie, and with it keeps their seats."""

from __future__ import annotations

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "quintet_device"
_YEAR = 366 * 24 * 3600
_LONGEST = 100


def device_of(connection: HTTPConnection) -> str:
    """The name under which a device is kept; nobody can make its cookie from it."""
    token: str = connection.state.device_token
    return hashlib.sha256(token.encode()).hexdigest()[:40]


def token_of(connection: HTTPConnection) -> tuple[str, bool]:
    """The token a device brings, or a new one; whether it is new."""
    token = connection.cookies.get(COOKIE, "")
    if 20 <= len(token) <= _LONGEST and token.isascii():
        return token, False
    return secrets.token_urlsafe(24), True


def remember(response: Response, token: str, *, secure: bool) -> None:
    """`lax`, so that a link from a friend finds the seat one has."""
    response.set_cookie(
        COOKIE, token, max_age=_YEAR, httponly=True, samesite="lax", secure=secure, path="/"
    )
