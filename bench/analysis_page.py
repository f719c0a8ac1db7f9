"""Latency of the analysis board in the browser: to the motion, and to exact values.

    python bench/analysis_page.py

Chromium plays against a server on this machine. One time runs from the last click of a move to the
frame in which the pieces start to move; the other to the first exact value of the new position, on
positions that a tablebase or a short proof knows. Prints milliseconds for every game.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as NotSeen

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.conftest import DESK, chromium, serving
from browser.playing import MODES, Mouse, path_of, short_game

MOTION_GOAL, VALUES_GOAL = 50, 300  # milliseconds
GAMES = ("quantik", "quarto", "qomet", "cubulus", "quixo", "quixo-small", "quixo-middle")
ROUNDS = 3
PATIENCE = 3000  # milliseconds until a value counts as not known

WATCH = """() => {
  window.moved = [];
  window.known = [];
  let clicked = 0, waiting = 0;
  addEventListener("click", () => { clicked = waiting = performance.now(); }, { capture: true });
  new MutationObserver(() => {
    if (!clicked) return;
    const since = clicked;
    clicked = 0;
    requestAnimationFrame(() => window.moved.push(performance.now() - since));
  }).observe(document.querySelector("#board"), { subtree: true, attributeFilter: ["data-on"] });
  new MutationObserver(() => {
    if (!waiting || clicked || !document.querySelector(".tag:not(.searched)")) return;
    window.known.push(performance.now() - waiting);
    waiting = 0;
  }).observe(document.querySelector("#lines"), { childList: true });
}"""


def main() -> None:
    print(f"milliseconds; the goals are {MOTION_GOAL} to the motion and {VALUES_GOAL} to values")
    print(
        f"{'game':14}{'moves':>7}{'median':>9}{'slowest':>9}{'known':>8}{'median':>9}{'slowest':>9}"
    )
    with (
        tempfile.TemporaryDirectory() as data,
        serving(data) as address,
        chromium() as browser,
    ):
        page = browser.new_context(base_url=address, viewport=DESK).new_page()
        for mode in GAMES:
            found = [_waits(page, mode) for _ in range(ROUNDS)]
            columns = (_row([it for one in found for it in one[at]]) for at in (0, 1))
            print(f"{mode:14}{''.join(columns)}", flush=True)


def _row(waits: list[float]) -> str:
    if not waits:
        return f"{0:7}{'-':>9}{'-':>9}"
    return f"{len(waits):7}{statistics.median(waits):9.1f}{max(waits):9.1f}"


def _waits(page: Page, mode: str) -> tuple[list[float], list[float]]:
    """Return the times of the last moves of a short game: to the motion, and to exact values."""
    game, options = MODES[mode]
    words = short_game(mode, "UFR" if game == "cubulus" else "")
    before = max(0, len(words) - 4)
    query = "&".join(f"{name}={value}" for name, value in options.items())
    start = "%20".join(words[:before]).replace("+", "%2B")
    page.goto(f"/analysis/{game}?{query}&moves={start}")
    page.wait_for_selector("#lines li")
    page.evaluate(WATCH)
    for at, word in enumerate(words[before:-1], before + 1):  # the last one ends the game
        for touch in path_of(mode, word):
            Mouse(page).touch(touch)
        page.wait_for_selector(f"#tree button[aria-current][data-ply='{at}']")
        with suppress(NotSeen):  # it is not known
            page.wait_for_selector("#lines .tag:not(.searched)", timeout=PATIENCE)
    return page.evaluate("window.moved"), page.evaluate("window.known")


if __name__ == "__main__":
    main()
