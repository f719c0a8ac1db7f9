"""A stranger's path, by clicks and keys alone: learn, play, see why it was lost, do better."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

import quintet
from browser.playing import Finger, Mouse, shown_plies, view
from browser.test_learning import do, see_all_faces
from browser.test_reviewing import MOVES, finish
from quintet.engine.review import Reviewer
from quintet.position import Position
from quintet.tutorials import of_game

SLOW = 180_000  # milliseconds for what an engine does on a busy machine: reviews wait for all else
MY_TURN = "#board svg:not([data-sent]) .spot.is-open"
SIX_FACES = "#board > svg:not([data-view='cube'])"
OVER = "#outcome:not([hidden])"
ANSWERED = f"""done => document.querySelector("{OVER}")
  || document.querySelectorAll("#moves button").length > done + 1"""


@pytest.mark.slow
@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_from_the_first_step_to_a_puzzle(screen: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(screen)
    hand = Mouse(page) if screen == "desk" else Finger(page)
    page.goto("/")  # the only address that is typed
    page.get_by_role("link", name="New to Cubulus?").click()
    learn(page, hand)
    page.get_by_role("button", name="Play your first game").click()
    page.wait_for_url("**/tables/*")
    play_until_a_mistake(page, hand)
    follow(page.locator(OVER).get_by_role("link", name="Review"))
    retry = page.get_by_role("link", name="Retry your mistakes")
    expect(retry).to_be_visible(timeout=SLOW)
    retry.click()
    expect(page.get_by_role("heading", name=re.compile("Mistake 1 of"))).to_be_visible()
    solve(page, hand)
    page.get_by_role("link", name="More puzzles").click()
    follow(page.get_by_role("link", name="Next unsolved"))
    solve(page, hand)
    follow(page.get_by_role("link", name="Next puzzle"))
    expect(page.get_by_role("heading", name="Cubulus puzzle 2")).to_be_visible()


def learn(page: Page, hand: Mouse) -> None:
    """Do all steps of the tutorial; each leads to the next."""
    steps = of_game("cubulus")[0].steps
    page.wait_for_selector(MY_TURN, timeout=SLOW)
    see_all_faces(page)
    for step in steps:
        expect(page.locator("#task")).to_have_text(str(step.said.task), timeout=SLOW)
        page.wait_for_selector(SIX_FACES, timeout=SLOW)  # the choice is kept
        do(page, step, hand)
        if step is not steps[-1]:
            follow(page.locator("#next"))


def play_until_a_mistake(page: Page, hand: Mouse) -> None:
    """Play until there is a mistake to make, make it, and resign unless the engine wins."""
    set_up_at_random(page)
    is_wrong = False
    while not is_wrong:
        page.wait_for_selector(f"{MY_TURN}, {OVER}", timeout=SLOW)
        if page.locator(OVER).count():  # the engine has won by itself
            with page.expect_navigation():
                page.get_by_role("button", name="Rematch").click()
            set_up_at_random(page)
            continue
        position, done = position_of(page), shown_plies(page)
        word, is_wrong = next_move(position)
        for touch in position.paths[word]:
            hand.touch(touch)
        page.wait_for_function(ANSWERED, arg=done, timeout=SLOW)
    page.wait_for_selector(f"{MY_TURN}, {OVER}", timeout=SLOW)
    if not page.locator(OVER).count():
        page.get_by_role("button", name="Resign").click()
        page.locator("dialog[open]").get_by_role("button", name="Resign").click()


def set_up_at_random(page: Page) -> None:
    page.wait_for_selector(SIX_FACES, timeout=SLOW)
    page.wait_for_selector(MY_TURN, timeout=SLOW)
    at_random = page.get_by_role("button", name="Place them at random")
    if at_random.is_visible():
        at_random.click()
        expect(at_random).to_have_count(0, timeout=SLOW)


def next_move(position: Position) -> tuple[str, bool]:
    """A move that ends nothing, or one that gives the game away and is a mistake to a review."""
    quiet: list[str] = []
    losing: list[str] = []
    for word in position.moves:
        after = position.play(word)
        if after.outcome is None:
            (losing if winning(after) else quiet).append(word)
    if losing and quiet:
        reviewer, word = Reviewer(), losing[0]
        before, after_it = reviewer.analyse(position), reviewer.analyse(position.play(word))
        if reviewer.judge(1, word, before, after_it).is_mistake:
            return word, True
    return (quiet or losing)[0], False


def winning(position: Position) -> Sequence[str]:
    seat = position.turn
    ended = ((word, position.play(word).outcome) for word in position.moves)
    return [word for word, outcome in ended if outcome and outcome.scores[seat] == 1]


def position_of(page: Page) -> Position:
    seen = view(page)
    return quintet.position(seen["game"], seen["position"], **seen["options"])


def solve(page: Page, hand: Mouse) -> None:
    """Make the right move, which the page knows."""
    page.wait_for_selector(SIX_FACES, timeout=SLOW)
    page.wait_for_selector(MY_TURN, timeout=SLOW)
    data = page.evaluate("JSON.parse(document.getElementById('puzzle').textContent)")
    for touch in data["paths"][data["line"][0]["word"]]:
        hand.touch(touch)
    expect(page.locator("#notice.is-right")).to_be_visible(timeout=SLOW)


def follow(link: Locator) -> None:
    """Click what must be in sight without scrolling."""
    expect(link).to_be_in_viewport(timeout=SLOW)
    link.click()


def test_every_page_of_the_path_links_to_the_next(desk: Page) -> None:
    def links(address: str) -> str:
        answer = desk.request.get(address)
        assert answer.ok, address
        return answer.text()

    assert 'href="/learn/cubulus"' in links("/")
    assert re.search(
        r'action="/tables".*name="level" value="1"', links("/learn/cubulus"), re.DOTALL
    )
    table = finish(desk, "quixo-small", MOVES)
    path = table[table.index("/tables/") :]
    assert f'href="{path}/review"' in links(path)
    assert f'href="{path}/retry"' in links(f"{path}/review")
    desk.goto(f"{path}/review")
    desk.get_by_role("link", name="Retry your mistakes").click()
    assert 'href="/puzzles/quixo"' in links(f"{path}/retry")
    assert 'href="/puzzles/quixo/1"' in links("/puzzles/quixo")
