"""What operators are told: health, one line in the log, one sentence at the start."""

import asyncio
import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Connection, event
from sqlalchemy.exc import DatabaseError, IntegrityError, InternalError, OperationalError

from quintet.cli.main import main
from quintet.server import Settings
from quintet.server.bus.memory import MemoryBus
from quintet.server.clock import Clock
from quintet.server.play.health import CHECK_INTERVAL, MAX_LAG, Health
from quintet.server.store import Store
from quintet.server.store.database import TROUBLE_SECONDS
from quintet.server.store.trouble import trouble_of
from quintet.server.web import errors
from server.fake_clock import FakeClock
from server.tables import look, open_table

OFF = {"full": "PRAGMA max_page_count=1000000", "read_only": "PRAGMA query_only=OFF"}
ON = {"full": "PRAGMA max_page_count=1", "read_only": "PRAGMA query_only=ON"}


@pytest.fixture
def clock() -> Clock:
    return FakeClock()


def messages(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The beginnings of what our log has, without requests."""
    ours = [it for it in caplog.records if it.name.startswith("quintet") and it.levelno > 20]
    return [it.getMessage().split(".")[0].split(",")[0] for it in ours]


def health(client: TestClient, clock: Clock) -> tuple[int, dict[str, str]]:
    assert isinstance(clock, FakeClock)
    clock.advance(CHECK_INTERVAL)
    answer = client.get("/healthz")
    return answer.status_code, answer.json()


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ("full", "The disk of the database is full"),
        ("read_only", "The database cannot be written"),
    ],
)
def test_a_database_that_answers_but_cannot_be_written(
    trouble: str,
    said: str,
    client: TestClient,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert health(client, clock) == (200, {"status": "ok"})
    store: Store = client.app.state.registry.store  # type: ignore[attr-defined]
    pragmas = ON

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(pragmas[trouble])

    event.listen(store.database.engine, "begin", begin)
    answers = [client.post("/api/v1/tables", json={"game": "quantik"}) for _ in range(40)]
    assert answers[-1].status_code == 503
    assert answers[-1].json()["code"] == "unavailable"
    for _ in range(3):
        found = {"status": "unavailable", "database": trouble}
        assert health(client, clock) == (503, found)
    assert messages(caplog) == [said]
    pragmas = OFF
    assert isinstance(clock, FakeClock)
    clock.advance(TROUBLE_SECONDS)
    open_table(client, "quantik")
    assert health(client, clock) == (200, {"status": "ok"})
    assert messages(caplog) == [said, "The database works again"]


def test_the_database_is_written_once_in_a_few_seconds(client: TestClient, clock: Clock) -> None:
    health(client, clock)
    store: Store = client.app.state.registry.store  # type: ignore[attr-defined]
    begun: list[object] = []
    event.listen(store.database.engine, "begin", lambda _: begun.append(None))
    for _ in range(5):
        assert client.get("/healthz").json() == {"status": "ok"}
    assert begun == []


def test_damage_is_said_until_the_restart(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    clock = FakeClock()
    store = Store(settings.database_url, clock)
    checked = Health(store, MemoryBus(), clock, lambda: 0.0)

    def fail(_: Connection) -> None:
        raise _sqlite_error(DatabaseError, sqlite3.SQLITE_CORRUPT)

    for _ in range(2):
        with pytest.raises(errors.InternalError):
            asyncio.run(store.database.read(fail))
        clock.advance(TROUBLE_SECONDS + CHECK_INTERVAL)
        # Other tables can be played at; people are not sent away.
        assert asyncio.run(checked.report()) == {"status": "degraded", "database": "damaged"}
    assert messages(caplog) == ["The database is damaged"]
    store.close()


def test_a_lagging_event_loop(settings: Settings) -> None:
    clock, lag = FakeClock(), 2 * MAX_LAG
    store = Store(settings.database_url, clock)
    checked = Health(store, MemoryBus(), clock, lambda: lag)
    assert asyncio.run(checked.report()) == {"status": "degraded", "loop": "lagging"}
    lag = 0.0
    clock.advance(CHECK_INTERVAL)
    assert asyncio.run(checked.report()) == {"status": "ok"}
    store.close()


def test_a_disk_that_is_almost_full(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = FakeClock()
    store = Store(settings.database_url, clock)
    checked = Health(store, MemoryBus(), clock, lambda: 0.0)

    class Usage(NamedTuple):
        free: int

    for free in (10**6, 10**5, 10**9, 10**9):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: Usage(free))
        report = asyncio.run(checked.report())
        assert report == (
            {"status": "degraded", "disk": "low"} if free < 10**9 else {"status": "ok"}
        )
        clock.advance(CHECK_INTERVAL)
    assert messages(caplog) == [
        "The disk of the database is almost full",
        "The disk of the database has space again",
    ]
    store.close()


def _sqlite_error(kind: Callable[..., Exception], code: int) -> Exception:
    original = sqlite3.DatabaseError("stub")
    original.sqlite_errorcode = code
    return kind("SELECT", {}, original)


class _PostgresError(Exception):
    def __init__(self, sqlstate: str) -> None:
        super().__init__()
        self.sqlstate = sqlstate


def test_errors_are_told_apart() -> None:
    for code, found in (
        (sqlite3.SQLITE_FULL, "full"),
        (sqlite3.SQLITE_READONLY | 4 << 8, "read_only"),
        (sqlite3.SQLITE_CORRUPT, "damaged"),
        (sqlite3.SQLITE_BUSY, "unreachable"),
    ):
        assert trouble_of(_sqlite_error(OperationalError, code)) == found
    for state, found in (("53100", "full"), ("25006", "read_only"), ("XX001", "damaged")):
        assert trouble_of(InternalError("SELECT", {}, _PostgresError(state))) == found
    assert trouble_of(IntegrityError("SELECT", {}, _PostgresError("23505"))) is None
    assert trouble_of(ValueError()) is None


# Stored events that make no sense


SPOILT = [
    'UPDATE events SET body = \'{"type": "moved"}\' WHERE number = 4',
    "UPDATE events SET body = '[1]' WHERE number = 4",
    "UPDATE events SET body = '{' WHERE number = 4",
    "UPDATE events SET body = (SELECT body FROM events WHERE number = 2) WHERE number = 4",
    "DELETE FROM events WHERE number = 4",
    "DELETE FROM events WHERE number < 4",
]


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_event_is_our_fault_and_disturbs_nobody_else(
    how: str,
    settings: Settings,
    client: TestClient,
    again: Callable[[TestClient], TestClient],
    caplog: pytest.LogCaptureFixture,
) -> None:
    spoilt = open_table(client, "quantik", public=True, clock="5+0")
    fine = open_table(client, "quantik", public=True)
    with sqlite3.connect(Path(settings.data) / "quintet.sqlite3") as connection:
        connection.execute(f"{how} AND table_id = ?", (spoilt["id"],))
    connection.close()
    with again(client) as other:
        for _ in range(2):
            answer = other.get(f"/api/v1/tables/{spoilt['id']}")
            assert answer.status_code == 500
            assert answer.json()["code"] == "internal_error"
        assert look(other, fine)["phase"] == "playing"
        assert other.get("/api/v1/lobby").status_code == 200
        assert other.get(f"/tables/{spoilt['id']}").status_code == 500
    (said,) = [it for it in caplog.records if it.getMessage().startswith("A stored event")]
    assert said.__dict__["facts"] == {"table": spoilt["id"], "number": 1 if "<" in how else 4}
    assert not [it for it in caplog.records if it.exc_info]


# One sentence at the start


def refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: object
) -> str:
    """Start a server that cannot start, and return the one line it says."""
    line = ["quintet", "serve", "--no-browser", *map(str, words)]
    monkeypatch.setattr(sys, "argv", line)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    (said,) = capsys.readouterr().err.splitlines()
    return said


Refused = Callable[..., str]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refused:
    return lambda *words: refused(monkeypatch, capsys, *words)


def test_a_database_of_a_newer_version(start: Refused, settings: Settings) -> None:
    path = Path(settings.data) / "quintet.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9000'")
    connection.close()
    said = start("--data", settings.data, "--port", 0)
    assert "A newer version of Quintet has used this database (schema 9000" in said


def test_a_file_that_is_no_database(start: Refused, tmp_path: Path) -> None:
    (tmp_path / "quintet.sqlite3").write_bytes(b"nonsense" * 1000)
    assert "The database is damaged" in start("--data", tmp_path, "--port", 0)


def test_a_folder_that_cannot_be_written(start: Refused, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert str(tmp_path / "file") in start("--data", tmp_path / "file" / "data", "--port", 0)


def test_an_address_that_is_not_ours(start: Refused, settings: Settings) -> None:
    for host in ("192.0.2.1", "no name"):
        said = start("--data", settings.data, "--host", host, "--port", 0)
        assert f"This machine has no address {host}." in said


def test_a_port_that_is_in_use(start: Refused, settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"Port {port} is in use." in start("--data", settings.data, "--port", port)


def test_a_port_that_cannot_be(start: Refused) -> None:
    assert "--port takes a number from 0 to 65535." in start("--port", 70000)
