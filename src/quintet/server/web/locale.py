"""The locale of a request: its language, and the direction of its writing."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from quintet.i18n.catalogue import Translate, choose, direction, of_header, translator

COOKIE = "quintet_language"


@dataclass(frozen=True, slots=True)
class Locale:
    code: str
    direction: str
    say: Translate


def locale_of(connection: HTTPConnection) -> Locale:
    """Return the locale chosen in the settings, or else the browser's."""
    chosen = connection.cookies.get(COOKIE, "")[:40]
    asked = connection.headers.get("accept-language", "")
    code = choose([chosen]) if chosen else of_header(asked)
    return Locale(code, direction(code), translator(code))
