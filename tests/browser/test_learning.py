"""Tutorials in a browser: a stranger learns a game, and plays the first one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, expect

from browser.playing import Finger, Keys, Mouse
from browser.test_accessibility import audit
from quintet.tutorials import Step, of_game, steps_of
from quintet.tutorials.checking import replies, solution
from quintet.tutorials.goals import Refused, Verdict, played


def open_step(page: Page, step: Step) -> None:
    page.goto(f"/learn/{step.game}/{step.name}")
    expect(page.locator("#task")).to_have_text(str(step.said.task))
    if step.game == "cubulus":
        see_all_faces(page)


def see_all_faces(page: Page) -> None:
    """On the cube some places are behind others."""
    flat = page.locator("button[data-view-name='flat']")
    if flat.get_attribute("aria-pressed") != "true":
        flat.click()
    page.wait_for_selector("#board > svg:not([data-view='cube'])")


def touch(page: Page, hand: Mouse, name: str) -> None:
    """Touch a place or a button, forbidden or not."""
    place, button = f".spot[data-touch='{name}']", f"#touches button[data-touch='{name}']"
    page.wait_for_selector(f"#board {place}, {button}", state="attached")  # a tap comes late
    if page.locator(f"#board .is-open{place}").count() or page.locator(button).count():
        hand.touch(name)
    else:
        page.locator(f"#board {place}").first.click(force=True)


def make(page: Page, step: Step, move: str, line: tuple[str, ...], hand: Mouse) -> None:
    position = played(step.position, line)
    page.wait_for_selector("#board .spot.is-open, #touches button")
    for name in position.variant.path(move):
        touch(page, hand, name)


def next_moves(step: Step, line: tuple[str, ...]) -> tuple[str, ...]:
    """The learner's next move and the answers to it; none when the step is done."""
    if line and step.goal.judge(step.position, line) is Verdict.DONE:
        return ()
    move = (solution(step, line) or ("none",))[0]
    tried = (*line, move)
    if step.goal.judge(step.position, tried) is Verdict.DONE:
        return (move,)
    return (move, *replies(step.goal, step.position, tried))


def drawn_after(plies: int) -> Callable[[Response], bool]:
    return lambda got: "board.svg" in got.url and got.url.count("move=") == plies


def do(page: Page, step: Step, hand: Mouse) -> None:
    """Do what a step asks for."""
    if isinstance(step.goal, Refused):
        page.wait_for_selector("#board .spot.is-open")
        for name in step.goal.example:
            touch(page, hand, name)
    else:
        line: tuple[str, ...] = ()
        while len(line) < len(whole := (*line, *next_moves(step, line))):
            with page.expect_response(drawn_after(len(whole)), timeout=60_000):
                make(page, step, whole[len(line)], line, hand)
            line = whole
    expect(page.locator("#notice.is-right")).to_contain_text(str(step.said.done))


# Those of Cubulus are done on the way of test_strangers_path.py; Quantik and Qomet ask for nothing
# that these do not.
@pytest.mark.slow
@pytest.mark.parametrize("game", ["quarto", "quixo"])
def test_every_step_can_be_done_by_touching_the_board(desk: Page, game: str) -> None:
    for step in steps_of(game).values():
        open_step(desk, step)
        do(desk, step, Mouse(desk))


@pytest.mark.slow
def test_a_stranger_learns_cubulus_and_plays_a_first_game(desk: Page) -> None:
    desk.goto("/")
    desk.get_by_role("link", name="New to Cubulus?").click()
    first, second = of_game("cubulus")[0].steps[:2]
    see_all_faces(desk)
    do(desk, first, Mouse(desk))
    expect(desk.locator("#next")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator("#task")).to_have_text(str(second.said.task))
    expect(desk).to_have_url(re.compile(f"/learn/cubulus/{second.name}$"))
    desk.go_back()
    expect(desk.locator("#task")).to_have_text(str(second.said.task))  # the first one is done
    open_step(desk, of_game("cubulus")[0].steps[-1])
    do(desk, of_game("cubulus")[0].steps[-1], Mouse(desk))
    expect(desk.locator("#next")).to_be_hidden()
    expect(desk.get_by_role("link", name="Learn more: Three players")).to_be_visible()
    audit(desk)
    desk.get_by_role("button", name="Play your first game").click()
    expect(desk).to_have_url(re.compile("/tables/"))
    expect(desk.get_by_text("level 1").first).to_be_visible()
    desk.goto("/")
    expect(desk.get_by_role("link", name="New to Cubulus?")).to_be_hidden()
    expect(desk.get_by_role("link", name="New to Quixo?")).to_be_visible()


