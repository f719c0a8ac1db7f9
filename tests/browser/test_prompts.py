"""The prompt as a conversation: what is asked next, and what a wrong click wanted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.playing import Mouse, open_table, play, shown_plies, spot
from browser.together import People, play_together, sit_together


def test_i_am_told_what_to_do_next_after_choosing_a_cube(desk: Page) -> None:
    open_table(desk, "quixo")
    prompt = desk.locator("#prompt[role='status']")
    expect(prompt).to_contain_text("Choose a cube")
    spot(desk, "a1").click()
    expect(prompt).to_have_text("Now choose where it is pushed in.")
    desk.get_by_role("button", name="Cancel").click()
    expect(prompt).to_contain_text("Choose a cube")


def test_my_first_click_on_a_square_tells_me_to_choose_a_piece(desk: Page) -> None:
    open_table(desk, "quantik")
    spot(desk, "b3").click()
    expect(desk.locator("#notice")).to_have_text(
        "First choose one of your pieces, then the square for it."
    )
    spot(desk, "reserve-a-0").click()
    expect(desk.locator("#notice")).to_have_text("These pieces are your opponent's.")
    spot(desk, "reserve-B-0").click()
    expect(desk.locator("#prompt")).to_have_text("Now choose where the cylinder goes.")
    expect(desk.locator("#notice")).to_be_empty()


@pytest.mark.slow
def test_a_stray_click_with_a_star_chosen_places_no_other_star(desk: Page) -> None:
    open_table(desk, "qomet")
    play(desk, "qomet", ["d4", "a1"], Mouse(desk))
    spot(desk, "d4").click()
    expect(desk.locator("#prompt")).to_contain_text("Now choose where the star goes")
    spot(desk, "g7").click()
    expect(desk.locator("#notice")).to_contain_text("one step along a line")
    assert shown_plies(desk) == 2
    spot(desk, "d5").click()  # the star is still chosen
    expect(desk.locator("#moves button").last).to_have_text("d4-d5")


def test_i_see_and_read_which_piece_to_place(desk: Page) -> None:
    open_table(desk, "quarto")
    play(desk, "quarto", ["b"], Mouse(desk))
    expect(desk.locator("#prompt")).to_contain_text("Place this piece: short, dark, round, hollow.")
    expect(desk.locator("#prompt svg use")).to_have_attribute("href", "#quarto-b")
    given = desk.locator("#moves button").last
    expect(given).to_have_attribute(
        "aria-label", "Move 1: Player 1 gives a piece: short, dark, round, hollow."
    )
    expect(given.locator("svg")).to_have_count(1)


@pytest.mark.slow
def test_i_can_show_a_square_by_all_its_corners(desk: Page) -> None:
    open_table(desk, "quarto-spoken", **{"option-squares": "true"})
    hand = Mouse(desk)
    play(desk, "quarto-spoken", ["7", "b2"], hand)
    hand.touch("quarto")
    expect(desk.locator("#prompt")).to_contain_text("the four corners of your square")
    for place in ("a2", "b2", "b1"):
        hand.touch(place)
    expect(desk.locator("#moves button").last).to_have_text("quarto:a1-b2")
    spot(desk, "a1").click()  # the fourth corner
    expect(desk.locator("#notice")).to_contain_text("The call is void")


@pytest.mark.slow
def test_both_players_read_why_a_call_was_void(people: People) -> None:
    ann, ben = sit_together(people, "quarto-spoken", ["Ben"])
    play_together([ann, ben], "quarto-spoken", ["7", "b2"])
    hand = Mouse(ben)
    hand.touch("quarto")
    expect(ben.locator("#prompt")).to_have_text("Show the two ends of your line.")
    for end in ("a1", "d1"):
        hand.touch(end)
    for page in (ann, ben):
        expect(page.locator("#notice")).to_contain_text("Ben calls Quarto")
        expect(page.locator("#notice")).to_contain_text("The call is void: there are not four")
        expect(page.locator(".lines .link")).to_have_count(1)
    hand.touch("4")
    ann.wait_for_selector("#board .spot.is-open[data-touch='a1']")
    expect(ann.locator("#notice")).to_contain_text("The call is void")


def test_people_at_one_screen_read_whose_turn_it_is(desk: Page) -> None:
    open_table(desk, "quantik", **{"name-0": "Anna", "name-1": "Ben"})
    expect(desk.locator("#prompt")).to_have_text("Anna's turn. Place a piece.")
    play(desk, "quantik", ["A@a1"], Mouse(desk))
    expect(desk.locator("#prompt")).to_have_text("Ben's turn. Place a piece.")


@pytest.mark.slow
def test_the_end_says_who_won_and_what_i_can_do_next(people: People) -> None:
    ann, ben = sit_together(people, "quantik", ["Ben"])
    eve = people()
    eve.goto(ann.url)
    play_together([ann, ben], "quantik", ["A@a1", "B@b1", "C@c1", "D@d1"])
    for page, title, why in (
        (ann, "You lost", "Ben completed a line."),
        (ben, "You won", "You completed a line."),
        (eve, "Ben won", "Ben completed a line."),
    ):
        expect(page.locator("#outcome h2")).to_have_text(title)
        expect(page.locator("#outcome .said")).to_have_text(why)
        expect(page.locator("#prompt")).to_have_text(f"{title}. {why}")
        expect(page.locator("#outcome")).not_to_contain_text("0-1")
        expect(page.locator(".winning-line")).to_have_count(1)
        expect(page.locator("#outcome").get_by_role("link", name="Home")).to_be_visible()
    expect(ben.get_by_role("button", name="Rematch")).to_be_visible()
    ben.get_by_role("button", name="To the beginning").click()
    expect(ben.locator("#prompt")).to_have_text("Move 0 of 4")
    ben.get_by_role("link", name="Review").click()
    expect(ben.get_by_role("heading", name="Quantik: review")).to_be_attached()


@pytest.mark.slow
def test_a_hint_tells_me_what_to_do(desk: Page) -> None:
    open_table(desk, "quantik", ["person", "engine-1"], house="1", hints="true")
    desk.get_by_role("button", name="Hint").click()
    expect(desk.locator("#notice")).to_have_text(
        re.compile(r"^Hint: place a (sphere|cylinder|cube|cone) on [a-d][1-4]\.$")
    )


def test_nothing_lies_over_the_board_on_my_phone(phone: Page) -> None:
    open_table(phone, "quarto")
    expect(phone.locator("#menu")).to_be_hidden()
    phone.get_by_role("button", name="Menu").click()
    expect(phone.locator("#menu")).to_be_visible()
