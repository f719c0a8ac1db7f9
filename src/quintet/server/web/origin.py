"""The origin of a request, to refuse changes that other sites ask for (CSRF)."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
HARMLESS = ("GET", "HEAD", "OPTIONS")
PAGE_SCHEMES = {"ws": "http", "wss": "https"}
FROM_ELSEWHERE = ("cross-site", "same-site")  # another host of the same domain is not trusted


def changes(connection: HTTPConnection) -> bool:
    """Whether a request may change something, or opens a WebSocket."""
    return connection.scope["type"] == "websocket" or connection.scope["method"] not in HARMLESS


def is_from_elsewhere(connection: HTTPConnection) -> bool:
    """Whether a browser sent this for another site; programs send no cookies of users."""
    site = connection.headers.get("sec-fetch-site", "").lower()
    if site in FROM_ELSEWHERE:
        return True
    origin = connection.headers.get("origin")
    if origin is None:
        return False
    scheme, host = _site(origin)
    if host != connection.headers.get("host", "").lower():
        return True
    # Behind a proxy that is not trusted the scheme here is not the browser's, which knows better.
    own = connection.scope["scheme"]
    return scheme != PAGE_SCHEMES.get(own, own) and site != "same-origin"


def host_name(connection: HTTPConnection) -> str:
    """Return the host name of the request, without its port."""
    try:
        return urlsplit("//" + connection.headers.get("host", "")).hostname or ""
    except ValueError:
        return ""


def _site(origin: str) -> tuple[str, str | None]:
    """Return scheme and host; the host is None for "null", a hidden origin."""
    try:
        found = urlsplit(origin)
        return found.scheme.lower(), found.netloc.lower() or None
    except ValueError:
        return "", None
