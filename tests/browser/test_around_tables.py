"""The pages around the tables: home, options, rules, settings, the editor."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.lending import REST
from browser.playing import Mouse, open_table, play, short_game, spot, view

GAMES = ("quantik", "quarto", "qomet", "cubulus", "quixo")
MAX_BYTES = 150_000


@pytest.mark.slow
def test_options_make_the_table(desk: Page) -> None:
    desk.goto("/")
    desk.get_by_role("link", name="Options for Quixo").click()
    expect(desk.locator(".chairs > li:visible")).to_have_count(2)
    desk.get_by_label("Four, in two teams").check()
    expect(desk.locator(".chairs > li:visible")).to_have_count(4)
    desk.get_by_role("combobox", name="Player 2").select_option("engine-2")
    desk.get_by_label("Name").first.fill("Ann")
    desk.locator("[name='clock']").select_option("300+5")
    desk.get_by_label("Who begins").select_option("0")
    desk.get_by_label("Allow hints").uncheck()
    desk.get_by_role("button", name="Start game").click()
    seen = view(desk)
    assert [seat["level"] for seat in seen["seats"]] == [None, 2, 3, 3]
    assert seen["seats"][0]["name"] == "Ann"
    assert seen["clock"]["text"] == "300+5"
    assert not seen["allowed"]["hint"]
    expect(desk.locator(".seat[data-seat='0'] .clock")).to_have_text(re.compile(r"[45]:\d\d"))


@pytest.mark.slow
def test_the_last_game_is_on_top_of_the_home_page(desk: Page) -> None:
    open_table(desk, "quixo")
    open_table(desk, "qomet")
    table = desk.url
    desk.goto("/")
    games = desk.get_by_role("region", name="Games in progress").get_by_role("link")
    expect(games).to_have_count(2)
    assert games.first.evaluate("one => one.getBoundingClientRect().top") < 150
    games.filter(has_text="Continue").click()
    assert desk.url == table


@pytest.mark.slow
def test_an_opponent_is_chosen_by_a_word_and_chosen_again_the_next_time(desk: Page) -> None:
    desk.goto("/")
    expect(desk.get_by_role("radio", name="Casual 3")).to_be_checked()
    desk.get_by_role("radio", name="Expert 8").check()
    desk.get_by_role("button", name="Play Quixo against the engine").click()
    desk.wait_for_url("**/tables/*")
    assert {seat["level"] for seat in view(desk)["seats"]} == {None, 8}
    desk.goto("/")
    expect(desk.get_by_role("radio", name="Expert 8")).to_be_checked()
    desk.get_by_text("More levels").click()
    desk.get_by_role("radio", name="Expert 9").check()
    desk.get_by_role("button", name="Play Quixo against the engine").click()
    desk.wait_for_url("**/tables/*")
    assert {seat["level"] for seat in view(desk)["seats"]} == {None, 9}


@pytest.mark.slow_except("quixo")
@pytest.mark.parametrize("game", GAMES)
def test_rules_are_one_click_away(desk: Page, game: str) -> None:
    desk.goto("/")
    desk.get_by_role("link", name=f"{game.title()} rules").click()
    expect(desk.get_by_role("heading", level=1)).to_contain_text(game.title())
    assert desk.locator("figure svg").count() >= 1


def test_settings_are_remembered(desk: Page) -> None:
    desk.goto("/settings")
    desk.get_by_label("Theme").select_option("dark")
    assert desk.locator("html").get_attribute("data-theme") == "dark"
    desk.goto("/")
    assert desk.locator("html").get_attribute("data-theme") == "dark"
    desk.goto("/settings")
    expect(desk.get_by_label("Theme")).to_have_value("dark")


@pytest.mark.slow
def test_a_position_is_set_up_and_played_from(desk: Page) -> None:
    desk.goto("/edit/qomet")
    spot(desk, "d4").click()
    expect(desk.locator("#text")).to_have_value(".../.../.../...x.../.../.../... x -")
    expect(desk.locator("#fault")).to_be_empty()
    desk.get_by_role("button", name="Bronze star", exact=True).click()
    spot(desk, "a1").click()
    expect(desk.locator("#board .piece[data-on='a1'][data-letter='o']")).to_have_count(1)
    desk.get_by_role("button", name="Play from here").click()
    desk.wait_for_url("**/tables/*")
    assert view(desk)["position"] == ".../.../.../...x.../.../.../o.. x -"


@pytest.mark.slow
def test_balls_are_put_into_a_cube_by_its_faces(desk: Page) -> None:
    desk.goto("/edit/cubulus")
    desk.get_by_role("button", name="Neutral ball", exact=True).click()
    spot(desk, "face-U1").click()
    expect(desk.locator("#text")).to_have_value("n......../........./......... o -")


@pytest.mark.slow
def test_any_position_of_a_game_can_be_set_up_from_its_table(desk: Page) -> None:
    open_table(desk, "quixo-four")
    play(desk, "quixo-four", short_game("quixo-four")[:3], Mouse(desk))
    position = view(desk)["position"]
    desk.get_by_text("Share and export").click()
    desk.get_by_role("link", name="Set up a position").click()
    expect(desk.locator("#text")).to_have_value(position)
    expect(desk.locator("#fault")).to_be_empty()
    expect(desk.locator(".chairs > li:visible")).to_have_count(4)


def test_the_editor_says_why_a_position_is_none(desk: Page) -> None:
    desk.goto("/edit/quantik")
    for place in ("a1", "b2"):
        spot(desk, place).click()
    expect(desk.locator("#fault")).not_to_be_empty()
    expect(desk.get_by_role("button", name="Play from here")).to_be_disabled()
    assert desk.locator("#board .piece[data-on='b2']").count() == 1
    spot(desk, "b2").click()
    expect(desk.locator("#fault")).to_be_empty()


@pytest.mark.slow
def test_what_cannot_be_played_stays_in_the_editor(desk: Page) -> None:
    """A text is looked at before it is played, however fast the button is pressed."""
    desk.goto("/edit/quixo?size=3")
    text, begin = desk.locator("#text"), desk.get_by_role("button", name="Play from here")
    finished = "xxx/.o./o.. o"
    text.fill(finished)
    begin.click(force=True)  # the button may have been switched off by then, or not yet
    expect(desk.locator("#fault")).not_to_be_empty()
    expect(begin).to_be_disabled()
    expect(text).to_have_value(finished)
    text.fill("oo./.../x.x x")
    expect(begin).to_be_enabled()
    expect(desk.locator("#value")).to_have_text("Solved: the side to move wins with the next move.")
    desk.reload()
    expect(text).to_have_value("oo./.../x.x x")
    begin.click()
    desk.wait_for_url("**/tables/*")
    assert view(desk)["position"] == "oo./.../x.x x"


@pytest.mark.slow_except("cubulus-three")
@pytest.mark.parametrize("mode", [*GAMES, "quarto-spoken", "cubulus-three", "quixo-four"])
def test_a_phone_has_all_that_a_move_needs_on_one_screen(phone: Page, mode: str) -> None:
    open_table(phone, mode)
    height = phone.viewport_size["height"] if phone.viewport_size else 0
    for part in ("#board", "#prompt", ".asking", ".seat[data-seat='0']", ".seat[data-seat='1']"):
        box = phone.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height, part
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375


FIRST_VIEWS = (
    *("table", "/", "/learn", "/games", "/puzzles", "/studies", "/rules/house"),
    *(
        f"/{part}/{game}"
        for part in ("new", "edit", "learn", "rules", "analysis", "puzzles")
        for game in GAMES
    ),
    *("/puzzles/today", *(f"/puzzles/{game}/1" for game in GAMES)),
)


@pytest.mark.slow_except("table")
@pytest.mark.parametrize("path", FIRST_VIEWS)
def test_a_first_view_is_small_and_asks_nobody_else(desk: Page, address: str, path: str) -> None:
    if path == "table":
        open_table(desk, "quarto")
        path = desk.url
        desk.goto(REST)
    asked: list[str] = []
    received: list[float] = []
    network = desk.context.new_cdp_session(desk)
    network.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    network.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    desk.goto(path)
    desk.wait_for_load_state("networkidle")
    network.detach()
    assert len(asked) > 1
    assert all(url.startswith((address, "data:")) for url in asked)
    assert sum(received) < MAX_BYTES, sum(received)


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/", "/new/quixo", "/rules/qomet", "/settings"])
def test_pages_are_readable_at_twice_their_size(desk: Page, path: str) -> None:
    desk.set_viewport_size({"width": 640, "height": 430})  # what is left of 1280 by 860
    desk.goto(path)
    assert desk.evaluate("document.documentElement.scrollWidth") <= 640
