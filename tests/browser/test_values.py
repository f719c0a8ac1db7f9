"""Values beside a game: which position they are of, how they are read, and where they are said."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.playing import Mouse, open_table, play, short_game, spot, view
from quintet import tablebase

# The colours of a badge's text and of what it is written on, as the browser paints them.
COLOURS = """badge => ["text", "rect"].map(name =>
  getComputedStyle(badge.querySelector(name)).fill.match(/[\\d.]+/g).slice(0, 3).map(Number))"""


def luminance(colour: list[float]) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: list[float], other: list[float]) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.fixture(autouse=True)
def looked_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The server, a thread of this process, has the tables of the package: no search is awaited."""
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))
    tablebase.close()
    yield
    tablebase.close()


@pytest.fixture
def said(desk: Page) -> str:
    """A small game with values, and what is said at its start."""
    open_table(desk, "quixo-small", house="1", values="true")
    desk.get_by_role("button", name="Values").click()
    expect(desk.locator("#value-bar .said")).to_contain_text("4 moves (solved)")
    return desk.locator("#value-bar .said").inner_text()


@pytest.mark.slow
@pytest.mark.usefixtures("said")
def test_badges_can_be_read_in_every_theme(desk: Page) -> None:
    for theme in ("light", "dark"):
        for wish in ("no-preference", "more"):
            desk.emulate_media(color_scheme=theme, contrast=wish)
            text, ground = desk.locator("#board .value").first.evaluate(COLOURS)
            assert contrast(text, ground) >= 4.5, (theme, wish)


@pytest.mark.slow
def test_values_are_those_of_the_position_shown(desk: Page, said: str) -> None:
    bar, badges = desk.locator("#value-bar .said"), desk.locator("#board .value")
    assert "moves" in (spot(desk, "a1").get_attribute("aria-label") or "")
    words = short_game("quixo-small")
    play(desk, "quixo-small", words[:1], Mouse(desk))
    expect(bar).not_to_be_empty()
    desk.get_by_role("button", name="One move back").click()
    expect(bar).to_have_text(said)
    expect(badges.first).to_be_visible()
    desk.get_by_role("button", name="To the latest move").click()
    expect(desk.locator("#board .spot.is-open").first).to_be_attached()
    play(desk, "quixo-small", words[1:], Mouse(desk))
    expect(bar).to_have_text(view(desk)["outcome"]["sentence"])
    expect(badges).to_have_count(0)
    assert "moves" not in (spot(desk, "a1").get_attribute("aria-label") or "")


@pytest.mark.slow
def test_a_game_that_is_over_has_values(desk: Page) -> None:
    open_table(desk, "quixo-small")
    words = short_game("quixo-small")
    play(desk, "quixo-small", words, Mouse(desk))
    expect(desk.locator("#outcome")).to_be_visible()
    desk.get_by_role("button", name="Values").click()
    expect(desk.locator("#value-bar .said")).to_have_text(view(desk)["outcome"]["sentence"])
    desk.get_by_role("button", name="To the beginning").click()
    expect(desk.locator("#board .value").first).to_be_visible()
    expect(desk.locator("#value-bar .said")).to_contain_text("wins in 4 moves (solved)")
