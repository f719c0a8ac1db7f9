"""What was agreed is seen before sitting down and at the table, and it is kept."""

import pytest
from playwright.sync_api import Page, expect

from browser.playing import open_table, view
from browser.together import People, invite, join

AGAINST_ENGINE = {"chair-0": "person", "name-0": "Ann", "chair-1": "engine-1", "first": "0"}


def test_i_see_what_was_agreed_before_i_sit_down(people: People) -> None:
    ann, ben = people(), people()
    (link,) = invite(ann, "quarto-strict-calls", clock="180+2")
    expect(ann.locator("#waiting")).to_contain_text("3 minutes + 2 seconds per move")
    ben.goto(link)
    agreed = ben.locator("main")
    for words in (
        "Clock: 3 minutes + 2 seconds per move",
        "Clocks start after the first move.",
        "Loses the game",
        "No take-backs",
        "Ann begins",
        "House rules (ours",
    ):
        expect(agreed).to_contain_text(words)


def test_what_was_agreed_is_one_click_away_at_the_table(desk: Page) -> None:
    open_table(desk, "quixo", house="1", repetition="true")
    desk.get_by_role("button", name="Game info").click()
    shown = desk.locator("dialog[open]")
    expect(shown).to_contain_text("No clock")
    expect(shown).to_contain_text("A position that occurs three times is a draw. H1")
    desk.keyboard.press("Escape")
    expect(shown).to_be_hidden()


def test_offering_a_draw_asks_me_first(desk: Page) -> None:
    answer = desk.request.post("/tables", form={"game": "quixo", **AGAINST_ENGINE})
    desk.goto(answer.url)
    desk.get_by_role("button", name="Offer a draw").click()
    question = desk.locator("dialog[open]")
    expect(question).to_contain_text("The engine accepts only if it is not better")
    question.get_by_role("button", name="Cancel").click()
    assert view(desk)["questions"] == []
    assert view(desk)["phase"] == "playing"


def test_no_draw_is_offered_to_an_engine_in_quantik(desk: Page) -> None:
    answer = desk.request.post("/tables", form={"game": "quantik", **AGAINST_ENGINE})
    desk.goto(answer.url)
    expect(desk.get_by_role("button", name="Resign")).to_be_visible()
    expect(desk.get_by_role("button", name="Offer a draw")).to_be_hidden()


@pytest.mark.slow
def test_partners_who_may_not_talk_see_why(people: People) -> None:
    ann, cem = people(), people()
    form = {"game": "quixo", "option-players": "4", "house": "1", "first": "0"}
    form |= {"chair-0": "person", "name-0": "Ann", "chair-2": "open"}
    answer = ann.request.post(
        "/tables", form={**form, "chair-1": "engine-1", "chair-3": "engine-1"}
    )
    ann.goto(answer.url)
    link = ann.locator("#chairs input").input_value()
    cem.goto(link)
    expect(cem.locator("main")).to_contain_text("Partners may not talk")
    join(cem, link, "Cem")
    for page in (ann, cem):
        expect(page.locator("#chat .closed")).to_contain_text("Chat is closed during the game")
        expect(page.locator("#chat form")).to_be_hidden()
