"""Device tokens: random and signed, in a cookie or an `Authorization` header.

Seats belong to devices. A browser keeps its token in a cookie; a program sends the same kind of
token as `Authorization: Bearer …`, which no other site can make a browser do.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from itsdangerous import BadSignature, TimestampSigner
from itsdangerous.encoding import base64_decode, base64_encode
from starlette.requests import HTTPConnection
from starlette.responses import Response

from quintet.server.clock import Clock
from quintet.server.web.secret_keys import COOKIE_LIFE, KeyRing

COOKIE = "quintet_device"
BEARER = "bearer "
MAX_TOKEN = 200  # characters, with the signature
_RENEWAL_AGE = 30 * 24 * 3600  # seconds until a cookie is given a new date


def device_of(connection: HTTPConnection) -> str:
    """Return the name a device is stored under; its token cannot be made from it."""
    token: str = connection.state.device_token
    return hashlib.sha256(token.encode()).hexdigest()[:40]


@dataclass(frozen=True, slots=True)
class Identity:
    """The token of a request, its source, and whether to set a cookie."""

    token: str
    from_header: bool = False
    set_cookie: bool = False
    is_valid: bool = True


class DeviceTokens:
    """Read, sign and renew the tokens of devices."""

    def __init__(self, ring: KeyRing, clock: Clock) -> None:
        self._ring = ring
        self._clock = clock

    def identify(self, connection: HTTPConnection) -> Identity:
        """Return the identity of a request; without a token, a new one."""
        header = connection.headers.get("authorization", "")
        if header.lower().startswith(BEARER) and connection.url.path.startswith("/api/"):
            found = self._verified(header[len(BEARER) :].strip())
            if found is None:
                return Identity(new_token(), from_header=True, is_valid=False)
            return Identity(found[0], from_header=True)
        known = self._verified(_cookie(connection))
        if known is not None:
            return Identity(known[0], set_cookie=known[1])
        return Identity(new_token(), set_cookie=True)

    def signed(self, token: str) -> str:
        """Return a token with its signature and today's date."""
        return _signer(self._ring.keys(), self._clock).sign(token).decode()

    def cookie(self, token: str, *, secure: bool) -> str:
        """Return the header that sets the cookie; `lax`, so that links to us work."""
        response = Response()
        response.set_cookie(
            COOKIE,
            self.signed(token),
            max_age=COOKIE_LIFE,
            httponly=True,
            samesite="lax",
            secure=secure,
            path="/",
        )
        return response.headers["set-cookie"]

    def _verified(self, signed: str) -> tuple[str, bool] | None:
        if not signed.isascii() or not 0 < len(signed) <= MAX_TOKEN:
            return None
        found = self._read(signed)
        if found is None and self._ring.look_again():
            found = self._read(signed)  # another process had a newer key
        return found

    def _read(self, signed_token: str) -> tuple[str, bool] | None:
        """Return the token and whether to sign it again; None when it is not ours."""
        keys = self._ring.keys()
        for tried in (keys[-1:], keys[:-1]):
            try:
                signer = _signer(tried, self._clock)
                token, signed = signer.unsign(signed_token, return_timestamp=True)
            except BadSignature:
                continue
            if not _is_canonical(signed_token):
                return None
            age = self._clock.now() / 1000 - signed.timestamp()
            if age > COOKIE_LIFE:
                return None
            return token.decode(), tried == keys[:-1] or age > _RENEWAL_AGE
        return None


def _cookie(connection: HTTPConnection) -> str:
    """Return the cookie as it was sent: we never quote it, and nobody else should."""
    pairs = (
        pair.partition("=")
        for header in connection.headers.getlist("cookie")
        for pair in header.split(";")
    )
    found = [value.strip() for name, _, value in pairs if name.strip() == COOKIE]
    return found[-1] if found else ""


def _is_canonical(signed_token: str) -> bool:
    """Whether a signature is spelt as we spell it; base64 has several ways."""
    signature = signed_token.rpartition(".")[2]
    return base64_encode(base64_decode(signature)).decode() == signature


def new_token() -> str:
    return secrets.token_urlsafe(24)


class _Signer(TimestampSigner):
    def __init__(self, keys: list[str], clock: Clock) -> None:
        super().__init__(
            keys, salt="quintet.device", key_derivation="hmac", digest_method=hashlib.sha256
        )
        self._clock = clock

    def get_timestamp(self) -> int:
        return self._clock.now() // 1000


def _signer(keys: list[str], clock: Clock) -> TimestampSigner:
    return _Signer(keys, clock)
