"""Reading the rules: figures show their motion to those who ask, and to those alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.playing import open_table


def figure(page: Page, caption: str) -> Locator:
    return page.locator("figure", has_text=caption)


def standing(shown: Locator) -> list[str]:
    """The pieces on the board of a figure, with their places."""
    places = "pieces => pieces.map(({dataset}) => `${dataset.letter}@${dataset.on}`).sort()"
    found: list[str] = shown.locator(".piece").evaluate_all(places)
    return found


def test_a_push_is_seen_under_the_mouse_and_taken_back_after(desk: Page) -> None:
    desk.goto("/rules/qomet")
    push = figure(desk, "The star on c5 pushes the one in the centre")
    before = standing(push)
    expect(push.locator(".arrow")).to_have_count(2)
    push.locator("svg").hover()
    expect(push).to_have_attribute("data-state", "over")
    assert {"x@d4", "o@e3"} <= set(standing(push))
    desk.mouse.move(0, 0)
    expect(push).to_have_attribute("data-state", "rest")
    assert standing(push) == before
    expect(push.locator(".arrow")).to_have_count(2)


@pytest.mark.slow
def test_what_forbids_a_placement_is_marked_when_it_is_tried(desk: Page) -> None:
    desk.goto("/rules/quantik")
    tried = figure(desk, "Light already has a sphere in the top row")
    before = standing(tried)
    expect(tried.locator(".verdict")).to_have_text(
        "Not allowed: Your opponent's sphere on c3 stands in this region."
    )
    expect(tried.locator(".mark.forbidding")).to_have_count(1)
    tried.get_by_role("button", name="Show").click()
    expect(tried.locator(".link")).to_have_attribute("data-joins", "d4 c3")
    expect(tried).to_have_attribute("data-state", "over")
    assert standing(tried) == before


@pytest.mark.slow
def test_a_win_is_drawn_on_the_cube(desk: Page) -> None:
    desk.goto("/rules/cubulus")
    won = figure(desk, "The four corners of the top face")
    won.locator("svg").hover()
    expect(won.locator(".winning-line")).to_have_count(1)
    expect(won.locator(".piece.is-winning")).to_have_count(4)


@pytest.mark.slow
def test_a_stolen_call_is_shown_on_a_phone_by_a_tap(phone: Page) -> None:
    phone.goto("/rules/quarto")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375
    steal = figure(phone, "The steal")
    steal.locator("svg").tap()
    expect(steal.locator(".winning-line")).to_have_count(1)
    assert {"5@d1", "6@hand"} <= set(standing(steal))


@pytest.mark.slow
def test_a_figure_is_shown_with_the_keyboard_alone(desk: Page) -> None:
    desk.goto("/rules/quixo")
    pushed = figure(desk, "The cross from b1 goes in at a1")
    button = pushed.get_by_role("button", name="Show")
    button.focus()
    desk.keyboard.press("Enter")
    expect(pushed.locator(".mark.last")).to_have_count(1)
    expect(pushed.locator(".mark.last")).to_have_attribute("data-marks", "a1")


@pytest.mark.slow
def test_nothing_moves_for_those_who_want_it_still(people: Callable[..., Page]) -> None:
    calm = people(reduced_motion="reduce")
    calm.goto("/rules/qomet")
    push = figure(calm, "The star on d7 is pushed off the board")
    before = standing(push)
    push.locator("svg").hover()
    assert standing(push) == before
    show = push.get_by_role("button", name="Show")
    show.click()
    expect(push).to_have_attribute("data-state", "over")
    assert "x@d7" in standing(push)
    show.click()
    expect(push).to_have_attribute("data-state", "rest")
    assert standing(push) == before


@pytest.mark.slow
def test_figures_live_in_the_rules_over_a_table(desk: Page) -> None:
    open_table(desk, "quixo")
    table = desk.url
    desk.get_by_role("link", name="Rules").click()
    rules = desk.locator("dialog[open]")
    expect(rules.get_by_role("heading", name="How the game ends")).to_be_visible()
    expect(rules.get_by_role("navigation")).to_have_count(0)
    win = rules.locator("figure", has_text="Five crosses in a row")
    win.get_by_role("button", name="Show").click()
    expect(win.locator(".winning-line")).to_have_count(1)
    expect(win.get_by_role("link", name="Analyse")).to_have_attribute("target", "_blank")
    rules.get_by_role("button", name="Close").click()
    assert desk.url == table


@pytest.mark.slow
def test_a_long_page_has_a_way_to_each_of_its_parts(phone: Page) -> None:
    phone.goto("/rules/cubulus")
    parts = phone.get_by_role("navigation", name="Cubulus rules").get_by_role("link")
    assert parts.all_text_contents() == phone.locator(".rules h2").all_text_contents()
    parts.filter(has_text="How the game ends").tap()
    expect(phone.get_by_role("heading", name="How the game ends")).to_be_in_viewport()


@pytest.mark.slow
def test_a_rule_is_found_by_its_id_and_leads_to_the_house_rules(desk: Page) -> None:
    desk.goto("/rules/qomet#QM9")
    assert desk.locator("#QM9").evaluate("one => one.matches(':target')")
    desk.get_by_role("link", name="H1").click()
    expect(desk.get_by_role("heading", name="House rules", level=1)).to_be_visible()
    expect(desk.locator("#H1")).to_be_visible()
