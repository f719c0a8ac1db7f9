"""Real servers and workers in their own processes, and a client."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from websockets.sync.client import ClientConnection, connect

TOOL = str(Path(sys.executable).parent / "quintet")
TWO_PEOPLE = [{"kind": "person"}, {"kind": "person"}]


def start_server(
    folder: Path, *more: str, log: Path | None = None, before: Sequence[str] = ()
) -> tuple[subprocess.Popen[str], str]:
    """Start a server on a free port; return it and its address.

    `before` are words before the command, such as those of a tool that changes the user.
    """
    line = [*before, TOOL, "serve", "--no-browser", "--port", "0", "--data", str(folder), *more]
    with (log or Path(os.devnull)).open("a") as errors:
        shown = None if log is None else errors
        process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=shown, text=True)
    assert process.stdout is not None
    said = process.stdout.readline()
    found = re.search(r"http://\S+", said)
    assert found is not None, said
    return process, found[0]


def kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


@contextmanager
def server(
    folder: Path, *more: str, log: Path | None = None, before: Sequence[str] = ()
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process, address = start_server(folder, *more, log=log, before=before)
    try:
        yield process, address
    finally:
        kill(process)


@contextmanager
def worker(redis: str, *more: str) -> Iterator[subprocess.Popen[str]]:
    """Run a worker process."""
    line = [TOOL, "worker", "--redis", redis, *more]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert "worker" in process.stdout.readline()
        yield process
    finally:
        kill(process)


def logged(log: Path) -> list[dict[str, Any]]:
    """Return the log of a server; every line must be JSON."""
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


class Refused(Exception):
    """An error response, with its status and code."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(f"{status} {code}")
        self.status = status
        self.code = code


class Device:
    """A client that sends its cookie to every server."""

    def __init__(self) -> None:
        self._cookies = CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self._cookies)
        )

    def ask(self, address: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(address, data, headers)  # noqa: S310 our own address
        try:
            with self._opener.open(request, timeout=60) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except HTTPError as error:
            with error:
                is_ours = error.headers.get_content_type() == "application/problem+json"
                # A proxy speaks for a server that does not answer.
                code = json.load(error)["code"] if is_ours else "unavailable"
                raise Refused(error.code, code) from None

    def open_table(self, address: str, game: str = "quixo", **wishes: Any) -> dict[str, Any]:
        wishes = {"game": game, "chairs": TWO_PEOPLE, "first": 0, **wishes}
        return self.ask(f"{address}api/v1/tables", wishes)

    def look(self, address: str, table_id: str) -> dict[str, Any]:
        view: dict[str, Any] = self.ask(f"{address}api/v1/tables/{table_id}")["view"]
        return view

    def command(self, address: str, table_id: str, **what: Any) -> dict[str, Any]:
        return self.ask(f"{address}api/v1/tables/{table_id}/commands", what)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{each.name}={each.value}" for each in self._cookies)

    def live(self, address: str, table_id: str, since: int = 0) -> ClientConnection:
        return self.connect(address, f"api/v1/tables/{table_id}/live?since={since}")

    def connect(self, address: str, path: str) -> ClientConnection:
        url = address.replace("http", "ws") + path
        return connect(url, additional_headers={"Cookie": self.cookie}, open_timeout=60)


def hear(socket: ClientConnection, kind: str, most: int = 50) -> dict[str, Any]:
    """Return the next message of a type, and skip others."""
    for _ in range(most):
        message: dict[str, Any] = json.loads(socket.recv(timeout=60))
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind} among {most} messages")
