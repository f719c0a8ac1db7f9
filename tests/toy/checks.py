"""A game from outside the package, through every part of it (see games/test_sixth_game.py)."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

import quintet
from quintet import GAMES, IllegalMove, known, puzzles, record
from quintet.draw import plain, svg, terminal
from quintet.narration import narrate
from quintet.server import Settings, create_app
from quintet.table import (
    ChairTaken,
    Event,
    Moved,
    Opened,
    Setup,
    Started,
    event_from_json,
    event_to_json,
    replay,
)
from quintet.testing import check_variant
from server.tables import engine, look, open_table, send

GAME = "tictactoe"
WON = ["a1", "b1", "a2", "b2", "a3"]


def after(*moves: str) -> quintet.Position:
    position = quintet.start(GAME)
    for move in moves:
        position = position.play(move)
    return position


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    return TestClient(create_app(Settings(str(tmp_path))))


def test_it_stands_after_the_five() -> None:
    assert list(GAMES)[-1] == GAME
    assert len(GAMES) == 6


def test_conformance() -> None:
    check_variant(GAME, games=20)
    assert quintet.start(GAME).perft(9) == 127_872


def test_errors_name_the_rule() -> None:
    with pytest.raises(IllegalMove, match=r"There is a sign on a1 already\. \(TT2\)"):
        after("a1", "a1")


def test_drawing() -> None:
    picture = svg(after(*WON))
    ElementTree.fromstring(picture)  # noqa: S314 - our own text
    assert "winning-line" in picture
    assert "x" in plain(terminal(after("a1")))


def test_narration() -> None:
    assert str(narrate(after("a1"), "b2")) == "o plays b2."


def test_the_engine_proves_a_draw() -> None:
    analysis = quintet.analyse(quintet.start(GAME), seconds=60, tables=False)
    assert analysis.best.value.kind == "tie"
    assert quintet.analyse(after("a1", "b1", "a2"), tables=False).best.move == "a3"


def test_records() -> None:
    text = f'[Game "{GAME}"] 1. a1 2. b1 3. a2 4. b2 5. a3 1-0'
    (game,) = record.loads(text)
    assert record.loads(record.dumps(game)) == [game]


def test_a_table_is_its_events() -> None:
    events: list[Event] = [
        Opened(0, Setup(GAME)),
        ChairTaken(0, 0, "Ann"),
        ChairTaken(0, 1, "Ben"),
        Started(0, 0),
        *(Moved(ply, ply % 2, move) for ply, move in enumerate(WON)),
    ]
    again = [event_from_json(event_to_json(event)) for event in events]
    state = replay(again)
    assert again == events
    assert state.outcome is not None
    assert state.outcome.scores == (1.0, 0.0)


def test_pages_know_it(client: TestClient) -> None:
    with client:
        home = client.get("/").text
        assert "Three in a line, on nine spaces." in home
        for page in ("new", "rules", "edit"):
            assert "Tic-tac-toe" in client.get(f"/{page}/{GAME}").text
        assert client.get("/puzzles").is_success
        assert client.get("/known").is_success


def test_what_may_be_missing_is_missing(client: TestClient) -> None:
    assert puzzles.of_game(GAME) == ()
    assert all(fact.game != GAME for fact in known.facts())
    with client:
        assert "Tic-tac-toe" not in client.get("/puzzles").text


def test_it_is_played_over_the_api(client: TestClient) -> None:
    with client:
        assert GAME in [game["game"] for game in client.get("/api/v1/games").json()["games"]]
        table = open_table(client, GAME)
        for move in WON:
            send(client, table, do="move", move=move)
        view = look(client, table)
        assert view["phase"] == "over"
        assert view["outcome"]["sentence"].endswith("won with a line.")
        assert client.get(f"/tables/{table['id']}").is_success


def test_the_engine_sits_down(client: TestClient) -> None:
    with client:
        table = open_table(client, GAME, chairs=[engine(1), engine(2)])
        assert look(client, table)["game"] == GAME
