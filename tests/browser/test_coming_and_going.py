"""People come and go: nobody loses a seat, and everybody knows what happens."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.playing import Mouse, path_of, view
from browser.test_accessibility import audit
from browser.together import People, invite, join, sit_together
from quintet.server.play import table


@pytest.mark.slow
def test_my_seat_stays_mine_while_the_engine_stands_in(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = sit_together(people, "quixo", ["Ben"])
    monkeypatch.setattr(table, "ABSENCE_TIMEOUT", 1.0)
    address = ann.url
    ann.goto("/rules/quixo")
    ben.get_by_role("button", name="Let the engine, level 3, stand in for Ann").click()
    expect(ben.locator("#moves button")).to_have_count(1)
    expect(ben.locator(".seat .where", has_text="the engine stands in")).to_be_visible()
    audit(ben)
    ann.goto("/")
    expect(ann.get_by_text("The engine is playing for you until you are back.")).to_be_visible()
    ann.goto(address)
    ann.get_by_role("button", name="I am back").click()
    expect(ben.locator(".seat .where", has_text="the engine stands in")).to_have_count(0)
    assert view(ann)["seats"][0]["here"]


@pytest.mark.slow
def test_i_leave_only_after_a_question_and_come_back(people: People) -> None:
    ann, ben = sit_together(people, "quixo", ["Ben"])
    address = ben.url
    ben.get_by_role("button", name="Leave", exact=True).click()
    expect(ben.locator("#leave")).to_contain_text("Your seat stays yours.")
    audit(ben)
    ben.locator("#leave").get_by_role("button", name="Leave").click()
    ben.wait_for_url("**/")
    expect(ben.get_by_text("You have left this game. Open it to come back.")).to_be_visible()
    expect(ann.locator(".seat .where", has_text="has left")).to_be_visible()
    ben.goto(address)
    ben.locator("#questions").get_by_role("button", name="Come back").click()
    expect(ann.locator(".seat .where", has_text="has left")).to_have_count(0)


@pytest.mark.slow
def test_i_withdraw_my_offer(people: People) -> None:
    ann, ben = sit_together(people, "quixo", ["Ben"])
    _offer_a_draw(ann)
    expect(ben.locator(".question")).to_contain_text("Ann offers a draw.")
    ann.locator(".question").get_by_role("button", name="Withdraw").click()
    expect(ben.locator(".question")).to_have_count(0)


@pytest.mark.slow
def test_i_am_told_that_my_offer_was_declined(people: People) -> None:
    ann, ben = sit_together(people, "quixo", ["Ben"])
    _offer_a_draw(ann)
    ben.locator(".question").get_by_role("button", name="No").click()
    expect(ann.locator(".question")).to_contain_text("Ben declined the draw.")
    audit(ann)
    ann.reload()
    expect(ann.locator(".question")).to_contain_text("Ben declined the draw.")
    expect(ben.locator(".question")).to_have_count(0)
    for touch in path_of("quixo", "a1e1"):
        Mouse(ann).touch(touch)
    expect(ann.locator(".question")).to_have_count(0)


@pytest.mark.slow
def test_i_make_a_new_link_for_a_lost_one(people: People) -> None:
    ann, ben = people(), people()
    (lost,) = invite(ann, "quixo")
    ann.get_by_role("button", name="Make a new link").click()
    expect(ann.locator("#chairs input")).not_to_have_value(lost)
    ben.goto(lost)
    expect(ben.get_by_role("heading", level=1)).to_contain_text("no chair any more")
    join(ben, ann.locator("#chairs input").input_value(), "Ben")
    ann.wait_for_selector("body[data-phase='playing']")


@pytest.mark.slow
def test_i_ask_a_guest_to_leave(people: People) -> None:
    ann, ben = people(), people()
    links = invite(ann, "quixo-four")
    join(ben, links[0], "Ben")
    ann.get_by_role("button", name="Ask Ben to leave").click()
    expect(ben.locator("#notice")).to_contain_text("The host has asked you to leave.")
    expect(ann.locator("#chairs input")).to_have_count(3)


@pytest.mark.slow
def test_a_guest_who_was_asked_to_leave_a_private_table_is_told(people: People) -> None:
    ann, ben = people(), people()
    links = invite(ann, "quixo-four", spectators="")
    join(ben, links[0], "Ben")
    ann.get_by_role("button", name="Ask Ben to leave").click()
    expect(ben.locator("#lost")).to_have_text("You can no longer see this table.")


def test_a_move_made_offline_waits_and_says_so(people: People) -> None:
    ann, ben = sit_together(people, "quixo", ["Ben"])
    ann.context.set_offline(True)
    expect(ann.locator("#lost")).to_contain_text("You are offline.")
    for touch in path_of("quixo", "a1e1"):
        Mouse(ann).touch(touch)
    expect(ann.locator("#lost")).to_contain_text("Your move is kept and will be sent.")
    ann.context.set_offline(False)
    expect(ben.locator("#moves button")).to_have_count(1)
    expect(ann.locator("#lost")).to_be_hidden()
    expect(ann.locator("#moves button")).to_have_count(1)


@pytest.mark.slow
def test_the_tab_tells_whose_turn_it_is(people: People) -> None:
    ann, ben = sit_together(people, "quixo", ["Ben"])
    expect(ann).to_have_title("Your turn · Quixo")
    expect(ben).to_have_title("Ann's turn · Quixo")
    icon = "document.querySelector(`link[rel='icon']`).href"
    assert ann.evaluate(icon).startswith("data:")
    assert not ben.evaluate(icon).startswith("data:")
    for touch in path_of("quixo", "a1e1"):
        Mouse(ann).touch(touch)
    expect(ben).to_have_title("Your turn · Quixo")
    expect(ann).to_have_title("Ben's turn · Quixo")


@pytest.mark.slow
def test_i_am_notified_only_if_i_ask_for_it(people: People) -> None:
    ben = people()
    ben.add_init_script(NOTIFICATIONS)
    ann = people()
    (link,) = invite(ann, "quixo")
    join(ben, link, "Ben")
    ben.wait_for_selector("body[data-phase='playing']")
    assert ben.evaluate("window.asked") == 0
    ben.get_by_role("button", name="Notify me when it is my turn").click()
    assert ben.evaluate("window.asked") == 1
    ben.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    ann.wait_for_selector("body[data-phase='playing']")
    ann.wait_for_selector(".seat.is-turn:has-text('Your turn')")
    for touch in path_of("quixo", "a1e1"):
        Mouse(ann).touch(touch)
    ben.wait_for_function("() => window.notified.includes('Your turn · Quixo')")


# A browser that would show notifications.
NOTIFICATIONS = """window.asked = 0; window.notified = [];
window.Notification = class extends EventTarget {
  static permission = "default";
  static async requestPermission() { window.asked += 1; Notification.permission = "granted"; }
  constructor(title) { super(); window.notified.push(title); }
};"""


def _offer_a_draw(page: Page) -> None:
    page.get_by_role("button", name="Offer a draw").click()
    page.locator("dialog[open]").get_by_role("button", name="Offer draw").click()
