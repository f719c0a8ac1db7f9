"""Presence: who is at a table, in however many tabs, and how many look on."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from quintet.server.play.presence import GATHER_SECONDS, LINGER_SECONDS
from quintet.server.play.table import ABSENCE_TIMEOUT
from server.fake_clock import FakeClock
from server.tables import (
    OPEN,
    PERSON,
    command,
    engine,
    hear,
    join,
    key_of,
    live,
    look,
    open_table,
    refused,
    seat_around,
    send,
)

NewDevice = Callable[[], TestClient]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def arrived(clock: FakeClock, *sockets: WebSocketTestSession) -> None:
    """Wait until clients have subscribed, and spectators are announced."""
    for socket in sockets:
        hear(socket, "view")
    clock.advance(GATHER_SECONDS)


def departed(clock: FakeClock) -> None:
    """Wait until a client that has left counts as away."""
    clock.advance(LINGER_SECONDS)
    clock.advance(GATHER_SECONDS)


def until(socket: WebSocketTestSession, seats: list[bool], watchers: int) -> None:
    """Wait for a presence, as a message or in a view."""
    for _ in range(50):
        message = socket.receive_json()
        if "view" in message:
            message = message["view"]
            message["seats"] = [seat["present"] for seat in message["seats"]]
        if (message.get("seats"), message.get("watchers")) == (seats, watchers):
            return
    raise AssertionError("It is never told.")


def told_next(socket: WebSocketTestSession) -> list[dict[str, Any]]:
    """What is told before the next view."""
    socket.send_json({"do": "view"})
    found = []
    while (message := socket.receive_json())["type"] != "view":
        found.append(message)
    return found


def test_players_and_spectators_come_and_go(
    client: TestClient, device: NewDevice, clock: FakeClock
) -> None:
    table, (ann, ben) = seat_around(client, "quantik", 2)
    departed(clock)
    assert not look(ann, table)["seats"][1]["present"]
    with live(ann, table) as here:
        view = hear(here, "view")["view"]
        assert [seat["present"] for seat in view["seats"]] == [True, False]
        assert view["watchers"] == 0
        with live(ben, table):
            until(here, [True, True], 0)
            with live(device(), table) as one, live(device(), table) as two:
                arrived(clock, one, two)
                until(here, [True, True], 2)
            departed(clock)
            until(here, [True, True], 0)
        departed(clock)
        until(here, [True, False], 0)


def test_several_tabs_of_one_seat(client: TestClient, clock: FakeClock) -> None:
    table, (ann, ben) = seat_around(client, "quantik", 2)
    with live(ann, table) as here:
        with live(ben, table):
            until(here, [True, True], 0)
            with live(ben, table) as second:
                # Both tabs play, and both are told.
                hear(second, "view")
                send(ann, table, do="move", move="A@a1")
                number = hear(second, "events")["number"]
                second.send_json({"id": "b", "number": number, "do": "move", "move": "B@b2"})
                assert hear(second, "events")["number"] == number + 1
            departed(clock)
            # One tab is closed and the other is still open.
            for message in told_next(here):
                assert message["type"] != "presence"
            assert look(ann, table)["seats"][1]["present"]
        departed(clock)
        until(here, [True, False], 0)


def test_a_spectator_counts_once(client: TestClient, device: NewDevice, clock: FakeClock) -> None:
    table = open_table(client, "quantik")
    stranger = device()
    look(stranger, table)  # gives them the cookie by which they are known
    with (
        live(client, table) as here,
        live(stranger, table) as one,
        live(stranger, table) as two,
    ):
        arrived(clock, one, two)
        until(here, [True, True], 1)


def test_a_page_that_is_loaded_again_was_never_away(client: TestClient, clock: FakeClock) -> None:
    table, (ann, ben) = seat_around(client, "quantik", 2)
    with live(ann, table) as here:
        hear(here, "view")
        with live(ben, table):
            until(here, [True, True], 0)
        for _ in range(3):
            clock.advance(LINGER_SECONDS - 1)
            with live(ben, table) as socket:
                hear(socket, "view")
        assert [message["type"] for message in told_next(here)] == ["accepted"]
        assert look(ann, table)["seats"][1]["present"]


def test_who_sits_down_is_no_spectator_any_more(
    client: TestClient, device: NewDevice, clock: FakeClock
) -> None:
    table = open_table(client, "quantik", chairs=[PERSON, OPEN])
    guest = device()
    look(guest, table)
    with live(client, table) as here, live(guest, table) as there:
        arrived(clock, there)
        until(here, [True, False], 1)
        join(guest, table, key=key_of(table["view"]["invitations"][0]))
        view = hear(here, "events")["view"]
        assert [seat["present"] for seat in view["seats"]] == [True, True]
        assert view["watchers"] == 0


def test_a_seat_taken_to_another_device_leaves_a_spectator_behind(
    client: TestClient, device: NewDevice, clock: FakeClock
) -> None:
    table, (ann, ben) = seat_around(client, "quantik", 2)
    (link,) = look(ben, table)["return_links"]
    with live(ann, table) as here, live(ben, table):
        until(here, [True, True], 0)
        elsewhere = device()
        look(elsewhere, table)
        with live(elsewhere, table) as there:
            arrived(clock, there)
            until(here, [True, True], 1)
            join(elsewhere, table, key=key_of(link))
            view = hear(here, "events")["view"]
            assert (view["seats"][1]["present"], view["watchers"]) == (True, 1)


def test_the_engine_is_always_there(client: TestClient) -> None:
    table = open_table(client, "quantik", chairs=[PERSON, engine(1)])
    assert [seat["present"] for seat in look(client, table)["seats"]] == [False, True]


def test_who_asks_without_a_connection_is_there(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quantik", 2)
    assert command(ann, table, number=look(ann, table)["number"], do="move", move="A@a1").is_success
    assert [seat["present"] for seat in look(ben, table)["seats"]] == [True, False]


def test_who_has_been_away_long_enough_may_be_stood_in_for(
    client: TestClient, clock: FakeClock
) -> None:
    table, (ann, ben) = seat_around(client, "quantik", 2)
    send(ann, table, do="move", move="A@a1")
    wish = {"do": "ask", "what": "stand_in", "seat_of": 1}
    with live(ben, table) as there:
        hear(there, "view")
        clock.advance(ABSENCE_TIMEOUT)
        assert refused(ann, table, **wish) == "not_allowed"
    departed(clock)
    assert refused(ann, table, **wish) == "not_allowed"  # he may be back at any moment
    clock.advance(ABSENCE_TIMEOUT)
    send(ann, table, **wish)
    assert look(ann, table)["seats"][1]["stand_in"]
