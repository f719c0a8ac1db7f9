"""Two, three and four people at one table, each with a browser of their own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE
from browser.playing import Finger, Mouse, open_spot, path_of, short_game, view
from browser.test_accessibility import audit
from browser.together import RELOADED, People, invite, join, play_together, sit_together

TOGETHER = {
    "quantik": ["Ben"],
    "quarto-spoken": ["Ben"],
    "cubulus-three": ["Ben", "Cleo"],
    "quixo-four": ["Ben", "Cleo", "Dan"],
}

# A network that lets no WebSocket through.
NO_SOCKETS = """window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 3;
  constructor() {
    super();
    setTimeout(() => this.dispatchEvent(new CloseEvent("close", { code: 1006 })));
  }
};"""


@pytest.mark.slow_except("quantik")
@pytest.mark.parametrize("mode", TOGETHER)
def test_a_whole_game(people: People, mode: str) -> None:
    pages = sit_together(people, mode, TOGETHER[mode])
    seen = "UFR" if mode.startswith("cubulus") else ""
    play_together(pages, mode, short_game(mode, seen))
    for page in pages:
        outcome = view(page)["outcome"]
        expect(page.locator("#outcome h2")).to_have_text(outcome["title"])
        expect(page.locator("#outcome .said")).to_have_text(outcome["why"])


@pytest.mark.slow
def test_a_friend_comes_by_link_on_a_phone(people: People) -> None:
    ann, ben = people(), people(viewport=PHONE, has_touch=True, is_mobile=True)
    (link,) = invite(ann, "quixo")
    audit(ann)
    ben.goto(link)
    audit(ben)
    button = ben.get_by_role("button", name="Sit down")
    expect(button).to_be_in_viewport()
    ben.get_by_label("Your name").fill("Ben")
    button.click()
    expect(ann.locator(".seat .name", has_text="Ben")).to_be_visible()
    play_together([ann, ben], "quixo", ["a1e1"])
    for touch in path_of("quixo", "a2e2"):
        Finger(ben).touch(touch)
    expect(ann.locator("#moves button")).to_have_count(2)
    audit(ben)


@pytest.mark.slow
def test_i_choose_whose_partner_i_am(people: People) -> None:
    ann, ben = people(), people(viewport=PHONE, has_touch=True, is_mobile=True)
    links = invite(ann, "quixo-four")
    ben.goto(links[0])
    audit(ben)
    expect(ben.get_by_role("button", name="Sit down")).to_be_in_viewport()
    chosen = ben.get_by_role("radio", name="Chair 3 is open. (team 1)")  # Ann's partner
    expect(ben.get_by_role("radio", name="Chair 2 is open. (team 2)")).to_be_checked()
    chosen.check()
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ann.locator("#chairs li").nth(2)).to_contain_text("Ben (team 1)")
    for link, name in zip(links[1:], ("Cleo", "Dan"), strict=True):  # theirs still work
        join(people(), link, name)
    ann.wait_for_selector("body[data-phase='playing']")
    names = [seat["name"] for seat in view(ann)["seats"]]
    assert names == ["Ann", "Cleo", "Ben", "Dan"]


@pytest.mark.slow
def test_a_link_is_good_for_one(people: People) -> None:
    ann, ben = sit_together(people, "quixo", ["Ben"])
    table = ann.url
    eve = people()
    eve.goto(f"{table}/join/{'x' * 20}")
    expect(eve.get_by_role("heading", level=1)).to_contain_text("no chair any more")
    audit(eve)
    eve.get_by_role("link", name="Only watch").click()
    eve.wait_for_selector("#board .spot")
    play_together([ann, ben], "quixo", ["a1e1"])
    expect(eve.locator("#moves button")).to_have_count(1)
    assert not open_spot(eve, "a2").count()
    audit(eve)


def test_strangers_meet_in_the_lobby(people: People) -> None:
    ann, ben = people(), people()
    ben.goto("/lobby")
    before = ben.locator("[data-list='open'] li").count()
    invite(ann, "qomet", public="true", clock="300+5")
    expect(ben.locator("[data-list='open'] li")).to_have_count(before + 1)
    expect(ben.locator("[data-list='open'] li").first).to_contain_text("Clock: 5 minutes")
    audit(ben)
    ben.get_by_label("Your name").fill("Ben")
    table = ann.url[ann.url.index("/tables") :]
    ben.locator(f"[data-list='open'] form[action='{table}/join'] button").click()
    expect(ben.locator(".seat .name", has_text="Ben")).to_be_visible()
    assert any(seat["here"] for seat in view(ben)["seats"])
    ann.wait_for_selector("body[data-phase='playing']")
    cleo = people()
    cleo.goto("/lobby")
    expect(cleo.locator("[data-list='running'] li", has_text="Ben").first).to_be_visible()


@pytest.mark.slow
def test_talk(people: People) -> None:
    pages = sit_together(people, "quixo-four", ["Ben", "Cleo", "Dan"], conferring="true")
    eve = people()
    eve.goto(pages[0].url)
    _say(pages[0], "The table", "<b>Hello</b> all")
    for page in (*pages[1:],):
        expect(page.locator("#chat .lines")).to_contain_text("<b>Hello</b> all")
    _say(pages[0], "My team", "Only for us")
    expect(pages[2].get_by_role("button", name=re.compile("My team"))).to_contain_text("1")
    pages[2].get_by_role("button", name=re.compile("My team")).click()
    expect(pages[2].locator("#chat .lines")).to_contain_text("Only for us")
    _say(eve, "Spectators", "They do not see this")
    for page in (pages[1], pages[3]):
        expect(page.locator("#watching")).to_contain_text("1")
        assert "Only for us" not in page.content()
        assert "They do not see this" not in page.content()
    assert not eve.get_by_role("button", name=re.compile("My team")).count()
    audit(pages[0])


@pytest.mark.slow
def test_who_loses_the_connection_goes_on_where_it_was(people: People) -> None:
    ann, ben = sit_together(people, "quixo", ["Ben"])
    play_together([ann, ben], "quixo", ["a1e1"])
    play_together([ann, ben], "quixo", ["a2e2"])
    ben.context.set_offline(True)
    ben.evaluate("() => new Promise(done => setTimeout(done, 50))")
    for touch in path_of("quixo", "a3e3"):
        Mouse(ann).touch(touch)
    expect(ann.locator("#moves button")).to_have_count(3)
    ben.context.set_offline(False)
    expect(ben.locator("#moves button")).to_have_count(3)
    play_together([ann, ben], "quixo", ["a4e4"])


@pytest.mark.slow
def test_two_tabs_of_one_seat(people: People) -> None:
    ann, ben = sit_together(people, "quixo", ["Ben"])
    second = ann.context.new_page()
    second.goto(ann.url)
    play_together([ann, ben], "quixo", ["a1e1", "a2e2"])
    expect(second.locator("#moves button")).to_have_count(2)
    second.wait_for_selector(".seat.is-turn:has-text('Your turn')")
    for touch in path_of("quixo", "a3e3"):
        Mouse(second).touch(touch)
    expect(ann.locator("#moves button")).to_have_count(3)
    expect(ben.locator("#moves button")).to_have_count(3)


@pytest.mark.slow
def test_without_websockets(people: People) -> None:
    ann, ben = sit_together(people, "quantik", ["Ben"])
    ben.add_init_script(NO_SOCKETS)
    ben.reload()
    ben.wait_for_selector("#board .spot")
    ben.wait_for_selector("#lost", state="hidden")
    words = short_game("quantik")
    play_together([ann, ben], "quantik", words)
    expect(ben.locator("#outcome")).to_be_visible()


@pytest.mark.slow
def test_who_is_away_is_waited_for(people: People) -> None:
    ann, ben = sit_together(people, "quixo", ["Ben"])
    ben.goto("/")
    expect(ann.locator(".seat .where", has_text="is away")).to_be_visible(timeout=15_000)
    expect(ann.get_by_role("button", name="stand in for Ben")).to_have_count(0)


@pytest.mark.slow
def test_pause_draw_and_rematch(people: People) -> None:
    ann, ben = sit_together(people, "quixo", ["Ben"], clock="300+5")
    _agree(ann, ben, "Pause")
    expect(ann.get_by_role("button", name="Resume")).to_be_visible()
    assert not open_spot(ann, "a1").count()
    _agree(ben, ann, "Resume")
    play_together([ann, ben], "quixo", ["a1e1"])
    _agree(ann, ben, "Offer a draw")
    expect(ben.locator("#outcome")).to_be_visible()
    first = ann.url
    ann.get_by_role("button", name="Rematch").click()
    ben.locator(".question").get_by_role("button", name="Yes").click()
    for page in (ann, ben):
        page.wait_for_function("first => location.href !== first", arg=first)
        page.wait_for_selector("body[data-phase='playing']")
    assert ann.url == ben.url
    assert view(ben)["seats"][0]["name"] == "Ben"  # H3: seats go around


@pytest.mark.slow
def test_the_flag_falls(people: People) -> None:
    ann, ben = people(), people()
    (link,) = invite(ann, "quixo", clock="1/1")
    join(ben, link, "Ben")
    ann.wait_for_function(RELOADED)
    assert view(ann)["clock"]["running"] is None  # it waits for the first move
    play_together([ann, ben], "quixo", ["a1e1"])
    expect(ann.locator("#outcome")).to_be_visible()
    expect(ben.locator("#outcome .said")).to_contain_text("time")


@pytest.mark.slow
def test_a_seat_goes_to_another_device(people: People) -> None:
    ann, ben = sit_together(people, "quixo", ["Ben"])
    link = view(ben)["return_links"][0]["url"]
    phone = people(viewport=PHONE)
    phone.goto(link)
    audit(phone)
    phone.get_by_role("button", name="Take this seat here").click()
    phone.wait_for_selector("#board .spot")
    play_together([ann, phone], "quixo", ["a1e1", "a2e2"])
    expect(ben.locator("#moves button")).to_have_count(2)
    assert not open_spot(ben, "a3").count()


def _say(page: Page, room: str, text: str) -> None:
    tab = page.locator(".rooms").get_by_role("button", name=re.compile(room))
    if tab.is_visible():
        tab.click()
    page.locator("#chat input").fill(text)
    page.locator("#chat input").press("Enter")
    expect(page.locator("#chat .lines")).to_contain_text(text)


def _agree(asker: Page, other: Page, what: str) -> None:
    asker.get_by_role("button", name=what).click()
    if what == "Offer a draw":
        asker.locator("dialog[open]").get_by_role("button", name="Offer draw").click()
    other.locator(".question").get_by_role("button", name="Yes").click()
