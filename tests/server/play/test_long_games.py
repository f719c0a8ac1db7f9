"""Games end, and a move costs no more in a long game than in a short one."""

from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.server.play import narrated
from quintet.server.play.table import Table
from quintet.server.play.updates import update
from quintet.server.play.view import plies
from quintet.server.store import Store
from quintet.server.web.locale import Locale
from quintet.table import (
    Answered,
    Asked,
    ChairTaken,
    Moved,
    Opened,
    Resigned,
    Setup,
    Started,
    apply,
    rematch,
    replay,
)
from server.beating import LOCALE, opened, running
from server.fake_clock import FakeClock
from server.tables import PERSON, command, engine, look, open_table
from server.waiting import wait_for

AROUND = ("a1e1", "a2e2", "e1a1", "e2a2")  # Quixo: each pair of moves restores two rows


@pytest.mark.parametrize(
    ("wishes", "limit"),
    [
        ({}, 1000),
        ({"ply_limit": 60}, 60),
        ({"chairs": [engine(1), engine(1)], "game": "quixo"}, 400),
        ({"chairs": [engine(1), engine(1)], "ply_limit": 1}, 1),
    ],
)
def test_every_table_has_a_limit(client: TestClient, wishes: dict[str, Any], limit: int) -> None:
    table = open_table(client, **{"game": "quantik", **wishes})
    assert look(client, table)["ply_limit"] == limit


@pytest.mark.parametrize("limit", [0, 1001, None, "60"])
def test_a_limit_that_cannot_be(client: TestClient, limit: object) -> None:
    wish = {"game": "quixo", "chairs": [PERSON, PERSON], "ply_limit": limit}
    answer = client.post("/api/v1/tables", json=wish)
    assert answer.status_code == 422
    assert answer.json()["field"] == "ply_limit"


def test_a_game_that_reaches_its_limit_is_a_draw(client: TestClient) -> None:
    table = open_table(client, "quixo", ply_limit=2)
    for number, move in ((4, "a1e1"), (5, "a2e2")):
        assert command(client, table, number=number, do="move", move=move).is_success
    view = look(client, table)
    assert (view["phase"], view["outcome"]["reason"]) == ("over", "limit")
    assert view["outcome"]["result"] == "1/2-1/2"


def test_a_rematch_of_a_table_without_a_limit_has_one() -> None:
    state = replay((Opened(0, Setup("quixo")), ChairTaken(0, 0, "A"), ChairTaken(0, 1, "B")))
    over = apply(apply(state, Started(0, 0)), Resigned(0, 0))
    opened, *_ = rematch(over, 0, 1000)
    assert isinstance(opened, Opened)
    assert opened.setup.ply_limit == 1000
    kept, *_ = rematch(replace(over, setup=replace(over.setup, ply_limit=60)), 0, 1000)
    assert isinstance(kept, Opened)
    assert kept.setup.ply_limit == 60


def test_the_form_offers_limits(client: TestClient) -> None:
    assert 'name="ply_limit"' in client.get("/new/quixo").text
    form = {"game": "quixo", "chair-0": "person", "chair-1": "person", "ply_limit": "200"}
    answer = client.post("/tables", data=form, follow_redirects=False)
    assert answer.status_code == 303
    table = {"id": answer.headers["location"].split("/")[2]}
    assert look(client, table)["ply_limit"] == 200


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_move_is_narrated_once(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    make = narrated._ply

    def counted(state: Any, number: int, *rest: Any) -> Any:
        told.append(number)
        return make(state, number, *rest)

    monkeypatch.setattr(narrated, "_ply", counted)

    async def play() -> None:
        store, clock = Store(database), FakeClock()
        async with running(store, clock) as registry:
            table = await opened(registry, repetition=False)
            for number in range(40):
                before = table.number
                await table.append_now(moving(table), table.moved_at)
                for device in ("device", "spectator"):
                    assert update(table, before, device, LOCALE)
                    assert update(table, 0, device, LOCALE)
                assert told == [*range(number + 1)]
        store.close()

    wait_for(play())


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_taken_back_moves_are_not_told(database: str) -> None:
    async def play() -> None:
        store, clock = Store(database), FakeClock()
        async with running(store, clock) as registry:
            table = await opened(registry, repetition=False)
            for word in ("a1e1", "a2e2", "a3e3"):
                await table.append_now(moving(table, word), table.moved_at)
            assert words(table) == ["a1e1", "a2e2", "a3e3"]
            # As many plies as before, and others.
            async with table.log.lock:
                await table.log.append((Asked(table.time(), 0, "take_back", to=1),))
                await table.log.append((Answered(table.time(), 1, "take_back", yes=True),))
            for word in ("a4e4", "a5e5"):
                await table.append_now(moving(table, word), table.moved_at)
            assert words(table) == ["a1e1", "a4e4", "a5e5"]
            french = Locale("fr", "ltr", str)
            assert plies(table, 1, french) == plies(table, 0, LOCALE)[1:]
        store.close()

    wait_for(play())


def moving(table: Table, word: str | None = None) -> Any:
    """Make the next move, when it is known at what time."""
    seat = table.state.seat
    assert seat is not None
    played = word or AROUND[len(table.state.played) % 4]
    return lambda at: Moved(at, seat, played)


def words(table: Table) -> list[str]:
    return [ply["word"] for ply in plies(table, 0, LOCALE)]
