"""Whoever takes for ever does not keep a connection for ever."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import uvicorn

from quintet.server import Settings, create_app
from quintet.server.web import middleware, uvicorn_protocols
from server.waiting import wait_for

SHORT = 0.3  # seconds
BODY = (
    b"POST /api/v1/positions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    b"Content-Length: 50\r\n\r\n{"
)


@contextlib.asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[int]:
    """A server in this process, so that its patience can be shortened; gives its port."""
    app = create_app(Settings(str(folder)))
    config = uvicorn.Config(app, port=0, http=uvicorn_protocols.BoundedHttp, log_level="warning")
    running = uvicorn.Server(config)
    task = asyncio.create_task(running.serve())
    while not running.started:
        await asyncio.sleep(0.01)
    try:
        yield running.servers[0].sockets[0].getsockname()[1]
    finally:
        running.should_exit = True
        await task


async def answer_to(folder: Path, *parts: bytes) -> bytes:
    """All that comes back until the connection is closed."""
    async with serving(folder) as port, asyncio.timeout(30):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for part in parts:
            writer.write(part)
            await asyncio.sleep(0.05)
        answer = await reader.read()
        writer.close()
        return answer


@pytest.mark.parametrize("parts", [(b"",), (b"GET / HT",), (b"GET / HTTP/1.1\r\n", b"A: b\r\n")])
def test_a_slow_head(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parts: list[bytes]) -> None:
    monkeypatch.setattr(uvicorn_protocols, "HEAD_TIMEOUT", SHORT)
    with contextlib.suppress(ConnectionResetError):
        assert wait_for(answer_to(tmp_path, *parts)) == b""


def test_a_slow_second_head(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_protocols, "HEAD_TIMEOUT", SHORT)
    first = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with contextlib.suppress(ConnectionResetError):
        answer = wait_for(answer_to(tmp_path, first, b"GET / HT"))
        assert answer.count(b"HTTP/1.1") == 1


def test_a_slow_body(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "SLOWEST_BODY", SHORT)
    answer = wait_for(answer_to(tmp_path, BODY))
    assert answer.startswith((b"HTTP/1.1 408", b"HTTP/1.1 400"))
