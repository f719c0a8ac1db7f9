"""Killed without warning, the server forgets nothing it has acknowledged."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

DEVICE = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())


@contextmanager
def server(folder: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A real server on a free port, and its address."""
    tool = str(Path(sys.executable).parent / "quintet")
    line = [tool, "serve", "--no-browser", "--port", "0", "--data", str(folder), *more]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found is not None, said
        yield process, found[0]
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def ask(address: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(address, data, headers)  # noqa: S310 our own address
    with DEVICE.open(request, timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    people = [{"kind": "person"}, {"kind": "person"}]
    acknowledged, table_id = 0, ""
    for number in range(4):
        with server(tmp_path) as (process, address):
            tables = f"{address}api/v1/tables"
            if not table_id:
                wishes = {"game": "quixo", "chairs": people, "first": 0}
                table_id = ask(tables, wishes)["id"]
            view = ask(f"{tables}/{table_id}")["view"]
            assert len(view["plies"]) == number
            assert view["number"] >= acknowledged
            command = {"number": view["number"], "do": "move", "move": next(iter(view["paths"]))}
            acknowledged = ask(f"{tables}/{table_id}/commands", command)["number"]
            process.send_signal(signal.SIGKILL)
            process.wait()
    with server(tmp_path) as (_, address):
        view = ask(f"{address}api/v1/tables/{table_id}")["view"]
        assert view["number"] == acknowledged
        assert len(view["plies"]) == 4
        listed = ask(f"{address}api/v1/tables")["tables"]
        assert [it["id"] for it in listed] == [table_id]


@pytest.mark.skipif(os.name != "posix", reason="signals and modes are POSIX")
def test_ends_cleanly_and_keeps_data_to_oneself(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with server(folder) as (process, address):
        ask(f"{address}api/v1/games")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) in (0, 130)
    assert folder.stat().st_mode & 0o077 == 0


def test_taken_port_is_said_in_a_line(tmp_path: Path) -> None:
    with server(tmp_path) as (_, address):
        port = address.rstrip("/").rpartition(":")[2]
        tool = str(Path(sys.executable).parent / "quintet")
        line = [tool, "serve", "--no-browser", "--port", port, "--data", str(tmp_path)]
        done = subprocess.run(line, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert port in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="the browser is a shell script")
def test_quintet_alone_opens_the_browser(tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(
        f'#!/bin/sh\nprintf %s "$1" > "{opened}.part"\nmv "{opened}.part" "{opened}"\n'
    )
    browser.chmod(0o700)
    surroundings = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "BROWSER": f"{browser} %s"}
    tool = str(Path(sys.executable).parent / "quintet")
    with subprocess.Popen([tool], stdout=subprocess.PIPE, text=True, env=surroundings) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        for _ in range(200):
            if opened.exists():
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
    assert opened.read_text() in said
    assert (tmp_path / "quintet" / "quintet.sqlite3").exists()
