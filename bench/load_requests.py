"""Single requests of the load test: a device's cookie, and JSON."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from typing import Any
from urllib.error import HTTPError


class Refused(Exception):
    """The server refused the request."""


async def ask(address: str, cookie: str, body: dict[str, Any]) -> dict[str, Any]:
    return await asyncio.to_thread(_ask, address, cookie, body)


async def new_cookie(address: str) -> str:
    """Return the cookie of a new device."""
    return await asyncio.to_thread(_new_cookie, address)


def _ask(address: str, cookie: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"Cookie": cookie, "Content-Type": "application/json"}
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            found: dict[str, Any] = json.load(answer)
            return found
    except HTTPError as error:
        raise Refused(str(error.code)) from error


def _new_cookie(address: str) -> str:
    with urllib.request.urlopen(f"{address}api/v1/games", timeout=60) as answer:  # noqa: S310
        found: str = answer.headers["Set-Cookie"]
        return found.partition(";")[0]
