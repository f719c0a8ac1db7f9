"""What the pages of puzzles say: as people see the board, and from the solver's own side."""

import json
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from quintet import puzzles
from quintet.draw import DRAWERS
from quintet.games import GAMES
from quintet.puzzles import Puzzle

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
