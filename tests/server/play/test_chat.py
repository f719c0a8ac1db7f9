"""Chat: rooms, limits, and every line once and in order."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet.server.play import chat as chat_module
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
    other_device,
    seat_around,
    send,
)
from server.talking import code, read, say, texts, told

NewDevice = Callable[[], TestClient]


def test_players_talk_before_everyone(client: TestClient, device: NewDevice) -> None:
    table, (ann, ben) = seat_around(client, "quantik", 2)
    stranger = device()
    assert say(ann, table, "Hello").json()["line"] == 1
    assert say(ben, table, "Hi").json()["line"] == 2
    for reader in (ann, ben, stranger):
        message = told(reader, table)
        assert message is not None
        assert [(line["name"], line["seat"], line["room"]) for line in message["lines"]] == [
            ("Guest 0", 0, "players"),
            ("Guest 1", 1, "players"),
        ]
        assert read(reader, table) == ["Hello", "Hi"]
    assert code(say(stranger, table, "Me too")) == "forbidden"
    assert look(ann, table)["rooms"] == {"read": ["players"], "write": ["players"], "closed": None}
    assert look(stranger, table)["rooms"] == {
        "read": ["players", "watchers"],
        "write": ["watchers"],
        "closed": None,
    }


def test_watchers_are_among_themselves_until_the_game_is_over(
    client: TestClient, device: NewDevice
) -> None:
    table, (ann, ben) = seat_around(client, "quantik", 2)
    eve, uma = device(), device()
    eve.cookies.set("quintet_name", "Eve%20%C3%89")
    say(eve, table, "Ann wins", "watchers")
    say(uma, table, "Never", "watchers")
    assert code(say(ann, table, "Do I?", "watchers")) == "forbidden"
    message = told(uma, table)
    assert message is not None
    assert [line["name"] for line in message["lines"]] == ["Eve É", "A spectator"]
    assert [line["seat"] for line in message["lines"]] == [None, None]
    assert read(ann, table) == read(ben, table) == []
    with live(ann, table) as socket:
        hear(socket, "view")
        send(ben, table, do="resign")
        # What was said behind her back is told now.
        assert texts(hear(socket, "chat")) == ["Ann wins", "Never"]
    assert read(ben, table) == ["Ann wins", "Never"]
    assert code(say(ann, table, "Thank you", "watchers")) == "forbidden"


def test_team_chat_where_conferring_is_agreed(client: TestClient, device: NewDevice) -> None:
    table, people = seat_around(client, "quixo", 4, conferring=True)
    ann, ben, cas, dee = people
    say(ann, table, "Left or right?", "team")
    say(ben, table, "They whisper", "team")
    say(cas, table, "Left", "team")
    for partners, lines in (
        ((ann, cas), ["Left or right?", "Left"]),
        ((ben, dee), ["They whisper"]),
    ):
        for one in partners:
            message = told(one, table)
            assert texts(message) == read(one, table) == lines
            assert message is not None
            assert {line["room"] for line in message["lines"]} == {"team"}
    stranger = device()
    assert told(stranger, table) is None
    assert code(say(stranger, table, "Right!", "team")) == "forbidden"
    send(ann, table, do="resign")
    assert read(stranger, table) == []
    assert read(ben, table) == ["They whisper"]  # also when the game is over


@pytest.mark.parametrize(("seats", "conferring"), [(4, False), (2, True), (2, False)])
def test_no_team_chat_otherwise(client: TestClient, seats: int, conferring: bool) -> None:
    table, people = seat_around(client, "quixo", seats, conferring=conferring)
    for one in people:
        assert "team" not in look(one, table)["rooms"]["write"]
        assert code(say(one, table, "Psst", "team")) == "not_allowed"


def test_partners_who_may_not_confer_are_silent_during_the_game(
    client: TestClient, device: NewDevice
) -> None:
    """QX14: what one partner writes at the table, the other reads."""
    table, people = seat_around(client, "quixo", 4)
    stranger = device()
    for one in people:
        assert code(say(one, table, "Take the corner")) == "not_allowed"
        assert look(one, table)["rooms"]["write"] == []
    for one in (*people, stranger):
        assert "partners may not talk" in look(one, table)["rooms"]["closed"]
    send(people[0], table, do="resign")
    assert say(people[1], table, "Thank you").is_success
    assert look(stranger, table)["rooms"]["closed"] is None


def test_players_without_a_partner_elsewhere_may_talk(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 4, engines=2)
    assert say(ann, table, "Hello").is_success
    assert say(ben, table, "Hi").is_success
    assert look(ann, table)["rooms"]["closed"] is None


def test_team_chat_opens_with_the_game(client: TestClient, device: NewDevice) -> None:
    """Before the start somebody may still get up, and others sit down and read."""
    chairs = [PERSON, OPEN, PERSON, PERSON]
    wishes = {"options": {"players": "4"}, "chairs": chairs, "conferring": True}
    table = open_table(client, "quixo", **wishes)
    assert code(say(client, table, "Psst", "team")) == "not_allowed"
    assert say(client, table, "Welcome").is_success
    guest = device()
    (link,) = table["view"]["invitations"]
    assert look(guest, table)["rooms"]["write"] == ["watchers"]
    with live(guest, table) as socket:
        hear(socket, "view")
        join(guest, table, key=key_of(link))
        rooms = hear(socket, "events")["view"]["rooms"]
        assert rooms == {
            "read": ["players", "team"],
            "write": ["players", "team"],
            "closed": None,
        }
    assert say(guest, table, "Psst", "team").is_success


def test_people_at_one_screen_say_who_speaks(client: TestClient) -> None:
    table, (_, ben) = seat_around(client, "quixo", 4, at_one_screen=3, conferring=True)
    for seat in (0, 1, 2):
        assert command(client, table, do="say", room="team", text=f"{seat}", seat=seat).is_success
    assert code(command(client, table, do="say", room="team", text="3", seat=3)) == "forbidden"
    assert read(client, table) == ["0", "1", "2"]
    assert read(ben, table) == ["1"]


def test_lines_keep_their_chair_when_the_lot_is_drawn(
    client: TestClient, device: NewDevice
) -> None:
    table = open_table(client, "quixo", chairs=[{**PERSON, "name": "Ann"}, OPEN], first=1)
    say(client, table, "I wait")
    join(device(), table, key=key_of(table["view"]["invitations"][0]))
    message = told(client, table)
    assert message is not None
    (line,) = message["lines"]
    assert (line["chair"], line["seat"], line["name"]) == (0, 1, "Ann")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  a \t b\n\nc  ", "a b c"),
        ('<b>no markup</b> & "quotes"', '<b>no markup</b> & "quotes"'),
        ("a\x00b\u202ec", "a b c"),
        ("👩\u200d🚀 می\u200cخو", "👩\u200d🚀 می\u200cخو"),
        ("x" * 500, "x" * 500),
    ],
)
def test_what_a_line_keeps(client: TestClient, text: str, kept: str) -> None:
    table = open_table(client, "quantik")
    assert say(client, table, text).is_success
    assert read(client, table) == [kept]


@pytest.mark.parametrize(
    "wish",
    [
        {"room": "players"},
        {"text": "where?"},
        {"room": "kitchen", "text": "x"},
        {"room": "players", "text": ""},
        {"room": "players", "text": " \n\u202e "},
        {"room": "players", "text": "x" * 501},
        {"room": "players", "text": 5},
    ],
)
def test_nonsense_is_not_said(client: TestClient, wish: dict[str, Any]) -> None:
    table = open_table(client, "quantik")
    assert code(command(client, table, do="say", **wish)) == "invalid_field"
    assert read(client, table) == []


def test_the_longest_line_fits_a_frame_however_it_is_written(client: TestClient) -> None:
    table = open_table(client, "quantik")
    with live(client, table) as socket:
        # Starlette's client writes every sign as an escape.
        socket.send_json({"id": "1", "do": "say", "room": "players", "text": "🚀" * 500})
        assert hear(socket, "accepted")["line"] == 1


def test_reconnect_gets_the_rest_and_nothing_twice(client: TestClient) -> None:
    table = open_table(client, "quantik")
    say(client, table, "1")
    first = told(client, table)
    assert first is not None
    assert (texts(first), first["whole"]) == (["1"], True)
    assert told(client, table, first["seen"]) is None
    say(client, table, "2")
    say(client, table, "3")
    for chat in (first["seen"], "1"):
        rest = told(client, table, chat)
        assert rest is not None
        assert (texts(rest), rest["whole"]) == (["2", "3"], False)
        assert told(client, table, rest["seen"]) is None


@pytest.mark.parametrize(
    "chat", ["", "x", "-1", "99", "9" * 40, "1.kitchen", "1.players.team0", "²"]
)
def test_nonsense_seen_gets_all_there_is(client: TestClient, chat: str) -> None:
    table = open_table(client, "quantik")
    say(client, table, "1")
    message = told(client, table, chat)
    assert message is not None
    assert (texts(message), message["whole"]) == (["1"], True)


def test_a_line_sent_again_is_said_once(client: TestClient) -> None:
    table = open_table(client, "quantik")
    line = {"id": "7", "do": "say", "room": "players", "text": "once"}
    with live(client, table) as socket:
        socket.send_json(line)
        assert hear(socket, "accepted")["line"] == 1
    assert command(client, table, **line).json()["line"] == 1
    assert read(client, table) == ["once"]


def test_chat_is_not_late(client: TestClient) -> None:
    table = open_table(client, "quantik")
    send(client, table, do="move", move="A@a1")
    assert command(client, table, number=0, do="say", room="players", text="Oh").is_success


def test_lines_outlive_the_server(
    client: TestClient, again: Callable[[TestClient], TestClient]
) -> None:
    table = open_table(client, "quantik")
    say(client, table, "before")
    client.__exit__(None, None, None)
    with again(client) as after:
        assert say(after, table, "after").json()["line"] == 2
        assert texts(told(after, table)) == read(after, table) == ["before", "after"]
    client.__enter__()


def test_only_the_latest_are_at_hand_and_the_others_can_be_looked_up(
    unlimited: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_module, "MAX_LINES_IN_MEMORY", 10)
    table = open_table(unlimited, "quantik")
    lines = [str(number) for number in range(1, 26)]
    stranger = other_device(unlimited)
    say(stranger, table, "so quiet", "watchers")
    for line in lines:
        assert say(unlimited, table, line).is_success
    message = told(stranger, table, "3.players.watchers")
    assert message is not None
    assert (message["whole"], texts(message)) == (True, ["so quiet", *lines[-10:]])
    message = told(stranger, table, "20.players.watchers")
    assert message is not None
    assert (message["whole"], texts(message)) == (False, lines[-6:])
    found: list[str] = []
    address, before = f"/api/v1/tables/{table['id']}/chat", 2**31 - 1
    while page := unlimited.get(f"{address}?before={before}").json()["lines"]:
        assert len(page) <= 10
        found = [*(line["text"] for line in page), *found]
        before = page[0]["number"]
    assert found == lines


def test_a_room_is_full_at_last_and_the_others_are_not(
    unlimited: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_module, "MAX_LINES", 3)
    table = open_table(unlimited, "quantik")
    stranger = other_device(unlimited)
    for _ in range(3):
        assert say(stranger, table, "!", "watchers").is_success
    assert code(say(stranger, table, "!", "watchers")) == "not_allowed"
    assert say(unlimited, table, "?").is_success


def test_too_many_lines_at_once_have_to_wait(client: TestClient) -> None:
    table = open_table(client, "quantik")
    answers = [say(client, table, "!") for _ in range(20)]
    said = [answer.json()["line"] for answer in answers if answer.is_success]
    assert said == list(range(1, len(said) + 1))
    assert len(said) < 20
    assert code(answers[-1]) == "too_many_requests"


def test_all_read_the_same_in_the_same_order(unlimited: TestClient) -> None:
    """Two talk at once while a third comes and goes."""
    table, people = seat_around(unlimited, "quantik", 2)
    each = 40

    def talk(speaker: int) -> None:
        for number in range(each):
            assert say(people[speaker], table, f"{speaker} {number}").is_success

    heard: list[dict[str, Any]] = []
    seen = ""
    with ThreadPoolExecutor(2) as pool:
        talking = [pool.submit(talk, speaker) for speaker in range(2)]
        while len(heard) < 2 * each:
            with live(people[0], table, chat=seen) as socket:
                message = hear(socket, "chat")
            assert not (message["whole"] and seen)
            heard += message["lines"]
            seen = message["seen"]
        for each_talk in talking:
            each_talk.result()
    assert [line["number"] for line in heard] == list(range(1, 2 * each + 1))
    for speaker in range(2):
        said = [line["text"] for line in heard if line["chair"] == speaker]
        assert said == [f"{speaker} {number}" for number in range(each)]
