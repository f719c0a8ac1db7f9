"""The engine at a table: levels, seats, calls, answers, and searches that stop."""

import pytest
from fastapi.testclient import TestClient

from quintet import GAMES
from server.tables import PERSON, command, engine, hear, live, look, open_table, wait_until


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        *((game, {}, 2) for game in GAMES),
        ("quarto", {"calls": "auto", "squares": "true"}, 2),
        ("cubulus", {"players": "3"}, 3),
        ("quixo", {"players": "4"}, 4),
    ],
)
def test_engines_play_a_whole_game(
    client: TestClient, game: str, options: dict[str, str], seats: int
) -> None:
    chairs = [engine(1 + chair % 2) for chair in range(seats)]
    table = open_table(client, game, options=options, chairs=chairs)
    with live(client, table) as socket:
        for _ in range(2000):
            message = socket.receive_json()
            if message["type"] in ("view", "events") and message["view"]["outcome"]:
                break
    view = look(client, table)
    assert view["phase"] == "over"
    assert view["outcome"]["sentence"].endswith(".")
    assert view["plies"]


@pytest.mark.parametrize("level", range(1, 11))
def test_every_level_answers(client: TestClient, level: int) -> None:
    table = open_table(client, "quantik", chairs=[PERSON, engine(level)])
    with live(client, table, 4) as socket:
        socket.send_json({"id": "1", "number": 4, "do": "move", "move": "A@a1"})
        seats: list[int] = []
        while len(seats) < 2:
            seats += [ply["seat"] for ply in hear(socket, "events")["plies"]]
    assert seats == [0, 1]


def test_engine_answers_those_who_are_not_connected(client: TestClient) -> None:
    table = open_table(client, "quantik", chairs=[engine(1), PERSON])
    wait_until(client, table, lambda view: view["seat"] == 1)


@pytest.mark.parametrize(
    ("position", "reason"), [("o.o/.o./..x x", None), ("oo./.../x.x x", "agreement")]
)
def test_engine_draws_when_it_cannot_hope_for_more(
    client: TestClient, position: str, reason: str | None
) -> None:
    options, chairs = {"size": "3"}, [PERSON, engine(1)]
    table = open_table(client, "quixo", options=options, position=position, chairs=chairs)
    command(client, table, number=4, do="ask", what="draw")
    wait_until(client, table, lambda view: not view["questions"])
    outcome = look(client, table)["outcome"]
    assert (outcome and outcome["reason"]) == reason


def test_engine_takes_back(client: TestClient) -> None:
    table = open_table(client, "quantik", chairs=[PERSON, engine(1)])
    command(client, table, number=4, do="move", move="A@a1")
    wait_until(client, table, lambda view: view["number"] == 6)
    assert command(client, table, number=6, do="ask", what="take_back").status_code == 200
    assert look(client, table)["plies"] == []


def test_the_search_stops_when_someone_resigns(client: TestClient) -> None:
    table = open_table(client, "quixo", chairs=[PERSON, engine(10)])
    command(client, table, number=4, do="move", move="a1e1")
    assert command(client, table, number=5, do="resign").status_code == 200
    view = look(client, table)
    assert (view["phase"], view["number"]) == ("over", 6)
    assert len(view["plies"]) == 1
