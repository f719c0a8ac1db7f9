"""Where a request comes from: what a page of another site sends is not what its reader wants."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
HARMLESS = ("GET", "HEAD", "OPTIONS")
FROM_ELSEWHERE = ("cross-site", "same-site")  # a neighbour under the same domain is not us either


def changes(connection: HTTPConnection) -> bool:
    """Whether it may change something, or listen for long."""
    return connection.scope["type"] == "websocket" or connection.scope["method"] not in HARMLESS


def is_from_elsewhere(connection: HTTPConnection) -> bool:
    """Browsers say from which site a request comes; programs have no cookies to be abused."""
    if connection.headers.get("sec-fetch-site", "").lower() in FROM_ELSEWHERE:
        return True
    origin = connection.headers.get("origin")
    return origin is not None and _site(origin) != connection.headers.get("host", "").lower()


def host_name(connection: HTTPConnection) -> str:
    """The name by which the server was called, without its port."""
    try:
        return urlsplit("//" + connection.headers.get("host", "")).hostname or ""
    except ValueError:
        return ""


def _site(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower() or None  # None also for "null", a hidden origin
    except ValueError:
        return None
