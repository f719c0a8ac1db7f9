"""Playing through a page: a table, what may be touched there, and the ways to touch it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page

import quintet
from quintet.position import Position

# Every game and mode.
MODES: dict[str, tuple[str, dict[str, str]]] = {
    "quantik": ("quantik", {}),
    "quarto": ("quarto", {"calls": "auto"}),
    "quarto-spoken": ("quarto", {"calls": "spoken"}),
    "quarto-squares": ("quarto", {"calls": "auto", "squares": "true"}),
    "quarto-features": ("quarto", {"calls": "auto", "features": "colour,height"}),
    "quarto-strict-calls": ("quarto", {"calls": "spoken", "false_call": "loses"}),
    "qomet": ("qomet", {}),
    "qomet-strict": ("qomet", {"undo": "strict", "corner_exit": "rays"}),
    "cubulus": ("cubulus", {}),
    "cubulus-three": ("cubulus", {"players": "3"}),
    "quixo": ("quixo", {}),
    "quixo-four": ("quixo", {"players": "4"}),
    "quixo-small": ("quixo", {"size": "3"}),
    "quixo-middle": ("quixo", {"size": "4"}),
}


@cache
def short_game(mode: str, seen: str = "") -> tuple[str, ...]:
    """The moves of a short game, the best of some in which a win is never missed.

    With `seen` only moves that begin with one of these letters are made.
    """
    game, options = MODES[mode]
    games = (_random_game(quintet.start(game, **options), seed, seen) for seed in range(40))
    return min((words for words in games if words), key=len)


def _random_game(position: Position, seed: int, seen: str) -> tuple[str, ...]:
    choose = random.Random(seed)
    words: list[str] = []
    while position.outcome is None and len(words) < 200:
        moves = [word for word in position.moves if not seen or word[0] in seen]
        if not moves:
            return ()
        # QX12: the server passes by itself.
        word = _winning(position, moves) or choose.choice(moves)
        if word != "pass":
            words.append(word)
        position = position.play(word)
    return tuple(words) if position.outcome is not None else ()


def _winning(position: Position, moves: Sequence[str]) -> str | None:
    for word in moves:
        outcome = position.play(word).outcome
        if outcome is not None and outcome.scores[position.turn] == 1:
            return word
    return None


def open_table(page: Page, mode: str, chairs: Sequence[str] = (), **more: str) -> None:
    """Opens a table, by default with people at one screen in every chair, and goes there."""
    game, options = MODES[mode]
    seats = quintet.start(game, **options).variant.seats
    form: dict[str, str | float | bool] = {"game": game, "first": "0", **more}
    form |= {f"option-{name}": value for name, value in options.items()}
    form |= {f"chair-{at}": (chairs or ["person"] * seats)[at] for at in range(seats)}
    answer = page.request.post("/tables", form=form)
    assert answer.ok, answer.text()
    page.goto(answer.url)
    page.wait_for_selector("#board .spot[tabindex='0']")


def view(page: Page) -> dict[str, Any]:
    """The table as the server tells it to this browser."""
    table = page.url.rsplit("/", 1)[1]
    found: dict[str, Any] = page.request.get(f"/api/v1/tables/{table}").json()["view"]
    return found


def path_of(mode: str, word: str) -> tuple[str, ...]:
    game, options = MODES[mode]
    return quintet.start(game, **options).variant.path(word)


MIDDLE = """one => {
  const { x, y, width, height } = (one.querySelector(".outline") ?? one).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
WHERE = f"() => [document.activeElement.dataset.at, ...({MIDDLE})(document.activeElement)]"
IN_SIGHT = """spots => spots.findIndex(spot => {
  const { x, y, width, height } = spot.querySelector(".outline").getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".spot") === spot;
})"""


def open_spot(page: Page, touch: str) -> Locator:
    """Where on the board something may be touched, if it is there; else the button for it."""
    page.wait_for_selector("#board svg:not([data-sent])", state="attached")
    spots = page.locator(f"#board .spot.is-open[data-touch='{touch}']")
    if not spots.count():
        return page.locator(f"#touches button[data-touch='{touch}']")
    spots.evaluate_all("([spot]) => spot?.scrollIntoView({ block: 'nearest' })")
    return spots.nth(max(0, spots.evaluate_all(IN_SIGHT)))  # others lie behind something


class Mouse:
    """Clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def touch(self, word: str) -> None:
        x, y = _middle(open_spot(self.page, word))
        self.page.mouse.click(x, y)


class Finger(Mouse):
    """Taps."""

    def touch(self, word: str) -> None:
        x, y = _middle(open_spot(self.page, word))
        self.page.touchscreen.tap(x, y)


class Keys(Mouse):
    """Tab, arrows, Enter, and letters; the mouse is never used."""

    def touch(self, word: str) -> None:
        target = open_spot(self.page, word)
        if "touches" in (target.evaluate("one => one.parentElement.id") or ""):
            self._press_button(word)
        elif not self._walk(target):
            self._reach_board()
            self.page.keyboard.type(word)

    def _reach_board(self) -> None:
        for _ in range(60):
            if self.page.evaluate("document.activeElement.matches('.spot')"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not lead to the board.")

    def _press_button(self, word: str) -> None:
        for _ in range(60):
            if self.page.evaluate("document.activeElement.dataset.touch") == word:
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to the button {word}.")

    def _walk(self, target: Locator) -> bool:
        """Goes there by arrows, straight toward it; false if that does not lead there."""
        self._reach_board()
        at = target.get_attribute("data-at")
        x, y = _middle(target)
        for _ in range(14):
            here, left, top = self.page.evaluate(WHERE)
            if here == at:
                self.page.keyboard.press("Enter")
                return True
            if abs(x - left) > abs(y - top):
                self.page.keyboard.press("ArrowRight" if x > left else "ArrowLeft")
            else:
                self.page.keyboard.press("ArrowDown" if y > top else "ArrowUp")
        return False


def play(page: Page, mode: str, words: Sequence[str], hand: Mouse) -> None:
    """Makes these moves, each after the one before has been shown."""
    for word in words:
        done = shown_plies(page)
        for touch in path_of(mode, word):
            hand.touch(touch)
        page.wait_for_function(
            "done => document.querySelectorAll('#moves button').length > done", arg=done
        )


def spot(page: Page, at: str) -> Locator:
    return page.locator(f"#board .spot[data-at='{at}']")


def drag(page: Page, start: Locator, end: Locator) -> None:
    """Takes hold of something, and lets go of it elsewhere."""
    page.mouse.move(*_middle(start))
    page.mouse.down()
    page.mouse.move(*_middle(end), steps=6)
    page.mouse.up()


def drag_by_finger(page: Page, start: Locator, end: Locator) -> None:
    """The same on a screen that is touched."""
    device = page.context.new_cdp_session(page)
    (left, top), (right, bottom) = _middle(start), _middle(end)
    steps = [
        (left + (right - left) * part / 6, top + (bottom - top) * part / 6) for part in range(7)
    ]
    for at, (x, y) in enumerate(steps):
        kind = "touchMove" if at else "touchStart"
        device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def shown_plies(page: Page) -> int:
    return page.locator("#moves button").count()


def standing(page: Page) -> Mapping[str, str]:
    """What the page shows on every place of the board."""
    pieces = page.locator("#board .piece")
    return dict(
        pieces.evaluate_all("all => all.map(({ dataset }) => [dataset.on, dataset.letter])")
    )


def _middle(target: Locator) -> tuple[float, float]:
    """The middle of what is touched, in pixels of the page."""
    x, y = target.evaluate(MIDDLE)
    return x, y
