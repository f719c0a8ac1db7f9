"""Open connections: an address has a bounded number of them, idle ones included."""

import asyncio
import contextlib
import logging
import math
import socket

import pytest
import uvicorn
from fastapi.testclient import TestClient
from starlette.types import Message, Scope
from uvicorn.protocols.utils import ClientDisconnected

from quintet.server import Settings, create_app
from quintet.server.web import connections
from quintet.server.web.connections import LOG_INTERVAL, OpenConnections
from quintet.server.web.uvicorn_protocols import BoundedHttp, BoundedSocket
from server.fake_clock import FakeClock
from server.waiting import wait_for

REFUSED = "An address has too many open connections; more are refused."
HANDSHAKE = (
    b"GET /api/v1/lobby/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class FromPeer(asyncio.BaseTransport):
    def __init__(self, host: str) -> None:
        super().__init__({"peername": (host, 50000)} if host else {})


def opened(open_now: OpenConnections, host: str, count: int = 1) -> list[bool]:
    return [open_now.opened(FromPeer(host)) for _ in range(count)]


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 3)


def test_each_address_has_its_share(caplog: pytest.LogCaptureFixture) -> None:
    clock = FakeClock()
    open_now = OpenConnections(1.0, (), clock)
    assert opened(open_now, "192.0.2.1", 5) == [True] * 3 + [False] * 2
    assert opened(open_now, "192.0.2.2", 4) == [True] * 3 + [False]
    networks = [open_now.opened(FromPeer(f"2001:db8:1:2::{number}")) for number in range(1, 5)]
    assert networks == [True] * 3 + [False]
    assert opened(open_now, "", 9) == [True] * 9  # a Unix socket
    assert [record.message for record in caplog.records] == [REFUSED] * 3
    assert "192.0.2" not in caplog.text
    clock.advance(LOG_INTERVAL)
    opened(open_now, "192.0.2.1", 5)
    assert len(caplog.records) == 4


def test_what_is_closed_counts_no_more() -> None:
    open_now = OpenConnections(1.0, (), FakeClock())
    peers = [FromPeer("192.0.2.1") for _ in range(4)]
    assert [open_now.opened(peer) for peer in peers] == [True] * 3 + [False]
    for peer in peers:
        open_now.closed(peer)
        open_now.closed(peer)
    assert not open_now._counts
    assert not open_now._addresses
    assert opened(open_now, "192.0.2.1") == [True]


@pytest.mark.parametrize("proxies", [("192.0.2.1",), ("198.51.100.9", "192.0.2.0/24"), ("*",)])
def test_proxies_that_are_trusted_have_no_cap(proxies: tuple[str, ...]) -> None:
    open_now = OpenConnections(1.0, proxies, FakeClock())
    assert opened(open_now, "192.0.2.1", 9) == [True] * 9
    expected = [True] * 4 if proxies == ("*",) else [True] * 3 + [False]
    assert opened(open_now, "203.0.113.5", 4) == expected


def test_a_factor_and_no_limits_at_all() -> None:
    assert opened(OpenConnections(2.0, (), FakeClock()), "192.0.2.1", 7)[5:] == [True, False]
    assert all(opened(OpenConnections(math.inf, (), FakeClock()), "192.0.2.1", 99))


def test_far_below_the_descriptors_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 500)
    monkeypatch.setattr(connections, "descriptor_limit", lambda: 1024)
    assert sum(opened(OpenConnections(5.0, (), FakeClock()), "192.0.2.1", 999)) == 256


class Server(uvicorn.Server):
    def __init__(self, settings: Settings) -> None:
        self.is_started = asyncio.Event()
        config = uvicorn.Config(
            create_app(settings), port=0, http=BoundedHttp, ws=BoundedSocket, log_level="warning"
        )
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_started.set()


def test_idle_connections_to_a_real_server(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """Two have sent nothing and one is a WebSocket: the fourth is closed at once."""
    caplog.set_level(logging.WARNING)

    async def run() -> None:
        server = Server(settings)
        task = asyncio.create_task(server.serve())
        async with asyncio.timeout(60):
            await server.is_started.wait()
            port = server.servers[0].sockets[0].getsockname()[1]
            made = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            made[0][1].write(HANDSHAKE)
            assert (await made[0][0].readline()).startswith(b"HTTP/1.1 101")
            late, writer = await asyncio.open_connection("127.0.0.1", port)
            with contextlib.suppress(ConnectionResetError):
                assert await late.read() == b""
            writer.close()
            open_now: OpenConnections = server.config.app.state.open_connections  # type: ignore[union-attr]
            assert open_now._counts == {"127.0.0.1": 3}
            for _, each in made:
                each.transport.abort()
            server.should_exit = True
            await task
            assert not open_now._counts

    wait_for(run())
    assert [record.message for record in caplog.records].count(REFUSED) == 1


def test_a_client_that_leaves_before_it_is_let_in_is_no_error(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    """A page that is left while it loads; a log with a traceback would wake somebody."""
    table = client.post("/tables", data={"game": "quixo"}, follow_redirects=False)
    path = f"/api/v1{table.headers['location']}/live"
    scope: Scope = {
        "type": "websocket",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
        "client": ("192.0.2.7", 5000),
        "server": ("testserver", 80),
        "scheme": "ws",
        "subprotocols": [],
    }

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(_: Message) -> None:
        raise ClientDisconnected

    assert client.portal is not None
    client.portal.call(client.app, scope, receive, send)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
