"""What the pages of puzzles say: as people see the board, and from the solver's own side."""

import json
import re
from datetime import date, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet import puzzles
from quintet.draw import DRAWERS
from quintet.games import GAMES
from quintet.puzzles import Puzzle, Theme
from quintet.puzzles.daily import of_day
from server.fake_clock import FakeClock

TURNS = {
    "quantik": r"(Light|Dark) to move\.",
    "quarto": r"(Choose a piece to give to your opponent|Place the [a-z, ]+ piece)\.",
    "qomet": r"(Ivory|Bronze) to move\.",
    "cubulus": r"(Ivory|Charcoal) to move\.",
    "quixo": r"(Cross|Circle) to move\.",
}


def facts(client: TestClient, puzzle: Puzzle) -> dict[str, Any]:
    page = client.get(f"/puzzles/{puzzle.game}/{puzzle.number}").text
    found = re.search(r'id="puzzle">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


def refutation(client: TestClient, puzzle: Puzzle, move: str) -> dict[str, Any]:
    answer = client.post(
        f"/puzzles/{puzzle.game}/{puzzle.number}/refutation", params={"move": move}
    )
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("game", GAMES)
def test_sides_and_moves_are_said_as_they_are_seen(client: TestClient, game: str) -> None:
    puzzle = puzzles.of_game(game)[0]
    told = facts(client, puzzle)
    assert re.match(TURNS[game] + " Find the only move that ", told["task"])
    assert set(told["wrong"]) == set(puzzle.position.moves) - {puzzle.move}
    for step in [*told["wrong"].values(), *told["line"]]:
        assert not re.search(r"\b[xo]\b|@", step["said"])


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_move_is_refuted(client: TestClient, game: str) -> None:
    puzzle = puzzles.of_game(game)[2]
    position = puzzle.position
    wrong = next(move for move in position.moves if move != puzzle.move)
    told = refutation(client, puzzle, wrong)
    assert told["said"].startswith(facts(client, puzzle)["wrong"][wrong]["said"])
    after = position.play(wrong)
    for step in told["steps"]:
        after = after.play(step["word"])
    *before, answer = told["steps"]
    assert {step["seat"] for step in before} <= {position.turn}
    assert answer["seat"] != position.turn
    assert told["said"].endswith(answer["said"])


def test_a_chance_is_that_of_whoever_solves(client: TestClient) -> None:
    puzzle = puzzles.of_game("cubulus")[225]  # not all of its moves can be settled in time
    own = str(DRAWERS["cubulus"].COLOURS[puzzle.position.turn])
    wrong = [move for move in puzzle.position.moves if move != puzzle.move][:6]
    said = [refutation(client, puzzle, move)["said"] for move in wrong]
    chances = [re.search(r"about \d+ % for (\w+) \(", each) for each in said]
    assert {each[1] for each in chances if each} == {own}


def test_a_refutation_is_of_a_legal_move(client: TestClient) -> None:
    answer = client.post("/puzzles/quixo/1/refutation", params={"move": "c3a1"})
    assert answer.status_code == 422
    assert client.get("/puzzles/quixo/1/board.svg?move=nonsense").status_code == 422


class TestTheDay:
    @pytest.fixture
    def clock(self) -> FakeClock:
        return FakeClock(1_794_800_000_000)

    def test_everybody_has_the_same_puzzle_until_midnight_in_utc(
        self, client: TestClient, device: Any, clock: FakeClock
    ) -> None:
        page = client.get("/puzzles/today").text
        assert "Puzzle of the day" in page
        assert "2026-11-16" in page
        assert device().get("/puzzles/today").text == page
        found = of_day(date(2026, 11, 16))
        assert f'"position": {json.dumps(found.text)}' in page
        clock.set(1_794_800_000_000 + 24 * 3_600_000)
        tomorrow = client.get("/puzzles/today").text
        assert "2026-11-17" in tomorrow
        assert of_day(date(2026, 11, 17)).game != found.game


def test_puzzles_of_the_day_take_turns() -> None:
    first = date(2026, 1, 1)
    week = [of_day(first + timedelta(days)) for days in range(5 * 240)]
    assert {puzzle.game for puzzle in week[:5]} == set(GAMES)
    assert len({(puzzle.game, puzzle.number) for puzzle in week}) == len(week)


def test_puzzles_are_filtered_by_theme(client: TestClient) -> None:
    forks = [it.number for it in puzzles.of_game("quantik") if Theme.FORK in it.themes]
    page = client.get("/puzzles/quantik?theme=fork").text
    listed = re.findall(r'href="/puzzles/quantik/(\d+)\?theme=fork"', page)
    assert [int(number) for number in listed] == forks
    assert "Threaten two lines at once" in page
    everything = client.get("/puzzles/quantik").text
    assert everything.count("data-puzzle=") == len(puzzles.of_game("quantik"))
    assert "theme=only-move" not in everything  # no puzzle of this game has it
    assert client.get("/puzzles/quantik?theme=nonsense").status_code == 422
    told = facts(client, puzzles.of_game("quantik")[0])
    assert told["themes"]["fork"] == forks


@pytest.mark.parametrize("game", GAMES)
def test_a_rush_has_puzzles_of_all_levels(client: TestClient, game: str) -> None:
    page = client.get(f"/puzzles/{game}/rush").text
    found = re.search(r'id="rush">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    levels = json.loads(found[1])["levels"]
    assert len(levels) == 5
    number = levels[2][0]
    task = client.get(f"/puzzles/{game}/{number}/task").json()
    puzzle = puzzles.of_game(game)[number - 1]
    assert task["answer"]["word"] == puzzle.move
    assert set(task["paths"]) == set(puzzle.position.moves)


def test_there_is_no_rush_of_what_is_not_there(client: TestClient) -> None:
    assert client.get("/puzzles/chess/rush").status_code == 404
    assert client.get("/puzzles/quixo/999/task").status_code == 404
    assert client.get("/puzzles/quixo/rush/task").status_code == 422
