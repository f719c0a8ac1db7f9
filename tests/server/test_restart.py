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

DEVICE = {"Cookie": "quintet_device=a-device-that-is-always-the-same"}


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
    headers = {**DEVICE, "Content-Type": "application/json"}
    request = urllib.request.Request(address, data, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    people = [{"kind": "person"}, {"kind": "person"}]
    acknowledged = 0
    table_id, moves = "", ["a1e1", "a2e2", "e1a1", "e2a2", "a1a5", "b5b1", "c1c5", "d5d1"]
    for number, move in enumerate(moves):
        with server(tmp_path) as (process, address):
            tables = f"{address}api/v1/tables"
            if not table_id:
                wishes = {"game": "quixo", "chairs": people, "first": 0}
                table_id = ask(tables, wishes)["id"]
            view = ask(f"{tables}/{table_id}")["view"]
            assert len(view["plies"]) == number
            assert view["number"] >= acknowledged
            legal = move if move in view["paths"] else next(iter(view["paths"]))
            command = {"number": view["number"], "do": "move", "move": legal}
            acknowledged = ask(f"{tables}/{table_id}/commands", command)["number"]
            process.send_signal(signal.SIGKILL)
            process.wait()
        if number == 3:
            break
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
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        code = process.wait(timeout=30)
        assert code in (0, 130)
        assert began  # how long it takes is measured elsewhere
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
