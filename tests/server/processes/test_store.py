"""The store on SQLite and PostgreSQL: events in order, one writer a number."""

import threading

import pytest
from sqlalchemy import Connection, text

from quintet.server.store import CommandKey, Entry, Occupant, Performed, Store, StoredTable
from quintet.server.store.database import connect
from quintet.server.store.writer import WRITE_TIMEOUT, Writer
from quintet.table import ChairTaken, Event, Moved, Opened, Setup, Started
from server.fake_clock import FakeClock
from server.waiting import eventually, wait_for

EVENTS: tuple[Event, ...] = (
    Opened(1, Setup("quixo")),
    ChairTaken(2, 0, "Ann"),
    ChairTaken(3, 1, "Ben"),
    Started(4, 0),
)
OCCUPANTS = (Occupant(device="d"), Occupant(level=3))
MOVE = Moved(5, 0, "a1e1")


def test_what_is_kept_comes_back(database: str) -> None:
    store = Store(database)
    assert wait_for(store.create(StoredTable("t", "d", OCCUPANTS, EVENTS), "quixo", "playing"))
    change = {1: Occupant(device="e", key="secret")}
    entry = Entry(5, [MOVE], "playing", deadline=70, command=CommandKey("c", "d"), occupants=change)
    assert wait_for(store.append("t", entry))
    found = wait_for(store.load("t"))
    assert found == StoredTable(
        "t", "d", (OCCUPANTS[0], change[1]), (*EVENTS, MOVE), {"c": Performed(5, "d")}
    )
    assert wait_for(store.load("t", 4)) == StoredTable(
        "t", "d", found.chairs, (MOVE,), {"c": Performed(5, "d")}
    )
    (listed,) = wait_for(store.tables_of("d", 10))
    assert (listed.id, listed.game, listed.changed, listed.phase) == ("t", "quixo", 5, "playing")
    assert wait_for(store.tables_of("somebody", 10)) == []
    assert wait_for(store.load("nothing")) is None
    assert wait_for(store.numbers(["t", "nothing"])) == {"t": 5}
    store.close()


def test_two_cannot_write_the_same_number(database: str) -> None:
    one, other = Store(database), Store(database)
    wait_for(one.create(StoredTable("t", "d", OCCUPANTS, EVENTS), "quixo", "playing"))
    assert wait_for(one.append("t", Entry(5, [MOVE], "playing")))
    assert not wait_for(other.append("t", Entry(5, [Moved(6, 0, "a2e2")], "playing")))
    found = wait_for(other.load("t"))
    assert found is not None
    assert found.events[4:] == (MOVE,)
    one.close()
    other.close()


@pytest.mark.slow
def test_many_who_write_at_once_make_one_row_of_events(database: str) -> None:
    """Each store appends what it can; accepted appends are exactly the stored ones."""
    Store(database).close()
    tables = [f"t{number}" for number in range(5)]
    stores = [Store(database) for _ in range(3)]
    for name in tables:
        wait_for(stores[0].create(StoredTable(name, "d", OCCUPANTS, EVENTS), "quixo", "playing"))
    taken: list[tuple[str, str]] = []

    def write(store: Store, who: int) -> None:
        for turn in range(30):
            # In both directions: locking in a circle would be a deadlock.
            for name in tables if (turn + who) % 2 else reversed(tables):
                number = wait_for(store.numbers([name]))[name] + 1
                command = f"{who}.{turn}"
                entry = Entry(number, [Moved(5, 0, "a1e1")], "playing", command=CommandKey(command))
                if wait_for(store.append(name, entry)):
                    taken.append((name, command))

    threads = [threading.Thread(target=write, args=(it, i)) for i, it in enumerate(stores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name in tables:
        found = wait_for(stores[0].load(name))
        assert found is not None
        commands = sorted(found.commands, key=lambda command: found.commands[command].number)
        assert sorted(commands) == sorted(command for table, command in taken if table == name)
        assert sorted(it.number for it in found.commands.values()) == list(
            range(5, 5 + len(commands))
        )
        assert len(found.events) == len(EVENTS) + len(commands)
    for store in stores:
        store.close()


def test_one_rematch_at_most(database: str) -> None:
    store = Store(database)
    wait_for(store.create(StoredTable("t", "d", OCCUPANTS, EVENTS), "quixo", "playing"))
    for name, made in (("u", True), ("v", False)):
        again = StoredTable(name, "d", OCCUPANTS, EVENTS)
        assert wait_for(store.create(again, "quixo", "playing", follows="t")) is made
    assert wait_for(store.rematch_of("t")) == "u"
    store.close()


def test_tables_that_are_due(database: str) -> None:
    store = Store(database)
    for name, deadline in (("a", 300), ("b", None), ("c", 100), ("d", 200)):
        kept = StoredTable(name, "d", OCCUPANTS, EVENTS)
        wait_for(store.create(kept, "quixo", "playing", deadline=deadline))
    assert wait_for(store.due(250, 10)) == ["c", "d"]
    assert wait_for(store.due(250, 1)) == ["c"]
    wait_for(store.remind("c", 4, None))
    wait_for(store.remind("d", 3, None))  # it has moved on since
    assert wait_for(store.due(250, 10)) == ["d"]
    store.close()


def test_a_gap_is_written_down_once(database: str) -> None:
    one, other = Store(database), Store(database)
    assert not wait_for(one.heartbeats.is_needed())
    wait_for(one.create(StoredTable("t", "d", OCCUPANTS, EVENTS), "quixo", "playing", deadline=9))
    assert wait_for(one.heartbeats.is_needed())
    wait_for(one.heartbeats.beat(1_000, 900, 500))
    wait_for(other.heartbeats.beat(1_400, 900, 500))
    assert wait_for(one.heartbeats.gaps(0)) == []
    # Both were away; the first to return says so.
    wait_for(other.heartbeats.beat(5_000, 1_400, 500))
    wait_for(one.heartbeats.beat(5_100, 1_000, 500))
    assert wait_for(one.heartbeats.gaps(0)) == [(1_400, 5_000)]
    # One that was awake, and had nothing to say, leaves no gap.
    wait_for(one.heartbeats.beat(9_000, 8_900, 500))
    assert wait_for(one.heartbeats.gaps(5_000)) == []
    one.close()
    other.close()


def test_a_bad_write_does_not_spoil_those_beside_it(database: str) -> None:
    engine = connect(database)
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


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_write_fails_when_the_database_is_away_for_too_long(database: str) -> None:
    engine, clock, attempts = connect(database), FakeClock(), []
    writer = Writer(engine, lambda error: isinstance(error, ConnectionError), clock)

    def fail(_: Connection) -> None:
        attempts.append(clock.now())
        raise ConnectionError

    done = writer.submit(fail)
    eventually(lambda: len(attempts) > 1)
    assert not done.done()
    clock.advance(WRITE_TIMEOUT)
    assert isinstance(done.exception(60), ConnectionError)
    writer.close()
    engine.dispose()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_acknowledged_is_on_disk(database: str) -> None:
    store = Store(database)
    with store.database.engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2
    store.close()
