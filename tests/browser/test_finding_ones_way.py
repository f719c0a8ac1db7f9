"""Getting around: the same header on every page, and nothing that takes a player from the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.playing import Mouse, open_table, play, spot
from browser.test_accessibility import audit

HEADER = [
    "Learn",
    "Puzzles",
    "Analysis",
    "Lobby",
    "My games",
    "Solved games",
    "Rules",
    "Settings",
]
PAGES = ("/", "/lobby", "/known", "/rules/quixo", "/puzzles/quixo/1", "/new/quixo", "/edit/quixo")


def header(page: Page) -> list[str]:
    return page.locator("header nav > :is(a, button:not(.language-button))").all_inner_texts()


@pytest.mark.slow_except("/", "/edit/quixo")
@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_the_same_header(desk: Page, path: str) -> None:
    desk.goto(path)
    assert header(desk) == HEADER
    expect(desk.get_by_role("button", name="Language: English")).to_be_visible()


@pytest.mark.slow
def test_a_table_has_it_too_and_the_rules_open_over_it(desk: Page) -> None:
    open_table(desk, "quixo")
    assert header(desk) == HEADER
    table = desk.url
    spot(desk, "a1").click()
    desk.get_by_role("link", name="Rules").click()
    rules = desk.get_by_role("dialog", name="Quixo rules")
    expect(rules.get_by_role("heading", name="Quixo rules")).to_be_visible()
    expect(rules.locator("figure svg").first).to_be_visible()
    audit(desk)
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_have_count(0)
    assert desk.url == table
    spot(desk, "e1").click()  # the half-made move is still there
    expect(desk.locator("#moves button")).to_have_text(["a1e1"])


@pytest.mark.slow
def test_the_language_changes_in_the_middle_of_a_game(phone: Page) -> None:
    open_table(phone, "quixo")
    play(phone, "quixo", ["a1e1"], Mouse(phone))
    table = phone.url
    phone.get_by_role("button", name="Menu").click()
    audit(phone)
    phone.get_by_role("button", name="français").click()
    expect(phone.locator("html")).to_have_attribute("lang", "fr")
    assert phone.url == table
    expect(phone.locator("#moves button")).to_have_text(["a1e1"])


def test_settings_open_over_any_page(desk: Page) -> None:
    desk.goto("/puzzles/quixo/1")
    desk.get_by_role("button", name="Settings").click()
    desk.get_by_label("Theme").select_option("dark")
    desk.get_by_role("button", name="Done").click()
    assert desk.locator("html").get_attribute("data-theme") == "dark"
    expect(desk.locator("#board .spot.is-open").first).to_be_visible()


def test_on_a_phone_the_menu_is_closed_until_it_is_asked_for(phone: Page) -> None:
    phone.goto("/")
    puzzles = phone.get_by_role("link", name="Puzzles", exact=True)
    expect(puzzles).to_be_hidden()
    phone.get_by_role("button", name="Menu").click()
    puzzles.click()
    phone.wait_for_url("**/puzzles")


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en", "fr"])
@pytest.mark.parametrize("width", [360, 844, 1024, 1130, 1280])
def test_the_header_fits(people: Callable[..., Page], width: int, locale: str) -> None:
    page = people(locale=locale)
    page.set_viewport_size({"width": width, "height": 700})
    for path in ("/analysis", "/analysis/cubulus"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        box = page.locator("header").bounding_box()
        assert box is not None
        assert box["height"] <= 60
