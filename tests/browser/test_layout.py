"""The screen belongs to the board and to whoever sits in front of it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browser.playing import Mouse, open_table, path_of, spot, view
from browser.together import People, sit_together

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import layout

LYING = ViewportSize(width=740, height=360)
SMALL = ViewportSize(width=360, height=640)


def top(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"]


def test_i_sit_at_the_bottom_of_my_own_screen(people: People) -> None:
    ann, ben = sit_together(people, "quantik", ["Ben"])
    for page, mine, other in ((ann, 0, 1), (ben, 1, 0)):
        assert top(page, f".seat[data-seat='{mine}']") > top(page, f".seat[data-seat='{other}']")
    light, dark = ".spot[data-at='reserve-A-0']", ".spot[data-at='reserve-a-0']"
    assert top(ann, light) > top(ann, dark)
    assert top(ben, dark) > top(ben, light)


def test_i_flip_the_board_by_a_button_or_a_key(desk: Page) -> None:
    open_table(desk, "qomet")
    mine, other = ".seat[data-seat='0']", ".seat[data-seat='1']"
    assert top(desk, mine) > top(desk, other)
    desk.get_by_role("button", name="Flip the board").click()
    assert top(desk, mine) < top(desk, other)
    assert top(desk, "[data-at='reserve-0-0']") < top(desk, "[data-at='reserve-1-0']")
    desk.reload()
    desk.wait_for_selector("#board .spot[tabindex='0']")
    assert top(desk, mine) < top(desk, other)
    desk.locator("body").press("f")
    assert top(desk, mine) > top(desk, other)


def test_my_side_of_quixo_is_nearest_and_moves_go_where_i_point(desk: Page) -> None:
    open_table(desk, "quixo-four")
    desk.locator("body").press("f")  # the west side is at the bottom now
    assert top(desk, ".spot[data-at='a3']") > top(desk, ".spot[data-at='e3']")
    spot(desk, "a1").focus()
    desk.keyboard.press("ArrowLeft")  # along the side that is nearest
    assert desk.evaluate("document.activeElement.dataset.at") == "a2"
    for touch in path_of("quixo-four", "a3e3s"):
        Mouse(desk).touch(touch)
    expect(desk.locator("#moves button")).to_have_count(1)
    assert "s" in view(desk)["position"]
    assert desk.locator("#board .piece[data-on='e3'][data-letter='s']").count() == 1


@pytest.mark.slow
def test_the_board_on_the_whole_screen(desk: Page) -> None:
    open_table(desk, "quixo")
    button = desk.get_by_role("button", name="Full screen")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")


@pytest.mark.slow_except("quixo-four-lying")
@pytest.mark.parametrize(
    ("mode", "screen"),
    [
        pytest.param("quixo-four", LYING, id="quixo-four-lying"),
        pytest.param("qomet", SMALL, id="qomet-small"),
        pytest.param("quantik", LYING, id="quantik-lying"),
        pytest.param("quarto-spoken", SMALL, id="quarto-small"),
    ],
)
def test_all_a_move_needs_is_in_view_with_a_question_and_a_new_line(
    browser: Browser, address: str, mode: str, screen: ViewportSize
) -> None:
    (found,) = layout.measure(browser, address, mode, "board", "en", [screen])
    assert not found.faults


@pytest.mark.slow
def test_a_new_line_leads_to_the_chat(people: People) -> None:
    ann, ben = sit_together(people, "quixo", ["Ben"])
    ben.set_viewport_size(SMALL)
    ann.locator("#chat input").fill("Hello!")
    ann.locator("#chat form button").click()
    said = ben.locator("#said-now")
    expect(said).to_be_in_viewport()
    expect(said).to_have_text("AnnHello!")
    said.click()
    expect(said).to_be_hidden()
    expect(ben.locator("#chat input")).to_be_focused()
    expect(ben.locator("#chat input")).to_be_in_viewport()
