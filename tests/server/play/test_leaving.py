"""Leaving a game, coming back, and the engine in the place of who does not."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.server import Settings
from quintet.server.play.table import ABSENCE_TIMEOUT
from server.fake_clock import FakeClock
from server.tables import hear, join, key_of, live, look, refused, seat_around, send


@pytest.fixture
def settings(settings_of_both: Settings) -> Settings:
    return settings_of_both


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def test_the_game_waits_for_who_left(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    assert look(ann, table)["allowed"]["leave"]
    send(ann, table, do="leave")
    view = look(ben, table)
    assert [seat["left"] for seat in view["seats"]] == [True, False]
    assert view["prompt"] == "Guest 0 has left the table; the game waits."
    assert look(ann, table)["allowed"]["return"]
    assert not look(ann, table)["allowed"]["leave"]
    assert refused(ann, table, do="leave") == "not_allowed"
    assert refused(ben, table, do="move", move="a1e1") == "not_allowed"
    send(ann, table, do="return")
    assert not look(ben, table)["seats"][0]["left"]
    assert refused(ann, table, do="return") == "not_allowed"


def test_whatever_one_does_one_is_back(client: TestClient) -> None:
    for what in (
        {"do": "move", "move": "a1e1"},
        {"do": "ask", "what": "draw"},
        {"do": "resign"},
        {"do": "answer", "what": "draw", "yes": True},
    ):
        table, (ann, ben) = seat_around(client, "quixo", 2)
        if what["do"] == "answer":
            send(ben, table, do="ask", what="draw")
        send(ann, table, do="leave")
        send(ann, table, **what)
        assert not look(ben, table)["seats"][0]["left"]


def test_who_left_comes_back_at_another_device(client: TestClient, device: Any) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    (link,) = look(ann, table)["return_links"]
    send(ann, table, do="leave")
    phone = device()
    assert join(phone, table, key=key_of(link)).is_success
    assert not look(ben, table)["seats"][0]["left"]
    send(phone, table, do="move", move="a1e1")
    assert refused(ann, table, do="return") == "forbidden"


def test_strangers_neither_leave_nor_return(client: TestClient, device: Any) -> None:
    table, (ann, _) = seat_around(client, "quixo", 2)
    stranger = device()
    assert refused(stranger, table, do="leave") == "forbidden"
    assert refused(ann, table, do="leave", seat=1) == "forbidden"
    send(ann, table, do="leave")
    assert refused(stranger, table, do="return") == "forbidden"
    assert look(stranger, table)["seats"][0]["left"]


def test_people_at_one_screen_leave_together_or_one_by_one(client: TestClient) -> None:
    table, people = seat_around(client, "quixo", 4, at_one_screen=2)
    send(people[0], table, do="leave", seat=1)
    assert [seat["left"] for seat in look(client, table)["seats"]] == [False, True, False, False]
    send(people[0], table, do="leave")
    assert [seat["left"] for seat in look(client, table)["seats"]] == [True, True, False, False]
    send(people[0], table, do="return")
    assert not any(seat["left"] for seat in look(client, table)["seats"])


def test_the_engine_takes_over_when_all_agree(client: TestClient) -> None:
    table, (ann, ben, cem, dee) = seat_around(client, "quixo", 4)
    send(cem, table, do="leave")
    wish = {"do": "ask", "what": "replace", "seat_of": 2, "level": 1}
    assert refused(ann, table, **{**wish, "seat_of": 3}) == "not_allowed"
    assert refused(ann, table, **{**wish, "seat_of": None}) == "not_allowed"
    send(ann, table, **wish)
    (question,) = look(ben, table)["questions"]
    assert question["mine"]
    assert question["waits_for"] == [1, 3]
    assert question["sentence"] == ("Guest 0 would like the engine, level 1, to play for Guest 2.")
    assert not look(cem, table)["questions"][0]["mine"]
    assert refused(ann, table, do="answer", what="replace", yes=True) == "forbidden"
    send(ben, table, do="answer", what="replace", yes=True)
    assert look(ann, table)["seats"][2]["kind"] == "person"
    send(dee, table, do="answer", what="replace", yes=True)
    seat = look(ann, table)["seats"][2]
    assert (seat["kind"], seat["level"], seat["left"]) == ("engine", 1, False)
    # A player who left has lost the seat for good, and the key with it.
    assert not look(cem, table)["seats"][2]["here"]
    assert look(cem, table)["return_links"] == []
    assert refused(cem, table, do="move", move="a1e1s") == "forbidden"
    assert refused(cem, table, do="return") == "forbidden"


def test_the_old_key_does_not_work_once_the_engine_plays(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    (link,) = look(ben, table)["return_links"]
    send(ben, table, do="leave")
    send(ann, table, do="ask", what="replace", seat_of=1, level=1)
    assert join(ben, table, key=key_of(link)).status_code == 403


def test_one_who_declines_is_enough(client: TestClient) -> None:
    table, (ann, ben, cem) = seat_around(client, "cubulus", 3)
    send(cem, table, do="leave")
    send(ann, table, do="ask", what="replace", seat_of=2, level=1)
    send(ben, table, do="answer", what="replace", yes=False)
    assert look(ann, table)["questions"] == []
    send(ann, table, do="ask", what="replace", seat_of=2, level=1)
    send(cem, table, do="return")
    assert look(ann, table)["questions"] == []
    assert look(ann, table)["seats"][2]["kind"] == "person"


def test_the_engine_plays_on_at_once(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    with live(ben, table) as socket:
        send(ann, table, do="leave")
        send(ben, table, do="ask", what="replace", seat_of=0, level=1)
        while not (plies := hear(socket, "events")["plies"]):
            pass
    assert plies[0]["seat"] == 0
    assert look(ben, table)["seat"] == 1


def test_who_stays_away_is_replaced_like_who_left(client: TestClient, clock: FakeClock) -> None:
    table, (ann, ben, cem, dee) = seat_around(client, "quixo", 4)
    wish = {"do": "ask", "what": "replace", "seat_of": 1, "level": 1}
    with live(ann, table) as one, live(cem, table) as other:
        for socket in (one, other):
            hear(socket, "view")  # so that both are known to be there
        seats = look(ann, table)["seats"]
        assert [seat["replaceable_in_ms"] is None for seat in seats] == [True, False, True, False]
        assert 0 < seats[1]["replaceable_in_ms"] <= 60_000
        assert refused(ann, table, **wish) == "not_allowed"  # wait for them a little
        clock.advance(ABSENCE_TIMEOUT)
        assert look(ann, table)["seats"][1]["replaceable_in_ms"] == 0
        assert refused(ann, table, **{**wish, "seat_of": 2}) == "not_allowed"
        send(ann, table, **wish)
        view = look(cem, table)
        assert [seat["left"] for seat in view["seats"]] == [False, True, False, True]
        assert view["questions"][0]["waits_for"] == [2]  # nobody else is there to be asked
        send(cem, table, do="answer", what="replace", yes=True)
    assert [seat["kind"] for seat in look(dee, table)["seats"]] == [
        "person",
        "engine",
        "person",
        "person",
    ]
    send(dee, table, do="return")
    assert refused(ben, table, do="return") == "forbidden"


def test_an_engine_agrees_to_another_engine(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "cubulus", 3, engines=1)
    send(ben, table, do="leave")
    send(ann, table, do="ask", what="replace", seat_of=1, level=1)
    kinds = [seat["kind"] for seat in look(ann, table)["seats"]]
    assert kinds == ["person", "engine", "engine"]


def test_what_has_happened_survives_a_restart(client: TestClient, again: Any) -> None:
    table, (ann, ben, cem) = seat_around(client, "cubulus", 3)
    send(cem, table, do="leave")
    send(ben, table, do="leave")
    send(ann, table, do="ask", what="replace", seat_of=2, level=4)
    before = look(ann, table)
    with again(ann) as restarted:
        after = look(restarted, table)
    assert [seat["left"] for seat in after["seats"]] == [False, True, False]
    assert [seat["level"] for seat in after["seats"]] == [None, None, 4]
    assert after["return_links"] == before["return_links"]