@pytest.mark.slow
def test_a_wrong_move_is_answered_and_can_be_tried_again(desk: Page) -> None:
    step = steps_of("quantik")["stop"]
    open_step(desk, step)
    make(desk, step, "A@d1", (), Mouse(desk))
    expect(desk.locator("#notice.is-wrong")).to_contain_text("Now your opponent can win.")
    expect(desk.locator("#board .winning-line")).to_have_count(1)
    expect(desk.locator("#retry")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator("#notice")).to_be_empty()
    do(desk, step, Mouse(desk))


@pytest.mark.slow
def test_what_is_forbidden_is_explained_with_what_forbids_it(desk: Page) -> None:
    step = steps_of("quantik")["forbidden"]
    open_step(desk, step)
    touch(desk, Mouse(desk), "A")
    touch(desk, Mouse(desk), "c2")
    expect(desk.locator("#notice.is-wrong")).to_have_text("There is a piece on c2 already.")
    touch(desk, Mouse(desk), "b1")
    expect(desk.locator("#notice.is-right")).to_contain_text("stands in this column")
    expect(desk.locator("#board .mark.forbidding")).to_have_count(1)


@pytest.mark.slow
def test_hints_end_with_a_way_to_do_it(desk: Page) -> None:
    step = steps_of("qomet")["square"]
    open_step(desk, step)
    desk.get_by_role("button", name="Hint").click()
    expect(desk.locator("#notice")).to_have_text(str(step.said.hints[0]))
    desk.get_by_role("button", name="Show me").click()
    expect(desk.locator("#notice")).to_have_text("Hint: place a star on e5.")
    expect(desk.locator("#board .mark.hint")).to_have_count(1)
    do(desk, step, Mouse(desk))


@pytest.mark.slow
def test_learning_with_the_keyboard_alone(desk: Page) -> None:
    step = steps_of("quixo")["row"]
    open_step(desk, step)
    do(desk, step, Keys(desk))
    expect(desk.locator("#next")).to_be_focused()


def test_learning_on_a_phone(phone: Page) -> None:
    step = steps_of("quixo")["dot"]
    open_step(phone, step)
    hand = Finger(phone)
    phone.wait_for_selector("#board .spot.is-open")
    hand.touch("a1")
    hand.touch("e1")
    partner = phone.locator("#touches button[data-touch='n']")
    expect(partner).to_be_in_viewport()
    partner.tap()
    expect(phone.locator("#notice.is-right")).to_contain_text(str(step.said.done))
    expect(phone.locator("#next")).to_be_in_viewport()
    audit(phone)


@pytest.mark.slow
def test_nothing_covers_a_tall_piece_in_the_corner_on_a_phone(phone: Page) -> None:
    open_step(phone, steps_of("quarto")["row"])  # a tall piece stands on d4
    for size in ((390, 844), (375, 667), (360, 640)):
        phone.set_viewport_size({"width": size[0], "height": size[1]})
        piece = phone.locator("#board .piece[data-on='d4']").bounding_box()
        button = phone.locator(".views button:visible").bounding_box()
        assert piece is not None
        assert button is not None
        beside = (
            button["x"] >= piece["x"] + piece["width"]
            or button["x"] + button["width"] <= piece["x"]
        )
        above = button["y"] + button["height"] <= piece["y"]
        assert beside or above


@pytest.mark.slow
def test_progress_is_kept(desk: Page) -> None:
    first, second = of_game("quixo")[0].steps[:2]
    open_step(desk, first)
    do(desk, first, Mouse(desk))
    desk.goto("/learn/quixo")
    expect(desk.locator("#task")).to_have_text(str(second.said.task))
    expect(desk.locator("a.is-solved")).to_have_accessible_name("Step 1, done")
    expect(desk.locator("a[aria-current='step']")).to_have_text("2")
    desk.goto("/learn")
    expect(desk.get_by_text(f"Steps done: 1 of {len(steps_of('quixo'))}")).to_be_visible()
