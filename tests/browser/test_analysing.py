"""The analysis board in a browser: free moves, variations, values, notes, and links to it all."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote_plus

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.playing import (
    MODES,
    Finger,
    Keys,
    Mouse,
    open_table,
    path_of,
    play,
    short_game,
    spot,
    standing,
)
from browser.test_accessibility import audit
from browser.test_together import NO_SOCKETS
from quintet import puzzles


def no_engine(page: Page) -> None:
    """Leaves the processor to the browser where a test is about something else."""
    chosen = """localStorage.setItem("quintet.settings", '{"engine": "off"}')"""
    page.evaluate(chosen)


def moves(page: Page) -> Locator:
    return page.locator("#tree button")


def make(page: Page, mode: str, words: list[str], hand: Mouse) -> None:
    """Makes moves, each once the one before is on the board."""
    for word in words:
        before = page.locator("#tree button[aria-current]")
        known = before.get_attribute("data-ply") if before.count() else "0"
        for touch in path_of(mode, word):
            hand.touch(touch)
        expect(page.locator(f"#tree button[aria-current][data-word='{word}']")).to_have_attribute(
            "data-ply", str(int(known or 0) + 1)
        )
        page.wait_for_selector("#board .spot.is-open, #evaluation .said:not(:empty)")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_trying_variations_and_keeping_them_in_the_link(desk: Page) -> None:
    no_engine(desk)
    desk.goto("/analysis/quantik")
    hand = Mouse(desk)
    make(desk, "quantik", ["A@a1", "B@b2"], hand)
    press(desk, "One move back")
    make(desk, "quantik", ["C@c3", "D@d4"], hand)
    assert moves(desk).evaluate_all("all => all.map(one => one.dataset.word)") == [
        "A@a1",
        "B@b2",
        "C@c3",
        "D@d4",
    ]
    expect(desk.locator("#tree .line .line button")).to_have_count(2)
    press(desk, "Promote")
    expect(desk.locator("#tree .line .line button")).to_have_text(re.compile("B@b2"))
    expect(desk.get_by_role("button", name="Promote")).to_be_disabled()
    press(desk, "Delete")
    expect(moves(desk)).to_have_count(3)
    press(desk, "Undo")
    expect(moves(desk)).to_have_count(4)
    expect(desk.locator("#tree [aria-current]")).to_have_text(re.compile("D@d4"))
    expect(desk).to_have_url(re.compile(r"#at=3&tree=A@a1_C@c3_\(B@b2\)_D@d4$"))
    shown = standing(desk)
    desk.reload()
    expect(desk.locator("#tree [aria-current]")).to_have_text(re.compile("D@d4"))
    expect(desk.locator("#board .mark.last")).to_have_count(1)
    assert standing(desk) == shown
    audit(desk)


def test_seeing_exact_values_and_the_best_lines(desk: Page) -> None:
    desk.goto("/analysis/quixo?size=3&moves=a1c1")
    expect(desk.locator("#evaluation .said")).to_have_text(
        re.compile(r"wins in \d moves \(solved\)")
    )
    expect(desk.locator("#lines li")).to_have_count(3)
    expect(desk.locator("#lines li").first).to_contain_text(re.compile("\u00d7\\d"))
    expect(desk.locator("#board .value.loss").first).to_be_visible()
    expect(desk.locator("#explorer tbody tr").first).to_contain_text(re.compile("solved|proved"))
    desk.get_by_label("Lines").select_option("1")
    expect(desk.locator("#lines li")).to_have_count(1)
    line = desk.locator("#lines li button")
    line.nth(2).click()  # plays the whole line so far
    expect(moves(desk)).to_have_count(4)
    desk.locator("#explorer tbody button").first.click()
    expect(moves(desk)).to_have_count(5)
    desk.get_by_role("button", name="Engine").click()
    expect(desk.locator("#board .value")).to_have_count(0)
    expect(desk.locator("#lines")).to_be_hidden()
    desk.reload()
    expect(desk.get_by_role("button", name="Engine")).to_have_attribute("aria-pressed", "false")


@pytest.mark.slow
def test_lines_come_without_websockets(desk: Page) -> None:
    desk.add_init_script(NO_SOCKETS)
    desk.goto("/analysis/quixo?size=3&moves=a1c1")
    expect(desk.locator("#lines li")).to_have_count(3)
    expect(desk.locator("#search")).to_have_text(re.compile("^(Solved|Proved)"))
    desk.locator("#explorer tbody button").first.click()
    expect(moves(desk)).to_have_count(2)
    expect(desk.locator("#lines li").first).to_contain_text(re.compile("[+\u2212]\\d"))


@pytest.mark.slow
def test_writing_and_drawing(desk: Page) -> None:
    no_engine(desk)
    desk.goto("/analysis/qomet")
    make(desk, "qomet", ["d4"], Mouse(desk))
    desk.get_by_role("button", name="Good move").click()
    expect(moves(desk).first).to_have_text(re.compile("d4!$"))
    desk.get_by_label("Comment on this position").fill("The centre.")
    desk.get_by_label("Comment on this position").blur()
    expect(desk.locator("#tree .comment")).to_have_text("The centre.")
    press(desk, "Draw arrows")
    for at in ("d4", "d5", "a1", "a1"):
        spot(desk, at).click()
    expect(desk.locator("#board .arrow.drawn")).to_have_count(1)
    expect(desk.locator("#board .drawn-mark")).to_have_count(1)
    expect(desk.locator("#drawn")).to_have_text("Drawn: a1, d4 → d5")
    expect(moves(desk)).to_have_count(1)  # nothing was played meanwhile
    audit(desk)
    expect(desk).to_have_url(re.compile("csl"))
    desk.reload()
    expect(desk.locator("#board .drawn-mark")).to_have_count(1)
    expect(desk.get_by_label("Comment on this position")).to_have_value("The centre.")
    for name in ("PNG", "SVG"):
        link = desk.locator("#photograph, #picture").filter(has_text=name)
        expect(link).to_have_attribute("href", re.compile("marks=a1&arrows=d4%3Ed5"))
    box = spot(desk, "g7").bounding_box()
    assert box is not None
    desk.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button="right")
    expect(desk.locator("#board .drawn-mark")).to_have_count(2)
    press(desk, "Undo")
    expect(desk.locator("#board .drawn-mark")).to_have_count(1)


@pytest.mark.slow
def test_by_keyboard_alone(desk: Page) -> None:
    no_engine(desk)
    desk.goto("/analysis/quixo?size=3")
    desk.wait_for_selector("#board .spot.is-open")
    make(desk, "quixo-small", ["a1c1"], Keys(desk))
    desk.keyboard.press("Control+ArrowLeft")
    expect(desk.locator("#tree [aria-current]")).to_have_count(0)
    desk.keyboard.press("Control+ArrowRight")
    expect(desk.locator("#tree [aria-current]")).to_have_count(1)


def test_on_a_phone(phone: Page) -> None:
    no_engine(phone)
    phone.goto("/analysis/quarto?calls=auto")
    make(phone, "quarto", ["7", "b3"], Finger(phone))
    audit(phone)
    for size in ((375, 667), (667, 375)):
        phone.set_viewport_size({"width": size[0], "height": size[1]})
        for one in ("#board > svg", "#prompt", ".steps", "#evaluation"):
            box = phone.locator(one).bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= size[1]  # all on one screen
        assert phone.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_link_with_a_move_that_the_rules_forbid(desk: Page) -> None:
    no_engine(desk)
    desk.goto("/analysis/quixo#at=2&tree=a1e1_e1a1_a1a5")
    expect(desk.locator("#notice.is-wrong")).to_have_text(
        "The cube on e1 shows your opponent's symbol."
    )
    expect(moves(desk)).to_have_count(1)
    expect(desk.locator("#board .spot.is-open")).not_to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_every_mode_can_be_played_through(desk: Page, mode: str) -> None:
    no_engine(desk)
    game, options = MODES[mode]
    query = "&".join(f"{name}={value}" for name, value in options.items())
    words = short_game(mode)
    desk.goto(f"/analysis/{game}?{query}&moves={'%20'.join(words).replace('+', '%2B')}")
    if mode != "quixo-four":  # in which the record has passes that nobody makes
        expect(moves(desk)).to_have_count(len(words))
        expect(desk.locator("#explorer tbody tr")).to_have_count(0)
    press(desk, "To the beginning")
    expect(desk.locator("#tree [aria-current]")).to_have_count(0)
    for at in range(min(3, len(words))):
        press(desk, "One move on")
        expect(moves(desk).nth(at)).to_have_attribute("aria-current", "step")
    audit(desk)


@pytest.mark.slow
def test_going_on_from_a_game_a_puzzle_and_the_editor(desk: Page) -> None:
    no_engine(desk)
    open_table(desk, "quixo-small", values="true")
    play(desk, "quixo-small", ["a1c1", "a3c3"], Mouse(desk))
    press(desk, "One move back")
    expect(desk.locator("#analyse")).to_have_attribute("href", re.compile("#at=1&"))
    desk.get_by_text("Share and export").click()
    desk.get_by_role("link", name="Analysis board").click()
    expect(moves(desk)).to_have_count(2)
    expect(moves(desk).first).to_have_attribute("aria-current", "step")
    desk.goto("/puzzles/quarto/1")
    desk.get_by_role("link", name="Analysis board").click()
    expect(desk.get_by_role("heading", name="Quarto analysis board")).to_be_visible()
    assert puzzles.of_game("quarto")[0].text in unquote_plus(desk.url)
    desk.goto("/edit/quixo?size=3&position=x.o/.../...+x")
    expect(desk.locator("#analyse")).to_have_attribute("href", re.compile("position=x.o"))
    desk.get_by_role("link", name="Analysis board").click()
    expect(desk.locator("#board .piece[data-letter='x']")).to_have_count(1)


@pytest.mark.slow
def test_going_on_from_a_step_of_a_tutorial(desk: Page) -> None:
    no_engine(desk)
    desk.goto("/analysis")
    desk.get_by_role("link", name="Learn", exact=True).click()
    desk.get_by_role("link", name="Learn Quixo", exact=True).click()
    expect(desk.locator("#analyse")).to_have_attribute("href", re.compile("position="))
    desk.get_by_role("link", name="Analysis board").click()
    expect(desk.get_by_role("heading", name="Quixo analysis board")).to_be_visible()
    expect(desk).to_have_url(re.compile("position="))
    desk.get_by_role("link", name="Analysis", exact=True).click()
    desk.get_by_role("link", name="Quixo: two teams of two").click()
    expect(desk.locator("#prompt")).to_have_text(re.compile("Player 1's turn"))


def test_no_engine_for_a_game_with_others(people: Callable[..., Page]) -> None:
    page = people()
    open_table(page, "quantik", house="1")
    page.get_by_text("Share and export").click()
    expect(page.get_by_role("link", name="Set up a position")).to_be_visible()
    expect(page.locator("#analyse")).to_be_hidden()


@pytest.mark.slow
def test_taking_a_record_along_and_opening_it_again(desk: Page) -> None:
    no_engine(desk)
    desk.goto("/analysis/quixo?size=3#at=1&tree=a1c1_(a1a3)_a3c3")
    expect(moves(desk)).to_have_count(3)
    desk.get_by_text("Share and export").click()
    with desk.expect_download() as started:
        press(desk, "Download game record")
    text = started.value.path().read_text(encoding="utf-8")
    assert "1. a1c1 (1. a1a3) 2. a3c3 *" in text
    desk.goto("/analysis/quantik")
    press(desk, "Open a record")
    audit(desk)
    field = desk.get_by_label("Record or position")
    field.fill("[nonsense")
    press(desk, "Open")
    expect(desk.locator("#import-fault")).not_to_be_empty()
    field.fill(text + "\n" + text)
    press(desk, "Open")
    expect(desk.locator("#import-games a")).to_have_count(2)
    field.fill(text)
    press(desk, "Open")
    expect(desk.get_by_role("heading", name="Quixo analysis board")).to_be_visible()
    expect(moves(desk)).to_have_count(3)
    press(desk, "Open a record")
    desk.get_by_label("Record or position").fill("x.o/.../... x")
    press(desk, "Open")
    expect(desk.locator("#board .piece[data-letter='x']")).to_have_count(1)


@pytest.mark.slow
def test_saving_a_study_and_showing_it_to_others(people: Callable[..., Page]) -> None:
    author, reader = people(), people()
    for page in (author, reader):
        no_engine(page)
    author.goto("/analysis/quixo?size=3#at=1&tree=a1c1_{Look}_(a1a3)")
    expect(moves(author)).to_have_count(2)
    author.get_by_label("Title").fill("Corners")
    author.get_by_label("Who can see it").select_option("public")
    press(author, "Save")
    author.wait_for_url(re.compile("/studies/"))
    expect(moves(author)).to_have_count(2)
    make(author, "quixo-small", ["a1c1"], Mouse(author))
    make(author, "quixo-small", ["a3c3"], Mouse(author))
    press(author, "Save")
    expect(author.locator("#study-said")).to_have_text("Saved.")
    reader.goto("/studies")
    audit(reader)
    reader.get_by_role("link", name="Corners").click()
    expect(moves(reader)).to_have_count(3)
    expect(reader.locator("#tree .comment")).to_have_text("Look")
    press(reader, "Save a copy")
    expect(reader.get_by_role("button", name="Delete study")).to_be_visible()
    reader.get_by_role("button", name="Delete study").click()
    reader.get_by_role("button", name="Delete for good?").click()
    expect(reader.get_by_role("link", name="Corners")).to_have_count(1)  # the author's
