"""After a game: seeing which move lost it, what was better, and trying again."""

import json

import pytest
from playwright.sync_api import Page, Response, expect

from browser.conftest import DESK, PHONE
from browser.playing import Mouse, open_table, path_of, short_game, view
from browser.test_accessibility import audit

MOVES = ("a1c1", "a1a3", "c1a1")  # Quixo 3x3: the third move throws the game away
MAX_BYTES = 150_000


def send(page: Page, table: str, **command: object) -> None:
    number = page.request.get(f"/api/v1/tables/{table}").json()["view"]["number"]
    answer = page.request.post(
        f"/api/v1/tables/{table}/commands",
        data=json.dumps({"number": number, **command}),
        headers={"Content-Type": "application/json"},
    )
    assert answer.ok, answer.text()


def finish(page: Page, mode: str, moves: tuple[str, ...]) -> str:
    """Plays a game to its end, by resignation if it goes on; gives the table's address."""
    open_table(page, mode)
    table = page.url.rsplit("/", 1)[1]
    for move in moves:
        send(page, table, do="move", move=move)
    if view(page)["phase"] != "over":
        send(page, table, do="resign")
    return page.url


def open_review(page: Page, mode: str, moves: tuple[str, ...]) -> None:
    page.goto(f"{finish(page, mode, moves)}/review")
    page.wait_for_selector("#working[hidden]", state="attached", timeout=60_000)


def better_moves(page: Page) -> set[str]:
    """The move with which the review would have kept the win."""
    table = page.url.split("/tables/")[1].split("/")[0]
    moves = page.request.get(f"/api/v1/tables/{table}/review").json()["moves"]
    return {moves[2]["better"][0]["word"]}


def test_i_see_which_move_lost_my_game_and_what_was_better(desk: Page) -> None:
    finish(desk, "quixo-small", MOVES)
    desk.get_by_role("link", name="Review").click()
    expect(desk.locator("#moves button")).to_have_count(3)
    expect(desk.locator("#chart svg")).to_be_visible()
    expect(desk.locator("#moves button[data-ply='3']")).to_have_text("c1a1??")
    desk.get_by_role("button", name="To the beginning").click()
    expect(desk.locator("#prompt")).to_have_text("The beginning of the game")
    desk.get_by_role("button", name="Next mistake").click()
    expect(desk.locator("#notice.is-wrong")).to_contain_text("Missed win. Before: a win in 3 moves")
    expect(desk.locator("#notice")).to_contain_text("(solved)")
    expect(desk.locator("#players tbody tr").first).to_have_text("Accuracy50 %100 %")
    desk.locator("#line button").first.click()
    expect(desk.locator("#notice")).to_have_text("Better line, move 1")
    expect(desk.locator("#line button[aria-current]")).to_have_count(1)
    desk.get_by_role("button", name="Back to the game").click()
    expect(desk.locator("#prompt")).to_contain_text("Move 3 of 3")


@pytest.mark.slow
def test_i_watch_the_better_line_on_the_board(desk: Page) -> None:
    open_review(desk, "quixo-small", MOVES)
    desk.get_by_role("button", name="Play this line").click()
    last = desk.locator("#line button").last
    expect(last).to_have_attribute("aria-current", "step", timeout=30_000)
    expect(desk.locator("#board .winning-line")).to_have_count(1)  # the win that was missed


def test_i_try_my_mistake_again_until_i_get_it(desk: Page) -> None:
    open_review(desk, "quixo-small", MOVES)
    (right,) = better_moves(desk)
    desk.get_by_role("link", name="Retry your mistakes").click()
    expect(desk.get_by_role("heading", name="Mistake 1 of 1")).to_be_visible()
    expect(desk.locator("#prompt")).to_contain_text("You played: take")
    hand = Mouse(desk)
    desk.wait_for_selector("#board .spot.is-open")
    for touch in path_of("quixo-small", "c1a1"):
        hand.touch(touch)
    expect(desk.locator("#notice.is-wrong")).to_contain_text("After it: a loss in 3 moves")
    desk.get_by_role("button", name="Try again").click()
    expect(desk.locator("#retry")).to_be_hidden()
    for touch in path_of("quixo-small", right):
        hand.touch(touch)
    expect(desk.locator("#notice.is-right")).to_contain_text("Right: a win in 3 moves")
    expect(desk.get_by_role("link", name="More puzzles")).to_be_focused()
    audit(desk)
    desk.get_by_role("link", name="Back to the review").click()
    expect(desk.locator("#chart svg")).to_be_visible()


@pytest.mark.slow
def test_another_good_move_counts_as_well(desk: Page) -> None:
    open_review(desk, "quixo-small", MOVES)
    good = next(
        word for word in ("a2a1", "b1c1") if word not in better_moves(desk)
    )  # they win, too
    desk.get_by_role("link", name="Retry your mistakes").click()
    desk.wait_for_selector("#board .spot.is-open")
    for touch in path_of("quixo-small", good):
        Mouse(desk).touch(touch)
    expect(desk.locator("#notice.is-right")).to_contain_text("Right: a win in 3 moves")


@pytest.mark.slow
def test_i_go_through_the_game_by_keyboard(desk: Page) -> None:
    open_review(desk, "quixo-small", MOVES)
    desk.keyboard.press("Home")
    expect(desk.locator("#prompt")).to_have_text("The beginning of the game")
    desk.keyboard.press("ArrowRight")
    expect(desk.locator("#prompt")).to_contain_text("Move 1 of 3")
    expect(desk.locator("#notice.is-right")).to_contain_text("Best move.")
    desk.keyboard.press("End")
    expect(desk.locator("#prompt")).to_contain_text("Move 3 of 3")


@pytest.mark.slow
def test_a_click_on_the_chart_leads_to_the_move(desk: Page) -> None:
    open_review(desk, "quixo-small", MOVES)
    chart = desk.locator("#chart svg").bounding_box()
    assert chart is not None
    desk.mouse.click(chart["x"] + chart["width"] * 0.35, chart["y"] + chart["height"] / 2)
    expect(desk.locator("#prompt")).to_contain_text("Move 1 of 3")


@pytest.mark.slow
@pytest.mark.parametrize(
    "mode", ["quantik", "quarto-spoken", "qomet", "cubulus-three", "quixo-four"]
)
def test_everyone_can_read_a_review(phone: Page, mode: str) -> None:
    open_review(phone, mode, short_game(mode)[:6])
    expect(phone.locator("#chart svg")).to_be_visible()
    for size in (PHONE, DESK):
        phone.set_viewport_size(size)
        assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        phone.emulate_media(color_scheme="light")
        audit(phone)
        phone.emulate_media(color_scheme="dark")
        audit(phone)


@pytest.mark.slow
def test_a_review_is_light(newcomer: Page) -> None:
    address = finish(newcomer, "quixo-small", MOVES)
    newcomer.goto("about:blank")
    sent: list[Response] = []
    newcomer.on("response", lambda answer: sent.append(answer))
    newcomer.goto(f"{address}/review", wait_until="networkidle")
    total = sum(max(0, answer.request.sizes()["responseBodySize"]) for answer in sent)
    assert 0 < total < MAX_BYTES, total
