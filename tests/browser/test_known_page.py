"""What is known, on a phone: nothing is cut off, and every value has its name beside it."""

import pytest
from playwright.sync_api import Page, expect

LINES = "one => one.getClientRects().length"


def test_what_is_solved_is_seen_at_a_glance(desk: Page) -> None:
    desk.goto("/known")
    expect(desk.get_by_role("table")).to_have_count(0)  # behind "Details"
    cards = {
        card.get_by_role("heading").inner_text(): card.locator(".verdict").inner_text()
        for card in desk.locator(".verdicts > li").all()
    }
    assert cards == {
        "Quantik": "The second player wins",
        "Quarto": "Nobody wins",
        "Qomet": "The first player wins",
        "Cubulus": "Not solved yet",
        "Quixo": "Nobody wins",
    }
    height = desk.viewport_size["height"] if desk.viewport_size else 0
    box = desk.locator(".verdicts").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    expect(desk.locator("#quixo")).to_contain_text(
        "4\u00d74 board: the first player wins in 21 plies"
    )


@pytest.mark.slow
def test_every_variant_is_a_card(phone: Page) -> None:
    phone.goto("/known")
    phone.get_by_text("Details: exact values").click()
    width = phone.evaluate("document.documentElement.clientWidth")
    assert phone.evaluate("document.documentElement.scrollWidth") <= width
    for title in phone.locator(".known tbody th > span:first-child").all():
        expect(title).to_be_visible()
        assert title.evaluate(LINES) == 1
    for value in phone.locator("[data-game='quixo'] td").all():
        assert value.evaluate("one => one.getBoundingClientRect().right") <= width
        assert value.evaluate("one => getComputedStyle(one, '::before').content") != "none"


@pytest.mark.slow
def test_a_position_is_set_up_and_played_from(desk: Page) -> None:
    desk.goto("/known")
    text = desk.locator("input[name='position']").first.input_value()
    assert text == "..../b.a./..B./A..."
    desk.get_by_text("Quantik: remarkable positions").click()
    desk.get_by_role("link", name="Set up").first.click()
    expect(desk.locator(".piece[data-on='a3'][data-letter='b']")).to_be_visible()
    desk.goto("/known")
    desk.get_by_text("Quantik: remarkable positions").click()
    desk.get_by_role("button", name="Play from here").first.click()
    desk.wait_for_url("**/tables/*")
    expect(desk.locator(".piece[data-on='a3'][data-letter='b']")).to_be_visible()
