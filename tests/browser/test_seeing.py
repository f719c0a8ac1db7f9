"""What a person sees of moves: made, hinted at, and before they are made."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.playing import MIDDLE, Mouse, open_table, play, spot, standing
from quintet import puzzles
from quintet.position import Position
from quintet.tutorials import steps_of
from quintet.tutorials.checking import solution


def marked(page: Page, kind: str) -> list[str]:
    marks = page.locator(f"#board .mark.{kind}")
    return list(marks.evaluate_all("all => all.map((one) => one.dataset.marks)"))


def point_at(page: Page, at: str) -> None:
    x, y = spot(page, at).evaluate(MIDDLE)
    page.mouse.move(x, y)


def ghosts(page: Page) -> dict[str, str]:
    found = page.locator("#board .ghost").evaluate_all(
        "all => all.map((one) => [one.dataset.on, one.firstElementChild.getAttribute('href')])"
    )
    return {at: drawing.rsplit("-", 1)[1] for at, drawing in found}


@pytest.mark.slow
def test_i_see_where_the_last_piece_came_from_and_went(desk: Page) -> None:
    open_table(desk, "quixo")
    play(desk, "quixo", ["c1c5", "a1e1"], Mouse(desk))
    assert marked(desk, "origin") == ["a1"]
    assert marked(desk, "last") == ["e1"]
    desk.get_by_role("button", name="One move back").click()
    expect(desk.locator("#board .mark.last[data-marks=c5]")).to_have_count(1)
    assert marked(desk, "origin") == ["c1"]


def test_a_hint_shows_what_to_take_and_where_it_goes(desk: Page) -> None:
    open_table(desk, "quixo-small")
    desk.locator("button[data-do=hint]").click()
    expect(desk.locator("#board .mark.hint")).to_have_count(1)
    (origin,), (target,) = marked(desk, "hint-from"), marked(desk, "hint")
    assert origin != target
    arrow = desk.locator("#board .arrow.hint.move")
    expect(arrow).to_have_attribute("data-arrow", f"{origin} {target}")
    Mouse(desk).touch(origin)
    Mouse(desk).touch(target)
    expect(desk.locator("#moves button")).to_have_count(1)
    expect(desk.locator("#board .arrow.hint, #board .mark.hint-from")).to_have_count(0)


def test_i_see_a_push_before_i_make_it(desk: Page) -> None:
    open_table(desk, "quixo")
    play(desk, "quixo", ["c1c5", "a1e1"], Mouse(desk))
    Mouse(desk).touch("c5")
    expect(desk.locator("#board .arrow.preview.push")).to_have_count(3)  # every way it has
    before = standing(desk)
    point_at(desk, "a5")
    expect(desk.locator("#board .ghost")).to_have_count(3)
    assert ghosts(desk) == {"a5": "x", "b5": "blank", "c5": "blank"}
    assert standing(desk) == before
    desk.mouse.move(1, 1)
    expect(desk.locator("#board .ghost")).to_have_count(0)


@pytest.mark.slow
def test_i_see_by_keyboard_what_a_push_would_do(desk: Page) -> None:
    open_table(desk, "qomet")
    play(desk, "qomet", ["a4", "b4"], Mouse(desk))
    spot(desk, "a4").focus()
    desk.keyboard.press("Enter")
    desk.keyboard.press("ArrowRight")
    expect(desk.locator("#board .ghost")).to_have_count(2)
    assert ghosts(desk) == {"b4": "x", "c4": "o"}
    desk.keyboard.press("Escape")
    expect(desk.locator("#board .ghost")).to_have_count(0)


@pytest.mark.slow
def test_i_see_which_balls_a_ball_would_push(desk: Page) -> None:
    open_table(desk, "cubulus-three")
    play(desk, "cubulus-three", ["F5"], Mouse(desk))
    desk.mouse.move(1, 1)
    point_at(desk, "face-F5")
    expect(desk.locator("#board .ghost")).to_have_count(2)
    assert ghosts(desk) == {"F5": "o", "core": "x"}


@pytest.mark.slow
def test_i_see_a_push_in_a_puzzle_before_i_make_it(desk: Page) -> None:
    puzzle = puzzles.of_game("quixo")[3]
    desk.goto(f"/puzzles/quixo/{puzzle.number}")
    _point_at_move(desk, puzzle.position, puzzle.move)
    before = standing(desk)
    assert ghosts(desk)[puzzle.move[2:4]] == "xo"[puzzle.position.turn]
    assert standing(desk) == before
    desk.mouse.move(1, 1)
    expect(desk.locator("#board .ghost")).to_have_count(0)
    Mouse(desk).touch(puzzle.move[2:4])
    expect(desk.locator("#notice.is-right")).to_be_visible()
    expect(desk.locator("#board .ghost, #board .arrow.preview")).to_have_count(0)


@pytest.mark.slow
def test_i_see_a_push_in_a_rush_before_i_make_it(desk: Page) -> None:
    with desk.expect_response("**/task") as answer:
        desk.goto("/puzzles/quixo/rush")
        desk.get_by_role("button", name="Start").click()
    task = answer.value.json()
    _point_at_move(
        desk, puzzles.of_game("quixo")[task["number"] - 1].position, task["answer"]["word"]
    )


@pytest.mark.slow
def test_i_see_a_push_in_a_tutorial_before_i_make_it(desk: Page) -> None:
    step = next(it for it in steps_of("quixo").values() if solution(it, ()))
    moves = solution(step, ())
    assert moves
    desk.goto(f"/learn/quixo/{step.name}")
    _point_at_move(desk, step.position, moves[0])


def _point_at_move(page: Page, position: Position, move: str) -> None:
    """Take a cube, and point at the place where it would be pushed in."""
    page.wait_for_selector("#board .spot.is-open")
    Mouse(page).touch(move[:2])
    expect(page.locator("#board .arrow.preview.push").first).to_be_visible()
    point_at(page, move[2:4])
    count = len(position.motion(move))
    expect(page.locator("#board .ghost")).to_have_count(count)


def test_the_engine_waits_until_my_piece_has_arrived(desk: Page) -> None:
    open_table(desk, "quixo-small", ["person", "engine"])
    desk.evaluate(
        """() => {
            const first = document.querySelector(".piece[data-on=a1]");
            window.seen = [];
            new MutationObserver(() => {
                const count = document.querySelectorAll("#moves button").length;
                window.seen.push([count, first.getAnimations().length]);
            }).observe(document.getElementById("moves"), { childList: true });
        }"""
    )
    Mouse(desk).touch("a1")
    Mouse(desk).touch("a3")
    expect(desk.locator("#moves button")).to_have_count(2)
    seen = desk.evaluate("window.seen")
    assert [2, 0] in seen  # the answer is listed, and nothing of mine moves any more


@pytest.mark.slow
def test_an_old_position_is_copied_and_set_up_as_it_is_shown(desk: Page) -> None:
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_table(desk, "quixo-small")
    play(desk, "quixo-small", ["a1a3", "c1c3"], Mouse(desk))
    texts = [".../.../... x", "x../.../... o", "x.o/.../... x"]
    for ply in (2, 1, 0):
        desk.locator("button[data-do=copy_position]").dispatch_event("click")
        desk.wait_for_function(
            "text => navigator.clipboard.readText().then((copied) => copied === text)",
            arg=texts[ply],
        )
        found = desk.locator("#edit").evaluate(
            "link => new URLSearchParams(link.search).get('position')"
        )
        assert found == texts[ply]
        if ply:
            desk.get_by_role("button", name="One move back").click()
            desk.wait_for_function(
                "text => new URL(document.getElementById('edit').href).search.includes(text)",
                arg=f"position={texts[ply - 1].replace('/', '%2F').replace(' ', '+')}",
            )


def test_i_can_look_at_quarto_from_above(desk: Page) -> None:
    open_table(desk, "quarto")
    play(desk, "quarto", ["0", "a1", "f"], Mouse(desk))
    desk.get_by_role("button", name="From above").click()
    expect(desk.locator("#board svg[aria-label$='from above.']")).to_be_visible()
    play(desk, "quarto", ["b2"], Mouse(desk))
    expect(desk.locator("#board .piece[data-on=b2]")).to_have_attribute("data-letter", "f")
    assert marked(desk, "last") == ["b2"]
    desk.wait_for_function(
        "() => document.getAnimations().every(({ playState }) => playState !== 'running')"
    )
    boxes = desk.locator("#board .piece").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    for at, one in enumerate(boxes):  # nothing stands in front of anything
        for other in boxes[:at]:
            assert (
                min(one["right"], other["right"]) - max(one["left"], other["left"]) < 8
                or min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) < 8
            )
    desk.reload()
    expect(desk.locator("#board svg[aria-label$='from above.']")).to_be_visible()
    # Another game's choice is another one.
    open_table(desk, "cubulus")
    expect(desk.get_by_role("button", name="Cube", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    desk.get_by_role("button", name="Six faces").click()
    open_table(desk, "quarto")
    expect(desk.get_by_role("button", name="From above")).to_have_attribute("aria-pressed", "true")


@pytest.mark.slow
def test_sounds_are_off_until_asked_for(desk: Page) -> None:
    open_table(desk, "quixo-small")
    desk.evaluate(
        """() => {
            window.heard = [];
            document.addEventListener("sound", ({ detail }) => window.heard.push(detail));
        }"""
    )
    play(desk, "quixo-small", ["a1a3"], Mouse(desk))
    assert desk.evaluate("window.heard") == []
    desk.locator("select[data-setting=sound]").evaluate(
        "one => { one.value = 'on'; one.dispatchEvent(new Event('change')); }"
    )
    spot(desk, "b2").click()
    play(desk, "quixo-small", ["c1c3"], Mouse(desk))
    assert desk.evaluate("window.heard") == ["wrong", "move"]
    desk.locator("button[data-do=resign]").click()
    desk.locator("button[data-do=resign_now]").click()
    expect(desk.locator("#outcome")).to_be_visible()
    assert desk.evaluate("window.heard.at(-1)") == "end"
