"""A real server on loopback and a real browser, for all tests in this folder."""

from __future__ import annotations

import asyncio
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from browser.lending import Lender
from quintet.server.app import create_app
from quintet.server.settings import Settings

# The first is built for tests and takes half the processor time of the others.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
ARGUMENTS = [
    "--no-sandbox",  # it may be run as root
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
]
PHONE: ViewportSize = {"width": 375, "height": 667}
DESK: ViewportSize = {"width": 1280, "height": 860}


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


@contextmanager
def serving(data: str) -> Iterator[str]:
    """A server on a free port of this machine; gives its address."""
    settings = Settings(data=data)
    config = uvicorn.Config(create_app(settings), host="127.0.0.1", port=0, log_level="warning")
    server = _Server(config)
    # In a thread Uvicorn takes no signals, and need not.
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    assert server.ready.wait(20)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server with data of its own answers."""
    with serving(str(tmp_path_factory.mktemp("data"))) as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("There is no Chromium on the PATH.")
    with chromium() as started:
        yield started


@pytest.fixture(scope="session")
def lender(browser: Browser, address: str) -> Lender:
    return Lender(browser, address)


@pytest.fixture
def desk(lender: Lender) -> Iterator[Page]:
    """A page on a large screen with a mouse."""
    with lender.lent(viewport=DESK) as page:
        yield page


@pytest.fixture
def phone(lender: Lender) -> Iterator[Page]:
    """A page on a small screen that is touched."""
    with lender.lent(viewport=PHONE, has_touch=True, is_mobile=True) as page:
        yield page


@pytest.fixture
def people(lender: Lender) -> Iterator[Callable[..., Page]]:
    """Pages of as many people as are wanted, each with a browser of their own."""
    with ExitStack() as stack:
        yield lambda **how: stack.enter_context(lender.lent(**{"viewport": DESK, **how}))


@pytest.fixture
def newcomer(browser: Browser, address: str) -> Iterator[Page]:
    """A page on a large screen of somebody whose browser has kept nothing of the site."""
    with Lender(browser, address).lent(viewport=DESK) as page:
        yield page
    page.context.close()
