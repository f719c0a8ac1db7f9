"""What a person wants: my own symbol, and nobody told what there is to call."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.playing import open_table, spot

# The same board; the piece placed last is in a line, or in none.
LINED, PLAIN = "6a49/..cf/5.d./0123 e d1 -", "6a49/..cf/5.d./0123 e c4 -"


def test_a_hint_does_not_tell_me_that_there_is_a_quarto_to_call(desk: Page) -> None:
    said = []
    for position in (LINED, PLAIN):
        open_table(desk, "quarto-spoken", house="1", hints="true", position=position)
        desk.get_by_role("button", name="Hint").click()
        expect(desk.locator("#notice")).to_contain_text("Hint: place")
        said.append((desk.locator("#notice").inner_text(), desk.locator("#prompt").inner_text()))
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("look", "shown"), [("starter_second", "circle"), ("starter_first", "cross")]
)
def test_i_begin_with_the_symbol_i_like(desk: Page, look: str, shown: str) -> None:
    open_table(desk, "quixo", look=look)
    spot(desk, "a1").click()
    spot(desk, "e1").click()
    expect(spot(desk, "e1")).to_have_attribute("aria-label", f"The cube on e1 shows a {shown}.")
    desk.goto("/")
    expect(desk.locator(".going .small").first).to_contain_text(f"e1 shows a {shown}")
