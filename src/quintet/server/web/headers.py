"""Security headers of every response."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def add_headers(headers: MutableHeaders) -> None:
    picture = headers.get("content-type", "").startswith("image/svg")
    headers["Content-Security-Policy"] = PICTURE_POLICY if picture else POLICY
    headers.setdefault("Cache-Control", "no-store")
    for name, value in HEADERS.items():
        headers[name] = value


def add_cookie(headers: MutableHeaders, cookie: str) -> None:
    """Set a cookie, unless a shared cache may keep the response."""
    if not headers["cache-control"].startswith("public"):
        headers.append("set-cookie", cookie)
