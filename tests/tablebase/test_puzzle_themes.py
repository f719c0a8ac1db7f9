"""Themes of puzzles: those that are stored are those that the rules give."""

import importlib
import random
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from quintet import puzzles
from quintet.errors import BadOption
from quintet.games import GAMES
from quintet.position import Position
from quintet.puzzles import Goal, Puzzle, Theme
from quintet.puzzles.themes import find_theme

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture
def finder(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(TOOLS)
    return importlib.import_module("puzzle_themes")


@pytest.mark.parametrize("game", GAMES)
def test_some_stored_themes_are_found_again(finder: ModuleType, game: str) -> None:
    for puzzle in random.Random(game).sample(puzzles.of_game(game), 20):
        assert finder.themes_of(puzzle) == puzzle.themes


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_all_stored_themes_are_found_again(finder: ModuleType, game: str) -> None:
    for puzzle in puzzles.of_game(game):
        assert finder.themes_of(puzzle) == puzzle.themes


def test_every_theme_has_puzzles() -> None:
    found = {theme for game in GAMES for it in puzzles.of_game(game) for theme in it.themes}
    assert found == set(Theme)


def test_a_theme_chooses() -> None:
    chosen = puzzles.choose("quixo", 5, theme=Theme.FORK, level=1, seed=1)
    assert len(chosen) == 5
    assert all(Theme.FORK in it.themes and it.level == 1 for it in chosen)
    assert find_theme("gift") is Theme.GIFT
    with pytest.raises(BadOption, match="theme must be one of only-move"):
        find_theme("nonsense")


def first(game: str, theme: Theme, fits: Callable[[Puzzle], bool] = lambda _: True) -> Puzzle:
    return next(it for it in puzzles.of_game(game) if theme in it.themes and fits(it))


def test_an_only_move_is_the_only_one_that_does_not_lose() -> None:
    assert first("quarto", Theme.ONLY_MOVE).goal is Goal.HOLD


@pytest.mark.parametrize("game", ["quantik", "quixo"])
def test_a_fork_has_a_line_against_every_answer_and_none_against_all(game: str) -> None:
    puzzle = first(game, Theme.FORK, lambda it: it.plies == 3)
    after = puzzle.position.play(puzzle.move)
    seat = puzzle.position.turn
    stopped = []
    for answer in after.moves:
        then = after.play(answer)
        wins = [] if then.outcome else [move for move in then.moves if _won(then, move, seat)]
        assert then.outcome or wins
        lines = [line for move in wins for line in then.play(move).winning]
        stopped.append({frozenset(line) for line in [*lines, *then.winning]})
    assert set.intersection(*stopped) == set()


def test_a_forbidden_threat_is_illegal_after_the_move_alone() -> None:
    puzzle = first("quantik", Theme.FORBIDDING, lambda it: _reason(it) == "line")
    position, after = puzzle.position, puzzle.position.play(puzzle.move)
    opponent = 1 - position.turn
    threats = {
        word
        for move in position.moves
        for other in [position.play(move)]
        if not other.outcome
        for word in other.moves
        if _won(other, word, opponent)
    }
    assert threats - set(after.moves)
    assert not any(_won(after, word, opponent) for word in after.moves)


def test_in_zugzwang_no_line_is_threatened(finder: ModuleType) -> None:
    puzzle = first("quantik", Theme.ZUGZWANG)
    after = puzzle.position.play(puzzle.move)
    passed = finder.pass_turn(after)
    assert passed.text == after.text.swapcase()
    assert not passed.wins_within(puzzle.plies - 2)
    assert not after.wins_within(99)


def test_a_gift_is_there_to_be_avoided_or_forced() -> None:
    puzzle = first("quixo", Theme.GIFT, lambda it: _reason(it) != "gift")
    outcomes = [puzzle.position.play(move).outcome for move in puzzle.position.moves]
    assert any(outcome and outcome.reason == "gift" for outcome in outcomes)


def _won(position: Position, move: str, seat: int) -> bool:
    outcome = position.play(move).outcome
    return outcome is not None and outcome.scores[seat] == 1


def _reason(puzzle: Puzzle) -> str | None:
    position = puzzle.position
    for move in puzzle.line:
        position = position.play(move)
    return None if position.outcome is None else position.outcome.reason
