"""The locale of a request: its language, and the direction of its writing."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from quintet.i18n.catalogue import Translate, choose, direction, is_known, of_header, translator

COOKIE = "quintet_language"
PARAMETER = "lang"
YEAR = 365 * 24 * 3600  # seconds


@dataclass(frozen=True, slots=True)
class Locale:
    code: str
    direction: str
    say: Translate


def locale_of(connection: HTTPConnection) -> Locale:
    """Return the locale that the address names, or the one chosen before, or the browser's."""
    chosen = named_language(connection) or connection.cookies.get(COOKIE, "")[:40]
    asked = connection.headers.get("accept-language", "")
    code = choose([chosen]) if chosen else of_header(asked)
    return Locale(code, direction(code), translator(code))


def named_language(connection: HTTPConnection) -> str | None:
    """Return the language of `?lang=`, if it is one of ours."""
    named = (
        connection.query_params.get(PARAMETER, "")[:40] if b"lang=" in _query(connection) else ""
    )
    return choose([named]) if named and is_known(named) else None


def _query(connection: HTTPConnection) -> bytes:
    return bytes(connection.scope.get("query_string", b""))


def language_cookie(code: str, *, secure: bool) -> str:
    """Return the header that makes a browser remember a language."""
    return f"{COOKIE}={code}; Max-Age={YEAR}; Path=/; SameSite=lax; HttpOnly" + (
        "; Secure" if secure else ""
    )
