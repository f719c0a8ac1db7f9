"""A real PostgreSQL and a real Redis in temporary folders, on local sockets."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis

from quintet.server.store import Store
from server.waiting import eventually

START_TIMEOUT = 60


class Service:
    """A program that runs in the background and can be stopped and started again."""

    def __init__(self, line: list[str], is_ready: Callable[[], bool], **more: Any) -> None:
        self._line = line
        self._is_ready = is_ready
        self._more = more
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self._more
        )
        eventually(self._answers_or_has_ended, START_TIMEOUT)
        assert self._process.poll() is None, f"{self._line[0]} has ended"

    def _answers_or_has_ended(self) -> bool:
        assert self._process is not None
        return self._process.poll() is not None or self._is_ready()

    def stop(self, signal_number: int) -> None:
        assert self._process is not None
        self._process.send_signal(signal_number)
        self._process.wait(START_TIMEOUT)


class Postgres(Service):
    """A server whose databases are copies of a migrated one, which is faster."""

    def __init__(self, folder: Path, tools: Path, account: dict[str, Any]) -> None:
        data = folder / "data"
        make = [tools / "initdb", "-D", data, "-U", "quintet", "-A", "trust", "-E", "UTF8"]
        subprocess.run(
            [*map(str, make), "--locale=C", "--no-sync"],
            check=True,
            capture_output=True,
            cwd=folder,
            **account,
        )
        # Nothing here has to outlive the machine.
        line = [tools / "postgres", "-D", data, "-k", folder, "-h", "", "-F", "-N", "200"]
        super().__init__([*map(str, line)], self._answers, cwd=folder, **account)
        self._folder = folder

    def url(self, name: str) -> str:
        return f"postgresql://quintet@/{name}?host={self._folder}"

    def let_others_connect(self) -> None:
        """Let other accounts of this machine reach the socket."""
        self._folder.chmod(0o755)

    def new_database(self) -> str:
        """Return the address of a new database that is migrated."""
        if not self._has("migrated"):
            self._run("CREATE DATABASE migrated")
            Store(self.url("migrated")).close()
        return self.empty_database("migrated")

    def empty_database(self, template: str = "template1") -> str:
        name = f"test_{secrets.token_hex(6)}"
        self._run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Drop a database, to free its space."""
        name = url.partition("@/")[2].partition("?")[0]
        self._run(f"DROP DATABASE {name} WITH (FORCE)")

    def _has(self, name: str) -> bool:
        with psycopg.connect(self.url("postgres")) as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
            return found.fetchone() is not None

    def _run(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True


class RedisServer(Service):
    def __init__(self, folder: Path, tool: str) -> None:
        socket = folder / "redis.sock"
        line = [tool, "--port", "0", "--unixsocket", socket, "--dir", folder, "--save", ""]
        super().__init__([*map(str, line)], self._answers)
        self.url = f"unix://{socket}"

    def _answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    tools = postgres_tools()
    if tools is None:
        pytest.skip("There is no PostgreSQL.")
    account = _account()
    with tempfile.TemporaryDirectory(prefix="quintet-") as name:
        if account:
            shutil.chown(name, account["user"], account["group"])
        made = Postgres(Path(name), tools, account)
        made.start()
        try:
            yield made
        finally:
            made.stop(signal.SIGQUIT)  # at once: nobody needs it any more


@contextmanager
def running_redis() -> Iterator[RedisServer]:
    tool = shutil.which("redis-server")
    if tool is None:
        pytest.skip("There is no Redis.")
    with tempfile.TemporaryDirectory(prefix="quintet-") as name:
        made = RedisServer(Path(name), tool)
        made.start()
        try:
            yield made
        finally:
            made.stop(signal.SIGKILL)


def postgres_tools() -> Path | None:
    """Return the folder of the newest PostgreSQL of Debian, or of the one on the PATH."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda path: int(path.parent.name))
    tool = shutil.which("initdb")
    return None if tool is None else Path(tool).parent


def _account() -> dict[str, Any]:
    """Return another account if we are root, whom PostgreSQL refuses."""
    if os.name != "posix" or os.geteuid() != 0:
        return {}
    import grp
    import pwd

    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    found = names.get("postgres") or names["nobody"]
    group = grp.getgrgid(found.pw_gid).gr_name
    return {"user": found.pw_name, "group": group, "extra_groups": []}
