"""Pages in a language that is read from right to left, and in the system's own colours."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import PHONE
from browser.lending import Lender
from browser.playing import Mouse, open_table, play, spot
from browser.test_accessibility import ALL_BUT_COLOURS, audit
from browser.together import People, invite

MIRRORED = """new MutationObserver(() => {
    if (document.documentElement) document.documentElement.dir = "rtl";
}).observe(document, { childList: true });"""

PAGES = (
    "/",
    "/new/quixo",
    "/lobby",
    "/settings",
    "/puzzles",
    "/puzzles/quixo/4",
    "/rules/quixo",
    "/known",
    "/games",
)


@pytest.fixture(scope="module")
def mirrored(lender: Lender) -> Iterator[Page]:
    """A page for all tests of this module: no other can use it."""
    with lender.lent(viewport=PHONE, has_touch=True, is_mobile=True) as page:
        page.add_init_script(MIRRORED)
        yield page


def left(item: Locator) -> float:
    box = item.bounding_box()
    assert box
    return box["x"]


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_i_need_not_scroll_sideways(mirrored: Page, path: str) -> None:
    mirrored.goto(path)
    assert mirrored.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert left(mirrored.locator(".bar .brand")) > PHONE["width"] / 2
    audit(mirrored, ALL_BUT_COLOURS)


@pytest.mark.slow
def test_the_board_and_those_around_it_are_where_they_are(mirrored: Page) -> None:
    open_table(mirrored, "quixo-four", clock="180+2")
    assert left(spot(mirrored, "a1")) < left(spot(mirrored, "e1"))
    west, east = (mirrored.locator(f".seat[data-place='{place}']") for place in (1, 3))
    assert left(west) < left(east)
    expect(west.locator(".clock")).to_have_text("3:00")
    audit(mirrored, ALL_BUT_COLOURS)


@pytest.mark.slow
def test_steps_point_the_way_moves_are_read(mirrored: Page) -> None:
    open_table(mirrored, "quixo")
    play(mirrored, "quixo", ["c1c5", "a1e1"], Mouse(mirrored))
    back, on = (mirrored.locator(f".steps [data-step={way}]") for way in ("back", "on"))
    assert left(back) > left(on)
    # These signs are mirrored by every font: turned once more they would point the wrong way.
    assert back.locator("span").evaluate("one => getComputedStyle(one).scale") == "none"
    mirrored.keyboard.press("ArrowRight")
    expect(mirrored.locator("#moves [aria-current]")).to_have_text("c1c5")


@pytest.mark.slow
def test_notation_and_links_are_written_from_left_to_right(mirrored: Page) -> None:
    mirrored.goto("/edit/quixo")
    direction = "one => getComputedStyle(one).direction"
    assert mirrored.locator("#text").evaluate(direction) == "ltr"
    invite(mirrored, "quixo")
    assert mirrored.locator("#chairs input").first.evaluate(direction) == "ltr"


@pytest.mark.slow
def test_what_i_chose_is_seen_in_the_systems_colours(people: People) -> None:
    page = people(forced_colors="active")
    page.goto("/")
    shade = "one => getComputedStyle(one).backgroundColor"
    levels = page.locator(".strength .words input + span")
    shades = levels.evaluate_all(f"all => all.map({shade})")
    assert len(set(shades)) == 2
    open_table(page, "quixo")
    edge = "one => getComputedStyle(one).borderBlockEndColor"
    assert len(set(page.locator(".seat").evaluate_all(f"all => all.map({edge})"))) == 2
    play(page, "quixo", ["c1c5"], Mouse(page))
    expect(page.locator("#moves [aria-current]")).to_have_css("background-color", shades[1])
    audit(page)


@pytest.mark.slow
def test_high_contrast_follows_a_dark_system(people: People) -> None:
    page = people(color_scheme="dark")
    page.add_init_script("localStorage['quintet.settings'] = '{\"contrast\": \"high\"}'")
    page.goto("/")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(255, 255, 255)"
    audit(page)
