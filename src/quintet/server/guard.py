"""What holds for every request: who asks, from where, how much, and what browsers may do."""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quintet.sentence import Sentence, sentence
from quintet.server.devices import remember, token_of
from quintet.server.problems import BROKEN, other_problem
from quintet.server.speech import speech_for

log = logging.getLogger("quintet.server")

LARGEST_BODY = 100_000  # bytes
REFUSED_ORIGIN = 4403

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

TOO_MUCH = sentence("That is more than this server reads.")


class _TooLarge(Exception):
    """A body that had not said how long it is."""


class Guard:
    def __init__(self, app: ASGIApp, host_names: tuple[str, ...]) -> None:
        self._app = app
        self._host_names = host_names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        token, is_new = token_of(connection)
        scope.setdefault("state", {})["device_token"] = token
        wrong = self._what_is_wrong(connection)
        if scope["type"] == "websocket":
            if wrong is None:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": REFUSED_ORIGIN})
            return

        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                _add_headers(MutableHeaders(scope=message), scope, token if is_new else None)
            await send(message)

        if wrong is not None:
            status, said = wrong
            await _refusal(connection, said, status)(scope, receive, send_with_headers)
            return
        try:
            await self._app(scope, _bounded(receive), send_with_headers)
        except _TooLarge:
            await _refusal(connection, TOO_MUCH, 413)(scope, receive, send_with_headers)
        except Exception:
            # What went wrong is for the log; whoever asked is told that something did.
            log.exception("A request failed.")
            if not started:
                await _refusal(connection, BROKEN, 500)(scope, receive, send_with_headers)

    def _what_is_wrong(self, connection: HTTPConnection) -> tuple[int, Sentence] | None:
        host = connection.headers.get("host", "")
        if self._host_names and _name_of("//" + host) not in self._host_names:
            return 421, sentence("This server does not answer to that name.")
        origin = connection.headers.get("origin")
        changes = connection.scope["type"] == "websocket" or connection.scope["method"] == "POST"
        if changes and origin is not None and urlsplit(origin).netloc != host:
            return 403, sentence("This comes from another site.")
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > LARGEST_BODY:
            return 413, TOO_MUCH
        return None


def _refusal(connection: HTTPConnection, said: Sentence, status: int) -> Response:
    code = "broken" if status == 500 else "bad_request"
    found = other_problem(code, said, speech_for(connection).say)
    return JSONResponse({"error": found}, status)


def _name_of(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _bounded(receive: Receive) -> Receive:
    """The same, but a body without a length is not read for ever."""
    read = 0

    async def bounded() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > LARGEST_BODY:
            raise _TooLarge
        return message

    return bounded


def _add_headers(headers: MutableHeaders, scope: Scope, new_token: str | None) -> None:
    picture = headers.get("content-type", "").startswith("image/svg")
    headers.setdefault("Content-Security-Policy", PICTURE_POLICY if picture else POLICY)
    headers.setdefault("Cache-Control", "no-store")
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if new_token is not None and not headers["cache-control"].startswith("public"):
        response = Response()
        remember(response, new_token, secure=scope["scheme"] == "https")
        headers.append("set-cookie", response.headers["set-cookie"])
