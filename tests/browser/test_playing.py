"""What a table can do beside a straight game: drag, explain, take back, help, step, end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from browser.playing import (
    Keys,
    Mouse,
    drag,
    drag_by_finger,
    open_table,
    play,
    short_game,
    shown_plies,
    spot,
    standing,
    view,
)


def test_the_first_move_takes_two_clicks(desk: Page) -> None:
    desk.goto("/")
    desk.get_by_role("button", name="Play Qomet against the engine").click()
    desk.locator("#board .spot.is-open").first.click()
    expect(desk.locator("#moves button").first).to_be_visible()


@pytest.mark.slow_except("quixo-*", "quarto-before5*")
@pytest.mark.parametrize(
    ("mode", "before", "start", "end", "word"),
    [
        ("quixo", (), "a1", "e1", "a1e1"),
        ("quantik", (), "reserve-A-0", "b2", "A@b2"),
        ("qomet", (), "reserve-0-0", "d4", "d4"),
        ("qomet", ("d4", "a1"), "d4", "d5", "d4-d5"),
        ("quarto", (), "pool-7", "hand", "7"),
        ("quarto", ("7",), "hand", "c3", "c3"),
    ],
)
def test_drag(
    desk: Page, mode: str, before: tuple[str, ...], start: str, end: str, word: str
) -> None:
    open_table(desk, mode)
    play(desk, mode, before, Mouse(desk))
    drag(desk, spot(desk, start), spot(desk, end))
    expect(desk.locator("#moves button").last).to_have_attribute("data-word", word)


@pytest.mark.slow_except("quantik-*")
@pytest.mark.parametrize(
    ("mode", "start", "end", "word"),
    [("quixo", "a1", "a5", "a1a5"), ("quantik", "reserve-D-0", "c4", "D@c4")],
)
def test_drag_by_finger(phone: Page, mode: str, start: str, end: str, word: str) -> None:
    """The page does not scroll away under the piece."""
    open_table(phone, mode)
    drag_by_finger(phone, spot(phone, start), spot(phone, end))
    expect(phone.locator("#moves button").last).to_have_text(word)
    assert phone.evaluate("scrollY") == 0


@pytest.mark.slow
def test_a_drag_that_leads_nowhere_changes_nothing(desk: Page) -> None:
    open_table(desk, "quixo")
    before = standing(desk)
    drag(desk, spot(desk, "a1"), spot(desk, "c3"))
    expect(desk.locator("#notice")).not_to_be_empty()
    assert shown_plies(desk) == 0
    assert standing(desk) == before
    assert desk.locator(".piece.is-held").count() == 0


def test_wrong_touches_explain_themselves(desk: Page) -> None:
    open_table(desk, "quantik")
    play(desk, "quantik", ["A@a1"], Mouse(desk))
    spot(desk, "reserve-a-0").click()
    spot(desk, "a4").click()
    expect(desk.locator("#notice")).to_contain_text("a1")
    assert desk.locator(".mark.forbidding").get_attribute("data-marks") == "a1"
    assert desk.locator(".lines .link").count() == 1
    spot(desk, "b3").click()  # the sphere is still chosen
    expect(desk.locator("#moves button").last).to_have_text("A@b3")
    expect(desk.locator("#notice")).to_be_empty()
    assert desk.locator(".mark.forbidding").count() == 0


@pytest.mark.slow
def test_escape_takes_a_half_made_move_apart(desk: Page) -> None:
    open_table(desk, "quixo")
    Keys(desk).touch("b1")
    assert desk.locator(".mark.chosen").count() == 1
    desk.keyboard.press("Escape")
    assert desk.locator(".mark.chosen").count() == 0
    desk.keyboard.type("b1b5")
    expect(desk.locator("#moves button")).to_have_text(["b1b5"])


@pytest.mark.slow
def test_confirming(desk: Page) -> None:
    open_table(desk, "quixo")
    desk.get_by_role("button", name="Settings").click()
    desk.get_by_role("combobox", name="Confirm moves").select_option("on")
    desk.get_by_role("button", name="Done").click()
    for place in ("a1", "e1"):
        spot(desk, place).click()
    assert shown_plies(desk) == 0
    desk.get_by_role("button", name="Play this move").click()
    expect(desk.locator("#moves button")).to_have_text(["a1e1"])


@pytest.mark.slow
def test_taking_back_at_one_screen(desk: Page) -> None:
    open_table(desk, "quixo", take_backs="true", house="1")
    play(desk, "quixo", ["a1e1", "b5b1"], Mouse(desk))
    desk.get_by_role("button", name="Take back").click()
    expect(desk.locator("#moves button")).to_have_text(["a1e1"])
    shown = desk.locator("#board .piece[data-letter='o']")
    expect(shown).to_have_count(0)
    play(desk, "quixo", ["c5c1"], Mouse(desk))


def test_hint_and_values(desk: Page) -> None:
    open_table(desk, "quantik", ["person", "engine-1"], house="1", hints="true", values="true")
    desk.get_by_role("button", name="Hint").click()
    expect(desk.locator("#notice")).not_to_be_empty()
    assert desk.locator(".mark.hint").count() >= 1
    desk.get_by_role("button", name="Values").click()
    expect(desk.locator("#board .value").first).to_be_visible()
    expect(desk.locator("#value-bar .said")).not_to_be_empty()


def test_resigning_and_playing_again(desk: Page) -> None:
    open_table(desk, "quantik")
    first = desk.url
    desk.get_by_role("button", name="Resign").click()
    desk.locator("dialog[open]").get_by_role("button", name="Keep playing").click()
    expect(desk.locator("#outcome")).to_be_hidden()
    desk.get_by_role("button", name="Resign").click()
    desk.locator("dialog[open]").get_by_role("button", name="Resign").click()
    expect(desk.locator("#outcome")).to_be_visible()
    desk.get_by_role("button", name="Rematch").click()
    desk.wait_for_url(lambda url: "/tables/" in url and url != first)
    assert view(desk)["phase"] == "playing"


@pytest.mark.slow
def test_a_draw_by_agreement(desk: Page) -> None:
    open_table(desk, "qomet")
    desk.get_by_role("button", name="Offer a draw").click()
    desk.locator("dialog[open]").get_by_role("button", name="Offer draw").click()
    desk.locator("#questions").get_by_role("button", name="Yes").click()
    expect(desk.locator("#outcome h2")).to_have_text("Draw")


@pytest.mark.slow
def test_a_half_made_move_outlives_an_offer(desk: Page) -> None:
    open_table(desk, "quixo")
    spot(desk, "a1").click()
    desk.get_by_role("button", name="Offer a draw").click()
    desk.locator("dialog[open]").get_by_role("button", name="Offer draw").click()
    expect(desk.locator(".question")).to_be_visible()
    assert desk.locator(".mark.chosen").count() == 1
    spot(desk, "e1").click()
    expect(desk.locator("#moves button")).to_have_text(["a1e1"])


def test_stepping_back_and_forth(desk: Page) -> None:
    open_table(desk, "quixo")
    words = short_game("quixo")[:6]
    play(desk, "quixo", words, Mouse(desk))
    desk.wait_for_timeout(400)
    end = standing(desk)
    for _ in range(2):
        desk.get_by_role("button", name="One move back").click()
    expect(desk.locator("#prompt")).to_contain_text("4")
    assert desk.locator("#board .spot.is-open").count() == 0
    desk.get_by_role("button", name="To the beginning").click()
    expect(desk.locator("#board .piece:not([data-letter='.'])")).to_have_count(0)
    desk.locator("#moves button").nth(2).click()
    expect(desk.locator("#moves button[aria-current]")).to_have_attribute("data-ply", "3")
    desk.get_by_role("button", name="To the latest move").click()
    expect(desk.locator("#board .spot.is-open").first).to_be_attached()
    assert standing(desk) == end


@pytest.mark.slow
def test_a_long_game_can_be_stepped_through_from_its_beginning(desk: Page) -> None:
    """The page is sent the latest plies, and fetches the others."""
    open_table(desk, "quixo", house="1")  # no box is ticked: a position may come up again
    address = f"/api/v1/tables/{desk.url.rsplit('/', 1)[1]}/commands"
    around = ("a1e1", "a2e2", "e1a1", "e2a2")  # each pair of moves restores two rows
    for ply in range(110):
        command = {"number": 4 + ply, "do": "move", "move": around[ply % 4]}
        assert desk.request.post(address, data=command).ok
    desk.reload()
    moves = desk.locator("#moves button")
    expect(moves).to_have_text([around[ply % 4] for ply in range(110)])
    desk.get_by_role("button", name="To the beginning").click()
    expect(desk.locator("#board .piece:not([data-letter='.'])")).to_have_count(0)
    desk.get_by_role("button", name="One move on").click()
    expect(moves.first).to_have_attribute("aria-current", "")
    expect(desk.locator("#board .piece:not([data-letter='.'])")).to_have_count(1)
    desk.get_by_role("button", name="To the latest move").click()
    expect(desk.locator("#board .spot.is-open").first).to_be_attached()  # moves are made there
    spot(desk, "a1").click()
    spot(desk, "e1").click()
    expect(moves).to_have_count(111, timeout=30_000)


@pytest.mark.slow
def test_everything_that_happens_is_narrated(desk: Page) -> None:
    open_table(desk, "quarto-spoken")
    play(desk, "quarto-spoken", ["7", "b2", "quarto:a1-d1"], Mouse(desk))
    said = [ply["said"] for ply in view(desk)["plies"]]
    log = desk.locator("#narration p").all_text_contents()
    assert [line for line in log if line in said] == said
    assert view(desk)["prompt"] in log


@pytest.mark.slow
def test_calls_can_be_made_at_any_time_and_what_was_overlooked_is_shown(desk: Page) -> None:
    """QT15: the button is there in every window, with a line on the board or without."""
    open_table(desk, "quarto-spoken")
    hand = Mouse(desk)
    for word in ("0", "a1", "1", "b1", "2", "c1", "3", "d1"):
        play(desk, "quarto-spoken", [word], hand)
        if word != "0":  # QT5: before the first piece there is nothing to call
            assert desk.get_by_role("button", name="Call Quarto").is_visible()
        assert desk.locator(".winning-line").count() == 0
    desk.get_by_role("button", name="Resign").click()
    desk.locator("dialog[open]").get_by_role("button", name="Resign").click()
    desk.locator(".overlooked button").first.click()
    expect(desk.locator(".winning-line")).to_have_count(1)


@pytest.mark.slow
def test_a_line_is_pointed_at_from_either_end(desk: Page) -> None:
    open_table(desk, "quarto-spoken")
    hand = Mouse(desk)
    play(desk, "quarto-spoken", ["7", "b2"], hand)
    for touch in ("quarto", "d1", "a1"):
        hand.touch(touch)
    expect(desk.locator("#moves button").last).to_have_text("quarto:a1-d1")


@pytest.mark.slow
def test_a_lost_connection_loses_nothing(desk: Page) -> None:
    dropped: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        dropped.append(socket)

    desk.route_web_socket("**/live?*", pass_on)
    open_table(desk, "quixo")
    play(desk, "quixo", ["a1e1"], Mouse(desk))
    dropped[-1].close()
    expect(desk.locator("#lost")).to_be_visible()
    # Meanwhile somebody else at this device moves.
    table = desk.url.rsplit("/", 1)[1]
    desk.request.post(
        f"/api/v1/tables/{table}/commands",
        data={"id": "one", "number": view(desk)["number"], "do": "move", "seat": 1, "move": "b5b1"},
    )
    expect(desk.locator("#lost")).to_be_hidden()
    expect(desk.locator("#moves button")).to_have_text(["a1e1", "b5b1"])
    assert len(dropped) >= 2
    play(desk, "quixo", ["c1c5"], Mouse(desk))


@pytest.mark.slow
def test_less_motion_is_a_cross_fade(desk: Page) -> None:
    desk.emulate_media(reduced_motion="reduce")
    open_table(desk, "quixo")
    desk.evaluate(
        """() => {
          window.seen = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, how) {
            window.seen.push(...frames.flatMap(Object.keys));
            return animate.call(this, frames, how);
          };
        }"""
    )
    play(desk, "quixo", ["a1e1"], Mouse(desk))
    assert set(desk.evaluate("window.seen")) == {"opacity"}


@pytest.mark.slow_except("quantik")
@pytest.mark.parametrize("mode", ["quantik", "quarto-spoken", "qomet", "cubulus", "quixo-four"])
def test_against_the_engine(desk: Page, mode: str) -> None:
    """The engine answers by itself until the game is over, or has gone on for long."""
    seats = 4 if mode == "quixo-four" else 2
    open_table(desk, mode, ["person", *["engine-1"] * (seats - 1)])
    for _ in range(12):
        desk.wait_for_function(
            "() => document.body.dataset.phase === 'over' || document.querySelector('.is-open')"
        )
        now = view(desk)
        if now["phase"] == "over":
            break
        if not now["paths"]:
            desk.wait_for_timeout(50)
            continue
        words = [word for word in now["paths"] if mode != "cubulus" or word[0] in "UFR"]
        if mode == "cubulus":  # which has turned to show the engine's move
            desk.get_by_role("button", name="Reset the view").click()
        play(desk, mode, words[:1], Mouse(desk))
    kinds = {seat["kind"] for seat in view(desk)["seats"]}
    assert kinds == {"person", "engine"}
    assert {ply["seat"] for ply in view(desk)["plies"]} == set(range(seats))
