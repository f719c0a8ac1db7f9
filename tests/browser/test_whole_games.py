"""A whole game of every game and mode through the pages, by mouse, by keyboard alone, by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import quintet
from browser.playing import MODES, Finger, Keys, Mouse, open_table, play, short_game, standing, view

# What a cube shows at first; its other faces come after turning it.
SEEN = {"cubulus": "UFR", "cubulus-three": "UFR"}

# Keys and fingers meet nothing else in the other modes.
ONE_OF_EACH = ("quantik", "quarto-spoken", "qomet", "cubulus-three", "quixo")


@pytest.mark.slow_except("quixo-small")
@pytest.mark.parametrize("mode", MODES)
def test_mouse(desk: Page, mode: str) -> None:
    _whole_game(desk, mode, Mouse(desk))


@pytest.mark.slow_except("quantik")
@pytest.mark.parametrize("mode", ONE_OF_EACH)
def test_keyboard_alone(desk: Page, mode: str) -> None:
    _whole_game(desk, mode, Keys(desk))


@pytest.mark.slow_except("qomet")
@pytest.mark.parametrize("mode", ONE_OF_EACH)
def test_touch_on_a_phone(phone: Page, mode: str) -> None:
    _whole_game(phone, mode, Finger(phone))


def _whole_game(page: Page, mode: str, hand: Mouse) -> None:
    words = short_game(mode, SEEN.get(mode, ""))
    open_table(page, mode)
    play(page, mode, words, hand)
    expect(page.locator("#outcome")).to_be_visible()
    outcome = view(page)["outcome"]
    expect(page.locator("#outcome .said")).to_have_text(outcome["why"])
    assert page.locator("#board .winning-line").count() == len(outcome["lines"])
    _check_pieces(page, mode, words)


def _check_pieces(page: Page, mode: str, words: tuple[str, ...]) -> None:
    """What the motions have made of the first picture is what the position says."""
    game, options = MODES[mode]
    position = quintet.position(game, view(page)["position"], **options)
    shown = standing(page)
    for place, code in zip(position.variant.places, position.cells, strict=True):
        assert shown.get(place, ".") == position.variant.letters[code], (place, words)
