"""Arranging a game: the form offers what can be played, and people find each other."""

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE
from browser.playing import open_table, view
from browser.together import People, invite, join, sit_together


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog[open]").get_by_role("button", name="Resign").click()
    expect(page.locator("#outcome")).to_be_visible()


def test_i_am_offered_only_what_can_be_chosen_together(desk: Page) -> None:
    desk.goto("/new/quixo")
    small, confer = desk.get_by_label("4×4"), desk.get_by_text("Partners may talk")  # noqa: RUF001
    expect(small).to_be_enabled()
    expect(confer).to_be_hidden()
    desk.get_by_label("Four, in two teams").check()
    expect(small).to_be_disabled()
    expect(confer).to_be_visible()
    expect(desk.get_by_text("Players 1 and 3 are partners")).to_be_visible()
    for game, repeats in (("quixo", True), ("quantik", False), ("quarto", False)):
        desk.goto(f"/new/{game}")
        expect(desk.locator("[name='repetition'][type='checkbox']")).to_have_count(int(repeats))


@pytest.mark.slow_except("features0")
@pytest.mark.parametrize("features", [("top",), ("colour", "height"), ("shape", "height", "top")])
def test_i_play_quarto_with_any_features(desk: Page, features: tuple[str, ...]) -> None:
    desk.goto("/new/quarto")
    for name in ("colour", "shape", "height", "top"):
        desk.locator(f"[name='option-features'][value='{name}']").set_checked(name in features)
    desk.get_by_role("button", name="Start game").click()
    desk.wait_for_url("**/tables/*")
    assert set(view(desk)["options"]["features"].split(",")) == set(features)


def test_the_form_keeps_what_i_typed_when_something_is_wrong(desk: Page) -> None:
    desk.goto("/new/quarto")
    for name in ("colour", "shape", "height", "top"):
        desk.locator(f"[name='option-features'][value='{name}']").uncheck()
    desk.get_by_label("Name").first.fill("Ann")
    desk.get_by_role("button", name="Start game").click()
    expect(desk.get_by_role("alert")).to_be_visible()
    expect(desk.get_by_label("Name").first).to_have_value("Ann")


def test_i_play_with_any_clock(desk: Page) -> None:
    desk.goto("/new/qomet")
    desk.locator("[name='clock']").select_option("custom")
    desk.get_by_label("Minutes per player").fill("7")
    desk.get_by_label("Seconds added per move").fill("4")
    desk.get_by_role("button", name="Start game").click()
    desk.wait_for_url("**/tables/*")
    assert view(desk)["clock"]["text"] == "420+4"


@pytest.mark.slow
def test_the_host_decides_who_partners_whom(people: People) -> None:
    ann, ben = people(), people()
    links = invite(ann, "quixo-four")
    join(ben, links[0], "Ben")
    chairs = ann.locator("#chairs > li")
    expect(chairs.nth(1)).to_contain_text("Ben (team 2)")
    ann.get_by_role("button", name="Swap chairs 2 and 3").click()
    expect(chairs.nth(2)).to_contain_text("Ben (team 1)")
    expect(ann.locator("#waiting")).to_contain_text("Partners: Ann and Ben")
    expect(ben.locator("#waiting")).to_contain_text("Partners: Ann and Ben")


@pytest.mark.slow
def test_two_of_one_name_are_told_apart(people: People) -> None:
    ann, other = sit_together(people, "quixo", ["Ann"])
    for page in (ann, other):
        names = page.locator(".seat .name")
        expect(names.filter(has_text="Ann 2")).to_have_count(1)
        expect(names).to_have_count(2)


def test_my_invitation_is_in_view_as_a_link_and_a_code(people: People) -> None:
    phone = people(viewport=PHONE)
    invite(phone, "quixo")
    copy = phone.get_by_role("button", name="Copy invite link")
    expect(copy).to_be_in_viewport(ratio=1)
    phone.get_by_text("Show a code for a phone's camera").click()
    code = phone.locator("#chairs img.code")
    expect(code).to_be_visible()
    assert code.evaluate("one => one.decode().then(() => one.naturalWidth)") > 100


@pytest.mark.slow
def test_my_finished_games_are_listed_with_the_score(desk: Page) -> None:
    open_table(desk, "quantik")
    for _ in range(2):
        resign(desk)
        with desk.expect_navigation():
            desk.get_by_role("button", name="Rematch").click()
        desk.wait_for_selector("#board .spot[tabindex='0']")
    desk.get_by_role("link", name="My games").click()
    expect(desk.get_by_role("heading", name="Score:")).to_be_visible()
    games = desk.locator(".library a")
    expect(games).to_have_count(3)  # the last rematch goes on
    expect(games.filter(has_text="Continue")).to_have_count(1)
    games.filter(has_text="Review").first.click()
    expect(desk.get_by_role("heading", name="Quantik: review")).to_be_visible()
