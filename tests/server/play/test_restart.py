"""Killed without warning, the server forgets nothing it has acknowledged."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from server.running import TOOL, Device, server
from server.waiting import eventually


@pytest.mark.slow
def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    device, acknowledged, table_id = Device(), 0, ""
    for number in range(4):
        with server(tmp_path) as (process, address):
            table_id = table_id or device.open_table(address)["id"]
            view = device.look(address, table_id)
            assert len(view["plies"]) == number
            assert view["number"] >= acknowledged
            move = {"number": view["number"], "do": "move", "move": next(iter(view["paths"]))}
            acknowledged = device.command(address, table_id, **move)["number"]
            process.send_signal(signal.SIGKILL)
            process.wait()
    with server(tmp_path) as (_, address):
        view = device.look(address, table_id)
        assert view["number"] == acknowledged
        assert len(view["plies"]) == 4
        listed = device.ask(f"{address}api/v1/tables")["tables"]
        assert [it["id"] for it in listed] == [table_id]


@pytest.mark.skipif(os.name != "posix", reason="signals and modes are POSIX")
def test_ends_cleanly_and_keeps_data_to_oneself(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with server(folder) as (process, address):
        Device().ask(f"{address}api/v1/games")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) in (0, 130)
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_taken_port_is_said_in_a_line(tmp_path: Path) -> None:
    with server(tmp_path) as (_, address):
        port = address.rstrip("/").rpartition(":")[2]
        line = [TOOL, "serve", "--no-browser", "--port", port, "--data", str(tmp_path)]
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
    with subprocess.Popen([TOOL], stdout=subprocess.PIPE, text=True, env=surroundings) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        eventually(opened.exists)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
    assert opened.read_text() in said
    assert (tmp_path / "quintet" / "quintet.sqlite3").exists()
