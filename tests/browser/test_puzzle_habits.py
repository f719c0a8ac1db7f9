"""Puzzles as a habit: one a day, as many as possible in three minutes, and by theme."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.playing import Keys, Mouse, path_of
from browser.test_accessibility import audit
from browser.test_puzzling import make
from browser.test_reviewing import MOVES, better_moves, open_review
from quintet import puzzles
from quintet.puzzles import Puzzle, Theme

NUMBER = re.compile(r"/puzzles/(\w+)/(\d+)/task$")


def rush(page: Page, game: str) -> list[Puzzle]:
    """Start a rush; the list is that of the puzzles fetched so far."""
    fetched: list[Puzzle] = []

    def note(address: str) -> None:
        if found := NUMBER.search(address):
            fetched.append(puzzles.of_game(found[1])[int(found[2]) - 1])

    page.on("request", lambda request: note(request.url))
    page.goto(f"/puzzles/{game}/rush")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    return fetched


def answer(page: Page, puzzle: Puzzle, move: str, hand: Mouse, notice: str) -> None:
    expect(page.locator("#prompt")).to_contain_text("Find the only move")
    make(page, puzzle, move, hand)
    expect(page.locator("#notice")).to_contain_text(notice)


def test_i_solve_as_many_as_i_can_in_three_minutes(desk: Page) -> None:
    desk.clock.install()
    fetched = rush(desk, "quantik")
    audit(desk)
    answer(desk, fetched[0], fetched[0].move, Mouse(desk), "Right.")
    expect(desk.locator("#count")).to_have_text("1")
    second = fetched[1]
    wrong = next(move for move in second.position.moves if move != second.move)
    answer(desk, second, wrong, Mouse(desk), "Wrong. The right move: ")
    desk.clock.fast_forward("02:31")
    expect(desk.locator("#narration")).to_contain_text("30 seconds left.")
    expect(desk.locator("#time")).to_have_text(re.compile(r"0:[0-2]\d"))
    desk.clock.fast_forward("00:31")
    title = desk.get_by_role("heading", name="Solved: 1")
    expect(title).to_be_focused()
    expect(desk.locator("#missed-list a")).to_have_text([str(second.number)])
    expect(desk.locator("#best")).to_have_text("1")
    audit(desk)
    desk.reload()
    expect(desk.locator("#best")).to_have_text("1")
    desk.goto("/puzzles/quantik")
    expect(desk.locator("a.is-solved")).to_have_text(str(fetched[0].number))


@pytest.mark.slow
def test_a_rush_with_the_keyboard_alone(desk: Page) -> None:
    desk.clock.install()
    fetched = rush(desk, "qomet")
    for number in range(3):
        answer(desk, fetched[number], fetched[number].move, Keys(desk), "Right.")
        expect(desk.locator("#count")).to_have_text(str(number + 1))
    desk.get_by_role("button", name="Stop").press("Enter")
    expect(desk.get_by_role("heading", name="Solved: 3")).to_be_focused()


@pytest.mark.slow
def test_i_go_from_one_fork_to_the_next(desk: Page) -> None:
    first, second, third = [it for it in puzzles.of_game("quantik") if Theme.FORK in it.themes][:3]
    desk.goto("/puzzles")
    desk.get_by_role("link", name="Quantik puzzles").click()
    desk.get_by_role("link", name="Fork").click()
    desk.wait_for_url("**theme=fork*")
    audit(desk)
    desk.get_by_role("link", name=str(first.number), exact=True).click()
    expect(desk.locator("#themes")).to_be_hidden()  # it would give too much away
    expect(desk.locator("#next")).to_have_attribute("href", re.compile("theme=fork"))
    desk.get_by_role("link", name="Next puzzle").click()  # not solved, and on to the next
    expect(desk).to_have_url(re.compile(f"/{second.number}\\?theme=fork$"))
    make(desk, second, second.move, Mouse(desk))
    expect(desk.locator("#themes")).to_contain_text("Fork")
    desk.locator("#next").press("Enter")
    expect(desk).to_have_url(re.compile(f"/{third.number}\\?theme=fork$"))


@pytest.mark.slow
def test_i_solve_the_puzzle_of_the_day(phone: Page) -> None:
    phone.goto("/puzzles")
    phone.get_by_role("link", name="Puzzle of the day").click()
    expect(phone.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    audit(phone)
    data = phone.evaluate("JSON.parse(document.getElementById('puzzle').textContent)")
    puzzle = puzzles.of_game(data["game"])[data["number"] - 1]
    phone.evaluate(
        "name => localStorage.setItem('quintet.puzzles', JSON.stringify([name]))",
        f"{puzzle.game} {puzzle.text}",
    )
    phone.reload()
    expect(phone.locator("#streak")).to_have_text("Days in a row: 1")


@pytest.mark.slow
def test_i_solve_the_mistakes_of_my_own_games_one_after_the_other(desk: Page) -> None:
    for _ in range(2):
        open_review(desk, "quixo-small", MOVES)
    (right,) = better_moves(desk)
    desk.get_by_role("link", name="Puzzles").click()
    tile = desk.get_by_role("link", name="Your mistakes")
    expect(tile).to_contain_text("Solved: 0 of 2", timeout=15_000)
    desk.get_by_role("link", name="Quixo puzzles").click()
    theme = desk.get_by_role("link", name="Your mistakes 2")
    expect(theme).to_be_visible()
    theme.click()
    audit(desk)
    expect(desk.locator(".library a")).to_have_count(2)
    desk.get_by_role("link", name="Next unsolved").click()
    first = desk.url
    solve_mistake(desk, right)
    expect(desk.get_by_role("link", name="Next mistake")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk).not_to_have_url(first)
    desk.get_by_role("link", name="Your mistakes").click()
    expect(desk.locator("#progress")).to_have_text("Solved: 1 of 2")
    expect(desk.locator("a.is-solved")).to_have_count(1)
    desk.get_by_role("link", name="Next unsolved").click()
    solve_mistake(desk, right)
    more = desk.get_by_role("link", name="More puzzles")
    expect(more).to_be_focused()  # no mistake is left
    expect(desk.get_by_role("link", name="Next mistake")).to_be_hidden()
    more.click()
    expect(desk.get_by_role("heading", name="Quixo puzzles")).to_be_visible()


def solve_mistake(page: Page, move: str) -> None:
    page.wait_for_selector("#board .spot.is-open")
    for touch in path_of("quixo-small", move):
        Mouse(page).touch(touch)
    expect(page.locator("#notice.is-right")).to_be_visible()
