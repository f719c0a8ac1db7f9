"""The games of a device in the database: watched, imported, and as lists show them."""

import pytest

from quintet.server.store import ImportedGame, Occupant, Store, StoredTable, library
from quintet.server.store.library import ListedGame
from quintet.table import ChairTaken, Opened, Setup, Started
from server.waiting import wait_for

CHAIRS = (Occupant("d"), Occupant(level=3))
EVENTS = (
    Opened(1, Setup("quixo")),
    ChairTaken(2, 0, "Ann"),
    ChairTaken(2, 1, "level:3", 3),
    Started(3, 0),
)


def add(store: Store, name: str, at: int = 3) -> None:
    events = (*EVENTS[:3], Started(at, 0))
    wait_for(store.create(StoredTable(name, "d", CHAIRS, events), "quixo", "playing"))


def listed(store: Store, device: str) -> list[ListedGame]:
    return wait_for(store.library.games_of(device, 10))


@pytest.mark.slow_except("sqlite")
def test_summaries_are_as_of_an_event(database: str) -> None:
    store = Store(database)
    add(store, "t")
    (game,) = listed(store, "d")
    assert (game.id, game.phase, game.chairs, game.imported) == ("t", "playing", (0,), False)
    assert game.summary is None
    for number, known in ((3, None), (4, {"n": 4})):
        wait_for(store.library.keep({"t": (number, {"n": number})}))
        assert listed(store, "d")[0].summary == known
    wait_for(store.library.keep({}))
    store.close()


@pytest.mark.slow_except("sqlite")
def test_what_is_watched_is_bounded(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MAX_WATCHED", 2)
    monkeypatch.setattr(library, "MAX_SPECTATORS", 3)
    store = Store(database)
    for number, name in enumerate("abc"):
        add(store, name, at=10 + number)
        for _ in range(2):
            wait_for(store.library.watch("w", name, number))
    assert [game.id for game in listed(store, "w")] == ["c", "b"]
    assert [game.chairs for game in listed(store, "w")] == [(), ()]
    for device in ("x", "y", "z"):
        wait_for(store.library.watch(device, "b", 9))
    assert [len(listed(store, device)) for device in ("x", "y", "z")] == [1, 1, 0]
    store.close()


@pytest.mark.slow_except("sqlite")
def test_a_record_is_imported_once_by_each_device(database: str) -> None:
    store = Store(database)

    def imported(name: str, owner: str) -> ImportedGame:
        stored = StoredTable(name, owner, (Occupant(), Occupant()), EVENTS)
        return ImportedGame(stored, "quixo", "playing", "the record", "digest")

    assert wait_for(store.create_imported([imported("t", "d"), imported("u", "d")])) == 1
    assert wait_for(store.create_imported([imported("v", "d")])) == 0
    assert wait_for(store.create_imported([imported("w", "e")])) == 1
    assert [game.imported for game in listed(store, "d")] == [True]
    assert wait_for(store.library.records(["t", "w", "x"])) == {
        "t": "the record",
        "w": "the record",
    }
    store.close()
