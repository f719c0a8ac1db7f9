"""Uvicorn's protocols, with bounds on what a client can make them hold or do.

Uvicorn reads as fast as bytes come, and takes any head and any number of pings. These protocols
disconnect clients that send a head too slowly or too long, or open too many connections, and read
a WebSocket only as fast as its messages are processed.

They subclass internals of Uvicorn, which it may change in any release: this module is the only one
that knows them, `INTERNALS` lists them, and a test compares the list with what is installed.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from quintet.server.clock import Clock, Timer
from quintet.server.web.connections import OpenConnections

HEAD_TIMEOUT = 20.0  # seconds
MAX_HEAD = 65_536  # bytes
MAX_PIECE = 1024  # bytes of frames that are parsed together
PING_BURST = 20  # pings and pongs that a connection may send at once
PINGS_PER_SECOND = 2.0

# The methods that are overridden or called, with their parameters, and the attributes that are
# read or written.
INTERNALS: dict[type, dict[str, tuple[str, ...]]] = {
    HttpToolsProtocol: {
        "connection_made": ("self", "transport"),
        "connection_lost": ("self", "exc"),
        "data_received": ("self", "data"),
        "on_message_begin": ("self",),
        "on_headers_complete": ("self",),
        "send_400_response": ("self", "msg"),
    },
    WebSocketsSansIOProtocol: {
        "data_received": ("self", "data"),
        "receive": ("self",),
        "send": ("self", "message"),
        "connection_lost": ("self", "exc"),
        "handle_ping": ("self",),
        "handle_pong": ("self", "event"),
    },
}
ATTRIBUTES: dict[type, tuple[str, ...]] = {
    HttpToolsProtocol: ("transport", "config"),
    WebSocketsSansIOProtocol: (
        "read_paused",
        "transport",
        "writable",
        "handshake_complete",
        "config",
    ),
}


def open_connections(protocol: HttpToolsProtocol | WebSocketsSansIOProtocol) -> OpenConnections:
    """Return the connections of the application that a protocol serves."""
    app: Any = protocol.config.app
    found: OpenConnections = app.state.open_connections
    return found


class BoundedHttp(HttpToolsProtocol):
    """HTTP with a limit on the size and the duration of a request head."""

    clock = Clock()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_head()
        if not open_connections(self).opened(transport):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_complete()
        open_connections(self).closed(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        timer = self._head_timer
        super().data_received(data)
        if timer is not None and timer is self._head_timer:
            self._head_size += len(data)
            if self._head_size > MAX_HEAD:
                self.send_400_response("The head of this request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._head_timer is None:
            self._expect_head()

    def on_headers_complete(self) -> None:
        self._head_is_complete()
        super().on_headers_complete()

    def _expect_head(self) -> None:
        self._head_size = 0
        self._head_timer: Timer | None = self.clock.call_later(HEAD_TIMEOUT, self.transport.abort)

    def _head_is_complete(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


class BoundedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is read as fast as its messages are processed."""

    clock = Clock()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unread = b""
        self._pings_left = float(PING_BURST)
        self._last_ping = self.clock.monotonic()

    def data_received(self, data: bytes) -> None:
        self._unread += data
        self._read()

    async def receive(self) -> Any:
        message = await super().receive()
        self._read()
        return message

    async def send(self, message: Any) -> None:
        await super().send(message)
        # A handshake that was refused with an HTTP response is complete; Uvicorn would complain.
        refused = message["type"] == "websocket.http.response.body"
        if refused and not message.get("more_body", False):
            self.handshake_complete = True

    def connection_lost(self, exc: Exception | None) -> None:
        open_connections(self).closed(self.transport)
        super().connection_lost(exc)

    def _read(self) -> None:
        """Parse frames until there is one for the application."""
        while self._unread and not self.read_paused and not self.transport.is_closing():
            piece, self._unread = self._unread[:MAX_PIECE], self._unread[MAX_PIECE:]
            super().data_received(piece)

    def handle_ping(self) -> None:
        if self._may_ping():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_ping():
            super().handle_pong(event)

    def _may_ping(self) -> bool:
        """Count a ping; disconnect a client that floods, or does not read the answers."""
        now = self.clock.monotonic()
        refill = (now - self._last_ping) * PINGS_PER_SECOND
        self._pings_left = min(PING_BURST, self._pings_left + refill) - 1
        self._last_ping = now
        if self._pings_left < 0 or not self.writable.is_set():
            self.transport.abort()
            return False
        return True
