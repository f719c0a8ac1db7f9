"""The files of `deploy/`: backup and restore, the proxy, the units."""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from quintet.server import Settings
from quintet.server.settings import DATABASE, prepare
from server.players import check, playing, wait_for_moves
from server.running import Device, hear, kill, server
from server.services import Postgres, postgres_tools
from server.waiting import eventually

DEPLOY = Path(__file__).parents[3] / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
posix = pytest.mark.skipif(os.name != "posix", reason="for servers on Linux")


def run(script: str, *arguments: object, database: str | None) -> None:
    done = call(script, *arguments, database=database)
    assert done.returncode == 0, done.stderr


def call(
    script: str, *arguments: object, database: str | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    tools = postgres_tools()
    found = [more.pop("tools", ""), str(Path(sys.executable).parent), str(tools or "")]
    paths = [*filter(None, found), os.environ["PATH"]]
    surroundings = {**os.environ, "PATH": os.pathsep.join(paths), **more}
    if database is not None:
        surroundings["QUINTET_DATABASE"] = database
    line = [str(DEPLOY / script), *map(str, arguments)]
    return subprocess.run(
        line, check=False, env=surroundings, timeout=120, capture_output=True, text=True
    )


def refused(script: str, *arguments: object, **more: str) -> str:
    """Call a script that must fail; return the one line it says."""
    done = call(script, *arguments, **more)
    assert done.returncode != 0
    (said,) = [line for line in done.stderr.splitlines() if line.startswith("deploy/")]
    assert "Traceback" not in done.stderr
    return said


@pytest.fixture
def data(tmp_path: Path, migrated: Path) -> Path:
    """The folder of a server that has been stopped."""
    made = tmp_path / "data"
    prepare(Settings(str(made)))
    shutil.copy(migrated, made / DATABASE)
    return made


@posix
def test_a_backup_that_fails_leaves_nothing_behind(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups" / "monday"
    games = data / DATABASE
    whole = games.read_bytes()
    nowhere = f"postgresql://quintet:secret@/quintet?host={tmp_path}"
    failures: list[tuple[Callable[[], object], dict[str, str], str]] = [
        (lambda: games.write_bytes(b"nonsense" * 1000), {}, "not a database"),
        (lambda: sqlite3.connect(games).close(), {}, "not a database of Quintet"),
        (games.unlink, {}, "There are no games"),
        (lambda: games.write_bytes(whole), {"database": nowhere}, "pg_dump failed"),
        ((data / "secret.key").unlink, {}, "secret.key"),
    ]
    for spoil, more, why in failures:
        if why == "not a database of Quintet":
            games.unlink()
            with sqlite3.connect(games) as other:
                other.execute("CREATE TABLE other (it)")
            other.close()
        spoil()
        assert why in refused("backup", folder, data, **more)
        assert list(folder.parent.iterdir()) == []


@posix
def test_the_configuration_of_the_service_counts(data: Path, tmp_path: Path) -> None:
    settings = tmp_path / "quintet.env"
    settings.write_text(f"# ours\nQUINTET_DATABASE='postgresql://quintet@/x?host={tmp_path}'\n")
    # A file from before the service used PostgreSQL is stale.
    assert "pg_dump failed" in refused("backup", tmp_path / "copy", data, QUINTET_ENV=str(settings))
    said = refused(
        "backup", tmp_path / "copy", data, QUINTET_ENV=str(settings), database="postgresql:///y"
    )
    assert "QUINTET_DATABASE differs" in said
    missing = str(tmp_path / "nothing.env")
    assert "nothing.env" in refused("backup", tmp_path / "copy", data, QUINTET_ENV=missing)
    assert not (tmp_path / "copy").exists()


@posix
def test_a_file_that_is_not_the_backup_is_refused(data: Path, tmp_path: Path) -> None:
    copy, there = tmp_path / "copy", tmp_path / "there"
    there.mkdir(mode=0o700)
    run("backup", copy, data, database=None)
    assert "exists already" in refused("backup", copy, data)
    wrong = "postgresql://quintet@/quintet"
    assert "the service uses postgresql" in refused("restore", copy, there, database=wrong)
    assert "games in" in refused("restore", copy, data)
    games = copy / DATABASE
    whole = games.read_bytes()
    games.write_bytes(whole[:-1])
    assert "is not the file that was backed up" in refused("restore", copy, there)
    games.write_bytes(whole)
    (there / f"{DATABASE}-wal").touch()  # it would be applied to the restored games
    assert "games in" in refused("restore", copy, there)
    (there / f"{DATABASE}-wal").unlink()
    manifest = (copy / "manifest.json").read_text()
    (copy / "manifest.json").unlink()
    assert "is not a backup" in refused("restore", copy, there)
    assert list(there.iterdir()) == []
    (copy / "manifest.json").write_text(manifest)
    run("restore", copy, there, database=None)
    assert (there / DATABASE).read_bytes() == whole
    assert {path.stat().st_mode & 0o777 for path in there.iterdir()} == {0o600}


@posix
def test_no_password_is_an_argument(data: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "pg_dump").write_text(
        f'#!/bin/sh\necho "$@" > {tmp_path}/words\nenv > {tmp_path}/env\n'
    )
    (tools / "pg_restore").write_text("#!/bin/sh\necho alembic_version events tables\n")
    for tool in tools.iterdir():
        tool.chmod(0o755)
    database = "postgresql+psycopg://someone:pass%20word@db.example:5433/games?sslmode=require"
    done = call("backup", tmp_path / "copy", data, database=database, tools=str(tools))
    assert done.returncode == 0, done.stderr
    assert "pass" not in (tmp_path / "words").read_text()
    given = (tmp_path / "env").read_text().splitlines()
    for line in (
        "PGPASSWORD=pass word",
        "PGUSER=someone",
        "PGHOST=db.example",
        "PGPORT=5433",
        "PGDATABASE=games",
        "PGSSLMODE=require",
    ):
        assert line in given


@pytest.mark.slow
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
    there.mkdir(mode=0o700)
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


@pytest.mark.slow
@posix
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_root_restores_for_the_user_of_the_service(
    kind: str, request: pytest.FixtureRequest
) -> None:
    if os.geteuid() != 0:
        pytest.skip("Only root can change users.")
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("There is no setpriv.")
    import pwd

    user = pwd.getpwnam("nobody")
    # It may read our Python, wherever that is, and write only what is its own.
    reads = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    ids = [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    # So that access(2), which Alembic asks, counts this as well.
    before = [setpriv, "--securebits=+no_setuid_fixup", *ids, *reads]
    first: str | None = None
    second: str | None = None
    if kind == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        postgres.let_others_connect()
        first, second = postgres.new_database(), postgres.empty_database()
    with tempfile.TemporaryDirectory(prefix="quintet-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        here, there, copy = folder / "here", folder / "there", folder / "copy"
        for made in (here, there):
            made.mkdir(mode=0o700)
            os.chown(made, user.pw_uid, user.pw_gid)
        device = Device()
        with server(here, *_at(first), before=before) as (_, address):
            table = device.open_table(address)["id"]
            number = device.look(address, table)["number"]
            command = {"id": "1", "number": number, "do": "move", "move": "a1e1"}
            device.command(address, table, **command)
            run("backup", copy, here, database=first)
        run("restore", copy, there, database=second)
        for path in there.iterdir():
            found = path.stat()
            assert (found.st_uid, found.st_gid) == (user.pw_uid, user.pw_gid)
            assert found.st_mode & 0o777 == 0o600
        with server(there, *_at(second), before=before) as (_, address):
            number = device.look(address, table)["number"]
            device.command(address, table, id="2", number=number, do="move", move="a2e2")
            assert len(device.look(address, table)["plies"]) == 2


def _at(database: str | None) -> list[str]:
    return [] if database is None else ["--database", database]


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
