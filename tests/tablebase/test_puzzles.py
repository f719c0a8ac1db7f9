"""Puzzles: every one that ships has exactly one right move."""

import importlib
import io
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from quintet import puzzles, tablebase
from quintet.cli.playing import puzzles as at_terminal
from quintet.errors import BadOption
from quintet.games import GAMES
from quintet.puzzles import Goal, Puzzle
from quintet.puzzles.checking import is_sound

TOOLS = Path(__file__).parents[2] / "tools"
ENOUGH = 200
MAX_SIZE = 200_000  # bytes


@pytest.fixture(autouse=True)
def shipped_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only the tables that come with the package."""
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    tablebase.close()
    yield
    tablebase.close()


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_of_every_level(game: str) -> None:
    collected = puzzles.of_game(game)
    assert len(collected) >= ENOUGH
    levels = [puzzle.level for puzzle in collected]
    assert levels == sorted(levels)
    assert all(levels.count(level) >= ENOUGH // 5 for level in puzzles.LEVELS)
    assert len({puzzle.position.canonical() for puzzle in collected}) == len(collected)
    assert (puzzles.FOLDER / f"{game}.txt").stat().st_size < MAX_SIZE


@pytest.mark.slow_except("quantik", "quixo")
@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_one_right_move(game: str) -> None:
    assert [puzzle for puzzle in puzzles.of_game(game) if not is_sound(puzzle)] == []


def test_the_first_puzzles_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shipped is what the program makes, wherever and whenever it runs."""
    monkeypatch.syspath_prepend(TOOLS)
    finder = importlib.import_module("puzzles")
    for source in finder.SOURCES:
        shipped = [
            replace(puzzle, number=0, level=1, themes=()) for puzzle in puzzles.of_game(source.game)
        ]
        for found in islice(finder.search(source), 2):
            assert found in shipped


@pytest.mark.parametrize("game", GAMES)
def test_another_move_is_never_right(game: str) -> None:
    rng = random.Random(game)
    for puzzle in rng.sample(puzzles.of_game(game), 10):
        others = [move for move in puzzle.position.moves if move != puzzle.move]
        line = (rng.choice(others), *puzzle.line[1:])
        wrong = Puzzle(1, 1, puzzle.goal, game, puzzle.options, puzzle.text, line)
        assert not is_sound(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_are_written_as_they_are_read(game: str) -> None:
    collected = puzzles.of_game(game)
    assert puzzles.read(game, puzzles.write(collected)) == collected


def test_a_seed_and_a_level_choose() -> None:
    chosen = puzzles.choose("qomet", 5, level=4, seed=3)
    assert chosen == puzzles.choose("qomet", 5, level=4, seed=3)
    assert chosen != puzzles.choose("qomet", 5, level=4, seed=4)
    assert [puzzle.level for puzzle in chosen] == [4] * 5
    assert len(puzzles.choose("qomet", 10_000)) == len(puzzles.of_game("qomet"))
    with pytest.raises(BadOption, match="levels 1 to 5"):
        puzzles.choose("qomet", 5, level=6)


def test_puzzles_at_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = puzzles.choose("quarto", 3, seed=1)
    wrong = next(move for move in second.position.moves if move != second.move)
    answers = ["nonsense", first.move, wrong, second.move, "moves", "solution"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(answers)))
    at_terminal.solve_puzzles([first, second, third])
    said = capsys.readouterr().out
    assert "'nonsense' is not a move of Quarto" in said
    assert said.count("Right: ") == 2
    assert "After it: " in said
    assert "1 of 3 puzzles solved at the first try." in said


def test_leaving_in_the_middle(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("skip\n"))
    at_terminal.solve_puzzles(puzzles.choose("quantik", 3, seed=1))
    assert "0 of 1 puzzle solved at the first try." in capsys.readouterr().out


def test_no_summary_without_a_try(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    at_terminal.solve_puzzles(puzzles.choose("quantik", 3, seed=1))
    assert "solved" not in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_at_the_terminal_tells_a_part(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (puzzle,) = puzzles.choose(game, 1, seed=1)
    monkeypatch.setattr(sys, "stdin", io.StringIO("hint\n"))
    at_terminal.solve_puzzles([puzzle])
    hint = next(line for line in capsys.readouterr().out.splitlines() if "The right move " in line)
    assert puzzle.position.paths[puzzle.move][0] in hint
    told = [move for move in puzzle.position.moves if f" {move}" in hint.replace(".", "")]
    assert told == [] or len(told) > 1


def test_puzzles_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    (chosen,) = puzzles.choose("quixo", 1, seed=1)
    at_terminal.print_puzzles([chosen])
    (listed,) = json.loads(capsys.readouterr().out)
    assert listed["position"] == chosen.text
    assert listed["line"][0] == chosen.move
    assert Goal(listed["goal"]) is chosen.goal
