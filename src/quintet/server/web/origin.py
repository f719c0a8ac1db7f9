"""The origin of a request, to refuse changes that other sites ask for (CSRF)."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
HARMLESS = ("GET", "HEAD", "OPTIONS")
FROM_ELSEWHERE = ("cross-site", "same-site")  # another host of the same domain is not trusted


def changes(connection: HTTPConnection) -> bool:
    """Whether a request may change something, or opens a WebSocket."""
    return connection.scope["type"] == "websocket" or connection.scope["method"] not in HARMLESS


def is_from_elsewhere(connection: HTTPConnection) -> bool:
    """Whether a browser sent this for another site; programs send no cookies of users."""
    if connection.headers.get("sec-fetch-site", "").lower() in FROM_ELSEWHERE:
        return True
    origin = connection.headers.get("origin")
    return origin is not None and _site(origin) != connection.headers.get("host", "").lower()


def host_name(connection: HTTPConnection) -> str:
    """Return the host name of the request, without its port."""
    try:
        return urlsplit("//" + connection.headers.get("host", "")).hostname or ""
    except ValueError:
        return ""


def _site(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower() or None  # None also for "null", a hidden origin
    except ValueError:
        return None
