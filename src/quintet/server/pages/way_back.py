"""Where a person came from, as an address on this server."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.routing import Match

MAX_ADDRESS = 2000
HOME = "/"


def way_back(request: Request, named: str = "") -> str:
    """Return the page a form names, or else the one the request came from, or else home."""
    here = f"{request.url.scheme}://{request.url.netloc}/"
    came_from = request.headers.get("referer", "")
    if came_from.startswith(here):
        came_from = came_from.removeprefix(here[:-1])
    return _page(request, named) or _page(request, came_from) or HOME


def _page(request: Request, address: str) -> str | None:
    """Return an address if it leads to another page of ours, not to a site or a form's target."""
    try:
        parts = urlsplit(address[:MAX_ADDRESS])
    except ValueError:
        return None
    path = parts.path
    # Browsers read //host and /\host as another site.
    if parts.netloc or parts.scheme or not path.startswith("/") or path[1:2] in ("/", "\\"):
        return None
    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "root_path": ""}
    leads_on = any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)
    if path == request.url.path or not leads_on:
        return None
    # A language that the address names would override one that is chosen now.
    query = "&".join(part for part in parts.query.split("&") if not part.startswith("lang="))
    return f"{path}?{query}" if query else path
