"""Questions between players at different devices, and the engine's answers."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from server.tables import (
    background_tasks,
    command,
    hear,
    key_of,
    live,
    look,
    refused,
    seat_around,
    send,
    wait_until,
)


def question(client: TestClient, table: dict[str, Any]) -> dict[str, Any]:
    (found,) = look(client, table)["questions"]
    return dict(found)


def settled(client: TestClient, table: dict[str, Any]) -> dict[str, Any]:
    """How the table looks when nobody is asked for anything any more."""
    return wait_until(client, table, lambda view: not view["questions"])


# Draws (H2)


def test_a_draw_is_for_the_other_to_accept(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    send(ann, table, do="ask", what="draw")
    assert not question(ann, table)["mine"]
    assert question(ben, table)["mine"]
    assert question(ben, table)["sentence"] == "Guest 0 offers a draw."
    assert refused(ann, table, do="answer", what="draw", yes=True) == "forbidden"
    assert refused(ben, table, do="answer", what="rematch", yes=True) == "not_allowed"
    send(ben, table, do="answer", what="draw", yes=True)
    assert look(ann, table)["outcome"]["reason"] == "agreement"


def test_a_draw_is_declined_or_withdrawn(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    send(ann, table, do="ask", what="draw")
    send(ben, table, do="answer", what="draw", yes=False)
    assert refused(ann, table, do="ask", what="draw") == "not_allowed"  # play on first
    send(ben, table, do="ask", what="draw")
    send(ben, table, do="answer", what="draw", yes=False)
    assert look(ann, table)["questions"] == []


def test_no_draw_is_offered_to_an_engine_where_no_game_is_drawn(client: TestClient) -> None:
    """Quantik has no draws; people may still agree on one (H2)."""
    table, (ann,) = seat_around(client, "quantik", 2, engines=1)
    assert not look(ann, table)["draws"]
    assert not look(ann, table)["allowed"]["draw"]
    assert refused(ann, table, do="ask", what="draw") == "not_allowed"
    table, (ann, _) = seat_around(client, "quantik", 2)
    assert look(ann, table)["draws"]
    assert look(ann, table)["allowed"]["draw"]


def test_an_engine_does_not_agree_to_a_draw_in_the_opening(client: TestClient) -> None:
    table, (ann,) = seat_around(client, "quixo", 2, engines=1)
    send(ann, table, do="ask", what="draw")
    assert settled(ann, table)["phase"] == "playing"


@pytest.mark.parametrize(("game", "seats"), [("cubulus", 3), ("quixo", 4)])
def test_a_draw_needs_everybody(client: TestClient, game: str, seats: int) -> None:
    table, people = seat_around(client, game, seats)
    send(people[1], table, do="ask", what="draw")
    for person in (people[0], *people[2:]):
        assert look(person, table)["outcome"] is None
        assert question(person, table)["mine"]
        send(person, table, do="answer", what="draw", yes=True)
    assert look(people[0], table)["outcome"]["reason"] == "agreement"


def test_people_and_engines_must_agree(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "cubulus", 3, engines=1)
    send(ann, table, do="ask", what="draw")
    send(ben, table, do="answer", what="draw", yes=True)
    assert settled(ann, table)["phase"] in ("playing", "over")  # the engine has had its say


# Resigning (H2)


@pytest.mark.parametrize(
    ("game", "seats", "winners"), [("quixo", 2, [1]), ("cubulus", 3, [1, 2]), ("quixo", 4, [1, 3])]
)
def test_one_resigns_for_oneself_and_for_ones_side(
    client: TestClient, game: str, seats: int, winners: list[int]
) -> None:
    table, people = seat_around(client, game, seats)
    assert refused(people[0], table, do="resign", seat=1) == "forbidden"
    send(people[0], table, do="resign")
    for person in people:
        outcome = look(person, table)["outcome"]
        assert (outcome["reason"], outcome["winners"]) == ("resignation", winners)


def test_resigning_when_it_is_not_ones_turn(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    send(ben, table, do="resign")
    assert look(ann, table)["outcome"]["winners"] == [0]


# Taking back (H4)


def test_a_move_is_taken_back_when_the_other_agrees(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    send(ann, table, do="move", move="a1e1")
    send(ann, table, do="ask", what="take_back")
    assert len(look(ben, table)["plies"]) == 1
    send(ben, table, do="answer", what="take_back", yes=True)
    assert look(ann, table)["plies"] == []
    assert look(ann, table)["seats"][0]["is_turn"]


# Pausing


def test_a_game_is_paused_and_goes_on_by_consent(client: TestClient) -> None:
    table, (ann, ben, cem) = seat_around(client, "cubulus", 3, clock="300")
    assert look(ann, table)["allowed"]["pause"]
    assert not look(ann, table)["allowed"]["resume"]
    send(ann, table, do="ask", what="pause")
    send(ben, table, do="answer", what="pause", yes=True)
    assert look(ann, table)["clock"]["running"] == 0
    send(cem, table, do="answer", what="pause", yes=True)
    view = look(ann, table)
    assert view["paused"]
    assert view["prompt"] == "The game is paused."
    assert view["paths"] == {}
    assert view["clock"]["running"] is None
    assert view["clock"]["deadline_in_ms"] is None
    assert view["allowed"]["resume"]
    assert not view["allowed"]["pause"]
    shown = [seat["clock_ms"] for seat in view["seats"]]
    assert refused(ann, table, do="move", move="nothing") == "not_allowed"
    send(cem, table, do="ask", what="resume")
    for person in (ann, ben):
        assert question(person, table)["sentence"].startswith("Guest 2 would like to go on")
        assert [seat["clock_ms"] for seat in look(person, table)["seats"]] == shown
        send(person, table, do="answer", what="resume", yes=True)
    assert not look(ann, table)["paused"]
    assert look(ann, table)["clock"]["running"] == 0
    assert look(ann, table)["paths"]


def test_who_plays_an_engine_pauses_alone(client: TestClient) -> None:
    table, (ann,) = seat_around(client, "quixo", 2, engines=1, clock="300")
    send(ann, table, do="ask", what="pause")
    assert look(ann, table)["paused"]
    assert refused(ann, table, do="hint") in ("not_allowed", "forbidden")
    send(ann, table, do="ask", what="resume")
    assert not look(ann, table)["paused"]


def test_an_engine_does_not_move_in_a_pause(client: TestClient) -> None:
    table, (ann,) = seat_around(client, "quixo", 2, engines=1, clock="300")
    send(ann, table, do="ask", what="pause")
    assert not background_tasks(ann, table)
    assert look(ann, table)["plies"] == []
    send(ann, table, do="ask", what="resume")
    send(ann, table, do="move", move="a1e1")
    wait_until(ann, table, lambda view: len(view["plies"]) == 2)


def test_without_a_clock_there_is_nothing_to_pause(client: TestClient) -> None:
    table, (ann, _) = seat_around(client, "quixo", 2)
    assert not look(ann, table)["allowed"]["pause"]
    assert refused(ann, table, do="ask", what="pause") == "not_allowed"


# Playing again (H3)


@pytest.mark.parametrize(("game", "seats"), [("quixo", 2), ("cubulus", 3), ("quixo", 4)])
def test_a_rematch_has_the_same_people_a_seat_further(
    client: TestClient, game: str, seats: int
) -> None:
    table, people = seat_around(client, game, seats)
    send(people[0], table, do="resign")
    send(people[1], table, do="rematch")
    for person in (people[0], *people[2:]):
        assert look(person, table)["rematch_url"] is None
        assert look(person, table)["allowed"]["rematch"]
        send(person, table, do="rematch")  # agrees, since it is asked for already
    with live(people[0], table) as socket:
        while not (address := hear(socket, "view")["view"]["rematch_url"]):
            pass
    following = {"id": address.rpartition("/")[2]}
    names = [f"Guest {seat}" for seat in range(seats)]
    for person, name in zip(people, names, strict=True):
        assert look(person, table)["rematch_url"] == address
        view = look(person, following)
        assert view["phase"] == "playing"
        assert [seat["name"] for seat in view["seats"]] == names[1:] + names[:1]
        assert [seat["name"] for seat in view["seats"] if seat["here"]] == [name]
        keys = [key_of(link) for link in view["return_links"]]
        assert keys != [key_of(link) for link in look(person, table)["return_links"]]
    begins = people[1]
    send(begins, following, do="move", move=next(iter(look(begins, following)["paths"])))


def test_a_rematch_is_declined(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    assert refused(ann, table, do="rematch") == "not_allowed"
    send(ann, table, do="resign")
    send(ann, table, do="ask", what="rematch")
    send(ben, table, do="answer", what="rematch", yes=False)
    assert look(ann, table)["questions"] == []
    assert look(ann, table)["rematch_url"] is None


# What is not for everyone


def test_strangers_ask_for_nothing_and_answer_nothing(client: TestClient, device: Any) -> None:
    table, (ann, _) = seat_around(client, "quixo", 2, clock="300", hints=True)
    stranger = device()
    wishes: list[dict[str, Any]] = [
        {"do": "move", "move": "a1e1"},
        {"do": "move", "move": "a1e1", "seat": 0},
        {"do": "ask", "what": "draw"},
        {"do": "ask", "what": "pause", "seat": 1},
        {"do": "ask", "what": "replace", "seat_of": 1, "level": 1},
        {"do": "resign"},
        {"do": "resign", "seat": 0},
        {"do": "leave", "seat": 0},
        {"do": "hint"},
        {"do": "ask", "what": "stand_in", "seat_of": 1},
        {"do": "fill", "seat": 0, "level": 1},
        {"do": "renew", "seat": 1},
        {"do": "remove", "seat": 1},
    ]
    for wish in wishes:
        assert refused(stranger, table, **wish) == "forbidden"
    send(ann, table, do="ask", what="draw")
    assert refused(stranger, table, do="answer", what="draw", yes=True) == "forbidden"
    assert refused(stranger, table, do="answer", what="draw", yes=False) == "forbidden"
    allowed = look(stranger, table)["allowed"]
    assert not any(allowed[what] for what in allowed if what != "values")


def test_who_opened_the_table_moves_for_nobody_else(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2, first=1)
    assert look(ann, table)["owner"]
    assert refused(ann, table, do="move", move="a1e1") == "not_allowed"
    assert refused(ann, table, do="move", move="a1e1", seat=0) == "forbidden"
    assert refused(ann, table, do="resign", seat=0) == "forbidden"
    send(ben, table, do="move", move="a1e1")


def test_a_command_of_somebody_else_is_not_repeated(client: TestClient, device: Any) -> None:
    """Who has overheard a command and sends it again is refused; its sender is not."""
    table, (ann, ben) = seat_around(client, "quixo", 2)
    move = {"id": "1", "number": look(ann, table)["number"], "do": "move", "move": "a1e1"}
    first = command(ann, table, **move).json()
    assert command(ann, table, **move).json() == first
    send(ben, table, do="move", move="b1b5")
    assert command(ann, table, **move).json() == first  # long after
    assert command(ben, table, **move).json()["code"] == "stale_command"
    assert command(device(), table, **move).json()["code"] == "stale_command"
    assert len(look(ann, table)["plies"]) == 2


def test_what_comes_late_is_refused(client: TestClient) -> None:
    table, (ann, ben) = seat_around(client, "quixo", 2)
    seen = look(ann, table)["number"]
    send(ann, table, do="move", move="a1e1")
    send(ben, table, do="move", move="b1b5")
    late = command(ann, table, id="2", number=seen, do="move", move="c1c5")
    assert late.json()["code"] == "stale_command"
    early = command(ann, table, id="3", number=seen + 99, do="move", move="c1c5")
    assert early.json()["code"] == "stale_command"


@pytest.mark.parametrize(
    "forged",
    [
        {"seat": 7},
        {"seat": -1},
        {"seat": "0"},
        {"seat": True},
        {"device": "somebody"},
        {"at": 0},
        {"number": "4"},
        {"number": -1},
        {"do": "win"},
        {"do": "started"},
        {"do": "ask", "what": "victory"},
        {"do": "ask", "what": "replace", "seat_of": 1, "level": 99},
        {"do": "ask", "what": "stand_in", "seat_of": 9},
        {"do": "renew"},
        {"do": "move", "move": ["a1e1"]},
        {"id": "x" * 1000},
    ],
)
def test_forged_commands_are_refused(client: TestClient, forged: dict[str, Any]) -> None:
    table, (ann, _) = seat_around(client, "quixo", 2)
    wish = {"do": "move", "move": "a1e1", **forged}
    assert refused(ann, table, **wish) == "invalid_field"
