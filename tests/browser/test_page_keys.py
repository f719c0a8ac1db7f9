"""The keys of a page: stepping through moves, and the sheet that lists them all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.playing import Mouse, open_table, play, spot
from browser.test_accessibility import audit
from quintet import puzzles


def current(page: Page, ply: int) -> None:
    expect(page.locator("#moves button[aria-current]")).to_have_attribute("data-ply", str(ply))


@pytest.mark.slow
def test_arrows_step_through_the_moves_of_a_game(desk: Page) -> None:
    open_table(desk, "quixo")
    play(desk, "quixo", ["a1e1", "b5b1", "c1c5"], Mouse(desk))
    expect(desk.locator("#board .spot.is-open").first).to_be_attached()
    current(desk, 3)
    desk.keyboard.press("ArrowLeft")  # the last click was on the board, yet nobody walks over it
    current(desk, 2)
    desk.keyboard.press("ArrowLeft")
    current(desk, 1)
    desk.keyboard.press("ArrowRight")
    current(desk, 2)
    desk.keyboard.press("End")
    current(desk, 3)
    desk.keyboard.press("Home")
    expect(desk.locator("#board .piece:not([data-letter='.'])")).to_have_count(0)
    desk.keyboard.press("End")
    expect(desk.locator("#board .spot.is-open").first).to_be_attached()


@pytest.mark.slow
def test_on_the_board_arrows_still_walk_and_step_with_ctrl(desk: Page) -> None:
    open_table(desk, "quixo")
    play(desk, "quixo", ["a1e1", "b5b1"], Mouse(desk))
    desk.locator("body").press("Tab")
    for _ in range(40):
        if desk.evaluate("document.activeElement.matches('#board .spot')"):
            break
        desk.keyboard.press("Tab")
    before = desk.evaluate("document.activeElement.dataset.at")
    desk.keyboard.press("ArrowRight")
    assert desk.evaluate("document.activeElement.dataset.at") != before
    current(desk, 2)
    desk.keyboard.press("Control+ArrowLeft")
    current(desk, 1)


@pytest.mark.slow
def test_a_half_made_move_keeps_the_arrows(desk: Page) -> None:
    open_table(desk, "quixo")
    play(desk, "quixo", ["a1e1", "b5b1"], Mouse(desk))
    spot(desk, "a2").click()
    desk.keyboard.press("ArrowRight")
    current(desk, 2)
    assert desk.locator(".mark.chosen").count() == 1


@pytest.mark.slow_except("table")
@pytest.mark.parametrize("path", ["table", "/puzzles/cubulus/1", "/edit/quixo"])
def test_a_question_mark_shows_all_shortcuts(desk: Page, path: str) -> None:
    if path == "table":
        open_table(desk, "quixo")
    else:
        desk.goto(path)
        desk.wait_for_selector("#board .spot[tabindex='0']")
    desk.keyboard.press("?")
    sheet = desk.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet).to_be_visible()
    audit(desk)
    desk.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    desk.get_by_role("button", name="Settings").click()
    desk.get_by_role("button", name="Keyboard shortcuts").click()
    expect(sheet).to_be_visible()


def test_what_is_typed_into_a_field_is_no_shortcut(desk: Page) -> None:
    desk.goto("/edit/quixo")
    desk.locator("#text").press("?")
    expect(desk.get_by_role("dialog")).to_have_count(0)


@pytest.mark.slow
def test_arrows_step_through_the_solution_of_a_puzzle(desk: Page) -> None:
    puzzle = next(it for it in puzzles.of_game("qomet") if it.plies > 2)
    desk.goto(f"/puzzles/qomet/{puzzle.number}")
    desk.get_by_role("button", name="Show solution").click()
    lines = desk.locator("#line button")
    for at in range(2):
        desk.keyboard.press("ArrowRight")
        expect(lines.nth(at)).to_have_attribute("aria-current", "step")
    desk.keyboard.press("ArrowLeft")
    expect(lines.first).to_have_attribute("aria-current", "step")
