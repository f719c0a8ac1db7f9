"""Games end, and a move costs no more in a long game than in a short one."""

from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.server.play.table import Table
from quintet.server.play.views import narrated
from quintet.server.play.views.updates import update
from quintet.server.play.views.view import earlier_plies, plies
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
from server.tables import PERSON, command, engine, look, open_table, other_device
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


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the plies that are narrated, counted from 0."""
    told: list[int] = []
    make = narrated._ply

    def counted(state: Any, number: int, *rest: Any) -> Any:
        told.append(number)
        return make(state, number, *rest)

    monkeypatch.setattr(narrated, "_ply", counted)
    return told


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_move_is_narrated_once(database: str, told: list[int]) -> None:
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


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_only_plies_that_are_asked_for_are_narrated(database: str, told: list[int]) -> None:
    async def play() -> None:
        store, clock = Store(database), FakeClock()
        async with running(store, clock) as registry:
            table = await opened(registry, repetition=False)
            for _ in range(130):
                await table.append_now(moving(table), table.moved_at)
            assert update(table, 0, "device", LOCALE)
            assert told == [*range(80, 130)]
            assert earlier_plies(table, 41, LOCALE)
            assert sorted(told) == [*range(40), *range(80, 130)]
        store.close()

    wait_for(play())


def test_a_long_game_is_sent_in_parts(client: TestClient) -> None:
    table = open_table(client, "quixo", repetition=False)
    for ply in range(120):
        answer = command(client, table, number=4 + ply, do="move", move=AROUND[ply % 4])
        assert answer.is_success, answer.text
    found = look(client, table)["plies"]
    assert [ply["ply"] for ply in found] == [*range(71, 121)]
    while found[0]["ply"] > 1:
        found = earlier(client, table, found[0]["ply"]).json()["plies"] + found
    assert [ply["ply"] for ply in found] == [*range(1, 121)]
    assert [ply["word"] for ply in found] == [AROUND[ply % 4] for ply in range(120)]
    assert earlier(client, table, 1).json() == {"plies": []}
    assert earlier(client, table, 9999).json()["plies"] == found[-50:]


@pytest.mark.parametrize("before", [0, -1, 10_001, "x", ""])
def test_plies_that_cannot_be(client: TestClient, before: object) -> None:
    answer = earlier(client, open_table(client, "quixo"), before)
    assert answer.status_code == 422
    assert answer.json()["field"] == "before"


def test_earlier_plies_are_for_those_who_may_look(client: TestClient) -> None:
    table = open_table(client, "quixo", spectators=False)
    assert earlier(client, table, 5).status_code == 200
    assert earlier(other_device(client), table, 5).status_code == 403


def earlier(client: TestClient, table: dict[str, Any], before: object) -> Any:
    return client.get(f"/api/v1/tables/{table['id']}/plies?before={before}")


def moving(table: Table, word: str | None = None) -> Any:
    """Make the next move, when it is known at what time."""
    seat = table.state.seat
    assert seat is not None
    played = word or AROUND[len(table.state.played) % 4]
    return lambda at: Moved(at, seat, played)


def words(table: Table) -> list[str]:
    return [ply["word"] for ply in plies(table, 0, LOCALE)]
