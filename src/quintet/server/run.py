"""Running the server: find a port, print the address, open the browser."""

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

from quintet.errors import BadOption, QuintetError
from quintet.i18n.sentence import sentence
from quintet.server.app import create_app
from quintet.server.settings import PORT, Settings, prepare
from quintet.server.store import Store
from quintet.server.web.connections import raise_descriptor_limit
from quintet.server.web.logs import configuration
from quintet.server.web.origin import LOCAL_NAMES
from quintet.server.web.shared_address import (
    EVERY_ADDRESS,
    address_of_server,
    addresses_for_others,
)
from quintet.server.web.uvicorn_protocols import BoundedHttp, BoundedSocket

MAX_FRAME_BYTES = 16_384  # of a WebSocket message from a client
GC_THRESHOLDS = (50_000, 50, 100)
SWITCH_INTERVAL = 0.0005  # seconds until a thread yields to others; a tenth of the default
SHUTDOWN_TIMEOUT = 3  # seconds for requests to finish


def serve(host: str, port: int | None, settings: Settings, *, browser: bool) -> None:
    """Serve until a signal stops the process. Without a port, any free one is taken."""
    prepare(settings)
    if settings.redis is not None:
        from quintet.server.bus.redis import connect_to_redis

        connect_to_redis(settings.redis)  # reports an invalid address at the start
    Store(settings.database_url).close()  # reports an unusable database at the start
    listener = _listen(host, port)
    if _is_local(host) and not settings.trusted_proxies:
        settings = replace(settings, host_names=LOCAL_NAMES)
    port = listener.getsockname()[1]
    settings = replace(settings, shared_addresses=addresses_for_others(host, port))
    raise_descriptor_limit()
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        log_config=configuration(settings.log_level),
        access_log=False,
        http=BoundedHttp,
        ws=BoundedSocket,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,  # it would need more memory than the rest of a connection
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        server_header=False,
    )
    address = _address(host, port)
    server = _Server(app, config, address, browser=browser)
    # Tables are large and live long: a full collection takes longer than a player should wait for
    # a move, so it is rare.
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL)  # the writer thread must not delay the event loop
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
        greeting = sentence("Quintet is at {address} (Ctrl-C ends it).", address=self._address)
        print(greeting, flush=True)
        for address in self._app.state.shared_addresses:
            print(sentence("Others reach it at {address}.", address=address), flush=True)
        if self._browser:
            # Some browsers block the thread that opens them.
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse new requests, finish running ones, and ask clients to reconnect.

        WebSockets are closed with code 1012 (service restart). Commands that were running are
        written, and a client that sends one again gets the first result.
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
            raise _unusable(host, PORT if port is None else port, error) from error
        listener.bind((host, 0))
    return listener


def _unusable(host: str, port: int, error: OSError) -> QuintetError | OSError:
    """Return what is wrong with an address to listen on, and what to do."""
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        said = sentence(
            "This machine has no address {host}. Give --host one of its own, such as 127.0.0.1, "
            "or 0.0.0.0 for all of them.",
            host=host[:100],
        )
        return BadOption(said, option="host", value=host)
    if error.errno == errno.EADDRINUSE:
        said = sentence(
            "Port {port} is in use. Stop the program that uses it, or choose another with --port.",
            port=port,
        )
        return BadOption(said, option="port", value=port)
    if error.errno == errno.EACCES:
        said = sentence(
            "This user may not listen on port {port}. Choose one from 1024 on, behind a proxy.",
            port=port,
        )
        return BadOption(said, option="port", value=port)
    return OSError(error.errno, error.strerror, f"{host}:{port}")


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _address(host: str, port: int) -> str:
    return address_of_server("127.0.0.1" if host in EVERY_ADDRESS else host, port)
