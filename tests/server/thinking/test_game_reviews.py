"""Reviews of finished games: made in the background, stored, and charged to who asked."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from fastapi.testclient import TestClient

import quintet
from quintet.engine import Limits
from quintet.engine import review as engine_review
from quintet.engine.review import review
from quintet.record import loads
from quintet.server import Settings, create_app
from quintet.server.play.create import open_table as new_table
from quintet.server.play.registry import Registry
from quintet.server.play.table import Table
from quintet.server.schemas.requests import NewChair, NewTable
from quintet.server.settings import DATABASE
from quintet.server.store import Store
from quintet.server.thinking.jobs import ReviewJob, StopToken
from quintet.server.thinking.pool import EnginePool
from quintet.server.thinking.reviews import MAX_PENDING
from quintet.server.web.client import Client
from quintet.server.web.errors import Busy, TooManyRequests
from quintet.server.web.locale import Locale
from quintet.server.web.rate_limit import THINKING
from quintet.server.web.rate_limit import Limits as RateLimits
from quintet.table import Moved
from server.fake_clock import FakeClock
from server.tables import PERSON, command_of, engine, open_table, send
from server.thinking.stub_pool import StubPool
from server.waiting import wait_for

LOCALE = Locale("en", "ltr", str)
ANN = Client("192.0.2.1", "ann")
SMALL = {"size": "3"}


@pytest.fixture(autouse=True)
def few_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search little: what is tested here is not how strong the engine is."""
    monkeypatch.setattr(engine_review, "DEFAULT_LIMITS", Limits(nodes=20_000, megabytes=1))


def play(client: TestClient, game: str, moves: str, **wishes: Any) -> dict[str, Any]:
    """Play a game to its end, by resignation if the moves do not lead there."""
    table = open_table(client, game, **wishes)
    for move in moves.split():
        send(client, table, do="move", move=move)
    if client.get(f"/api/v1/tables/{table['id']}").json()["view"]["phase"] != "over":
        send(client, table, do="resign")
    return table


def whole_review(client: TestClient, table: dict[str, Any]) -> dict[str, Any]:
    """Ask for a review and follow it to its end, as the page does."""
    address = f"/api/v1/tables/{table['id']}/review"
    answer = client.post(address)
    moves: list[Any] = []
    while True:
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
        moves += found["moves"]
        if found["done"] and len(moves) == found["total"]:
            return {**found, "moves": moves}
        answer = client.get(address, params={"after": len(moves)})


def test_a_review_says_which_move_lost(client: TestClient) -> None:
    table = play(client, "quixo", "a1c1 a1a3 c1a1", options=SMALL)
    found = whole_review(client, table)
    assert [move["grade"] for move in found["moves"]] == ["best", "best", "missed_win"]
    last = found["moves"][-1]
    assert (last["label"], last["symbol"], last["exact"]) == ("Missed win", "??", True)
    assert last["comment"].startswith(
        "Missed win. Before: a win in 3 moves. After: a loss in 3 moves (solved). Better: "
    )
    assert last["better"][0]["word"] != "c1a1"
    assert last["better"][-1]["lines"]  # the line leads to the win
    assert [player["accuracy"] for player in found["players"]] == [0.5, 1.0]
    assert found["players"][0]["grades"]["missed_win"] == 1
    assert found["mistakes"] == [3]
    assert found["chart"].startswith("<svg")
    assert "<style" not in found["chart"]  # the page's policy allows none


def test_the_judgements_are_those_of_the_command_line(client: TestClient) -> None:
    table = play(client, "quantik", "A@a1 B@b1 C@c1 A@c4 D@d1")
    found = whole_review(client, table)
    (record,) = loads(client.get(f"/api/v1/tables/{table['id']}/record").text)
    expected = review(record)
    assert [move["grade"] for move in found["moves"]] == [it.grade for it in expected.judgements]
    assert [move["exact"] for move in found["moves"]] == [it.exact for it in expected.judgements]
    for seat, player in enumerate(found["players"]):
        assert player["accuracy"] == pytest.approx(expected.accuracy(seat))


def test_missed_calls_of_quarto_are_named(client: TestClient) -> None:
    moves = "0 a1 1 b1 2 c1 3 d1 4 a2"
    table = play(client, "quarto", moves, options={"calls": "spoken"})
    found = whole_review(client, table)
    assert [move["ply"] for move in found["moves"] if move["missed_call"]] == [9, 10]
    assert found["moves"][8]["comment"].endswith("A call was missed.")
    assert found["overlooked"] == ["After move 8 nobody called a1 b1 c1 d1."]


