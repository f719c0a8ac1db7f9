"""Running the server: finds a port, says where it is, and opens the browser once it listens."""

from __future__ import annotations

import errno
import gc
import ipaddress
import socket
import sys
import threading
import webbrowser
from dataclasses import replace

import uvicorn
from fastapi import FastAPI

from quintet.i18n.sentence import sentence
from quintet.server.app import create_app
from quintet.server.settings import PORT, Settings, prepare
from quintet.server.store import Store
from quintet.server.web.logs import configuration
from quintet.server.web.origin import LOCAL_NAMES
from quintet.server.web.uvicorn_protocols import BoundedHttp, BoundedSocket

MAX_FRAME = 16_384  # bytes a client may send at once
COLLECTIONS = (50_000, 50, 100)  # as gc.set_threshold has them
TURN = 0.0005  # seconds that a thread may keep the others waiting, a tenth of what is usual
SECONDS_TO_END = 3  # that requests get to be finished when the server ends


def serve(host: str, port: int | None, settings: Settings, *, browser: bool) -> None:
    """Serves until it is told to end. Without a port, any free one will do."""
    prepare(settings)
    if settings.redis is not None:
        from quintet.server.bus.redis import connect_to_redis

        connect_to_redis(settings.redis)  # an address that cannot be right is better said now
    Store(settings.database_url).close()  # what is wrong with it is better said now than later
    listener = _listen(host, port)
    if _is_local(host) and not settings.trusted_proxies:
        settings = replace(settings, host_names=LOCAL_NAMES)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        log_config=configuration(settings.log_level),
        access_log=False,
        http=BoundedHttp,
        ws=BoundedSocket,
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,  # it takes more memory than all else a connection needs
        timeout_graceful_shutdown=SECONDS_TO_END,
        server_header=False,
    )
    address = _address(host, listener.getsockname()[1])
    server = _Server(app, config, address, browser=browser)
    # Tables are large and live long: to look through all of them for what can be thrown away takes
    # longer than anyone should wait for a move, so it is done seldom.
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)
    sys.setswitchinterval(TURN)  # the thread that writes to disk must not hold up those who wait
    with listener:
        server.run(sockets=[listener])


class _Server(uvicorn.Server):
    def __init__(
        self, app: FastAPI, config: uvicorn.Config, address: str, *, browser: bool
    ) -> None:
        super().__init__(config)
        self._app = app
        self._address = address
        self._browser = browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        said = sentence("Quintet is at {address} (Ctrl-C ends it).", address=self._address)
        print(said, flush=True)
        if self._browser:
            # Some browsers keep whoever opens them waiting.
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Takes nothing new, lets what is being done be finished, and tells clients to come back.

        WebSockets are closed with the code 1012, a restart; what was under way then is written,
        and whoever sends it again when they are back is told that it was done.
        """
        self._app.state.shutdown.begin()
        await super().shutdown(sockets)


def _listen(host: str, port: int | None) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, PORT if port is None else port))
    except OSError as error:
        if port is not None or error.errno != errno.EADDRINUSE:
            listener.close()
            raise OSError(error.errno, error.strerror, f"{host}:{port or PORT}") from error
        listener.bind((host, 0))
    return listener


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _address(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104 only compared
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
