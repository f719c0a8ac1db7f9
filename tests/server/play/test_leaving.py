"""Leaving a game, coming back, and the engine that stands in for who does not."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.server import Settings
from quintet.server.play.table import ABSENCE_TIMEOUT
from server.fake_clock import FakeClock
from server.tables import (
    OPEN,
    PERSON,
    command,
    hear,
    join,
    key_of,
    live,
    look,
    open_table,
    refused,
    seat_around,
    send,
    wait_until,
)


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


STAND_IN = {"do": "ask", "what": "stand_in"}


def test_the_engine_stands_in_when_all_agree(client: TestClient, clock: FakeClock) -> None:
    table, (ann, ben, cem, dee) = seat_around(client, "quixo", 4)
    before = look(ann, table)["return_links"]
    send(ann, table, do="leave")
    assert refused(ben, table, **STAND_IN, seat_of=0) == "not_allowed"  # wait for her a little
    with at_the_table(table, ben, cem, dee):
        clock.advance(ABSENCE_TIMEOUT)
        assert refused(ben, table, **STAND_IN, seat_of=2) == "not_allowed"
        assert refused(ben, table, **STAND_IN, seat_of=None) == "not_allowed"
        send(ben, table, **STAND_IN, seat_of=0)
        (question,) = look(cem, table)["questions"]
        assert question["mine"]
        assert question["waits_for"] == [2, 3]
        assert question["level"] == 3
        assert question["sentence"] == (
            "Guest 1 would like the engine to stand in for Guest 0 meanwhile."
        )
        assert refused(ben, table, do="answer", what="stand_in", yes=True) == "forbidden"
        send(cem, table, do="answer", what="stand_in", yes=True)
        assert not look(ben, table)["seats"][0]["stand_in"]
        send(dee, table, do="answer", what="stand_in", yes=True)
        # The engine moves for her, and the seat stays hers.
        wait_until(ben, table, lambda view: view["seat"] == 1)
    seat = look(ben, table)["seats"][0]
    assert (seat["kind"], seat["name"], seat["stand_in"]) == ("person", "Guest 0", True)
    assert look(ann, table)["seats"][0]["here"]
    assert look(ann, table)["return_links"] == before


def test_whatever_one_does_the_stand_in_ends(client: TestClient, clock: FakeClock) -> None:
    for what in (
        {"do": "return"},
        {"do": "ask", "what": "draw"},
        {"do": "resign"},
        {"do": "leave"},
        {"do": "say", "room": "players", "text": "I am back"},
    ):
        table, (ann, ben) = seat_around(client, "quixo", 2)
        with at_the_table(table, ben):
            clock.advance(ABSENCE_TIMEOUT)
            send(ben, table, **STAND_IN, seat_of=0)
            wait_until(ben, table, lambda view: view["seat"] == 1)
            assert look(ann, table)["allowed"]["return"]
            send(ann, table, **what)
            assert not look(ben, table)["seats"][0]["stand_in"]


@pytest.mark.parametrize("how", ["posted", "live"])
def test_who_asks_for_a_hint_is_back(client: TestClient, clock: FakeClock, how: str) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2, hints=True)
    with at_the_table(table, ben):
        clock.advance(ABSENCE_TIMEOUT)
        send(ben, table, **STAND_IN, seat_of=0)
        number = wait_until(ben, table, lambda view: view["seat"] == 1)["number"]
        # It is Ben's turn, so she gets none; but she is there, and plays on herself.
        asked = {"do": "hint", "number": number}
        if how == "posted":
            assert command(ann, table, **asked).json()["code"] == "forbidden"
        else:
            with live(ann, table) as socket:
                socket.send_json(asked)
                assert hear(socket, "refused")["error"]["code"] == "forbidden"
        assert not look(ben, table)["seats"][0]["stand_in"]


def test_a_link_ends_the_stand_in_at_another_device(
    client: TestClient, clock: FakeClock, device: Any
) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    (link,) = look(ann, table)["return_links"]
    with at_the_table(table, ben):
        clock.advance(ABSENCE_TIMEOUT)
        send(ben, table, **STAND_IN, seat_of=0)
        phone = device()
        page = phone.get(link["url"]).text
        assert "The engine is playing for you" in page
        assert join(phone, table, key=key_of(link)).is_success
        assert not look(ben, table)["seats"][0]["stand_in"]


def test_a_clock_alone_decides(client: TestClient, clock: FakeClock) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2, clock="1/86400")
    with at_the_table(table, ben):
        clock.advance(ABSENCE_TIMEOUT)
        assert look(ben, table)["seats"][0]["replaceable_in_ms"] is None
        assert refused(ben, table, **STAND_IN, seat_of=0) == "not_allowed"
    send(ann, table, do="move", move="a1e1")


def test_nobody_loses_a_seat_as_in_earlier_versions(client: TestClient, clock: FakeClock) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    send(ann, table, do="leave")
    clock.advance(ABSENCE_TIMEOUT)
    wish = {"do": "ask", "what": "replace", "seat_of": 0, "level": 1}
    assert refused(ben, table, **wish) == "not_allowed"


def test_the_table_agrees_on_a_level(client: TestClient, clock: FakeClock) -> None:
    table, (_, ben) = seat_around(client, "quixo", 2, stand_in_level=7)
    assert look(ben, table)["stand_in_level"] == 7
    clock.advance(ABSENCE_TIMEOUT)
    assert refused(ben, table, **STAND_IN, seat_of=0, level=1) == "not_allowed"


def test_one_who_declines_is_enough(client: TestClient, clock: FakeClock) -> None:
    table, (ann, ben, cem) = seat_around(client, "cubulus", 3)
    with at_the_table(table, ben, cem):
        clock.advance(ABSENCE_TIMEOUT)
        send(ben, table, **STAND_IN, seat_of=0)
        send(cem, table, do="answer", what="stand_in", yes=False)
        assert look(ben, table)["questions"] == []
        assert [no["sentence"] for no in look(ben, table)["declined"]] == [
            "Guest 2 would rather wait."
        ]
        send(ben, table, **STAND_IN, seat_of=0)
        with live(ann, table) as socket:
            hear(socket, "view")
            assert refused(cem, table, do="answer", what="stand_in", yes=True) == "not_allowed"


def test_who_is_away_too_need_not_be_asked(client: TestClient, clock: FakeClock) -> None:
    table, (ann, ben, cem, dee) = seat_around(client, "quixo", 4)
    with at_the_table(table, ben, cem):
        seats = look(ben, table)["seats"]
        assert [seat["replaceable_in_ms"] is None for seat in seats] == [False, True, True, True]
        assert 0 < seats[0]["replaceable_in_ms"] <= 300_000
        clock.advance(ABSENCE_TIMEOUT)
        assert look(ben, table)["seats"][0]["replaceable_in_ms"] == 0
        send(ben, table, **STAND_IN, seat_of=0)
        assert look(cem, table)["questions"][0]["waits_for"] == [2]
    send(dee, table, do="return")
    send(ann, table, do="move", move="a1e1s")
    assert look(cem, table)["questions"] == []


def test_an_engine_agrees_to_a_stand_in(client: TestClient, clock: FakeClock) -> None:
    table, (_, ben) = seat_around(client, "cubulus", 3, engines=1)
    clock.advance(ABSENCE_TIMEOUT)
    send(ben, table, **STAND_IN, seat_of=0)
    assert look(ben, table)["seats"][0]["stand_in"]


def test_what_has_happened_survives_a_restart(
    client: TestClient, again: Any, clock: FakeClock
) -> None:
    table, (ann, ben, cem) = seat_around(client, "cubulus", 3)
    send(cem, table, do="leave")
    clock.advance(ABSENCE_TIMEOUT)
    send(ben, table, **STAND_IN, seat_of=0)
    before = look(ann, table)
    with again(ann) as restarted:
        after = look(restarted, table)
    assert [seat["left"] for seat in after["seats"]] == [False, False, True]
    assert [seat["stand_in"] for seat in after["seats"]] == [True, False, False]
    assert after["return_links"] == before["return_links"]


@contextmanager
def at_the_table(table: dict[str, Any], *people: TestClient) -> Iterator[None]:
    """Some people look at the table."""
    with ExitStack() as stack:
        for person in people:
            hear(stack.enter_context(live(person, table)), "view")
        yield


# Links, and guests who are asked to leave


def test_the_host_makes_a_new_link_for_a_lost_one(client: TestClient, device: Any) -> None:
    table = open_table(client, "quixo", chairs=[PERSON, OPEN])
    lost = key_of(look(client, table)["invitations"][0])
    assert look(client, table)["seats"][1]["renewable"]
    send(client, table, do="renew", seat=1)
    found = key_of(look(client, table)["invitations"][0])
    assert found != lost
    guest = device()
    assert join(guest, table, key=lost).status_code == 403
    assert join(guest, table, key=found, name="Ben").is_success


def test_a_player_without_their_device_comes_back_by_a_new_link(
    client: TestClient, device: Any, clock: FakeClock
) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    with at_the_table(table, ben):
        assert refused(ann, table, do="renew", seat=1) == "not_allowed"  # he is here
    assert refused(ben, table, do="renew", seat=0) == "forbidden"
    clock.advance(10)
    assert look(ann, table)["seats"][1]["renewable"]
    send(ann, table, do="renew", seat=1)
    (link,) = look(ann, table)["invitations"]
    assert look(ben, table)["invitations"] == []
    phone = device()
    assert join(phone, table, key=key_of(link)).is_success
    assert look(phone, table)["seats"][1]["here"]
    assert look(ann, table)["invitations"] == []


def test_a_new_link_is_void_once_the_player_acts(client: TestClient, device: Any) -> None:
    """Nobody loses a seat to a link that the host made meanwhile."""
    table, (ann, ben) = seat_around(client, "quixo", 2, first=1)
    send(ann, table, do="renew", seat=0)
    (link,) = look(ann, table)["invitations"]
    send(ben, table, do="move", move="a1e1")
    assert look(ann, table)["invitations"] == []
    assert join(device(), table, key=key_of(link)).status_code == 403
    assert look(ben, table)["seats"][0]["here"]


def test_the_host_asks_a_guest_to_leave_before_the_start(client: TestClient, device: Any) -> None:
    table = open_table(client, "quixo", chairs=[PERSON, OPEN, OPEN, OPEN], options={"players": "4"})
    guest = device()
    key = key_of(look(client, table)["invitations"][0])
    assert join(guest, table, key=key, name="Ben").is_success
    own = key_of(look(guest, table)["return_links"][0])
    assert refused(guest, table, do="remove", seat=0) == "forbidden"
    assert refused(client, table, do="remove", seat=0) == "not_allowed"
    assert refused(client, table, do="remove", seat=2) == "not_allowed"
    assert look(client, table)["seats"][1]["removable"]
    send(client, table, do="remove", seat=1)
    assert look(client, table)["seats"][1]["kind"] == "open"
    assert join(guest, table, key=own).status_code == 403


def test_who_left_before_the_start_comes_back_by_their_link(
    client: TestClient, device: Any
) -> None:
    table = open_table(client, "quixo", chairs=[PERSON, OPEN, OPEN, OPEN], options={"players": "4"})
    guest = device()
    key = key_of(look(client, table)["invitations"][0])
    assert join(guest, table, key=key, name="Ben").is_success
    own = key_of(look(guest, table)["return_links"][0])
    send(guest, table, do="leave")
    assert join(guest, table, key=own, name="Ben").is_success
    assert look(guest, table)["seats"][1]["here"]


def test_nobody_is_asked_to_leave_a_running_game(client: TestClient) -> None:
    table, (ann, _) = seat_around(client, "quixo", 2)
    assert refused(ann, table, do="remove", seat=1) == "not_allowed"
