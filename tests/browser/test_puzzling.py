"""Puzzles in a browser: right and wrong moves, the solution, and what is remembered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.playing import Keys, Mouse, spot, standing
from browser.test_accessibility import audit
from quintet import puzzles
from quintet.position import Position
from quintet.puzzles import Puzzle

# Of Cubulus one whose places are in sight of the cube's first view cannot be counted on.
GAMES = ("quantik", "quarto", "qomet", "quixo")


def make(page: Page, puzzle: Puzzle, move: str, hand: Mouse) -> None:
    page.wait_for_selector("#board .spot.is-open")
    for touch in puzzle.position.paths[move]:
        hand.touch(touch)


def pieces(position: Position) -> dict[str, str]:
    """What stands on the places of a board."""
    letters = position.variant.letters
    return {
        place: letters[code]
        for place, code in zip(position.variant.places, position.cells, strict=True)
        if code
    }


def shown_pieces(page: Page, puzzle: Puzzle) -> dict[str, str]:
    places = puzzle.position.variant.places
    return {at: letter for at, letter in standing(page).items() if at in places and letter != "."}


@pytest.mark.slow_except("quarto")
@pytest.mark.parametrize("game", GAMES)
def test_solving(desk: Page, game: str) -> None:
    puzzle = puzzles.of_game(game)[3]
    wrong = next(move for move in puzzle.position.moves if move != puzzle.move)
    desk.goto(f"/puzzles/{game}/{puzzle.number}")
    make(desk, puzzle, wrong, Mouse(desk))
    expect(desk.locator("#notice.is-wrong")).to_contain_text("After it: ", timeout=15_000)
    expect(desk.locator("#solution")).to_be_hidden()
    after = puzzle.position.play(wrong)
    answers = [pieces(after.play(move)) for move in after.moves]
    assert shown_pieces(desk, puzzle) in answers  # the answer is on the board, too
    expect(desk.locator("#board .spot.is-open")).to_have_count(0)
    desk.get_by_role("button", name="Try again").click()
    expect(desk.locator("#retry")).to_be_hidden()
    make(desk, puzzle, puzzle.move, Mouse(desk))
    expect(desk.locator("#notice.is-right")).to_contain_text("Right: ")
    expect(desk.locator("#reveal")).to_be_hidden()
    expect(desk.locator("#next.primary")).to_be_focused()
    expect(desk.locator("#line button")).to_have_count(puzzle.plies)
    expect(desk.locator("#solved")).to_have_text("Solved.")
    desk.locator("#line button").last.click()
    expect(desk.locator("#line button").last).to_have_attribute("aria-current", "step")
    audit(desk)
    desk.locator("#next").press("Enter")
    expect(desk).to_have_url(re.compile(f"/{puzzle.number + 1}$"))
    desk.goto(f"/puzzles/{game}")
    expect(desk.locator("a.is-solved")).to_have_text(str(puzzle.number))
    expect(desk.locator("[data-solved-of]")).to_have_text("Solved: 1 of 240")


@pytest.mark.slow
def test_a_touch_that_begins_nothing_is_told_the_rule(desk: Page) -> None:
    puzzle = next(it for it in puzzles.of_game("quixo") if not it.options)
    desk.goto(f"/puzzles/quixo/{puzzle.number}")
    desk.wait_for_selector("#board .spot.is-open")
    spot(desk, "c3").click()
    notice = desk.locator("#notice.is-wrong")
    expect(notice).to_have_text("Only cubes on the border may be taken.")
    make(desk, puzzle, puzzle.move, Mouse(desk))
    expect(desk.locator("#notice")).to_contain_text("Right: ")


@pytest.mark.slow
def test_the_keyboard_alone(desk: Page) -> None:
    puzzle = puzzles.of_game("qomet")[0]
    desk.goto("/puzzles/qomet/1")
    make(desk, puzzle, puzzle.move, Keys(desk))
    expect(desk.locator("#notice")).to_contain_text("Right: ")


@pytest.mark.slow
def test_looking_at_the_solution_does_not_solve(desk: Page) -> None:
    puzzle = puzzles.of_game("quantik")[6]
    desk.goto("/puzzles/quantik/7")
    reveal = desk.get_by_role("button", name="Show solution")
    expect(reveal).to_have_attribute("aria-expanded", "false")
    reveal.click()
    expect(reveal).to_have_attribute("aria-expanded", "true")
    desk.locator("#line button").first.click()
    expect(desk.locator("#line button").first).to_have_attribute("aria-current", "step")
    desk.get_by_role("button", name="Back to the puzzle").click()
    make(desk, puzzle, puzzle.move, Mouse(desk))
    expect(desk.locator("#notice.is-right")).to_contain_text("Right: ")
    expect(desk.locator("#solved")).to_have_text("You have seen the solution.")
    desk.goto("/puzzles/quantik")
    expect(desk.locator("a.is-seen")).to_have_text("7")
    expect(desk.locator("a.is-solved")).to_have_count(0)


@pytest.mark.slow
def test_the_last_one_leads_to_what_is_left(desk: Page) -> None:
    last = puzzles.of_game("quixo")[-1]
    desk.goto(f"/puzzles/quixo/{last.number}")
    expect(desk.get_by_text("This is the last Quixo puzzle.")).to_be_visible()
    make(desk, last, last.move, Mouse(desk))
    expect(desk.locator("#unsolved.primary")).to_be_focused()
    expect(desk.locator("#unsolved")).to_have_attribute("href", "/puzzles/quixo/1")
