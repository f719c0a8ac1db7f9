"""Latency in the browser: from the click to the move on screen.

    python bench/page.py

Chromium plays on one screen against a server on this machine. The time runs from the last click of
a move to the frame in which the pieces start to move, and includes the round trip to the server and
the write to disk. Prints milliseconds for every game.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.conftest import DESK, chromium, serving
from browser.playing import Mouse, open_table, play, short_game

GOAL = 50  # milliseconds
MODES = ("quantik", "quarto", "qomet", "cubulus", "quixo")
GAMES = 3

WATCH = """() => {
  window.waits = [];
  let clicked = 0;
  addEventListener("click", () => { clicked = performance.now(); }, { capture: true });
  new MutationObserver(() => {
    if (!clicked) return;
    const since = clicked;
    clicked = 0;
    requestAnimationFrame(() => window.waits.push(performance.now() - since));
  }).observe(document.querySelector("#board"), { subtree: true, attributeFilter: ["data-on"] });
}"""


def main() -> None:
    print(f"{'game':10}{'moves':>7}{'median':>9}{'slowest':>9}   milliseconds, the goal is {GOAL}")
    with (
        tempfile.TemporaryDirectory() as data,
        serving(data) as address,
        chromium() as browser,
    ):
        page = browser.new_context(base_url=address, viewport=DESK).new_page()
        for mode in MODES:
            waits = [wait for _ in range(GAMES) for wait in _waits(page, mode)]
            median, slowest = statistics.median(waits), max(waits)
            print(f"{mode:10}{len(waits):7}{median:9.1f}{slowest:9.1f}")


def _waits(page: Page, mode: str) -> list[float]:
    """Return the latency of every move of a short game."""
    open_table(page, mode)
    page.evaluate(WATCH)
    words = short_game(mode, "UFR" if mode == "cubulus" else "")
    play(page, mode, words, Mouse(page))
    found: list[float] = page.evaluate("window.waits")
    return found


if __name__ == "__main__":
    main()
