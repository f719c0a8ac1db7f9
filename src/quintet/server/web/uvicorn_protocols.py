"""Uvicorn's protocols, with bounds on what a client can make them hold or do.

They read as fast as bytes come, and take any head and any ping. These here give up on whoever
sends a head too slowly or too long, and read a WebSocket only as fast as it is listened to.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

SECONDS_FOR_HEAD = 20.0
LARGEST_HEAD = 65_536  # bytes
PIECE = 1024  # bytes of frames that are looked at together
PINGS = 20  # pings and pongs that a connection may send at once
PINGS_A_SECOND = 2.0


class BoundedHttp(HttpToolsProtocol):
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._have_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        waited = self._late
        super().data_received(data)
        if waited is not None and waited is self._late:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self.send_400_response("The head of this request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._late is None:
            self._wait_for_head()

    def on_headers_complete(self) -> None:
        self._have_head()
        super().on_headers_complete()

    def _wait_for_head(self) -> None:
        self._head = 0
        self._late: asyncio.TimerHandle | None = self.loop.call_later(
            SECONDS_FOR_HEAD, self.transport.abort
        )

    def _have_head(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class BoundedSocket(WebSocketsSansIOProtocol):
    def __init__(self, *what: Any, **more: Any) -> None:
        super().__init__(*what, **more)
        self._unread = b""
        self._pings = float(PINGS)
        self._pinged = time.monotonic()

    def data_received(self, data: bytes) -> None:
        self._unread += data
        self._read()

    async def receive(self) -> Any:
        message = await super().receive()
        self._read()
        return message

    async def send(self, message: Any) -> None:
        await super().send(message)
        # Whoever was refused with an answer of HTTP has had all there is; Uvicorn would complain.
        refused = message["type"] == "websocket.http.response.body"
        if refused and not message.get("more_body", False):
            self.handshake_complete = True

    def _read(self) -> None:
        """Looks at frames until there is one that somebody has to listen to."""
        while self._unread and not self.read_paused and not self.transport.is_closing():
            piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
            super().data_received(piece)

    def handle_ping(self) -> None:
        if self._may_ping():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_ping():
            super().handle_pong(event)

    def _may_ping(self) -> bool:
        """Whoever pings without end, or does not read the answers, is sent away."""
        now = time.monotonic()
        self._pings = min(PINGS, self._pings + (now - self._pinged) * PINGS_A_SECOND) - 1
        self._pinged = now
        if self._pings < 0 or not self.writable.is_set():
            self.transport.abort()
            return False
        return True
