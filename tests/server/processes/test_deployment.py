"""The files of `deploy/`: backup and restore, the proxy, the units."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from server.players import check, playing, wait_for_moves
from server.running import Device, hear, kill, server
from server.services import Postgres, postgres_tools
from server.waiting import eventually

DEPLOY = Path(__file__).parents[3] / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
posix = pytest.mark.skipif(os.name != "posix", reason="for servers on Linux")


def run(script: str, *arguments: object, database: str | None) -> None:
    tools = postgres_tools()
    paths = [str(Path(sys.executable).parent), *([str(tools)] if tools else []), os.environ["PATH"]]
    surroundings = {**os.environ, "PATH": os.pathsep.join(paths)}
    if database is not None:
        surroundings["QUINTET_DATABASE"] = database
    line = [str(DEPLOY / script), *map(str, arguments)]
    subprocess.run(line, check=True, env=surroundings, timeout=120)


@pytest.mark.slow_except("sqlite")
@posix
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_games_are_copied_while_they_are_played_and_go_on_elsewhere(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    def places() -> Iterator[tuple[str | None, list[str]]]:
        """A database for the first server, and an empty one for the second."""
        if kind == "sqlite":
            yield from ((None, []), (None, []))
            return
        postgres: Postgres = request.getfixturevalue("postgres")
        for made in (postgres.new_database(), postgres.empty_database()):
            yield made, ["--database", made]

    here, there, copy = tmp_path / "here", tmp_path / "there", tmp_path / "copy"
    (first, at_first), (second, at_second) = places()
    with (
        server(here, "--limits", "off", *at_first) as (_, address),
        playing([address], 2) as players,
    ):
        wait_for_moves(players, 10)
        before = {table: list(told) for player in players for table, told in player.told.items()}
        run("backup", copy, here, database=first)
        wait_for_moves(players, 5)
    assert (copy / "secret.key").stat().st_mode & 0o077 == 0
    run("restore", copy, there, database=second)
    with server(there, "--limits", "off", *at_second) as (_, address):
        for player in players:
            player.addresses[:] = [address]
            for table in tuple(player.told):
                if table not in before:
                    del player.told[table]  # it was opened later
                    continue
                stands = len(player.device.look(address, table)["plies"])
                assert len(before[table]) <= stands <= len(player.told[table])
                player.told[table] = player.told[table][:stands]
                player.move(table)  # the cookie of old is known here
    check(second or f"sqlite:///{there / 'quintet.sqlite3'}", players)


@contextmanager
def proxy(folder: Path, addresses: list[str]) -> Iterator[str]:
    """nginx with our own file, but for the ports."""
    if NGINX is None:
        pytest.skip("There is no nginx.")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    site = (DEPLOY / "nginx.conf").read_text()
    for written, address in zip(("127.0.0.1:8001", "127.0.0.1:8002"), addresses, strict=True):
        assert written in site
        site = site.replace(written, address.removeprefix("http://").rstrip("/"))
    site = site.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("listen [::]:80;", "")
    (folder / "site.conf").write_text(site)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr warn; worker_processes 1;"
        f"events {{}} http {{ client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;"
        f" fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;"
        f" include {folder}/site.conf; }}"
    )
    process = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")])
    try:
        eventually(lambda: listens(port))
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def listens(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.slow
@posix
def test_a_proxy_before_two_processes(
    tmp_path: Path, postgres: Postgres, request: pytest.FixtureRequest
) -> None:
    redis = request.getfixturevalue("redis_server").url
    database = postgres.new_database()
    data, folder = tmp_path / "data", tmp_path / "nginx"
    folder.mkdir()
    told = ["--database", database, "--redis", redis, "--trusted-proxies", "127.0.0.1"]
    with ExitStack() as stack:
        servers = [stack.enter_context(server(data, *told)) for _ in range(2)]
        address = stack.enter_context(proxy(folder, [address for _, address in servers]))
        device = Device()
        table = device.open_table(address)["id"]
        with device.live(address, table) as socket_here:
            number = hear(socket_here, "view")["number"]
            for move in ("a1e1", "a2e2"):
                command = {"id": move, "number": number, "do": "move", "move": move}
                number = device.command(address, table, **command)["number"]
                assert hear(socket_here, "events")["number"] == number
        with playing([address], 2) as players:
            wait_for_moves(players, 6)
            kill(servers[0][0])
            wait_for_moves(players, 6)
    check(database, players)


@posix
@pytest.mark.parametrize("unit", ["quintet@.service", "quintet-worker.service"])
def test_the_units_are_understood(tmp_path: Path, unit: str) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("There is no systemd.")
    text = (DEPLOY / unit).read_text()
    # It asks whether the program is there.
    text = text.replace("/opt/quintet/bin/quintet", str(Path(sys.executable).parent / "quintet"))
    (tmp_path / unit).write_text(text)
    done = subprocess.run(
        [tool, "verify", "--man=no", str(tmp_path / unit)], capture_output=True, text=True
    )
    ours = [line for line in done.stderr.splitlines() if "quintet" in line]
    assert ours == []