@pytest.mark.parametrize(("game", "seats", "curves"), [("cubulus", 3, 3), ("quixo", 4, 1)])
def test_three_and_four_players(client: TestClient, game: str, seats: int, curves: int) -> None:
    moves, position = [], quintet.start(game, players=seats)
    for _ in range(4):
        moves.append(position.moves[0])
        position = position.play(moves[-1])
    chairs = [PERSON] * seats
    table = play(client, game, " ".join(moves), options={"players": str(seats)}, chairs=chairs)
    found = whole_review(client, table)
    assert len(found["players"]) == seats
    assert all(0 <= player["accuracy"] <= 1 for player in found["players"])
    assert [move["word"] for move in found["moves"]] == moves
    assert found["chart"].count("<polyline") == curves  # a team is one side


def test_a_game_drawn_by_repetition(client: TestClient) -> None:
    """Who could have won and let the game go round has missed a win (H1)."""
    table = play(client, "quixo", "b3a3 b3a3 b3a3 b3a3", options=SMALL, position="oxx/..o/x.x x")
    found = whole_review(client, table)
    assert [move["grade"] for move in found["moves"]] == ["good", "best", "missed_win", "best"]
    assert found["moves"][-1]["comment"] == "Best move. A draw (solved)."
    tried = client.post(f"/tables/{table['id']}/retry/3/refutation", params={"move": "c3a3"})
    assert (tried.status_code, tried.json()["right"]) == (200, False)


def test_a_game_without_moves_has_an_empty_review(client: TestClient) -> None:
    found = whole_review(client, play(client, "quantik", ""))
    assert (found["done"], found["total"], found["moves"], found["chart"]) == (True, 0, [], "")


def test_a_game_in_progress_is_not_reviewed(client: TestClient) -> None:
    table = open_table(client, "quantik")
    for ask in (client.post, client.get):
        answer = ask(f"/api/v1/tables/{table['id']}/review")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_allowed")


def test_nobody_has_asked_yet(client: TestClient) -> None:
    table = play(client, "quantik", "A@a1")
    assert client.get(f"/api/v1/tables/{table['id']}/review").status_code == 404


def test_a_private_game_is_reviewed_by_its_players_alone(
    client: TestClient, device: Callable[[], TestClient]
) -> None:
    table = play(client, "quantik", "A@a1", spectators=False)
    assert device().post(f"/api/v1/tables/{table['id']}/review").status_code == 403


def test_the_mistakes_of_an_engine_are_not_mine(client: TestClient) -> None:
    table = open_table(client, "quantik", chairs=[PERSON, engine(1)])
    send(client, table, do="resign")
    found = whole_review(client, table)
    assert found["mistakes"] == []


def test_a_spectator_can_try_the_mistakes_of_the_players(
    client: TestClient, device: Callable[[], TestClient]
) -> None:
    table = play(client, "quixo", "a1c1 a1a3 c1a1", options=SMALL)
    assert whole_review(device(), table)["mistakes"] == [3]


@pytest.mark.slow_except("sqlite")
def test_a_review_is_kept_with_the_game(settings_of_both: Settings) -> None:
    with TestClient(create_app(settings_of_both)) as client:
        table = play(client, "quixo", "a1c1 a1a3 c1a1", options=SMALL)
        found = whole_review(client, table)
    with TestClient(create_app(settings_of_both), cookies=client.cookies) as again:
        answer = again.get(f"/api/v1/tables/{table['id']}/review")  # nobody has asked here
        assert answer.json() == found


def test_a_stored_review_that_cannot_be_read_is_made_again(client: TestClient) -> None:
    table = play(client, "quixo", "a1c1 a1a3 c1a1", options=SMALL)
    registry: Registry = client.app.state.registry  # type: ignore[attr-defined]
    for body in ({"version": 0}, {"version": 1, "moves": ["a1c1", "a1a3", "c1a1"]}, [1]):
        assert client.portal is not None
        client.portal.call(registry.store.reviews.save, table["id"], 1, body)
        registry.reviews._kept.clear()
        assert client.get(f"/api/v1/tables/{table['id']}/review").status_code == 404
    assert whole_review(client, table)["mistakes"] == [3]


# The pool


