"""Connections on which a request arrives too slowly are closed."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import uvicorn

from quintet.server import Settings, create_app
from quintet.server.web.middleware import BODY_TIMEOUT
from quintet.server.web.uvicorn_protocols import HEAD_TIMEOUT, BoundedHttp
from server.fake_clock import FakeClock
from server.waiting import wait_for

BODY = (
    b"POST /api/v1/positions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    b"Content-Length: 50\r\n\r\n{"
)


class Server(uvicorn.Server):
    """A server in this process, on a clock of the test; it tells what it receives."""

    def __init__(self, folder: Path) -> None:
        self.clock = clock = FakeClock()
        self.is_started = asyncio.Event()
        self.received: asyncio.Queue[bytes] = asyncio.Queue()
        self.transports: list[asyncio.Transport] = []
        received, transports = self.received, self.transports

        class Protocol(BoundedHttp):
            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                self.clock = clock
                super().connection_made(transport)
                transports.append(transport)
                received.put_nowait(b"")

            def data_received(self, data: bytes) -> None:
                super().data_received(data)
                received.put_nowait(data)

        app = create_app(Settings(str(folder)), clock)
        super().__init__(uvicorn.Config(app, port=0, http=Protocol, log_level="warning"))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_started.set()

    async def expect(self, content: bytes) -> None:
        """Wait until the protocol has processed these bytes."""
        received = b""
        while received != content:
            received += await self.received.get()


@contextlib.asynccontextmanager
async def connected(
    folder: Path,
) -> AsyncIterator[tuple[Server, asyncio.StreamReader, asyncio.StreamWriter]]:
    server = Server(folder)
    task = asyncio.create_task(server.serve())
    async with asyncio.timeout(60):
        await server.is_started.wait()
        port = server.servers[0].sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await server.received.get() == b""
        yield server, reader, writer
        writer.close()
        server.should_exit = True
        await task


async def answer_to(folder: Path, *parts: bytes, timeout: float) -> bytes:
    """Return all that is sent until the connection is closed, once the timeout has passed."""
    async with connected(folder) as (server, reader, writer):
        for part in parts:
            writer.write(part)
            await server.expect(part)
        server.clock.advance(timeout - 1)
        await asyncio.sleep(0)  # what is due by now happens
        assert not server.transports[0].is_closing()
        server.clock.advance(1)
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


@pytest.mark.parametrize("parts", [(), (b"GET / HT",), (b"GET / HTTP/1.1\r\n", b"A: b\r\n")])
def test_a_slow_head(tmp_path: Path, parts: tuple[bytes, ...]) -> None:
    assert wait_for(answer_to(tmp_path, *parts, timeout=HEAD_TIMEOUT)) == b""


def test_a_slow_second_head(tmp_path: Path) -> None:
    async def ask() -> None:
        async with connected(tmp_path) as (server, reader, writer):
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b'{"status":"ok"}' in await reader.readuntil(b"}")
            server.clock.advance(HEAD_TIMEOUT)  # the time between requests does not count
            while not server.received.empty():
                server.received.get_nowait()
            writer.write(b"GET / HT")
            await server.expect(b"GET / HT")
            server.clock.advance(HEAD_TIMEOUT)
            with contextlib.suppress(ConnectionResetError):
                assert await reader.read() == b""

    wait_for(ask())


def test_a_slow_body(tmp_path: Path) -> None:
    answer = wait_for(answer_to(tmp_path, BODY, timeout=BODY_TIMEOUT))
    assert answer.startswith((b"HTTP/1.1 408", b"HTTP/1.1 400"))
