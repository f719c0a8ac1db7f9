"""Puzzles in a browser: right and wrong moves, the solution, and what is remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.playing import Keys, Mouse, spot
from browser.test_accessibility import audit
from quintet import puzzles
from quintet.puzzles import Puzzle

# Of Cubulus one whose places are in sight of the cube's first view cannot be counted on.
GAMES = ("quantik", "quarto", "qomet", "quixo")


def make(page: Page, puzzle: Puzzle, move: str, hand: Mouse) -> None:
    page.wait_for_selector("#board .spot.is-open")
    for touch in puzzle.position.paths[move]:
        hand.touch(touch)


@pytest.mark.parametrize("game", GAMES)
def test_solving(desk: Page, game: str) -> None:
    puzzle = puzzles.of_game(game)[3]
    wrong = next(move for move in puzzle.position.moves if move != puzzle.move)
    desk.goto(f"/puzzles/{game}/{puzzle.number}")
    make(desk, puzzle, wrong, Mouse(desk))
    expect(desk.locator("#notice.is-wrong")).to_contain_text("After it: ", timeout=15_000)
    expect(desk.locator("#solution")).to_be_hidden()
    make(desk, puzzle, puzzle.move, Mouse(desk))
    expect(desk.locator("#notice")).to_contain_text("Right: ")
    expect(desk.locator("#line button")).to_have_count(puzzle.plies)
    expect(desk.locator("#solved")).to_have_text("You have solved this one.")
    desk.locator("#line button").last.click()
    expect(desk.locator("#line button").last).to_have_attribute("aria-current", "step")
    audit(desk)
    desk.goto(f"/puzzles/{game}")
    expect(desk.locator("a.is-solved")).to_have_text(str(puzzle.number))
    expect(desk.locator("[data-solved-of]")).to_have_text("Solved so far: 1.")


def test_a_touch_that_begins_nothing_is_told_the_rule(desk: Page) -> None:
    puzzle = next(it for it in puzzles.of_game("quixo") if not it.options)
    desk.goto(f"/puzzles/quixo/{puzzle.number}")
    desk.wait_for_selector("#board .spot.is-open")
    spot(desk, "c3").click()
    notice = desk.locator("#notice.is-wrong")
    expect(notice).to_have_text("Only cubes on the border may be taken.")
    make(desk, puzzle, puzzle.move, Mouse(desk))
    expect(desk.locator("#notice")).to_contain_text("Right: ")


def test_the_keyboard_alone(desk: Page) -> None:
    puzzle = puzzles.of_game("qomet")[0]
    desk.goto("/puzzles/qomet/1")
    make(desk, puzzle, puzzle.move, Keys(desk))
    expect(desk.locator("#notice")).to_contain_text("Right: ")


def test_looking_at_the_solution_does_not_solve(desk: Page) -> None:
    desk.goto("/puzzles/cubulus/7")
    desk.get_by_role("button", name="Show the solution").click()
    desk.locator("#line button").first.click()
    expect(desk.locator("#line button").first).to_have_attribute("aria-current", "step")
    desk.get_by_role("button", name="Back to the puzzle").click()
    expect(desk.locator("#board .spot.is-open").first).to_be_attached()
    expect(desk.locator("#solved")).to_be_empty()