def finished(tmp_path: Path, migrated: Path, pool: EnginePool, work: Any, count: int = 1) -> None:
    """Run a test with tables whose games are over."""
    copy(migrated, tmp_path)
    new = NewTable(game="quixo", options={"size": "3"}, chairs=[NewChair(), NewChair()], first=0)

    async def whole() -> None:
        clock = FakeClock()
        store = Store(f"sqlite:///{tmp_path / DATABASE}", clock)
        registry = Registry(store, engine_pool=pool, clock=clock)
        tables = []
        for _ in range(count):
            table = await new_table(registry, new, ANN.device, LOCALE)
            for seat, move in ((0, "a1c1"), (1, "a1a3"), (0, "c1a1")):
                await table.append_now(partial(_moved, seat, move), table.moved_at)
            await table.perform(_resign(table), ANN.device)
            tables.append(table)
        try:
            await work(registry, tables)
        finally:
            await registry.close()
            store.close()

    wait_for(whole())


def _moved(seat: int, move: str, at: int) -> Moved:
    return Moved(at, seat, move)


def _resign(table: Table) -> Any:
    return command_of(do="resign", number=table.number, id="r")


async def rest() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_a_review_is_asked_move_by_move_on_its_own_lane(tmp_path: Path, migrated: Path) -> None:
    pool = StubPool()

    async def work(registry: Registry, tables: list[Table]) -> None:
        made = await registry.reviews.start(tables[0], ANN)
        assert await registry.reviews.start(tables[0], ANN) is made  # and not begun twice
        for ply in (1, 2, 3):
            await rest()
            (running,) = pool.running
            job = running.job
            assert isinstance(job, ReviewJob)
            assert (job.ply, job.lane, job.is_charged) == (ply, "reviews", True)
            running.end(job.run(StopToken()))
        await rest()
        await made.beyond(len(made.moves))
        assert made.is_done

    finished(tmp_path, migrated, pool, work)


def test_a_review_is_done_when_it_is_stored(
    tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may be killed the moment after it has said so."""
    pool = StubPool()
    allowed = asyncio.Event()

    async def work(registry: Registry, tables: list[Table]) -> None:
        save = registry.store.reviews.save

        async def slowly(*what: Any) -> None:
            await allowed.wait()
            await save(*what)

        monkeypatch.setattr(registry.store.reviews, "save", slowly)
        made = await registry.reviews.start(tables[0], ANN)
        for _ in made.moves:
            await rest()
            (running,) = pool.running
            running.end(running.job.run(StopToken()))
        await rest()
        assert len(made.judgements) == len(made.moves)
        assert not made.is_done
        allowed.set()
        await made.beyond(len(made.moves))
        assert made.is_done
        assert await registry.store.reviews.load(tables[0].id) is not None

    finished(tmp_path, migrated, pool, work)


def test_many_reviews_of_one_device_are_refused(tmp_path: Path, migrated: Path) -> None:
    async def work(registry: Registry, tables: list[Table]) -> None:
        *first, last = tables
        for table in first:
            await registry.reviews.start(table, ANN)
        with pytest.raises(Busy):
            await registry.reviews.start(last, ANN)
        await registry.reviews.start(last, Client("192.0.2.2", "ben"))

    finished(tmp_path, migrated, StubPool(), work, MAX_PENDING[1] + 1)


def test_who_owes_time_begins_no_review(tmp_path: Path, migrated: Path) -> None:
    limits = RateLimits(clock=FakeClock())
    pool = EnginePool(account=limits)

    async def work(registry: Registry, tables: list[Table]) -> None:
        limits.charge_thinking(ANN, THINKING[1].burst + 5)
        with pytest.raises(TooManyRequests):
            await registry.reviews.start(tables[0], ANN)

    finished(tmp_path, migrated, pool, work)


def test_a_review_that_has_begun_goes_on_when_its_client_owes_time(
    tmp_path: Path, migrated: Path
) -> None:
    limits = RateLimits(clock=FakeClock())
    pool = EnginePool(account=limits)

    async def work(registry: Registry, tables: list[Table]) -> None:
        made = await registry.reviews.start(tables[0], ANN)
        limits.charge_thinking(ANN, THINKING[1].burst + 5)
        await made.beyond(2)
        await made.beyond(len(made.moves))
        assert made.is_done

    finished(tmp_path, migrated, pool, work)


def test_moves_and_advice_do_not_wait_for_reviews() -> None:
    async def work() -> None:
        pool = EnginePool()
        lanes = pool._lanes
        async with lanes.reviews.slot(ANN, StopToken(), patient=True) as first:
            assert first
            waiting = asyncio.create_task(anext_slot(lanes.reviews))
            await rest()
            assert pool.waiting == 1  # one review at a time
            for lane in (lanes.moves, lanes.advice):
                async with lane.slot(ANN, StopToken(), patient=True) as called:
                    assert called
            waiting.cancel()
        await pool.close()

    async def anext_slot(lane: Any) -> None:
        async with lane.slot(Client("192.0.2.9", "eve"), StopToken(), patient=True):
            pass

    wait_for(work())
