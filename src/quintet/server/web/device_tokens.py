"""DeviceTokens: whoever comes gets a random cookie, signed, and with it keeps their seats."""

from __future__ import annotations

import hashlib
import secrets
import time

from itsdangerous import BadSignature, TimestampSigner
from starlette.requests import HTTPConnection
from starlette.responses import Response

from quintet.server.web.secret_keys import COOKIE_LIFE, KeyRing

COOKIE = "quintet_device"
_LONGEST = 200
_FRESH = 30 * 24 * 3600  # seconds until a cookie is given a new date


def device_of(connection: HTTPConnection) -> str:
    """The name under which a device is kept; nobody can make its cookie from it."""
    token: str = connection.state.device_token
    return hashlib.sha256(token.encode()).hexdigest()[:40]


class DeviceTokens:
    """Reads and writes the cookies of devices."""

    def __init__(self, ring: KeyRing) -> None:
        self._ring = ring

    def token_of(self, connection: HTTPConnection) -> tuple[str, bool]:
        """The token a device brings, or a new one; whether its cookie is to be set (again)."""
        cookie = connection.cookies.get(COOKIE, "")
        if cookie.isascii() and 0 < len(cookie) <= _LONGEST:
            found = self._read(cookie)
            if found is None and self._ring.look_again():
                found = self._read(cookie)  # another process had a newer key
            if found is not None:
                return found
        return secrets.token_urlsafe(24), True

    def cookie(self, token: str, *, secure: bool) -> str:
        """The header that sets it; `lax`, so that a link from a friend finds the seat one has."""
        response = Response()
        response.set_cookie(
            COOKIE,
            _signer(self._ring.keys()).sign(token).decode(),
            max_age=COOKIE_LIFE,
            httponly=True,
            samesite="lax",
            secure=secure,
            path="/",
        )
        return response.headers["set-cookie"]

    def _read(self, cookie: str) -> tuple[str, bool] | None:
        """The token, and whether it needs a new signature; None when the cookie is not ours."""
        keys = self._ring.keys()
        for tried in (keys[-1:], keys[:-1]):
            try:
                token, signed = _signer(tried).unsign(cookie, return_timestamp=True)
            except BadSignature:
                continue
            age = time.time() - signed.timestamp()
            if age > COOKIE_LIFE:
                return None
            return token.decode(), tried == keys[:-1] or age > _FRESH
        return None


def _signer(keys: list[str]) -> TimestampSigner:
    return TimestampSigner(
        keys, salt="quintet.device", key_derivation="hmac", digest_method=hashlib.sha256
    )
