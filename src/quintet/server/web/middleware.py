"""Middleware of every request: identity, origin, limits, security headers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack, suppress

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from quintet.errors import QuintetError
from quintet.i18n.sentence import sentence
from quintet.server.clock import Clock
from quintet.server.schemas.problem import Problem
from quintet.server.web.device_tokens import DeviceTokens, Identity
from quintet.server.web.errors import (
    BodyTooLarge,
    CrossSite,
    InternalError,
    InvalidToken,
    RequestTimeout,
    Unavailable,
    UnknownHost,
    problem,
)
from quintet.server.web.headers import add_cookie, add_headers
from quintet.server.web.locale import language_cookie, locale_of, named_language
from quintet.server.web.logs import facts
from quintet.server.web.metrics import Metrics, route_of
from quintet.server.web.origin import changes, host_name, is_from_elsewhere
from quintet.server.web.processor_time import Meter, metered
from quintet.server.web.rate_limit import address_of, client_of, limits_of
from quintet.server.web.shutdown import Shutdown
from quintet.server.web.turns import Turns

log = logging.getLogger("quintet.server")

MAX_BODY = 100_000  # bytes
MAX_HOST = 260  # characters, with the port
BODY_TIMEOUT = 30.0  # seconds
BROKEN_CONNECTION, TRY_LATER = 1011, 1013

TOO_LARGE = sentence("That is more than this server reads.")

# Makes the response to an error: a page for people, JSON for programs.
Answer = Callable[[HTTPConnection, Problem], Response]


class SecurityMiddleware:
    def __init__(self, app: ASGIApp, host_names: tuple[str, ...], answer: Answer) -> None:
        self._app = app
        self._host_names = host_names
        self._answer = answer
        self._turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        devices: DeviceTokens = scope["app"].state.device_tokens
        identity = devices.identify(connection)
        scope.setdefault("state", {}).update(device_token=identity.token, identity=identity)
        if scope["type"] == "websocket":
            await self._connect(connection, receive, send)
            return

        status, meter, language = 0, Meter(), named_language(connection)
        clock: Clock = scope["app"].state.clock
        began, address = clock.monotonic(), address_of(connection)

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                add_headers(headers)
                if identity.set_cookie:
                    secure = scope["scheme"] == "https"
                    add_cookie(headers, devices.cookie(identity.token, secure=secure))
                if language is not None:
                    secure = scope["scheme"] == "https"
                    add_cookie(headers, language_cookie(language, secure=secure))
            await send(message)

        try:
            await self._admit(connection)
            bounded = _bounded(receive, scope["app"].state.shutdown, clock)
            answer = self._app(scope, bounded, send_with_headers)
            await metered(answer, meter, lambda: self._turns.wait(address))
        except Exception as error:
            refusal = self._refusal(connection, error)
            if not status:
                await refusal(scope, receive, send_with_headers)
        finally:
            limits_of(connection).spend(address, meter.take())
        _note(scope, status, clock.monotonic() - began)

    async def _connect(self, connection: HTTPConnection, receive: Receive, send: Send) -> None:
        """The same for a WebSocket, which is counted while it is open."""
        scope, limits = connection.scope, limits_of(connection)
        whose = client_of(connection)
        with ExitStack() as open_connections:
            try:
                await self._admit(connection)
                open_connections.enter_context(limits.connection(*whose))
            except QuintetError as error:
                await self._refusal(connection, error)(scope, receive, send)
                return
            metrics: Metrics = scope["app"].state.metrics
            open_connections.enter_context(metrics.connections.track_inprogress())
            paced = _paced(
                receive, lambda: limits.frame(*whose), metrics.frame, scope["app"].state.clock
            )
            try:
                await self._app(scope, paced, send)
            except (WebSocketDisconnect, ClientDisconnected):
                pass  # they are gone, perhaps before they were let in
            except Exception as error:
                known = isinstance(error, QuintetError)  # as when the database is away
                if not known:
                    log.exception("A connection failed.")
                with suppress(Exception):  # it may be closed already
                    code = TRY_LATER if known else BROKEN_CONNECTION
                    await send({"type": "websocket.close", "code": code})

    async def _admit(self, connection: HTTPConnection) -> None:
        """Wait for the turn of a request, and raise if it is refused."""
        address = address_of(connection)
        self._check(connection)
        await self._turns.wait(address)
        limits_of(connection).processor(address)

    def _check(self, connection: HTTPConnection) -> None:
        """Raise the error of a request that is refused whatever its route."""
        limits = limits_of(connection)
        limits.request(address_of(connection))
        identity: Identity = connection.state.identity
        if not identity.is_valid:
            raise InvalidToken(sentence("This token is not valid. Ask for a new one."))
        unknown = self._host_names and host_name(connection) not in self._host_names
        if unknown or len(connection.headers.get("host", "")) > MAX_HOST:
            raise UnknownHost(sentence("This server does not answer to that name."))
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > MAX_BODY:
            raise BodyTooLarge(TOO_LARGE)
        if changes(connection):
            if connection.app.state.shutdown.has_begun:
                raise Unavailable(sentence("The server is being restarted; try again in a moment."))
            # Another site can make a browser send its cookies, but not a token.
            if not identity.from_header and is_from_elsewhere(connection):
                raise CrossSite(sentence("This comes from another site."))
            limits.change(*client_of(connection))

    def _refusal(self, connection: HTTPConnection, error: Exception) -> Response:
        if not isinstance(error, QuintetError):
            # The details are for the log alone.
            log.error("A request failed.", exc_info=error)
            error = InternalError()
        found = problem(error, locale_of(connection).say, connection.url.path)
        connection.app.state.metrics.refused(found["code"])
        return self._answer(connection, found)


def _bounded(receive: Receive, shutdown: Shutdown, clock: Clock) -> Receive:
    """Limit the size of a body and the time it may take."""
    read, reading = 0, True
    until = clock.monotonic() + BODY_TIMEOUT

    async def bounded() -> Message:
        nonlocal read, reading
        if not reading:
            return await receive()  # whether they are still there
        try:
            async with shutdown.timeout(until - clock.monotonic()):
                message = await receive()
        except TimeoutError as error:
            raise RequestTimeout(sentence("This took too long to arrive.")) from error
        read += len(message.get("body", b""))
        reading = message.get("more_body", False)
        if read > MAX_BODY:
            raise BodyTooLarge(TOO_LARGE)
        return message

    return bounded


def _paced(
    receive: Receive,
    wait_for: Callable[[], float],
    measured: Callable[[float], None],
    clock: Clock,
) -> Receive:
    """Delay frames of clients that send too fast.

    Binary frames become empty texts. The next frame is read when the previous one is answered,
    which gives the time to measure.
    """
    came = 0.0

    async def paced() -> Message:
        nonlocal came
        if came:
            measured(clock.monotonic() - came)
        message = await receive()
        if message["type"] != "websocket.receive":
            came = 0.0
            return message
        seconds = wait_for()
        if seconds:
            await clock.sleep(seconds)
        came = clock.monotonic()
        return message if message.get("text") is not None else {**message, "text": ""}

    return paced


def _note(scope: Scope, status: int, seconds: float) -> None:
    scope["app"].state.metrics.request(scope, status, seconds)
    if log.isEnabledFor(logging.INFO):
        route, ms = route_of(scope), round(1000 * seconds, 1)
        known = facts(method=scope["method"][:10], route=route, status=status, ms=ms)
        log.info("A request.", extra=known)
