"""An audit of every page and of the states of a table: nothing may stand in anybody's way."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.playing import Mouse, open_table, play, short_game, spot

GAMES = ("quantik", "quarto", "qomet", "cubulus", "quixo")
PAGES = (
    "/",
    "/lobby",
    "/games",
    "/settings",
    "/rules",
    "/rules/house",
    "/api/docs",
    "/no-such-page",
    "/known",
    "/puzzles",
    "/puzzles/today",
    "/puzzles/mistakes",
    "/puzzles/quantik?theme=fork",
    "/analysis",
    "/learn",
    *(f"/{part}/{game}" for part in ("rules", "learn", "analysis") for game in GAMES),
    *(f"/{part}/{game}" for part in ("new", "edit", "puzzles") for game in ("quarto", "quixo")),
    *(f"/puzzles/{game}/{part}" for part in ("1", "rush") for game in ("quarto", "cubulus")),
)
THEMES = ("light", "dark")
CASES = [
    *((path, "light") for path in PAGES),
    # Colours are those of the kind of page, not of its game.
    *((path, "dark") for path in PAGES if path.endswith("/quarto") or not path.endswith(GAMES)),
]


# Measuring the contrast of every text takes longer than all other rules together.
ONLY_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
ALL_BUT_COLOURS = {"rules": {rule: {"enabled": False} for rule in ONLY_COLOURS["runOnly"]}}


def audit(page: Page, rules: Mapping[str, object] | None = None) -> None:
    found = Axe().run(page, options={"resultTypes": ["violations"], **(rules or {})})
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.slow_except("/-light", "/new/quarto-dark", "/lobby-dark")
@pytest.mark.parametrize(("path", "theme"), CASES)
def test_page(desk: Page, path: str, theme: str) -> None:
    desk.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    desk.goto(path)
    audit(desk, ONLY_COLOURS if theme == "dark" else None)  # which is all that a theme changes


@pytest.mark.slow
@pytest.mark.parametrize(
    "mode", ["quantik", "quarto-spoken", "qomet", "cubulus-three", "quixo-four"]
)
def test_game(desk: Page, mode: str) -> None:
    """At its beginning, with a move half made, and when it is over."""
    open_table(desk, mode)
    audit(desk)
    desk.locator("#board .spot[tabindex='0']").focus()
    desk.keyboard.press("Enter")
    audit(desk)
    open_table(desk, mode)
    play(desk, mode, short_game(mode, "UFR" if mode.startswith("cubulus") else ""), Mouse(desk))
    expect(desk.locator("#outcome")).to_be_visible()
    audit(desk)


@pytest.mark.slow
def test_states_of_a_table(desk: Page) -> None:
    open_table(desk, "quantik", house="1", values="true", take_backs="true")
    play(desk, "quantik", ["A@a1"], Mouse(desk))
    spot(desk, "reserve-a-0").click()
    spot(desk, "a4").click()  # forbidden, and said so
    expect(desk.locator("#notice")).not_to_be_empty()
    audit(desk)
    desk.get_by_role("button", name="Offer a draw").click()
    desk.locator("dialog[open]").get_by_role("button", name="Offer draw").click()
    expect(desk.locator(".question")).to_be_visible()
    audit(desk)
    desk.locator(".question").get_by_role("button", name="No").click()
    for name in ("Settings", "Game info", "Resign"):
        desk.get_by_role("button", name=name).click()
        audit(desk)
        desk.keyboard.press("Escape")
    desk.get_by_role("button", name="Values").click()
    expect(desk.locator("#value-bar .said")).not_to_be_empty()
    audit(desk)


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_high_contrast(desk: Page, theme: str) -> None:
    desk.goto("/settings")
    desk.get_by_label("Contrast").select_option("high")
    desk.get_by_label("Theme").select_option(theme)
    audit(desk)
    open_table(desk, "quixo")
    audit(desk)


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_learning_in_high_contrast(desk: Page, theme: str) -> None:
    desk.goto("/settings")
    desk.get_by_label("Contrast").select_option("high")
    desk.get_by_label("Theme").select_option(theme)
    for path in ("/learn/cubulus", "/rules/quixo", "/analysis/qomet", "/puzzles/quarto/1"):
        desk.goto(path)
        audit(desk)


@pytest.mark.slow
def test_phone(phone: Page) -> None:
    phone.goto("/")
    audit(phone)
    open_table(phone, "quarto-spoken")
    audit(phone)
