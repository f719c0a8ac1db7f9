"""The store: migrations that come to the schema, events in order, one writer that is right."""

import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

from quintet.server.store import Entry, Holder, Kept, Store
from quintet.server.store.migrate import LATEST, configuration, migrate
from quintet.server.store.schema import metadata
from quintet.server.store.writer import Writer
from quintet.table import ChairTaken, Event, Moved, Opened, Setup, Started
from server.waiting import wait_for

EVENTS: tuple[Event, ...] = (
    Opened(1, Setup("quixo")),
    ChairTaken(2, 0, "Ann"),
    ChairTaken(3, 1, "Ben"),
    Started(4, 0),
)
HOLDERS = (Holder(device="d"), Holder(level=3))


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'test.sqlite3'}"


def test_migrations_make_the_schema(url: str) -> None:
    engine = create_engine(url)
    migrate(engine)
    migrate(engine)  # nothing is left to do
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert ScriptDirectory.from_config(configuration()).get_current_head() == LATEST
    engine.dispose()


def test_what_is_kept_comes_back(url: str) -> None:
    store = Store(url)
    kept = Kept("t", "d", HOLDERS, EVENTS)
    wait_for(store.create(kept, "quixo", "playing"))
    assert wait_for(store.append("t", Entry(5, [Moved(5, 0, "a1e1")], "playing")))
    found = wait_for(store.load("t"))
    assert found == Kept("t", "d", HOLDERS, (*EVENTS, Moved(5, 0, "a1e1")))
    (listed,) = wait_for(store.tables_of("d", 10))
    assert (listed.id, listed.game, listed.changed, listed.phase) == ("t", "quixo", 5, "playing")
    assert wait_for(store.tables_of("somebody", 10)) == []
    assert wait_for(store.load("nothing")) is None
    store.close()


def test_two_cannot_write_the_same_number(url: str) -> None:
    one, other = Store(url), Store(url)
    wait_for(one.create(Kept("t", "d", HOLDERS, EVENTS), "quixo", "playing"))
    assert wait_for(one.append("t", Entry(5, [Moved(5, 0, "a1e1")], "playing")))
    assert not wait_for(other.append("t", Entry(5, [Moved(6, 0, "a2e2")], "playing")))
    found = wait_for(other.load("t"))
    assert found is not None
    assert found.events[4:] == (Moved(5, 0, "a1e1"),)
    one.close()
    other.close()


def test_one_rematch_at_most(url: str) -> None:
    store = Store(url)
    wait_for(store.create(Kept("t", "d", HOLDERS, EVENTS), "quixo", "playing"))
    for name, made in (("u", True), ("v", False)):
        again = Kept(name, "d", HOLDERS, EVENTS)
        assert wait_for(store.create(again, "quixo", "playing", follows="t")) is made
    assert wait_for(store.rematch_of("t")) == "u"
    store.close()


def test_a_bad_write_does_not_spoil_those_beside_it(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE numbers (n INTEGER PRIMARY KEY)"))
    writer = Writer(engine)
    gate = threading.Event()

    def insert(number: int) -> object:
        def write(connection: Connection) -> None:
            connection.execute(text(f"INSERT INTO numbers VALUES ({number})"))  # noqa: S608

        return writer.submit(write)

    writer.submit(lambda _: gate.wait())  # so that the others wait together
    jobs = [insert(number) for number in (1, 2, 2, 3)]
    gate.set()
    writer.close()
    failed = [job.exception() is not None for job in jobs]  # type: ignore[attr-defined]
    assert failed == [False, False, True, False]
    with engine.connect() as connection:
        assert list(connection.scalars(text("SELECT n FROM numbers"))) == [1, 2, 3]
    engine.dispose()


def test_acknowledged_is_on_disk(url: str) -> None:
    store = Store(url)
    with store.database.engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2
    store.close()
