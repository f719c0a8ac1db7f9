"""The cube in the page: turned and opened by mouse, finger and keys, played on all its sides."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, Route, expect

from browser.playing import Keys, open_table, shown_plies, standing, view
from quintet.draw.cubulus.cube import FACES
from quintet.draw.cubulus.cube_scene import CAMERA
from quintet.games.cubulus import FACELETS

TWO_FRAMES = """() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(done)))"""
FACING = "#board .spot[data-facelet]:not([data-away])"


def faces_seen(page: Page) -> set[str]:
    spots = page.locator(FACING).evaluate_all("all => all.map(one => one.dataset.facelet)")
    return {facelet[0] for facelet in spots}


def middle_of_board(page: Page) -> tuple[float, float]:
    box = page.locator("#board svg").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.4


def drag(page: Page, right: float, down: float) -> None:
    x, y = middle_of_board(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2)
    page.mouse.move(x + right, y + down)
    page.mouse.up()


def focus(page: Page, at: str) -> None:
    """As if arrows had led there: the last thing used is the keyboard."""
    page.keyboard.press("Shift")
    page.evaluate("at => document.querySelector(`[data-at='${at}']`).focus()", at)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.at ?? ''"))


def at_rest(page: Page) -> None:
    """Waits for a turn to end: two looks, some frames apart, see the same."""
    page.wait_for_function(
        """async () => {
            const facelet = document.querySelector("[data-at=face-F5]");
            const before = facelet.getAttribute("transform");
            for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
            return facelet.getAttribute("transform") === before;
        }"""
    )


@pytest.mark.slow
def test_a_drag_turns_and_touches_nothing(desk: Page) -> None:
    open_table(desk, "cubulus")
    expect(desk.locator(".cube-controls")).to_be_visible()
    assert faces_seen(desk) == {"U", "F", "R"}
    drag(desk, 200, 0)
    at_rest(desk)
    assert faces_seen(desk) == {"U", "F", "L"}
    drag(desk, 0, -250)
    at_rest(desk)
    assert faces_seen(desk) == {"D", "F", "L"}
    assert shown_plies(desk) == 0
    desk.locator("#board .spot[data-at=face-L5]").click()
    expect(desk.locator("#moves button")).to_have_count(1)
    assert standing(desk)["L5"] == "n"


@pytest.mark.slow
def test_keys_turn_on_from_where_a_drag_has_ended(desk: Page) -> None:
    where = "() => document.querySelector('[data-at=face-F5]').getAttribute('transform')"
    open_table(desk, "cubulus")
    expect(desk.locator(".cube-controls")).to_be_visible()
    drag(desk, 120, 40)
    at_rest(desk)
    before = desk.evaluate(where)
    for way in ("Left", "Right"):
        desk.keyboard.press(f"Shift+Arrow{way}")
        at_rest(desk)
    desk.wait_for_function(f"before => ({where})() === before", arg=before)


@pytest.mark.slow
def test_balls_stay_in_their_slots_while_the_cube_turns(desk: Page) -> None:
    open_table(desk, "cubulus")
    desk.locator("#board .spot[data-at=face-F5]").click()
    expect(desk.locator("#moves button")).to_have_count(1)
    drag(desk, 90, 40)
    at_rest(desk)
    places = desk.evaluate(
        """['.piece[data-on=F5]', '[data-at=F5]', '.mark.last[data-marks=F5]'].map((one) =>
            document.querySelector(`#board ${one}`).transform.baseVal.consolidate().matrix)
            .map(({ e, f }) => `${e} ${f}`)"""
    )
    assert len(set(places)) == 1


@pytest.mark.slow
def test_shift_and_arrows_turn(desk: Page) -> None:
    open_table(desk, "cubulus")
    Keys(desk)._reach_board()
    here = focused(desk)
    for _ in range(3):
        desk.keyboard.press("Shift+ArrowRight")
        at_rest(desk)
    assert faces_seen(desk) == {"U", "F", "L"}
    assert focused(desk) == here


@pytest.mark.slow
def test_arrows_reach_all_facelets(desk: Page) -> None:
    open_table(desk, "cubulus")
    desk.emulate_media(reduced_motion="reduce")
    start = "face-F5"
    found, waiting = {start}, deque([start])
    while waiting:
        here = waiting.popleft()
        for arrow in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
            focus(desk, here)
            desk.evaluate(TWO_FRAMES)  # it turns at once, in the next one
            desk.keyboard.press(arrow)
            there = focused(desk)
            if there not in found:
                found.add(there)
                waiting.append(there)
    assert found == {f"face-{facelet}" for facelet in FACELETS}


@pytest.mark.slow
def test_what_is_focused_is_seen(desk: Page) -> None:
    open_table(desk, "cubulus")
    for face in "BDLURF":
        focus(desk, f"face-{face}5")
        at_rest(desk)
        assert face in faces_seen(desk)


def test_opening_shows_the_inside(desk: Page) -> None:
    open_table(desk, "cubulus")
    desk.locator(".cube-controls input").fill("1")
    desk.locator("#board .spot[data-at=core]").click()
    expect(desk.locator("#moves button")).to_have_count(1)
    assert standing(desk)["core"] == "n"


@pytest.mark.slow
def test_the_centre_opens_the_cube_when_it_is_focused(desk: Page) -> None:
    open_table(desk, "cubulus")
    focus(desk, "core")
    at_rest(desk)
    expect(desk.locator(".cube-controls input")).to_have_value("1")
    desk.keyboard.press("Enter")
    expect(desk.locator("#moves button")).to_have_count(1)


@pytest.mark.slow
def test_the_cube_shows_what_was_focused_before_it_could_turn(desk: Page) -> None:
    late: list[Route] = []
    desk.route("**/board/cube.js*", lambda route: late.append(route))
    open_table(desk, "cubulus")
    focus(desk, "core")
    for route in late:
        route.continue_()
    expect(desk.locator(".cube-controls input")).to_have_value("1")


@pytest.mark.slow
def test_buttons_turn(phone: Page) -> None:
    open_table(phone, "cubulus-three")
    buttons = phone.locator(".cube-controls button")
    expect(buttons).to_have_count(5)
    for button in buttons.all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    for _ in range(3):
        buttons.last.tap()
        at_rest(phone)
    assert faces_seen(phone) == {"U", "F", "L"}


@pytest.mark.slow
def test_an_empty_slot_is_the_same_from_every_side(desk: Page) -> None:
    """CB13: F1 and L3 are sides of the slot U7 while it is empty, and pushes once it is not."""
    open_table(desk, "cubulus-three")
    face = desk.locator("#board .spot[data-at=face-F1]")
    expect(face).to_have_attribute("data-touch", "U7")
    face.click()
    expect(desk.locator("#moves button")).to_have_count(1)
    assert standing(desk)["U7"] == "x"
    expect(face).to_have_attribute("data-touch", "F1")
    face.click()
    expect(desk.locator("#moves button")).to_have_count(2)
    assert (standing(desk)["U7"], standing(desk)["U4"]) == ("o", "x")


@pytest.mark.slow
@pytest.mark.parametrize(("yaw", "pitch", "open_"), [(-33, 28, 0), (100, -50, 0.3), (10, 30, 1)])
def test_the_page_makes_the_sums_of_the_drawing(
    desk: Page, yaw: float, pitch: float, open_: float
) -> None:
    open_table(desk, "cubulus")
    camera = replace(CAMERA, yaw=yaw, pitch=pitch, openness=open_)
    seen = desk.evaluate(
        """async (pose) => {
            const { src } = document.querySelector("script[type=module]");
            const { Camera, FACES } = await import(new URL("../board/camera.js", src));
            const camera = new Camera(document.querySelector("#board .lattice.far").dataset);
            camera.pose = pose;
            return Object.fromEntries(Object.entries(FACES).map(([face, [normal]]) => {
                const { x, y, right, down, facing, light } = camera.tile(normal, face);
                return [face, [x, y, ...right, ...down, facing, light]];
            }));
        }""",
        {"yaw": yaw, "pitch": pitch, "open": open_},
    )
    for face, (normal, _, _) in FACES.items():
        tile = camera.tile(normal, face)
        numbers = (tile.x, tile.y, *tile.right, *tile.down, tile.facing, tile.light)
        assert seen[face] == pytest.approx(numbers, abs=1e-6)


@pytest.mark.slow
def test_the_six_faces_are_played_on_too(desk: Page) -> None:
    open_table(desk, "cubulus-three")
    desk.get_by_text("Six faces").click()
    desk.locator("#board svg[data-fresh] .spot[data-at=face-L1]").click()
    expect(desk.locator("#moves button")).to_have_count(1)
    for side in ("face-U1", "face-L1", "face-B3"):
        expect(desk.locator(f"#board .piece[data-on={side}]")).to_have_attribute("data-letter", "x")
    expect(desk.locator(".cube-controls")).to_be_hidden()
    desk.locator("#board .spot[data-at=face-L1]").click()
    expect(desk.locator("#board .piece[data-on=face-U2]")).to_have_attribute("data-letter", "x")
    expect(desk.locator("#board .piece[data-on=face-U1]")).to_have_attribute("data-letter", "o")


def test_a_finger_turns_the_cube_and_does_not_scroll(phone: Page) -> None:
    open_table(phone, "cubulus")
    x, y = middle_of_board(phone)
    finger = phone.context.new_cdp_session(phone)
    for kind, down in (("touchStart", 0), ("touchMove", -60), ("touchMove", -160)):
        finger.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y + down}]}
        )
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    at_rest(phone)
    assert faces_seen(phone) == {"D", "F", "R"}
    assert phone.evaluate("scrollY") == 0
    assert shown_plies(phone) == 0


def test_the_cube_turns_to_show_a_move_on_a_hidden_face(people: Callable[..., Page]) -> None:
    """One person plays on the back; the other, at another screen, sees it."""
    one = people()
    open_table(one, "cubulus-three")
    other = one.context.new_page()
    other.goto(one.url)
    expect(other.locator(".cube-controls")).to_be_visible()
    assert "B" not in faces_seen(other)
    focus(one, "face-B5")
    at_rest(one)
    one.keyboard.press("Enter")
    expect(other.locator("#board .mark.last[data-marks=B5]")).to_have_count(1)
    at_rest(other)
    assert "B" in faces_seen(other)
    other.reload()
    expect(other.locator("#board .mark.last[data-marks=B5]")).to_have_count(1)
    other.wait_for_function(
        "() => !document.querySelector('#board [data-at=face-B5]').dataset.away"
    )


@pytest.mark.slow
def test_one_key_and_one_button_reset_the_view(desk: Page) -> None:
    open_table(desk, "cubulus")
    for reset in ("0", "button"):
        desk.locator(".cube-controls input").fill("1")
        drag(desk, 200, 0)
        at_rest(desk)
        assert faces_seen(desk) != {"U", "F", "R"}
        if reset == "button":
            desk.get_by_role("button", name="Reset the view").click()
        else:
            desk.locator("#board .spot[tabindex='0']").focus()
            desk.keyboard.press(reset)
        expect(desk.get_by_label("Layers", exact=True)).to_have_value("0")
        at_rest(desk)
        assert faces_seen(desk) == {"U", "F", "R"}


@pytest.mark.slow
def test_a_ball_that_came_before_the_cube_could_turn_is_pushed_from_its_sides(desk: Page) -> None:
    late: list[Route] = []
    desk.route("**/board/cube.js*", lambda route: late.append(route))
    open_table(desk, "cubulus-three")
    table = desk.url.rsplit("/", 1)[1]
    command = {"do": "move", "move": "U1", "number": view(desk)["number"]}
    assert desk.request.post(f"/api/v1/tables/{table}/commands", data=command).ok
    expect(desk.locator("#moves button")).to_have_count(1)
    for route in late:
        route.continue_()
    expect(desk.locator(".cube-controls")).to_be_visible()
    for side in ("U1", "L1", "B3"):
        expect(desk.locator(f"#touches [data-touch='{side}']")).to_have_count(0)
        expect(desk.locator(f"[data-at='face-{side}']")).to_have_attribute("data-touch", side)


@pytest.mark.slow
def test_faces_carry_their_letters(desk: Page) -> None:
    open_table(desk, "cubulus")
    letters = desk.locator("#board .face-letter:not([visibility=hidden])")
    expect(letters).to_have_count(3)
    assert sorted(letters.all_text_contents()) == ["F", "R", "U"]
    desk.get_by_text("Six faces").click()
    expect(desk.locator("#board .face-letter:visible")).to_have_text([*"ULFRBD"])


@pytest.mark.slow
def test_neutral_balls_can_be_placed_at_random(desk: Page) -> None:
    open_table(desk, "cubulus")
    desk.get_by_role("button", name="Place them at random").click()
    expect(desk.locator("#moves button")).to_have_count(9, timeout=60_000)
    expect(desk.get_by_role("button", name="Place them at random")).to_have_count(0)
    balls = [letter for at, letter in standing(desk).items() if not at.startswith("reserve")]
    assert balls == ["n"] * 9


@pytest.mark.slow
def test_a_hint_is_seen_from_wherever_i_look(desk: Page) -> None:
    open_table(desk, "cubulus-three")
    drag(desk, 350, -250)
    at_rest(desk)
    desk.locator("button[data-do=hint]").first.click()
    expect(desk.locator("#board .mark.hint").first).to_be_attached(timeout=30_000)
    desk.wait_for_function(
        "() => document.querySelector('#board .mark.hint:not([visibility=hidden])')"
    )
