"""Measure the table page: is everything a move needs in view, and the board large?

python tools/layout.py [--only TEXT] [--languages CODES] [--screens SIZES] [--docs PAGE]
                       [--pictures FOLDER]

For every game and number of seats, on eight screens and in two languages, or in all with
`--languages all`: what is needed is on the screen and overlaps nothing, targets are large enough
for a finger, and the board takes the room there is. Exits with 1 on a fault.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.conftest import chromium, serving
from browser.playing import MODES
from quintet.draw import DRAWERS
from quintet.i18n.catalogue import languages

SCREENS = tuple(
    ViewportSize(width=width, height=height)
    for width, height in (
        (360, 640),
        (390, 844),
        (740, 360),
        (844, 390),
        (768, 1024),
        (1280, 800),
        (1920, 1080),
        (2560, 1440),
    )
)
LANGUAGES = ("en", "fr")
# A game, the seats it can have, and the way to look at it.
CASES = tuple(
    (mode, view)
    for mode in (
        "quantik",
        "quarto-spoken",
        "qomet",
        "cubulus",
        "cubulus-three",
        "quixo",
        "quixo-four",
    )
    for view in DRAWERS[MODES[mode][0]].VIEWS
)
NAMES = ("Ann", "Ben", "Cleo", "Dan")
TARGET, FLAT_TARGET, SHARE = 40, 32, 0.85  # pixels, and a part of the shorter free side
SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

# What the page measures itself. A rectangle is left, top, right, bottom.
MEASURE = """() => {
  const rect = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const shown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
  const all = (where) => [...document.querySelectorAll(where)].filter(shown);
  const svg = document.querySelector("#board svg");
  const box = svg.getBoundingClientRect(), { width, height } = svg.viewBox.baseVal;
  const scale = Math.min(box.width / width, box.height / height);
  const drawn = [width * scale, height * scale];
  const x = box.left + (box.width - drawn[0]) / 2, y = box.top + (box.height - drawn[1]) / 2;
  const parts = { board: [x, y, x + drawn[0], y + drawn[1]] };
  for (const [name, where] of Object.entries({
    prompt: "#prompt", seat: ".seat", question: ".question", said: "#said-now",
    choice: "#touches button", controls: ".cube-controls",
  })) all(where).forEach((one, at) => { parts[`${name} ${at}`] = rect(one); });
  const targets = {}, covered = [];
  for (const spot of svg.querySelectorAll(".spot[data-touch]:not([data-away])")) {
    const outline = spot.querySelector(".outline");
    if (!outline || !shown(outline)) continue;
    const r = outline.getBoundingClientRect();
    targets[spot.dataset.at] = Math.min(r.width, r.height);
    const over = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
    if (!over?.closest("#board svg")) covered.push(spot.dataset.at);
  }
  for (const one of all(".stage :is(button, input), .bar :is(.tools, .menu-button) button")) {
    const { width, height } = one.getBoundingClientRect();
    const name = one.textContent.trim() || one.ariaLabel || one.type;
    targets[name] = one.type === "range" ? Math.max(width, height) : Math.min(width, height);
  }
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const ask = document.querySelector(".asking").getBoundingClientRect();
  // Beside the board: on its right, or on its left where one reads from the right.
  const lying = ask.left >= box.right - 1 || ask.right <= box.left + 1;
  const beside = ask.left >= box.right - 1 ? ask.left : innerWidth - ask.right;
  const cards = all(".seat").map(rect);
  const rows = new Set(cards.map(([, top]) => Math.round(top))).size;
  const card = Math.max(...cards.map(([, top, , bottom]) => bottom - top));
  const controls = all(".cube-controls")[0]?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const onTop = bar.width > innerWidth / 2 ? bar.height : 0;
  const free = lying
    ? [beside - controls.width, innerHeight - onTop]
    : [innerWidth, innerHeight - onTop - rows * card - ask.height - controls.height];
  const side = free[0] <= free[1] ? 0 : 1;
  const { scrollWidth, scrollHeight } = document.documentElement;
  return {
    parts, targets, covered, drawn, lying, share: drawn[side] / free[side],
    cut: all("#prompt, .question p").filter((p) => p.scrollHeight > p.clientHeight + 2).length,
    clocks: all(".seat .clock").length, seats: cards.length,
    over: [scrollWidth - innerWidth, scrollHeight - innerHeight], inner: [innerWidth, innerHeight],
  };
}"""


@dataclass(frozen=True)
class Measured:
    """One table on one screen."""

    case: str
    screen: str
    language: str
    board: tuple[int, int]
    share: float
    target: float
    faults: tuple[str, ...]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--only", default="", help="only cases whose name has this in it")
    arguments.add_argument("--languages", default=",".join(LANGUAGES), help="codes, or all")
    arguments.add_argument("--screens", default="", help="only these: 360x640,1280x800")
    arguments.add_argument("--docs", type=Path, help="the page to write the table into")
    arguments.add_argument("--pictures", type=Path, help="where to put screenshots")
    given = arguments.parse_args()
    spoken = languages() if given.languages == "all" else given.languages.split(",")
    sizes = {size_of(screen): screen for screen in SCREENS}
    wanted = given.screens.split(",") if given.screens else list(sizes)
    for unknown in (*{*spoken} - {*languages()}, *{*wanted} - {*sizes}):
        arguments.error(
            f"{unknown} is neither a language nor one of the screens {', '.join(sizes)}."
        )
    screens = [sizes[size] for size in wanted]
    with tempfile.TemporaryDirectory() as data, serving(data) as address, chromium() as browser:
        cases = [case for case in CASES if given.only in name_of(*case)]
        found = [
            one
            for mode, view in cases
            for language in spoken
            for one in measure(browser, address, mode, view, language, screens, given.pictures)
        ]
    faults = [
        f"{one.case}, {one.screen}, {one.language}: {fault}"
        for one in found
        for fault in one.faults
    ]
    print(*faults, f"{len(found)} measured, {len(faults)} faults", sep="\n")
    if given.docs:
        given.docs.write_text(page_of(found), encoding="utf-8")
    return 1 if faults else 0


def size_of(screen: ViewportSize) -> str:
    return f"{screen['width']}x{screen['height']}"


def name_of(mode: str, view: str) -> str:
    game, options = MODES[mode]
    seats = {"3": 3, "4": 4}.get(options.get("players", ""), 2)
    several = len(DRAWERS[game].VIEWS) > 1
    return f"{game.capitalize()}, {seats} seats{f', {view} view' if several else ''}"


def measure(
    browser: Browser,
    address: str,
    mode: str,
    view: str,
    language: str,
    screens: Sequence[ViewportSize] = SCREENS,
    pictures: Path | None = None,
) -> Iterator[Measured]:
    """Measure a table with a clock, a question and a chat line of another player."""
    with people(browser, address, mode, language) as contexts:
        page = contexts[0].pages[0]
        choose = "view => localStorage.setItem('quintet.settings', JSON.stringify({ view }))"
        page.evaluate(choose, view)
        for screen in screens:
            page.set_viewport_size(screen)
            page.reload()
            page.wait_for_selector("#board .spot[tabindex='0']")
            page.wait_for_selector("#lost", state="hidden")
            wait_for_view(page, view)
            page.evaluate("scrollTo(0, 0)")
            page.evaluate(SETTLED)
            quiet = page.evaluate(MEASURE)
            speak(contexts[1], page)
            page.evaluate(SETTLED)
            case, size = name_of(mode, view), size_of(screen)
            if pictures:
                pictures.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=pictures / f"{mode}-{view}-{size}-{language}.png")
            yield judged(quiet, page.evaluate(MEASURE), view, (case, size, language))


def wait_for_view(page: Page, view: str) -> None:
    """Wait until the wanted drawing is on the page, where there are several."""
    if page.locator(f"button[data-view-name='{view}']").count():
        pressed = f"button[data-view-name='{view}'][aria-pressed='true']"
        page.wait_for_selector(pressed, state="attached")
    if view == "flat":
        page.wait_for_selector("#board svg:not([data-view])")
    if view == "cube":
        page.wait_for_selector(".cube-controls")


def speak(other: BrowserContext, page: Page) -> None:
    """Have another player say something, out of sight of the chat itself."""
    table = page.url.rsplit("/", 1)[1]
    sent = {"do": "say", "room": "players", "text": "Well played, that was a good move!"}
    answer = other.request.post(f"/api/v1/tables/{table}/commands", data=sent)
    assert answer.ok, answer.text()
    page.wait_for_function(
        "() => !document.getElementById('said-now').hidden"
        " || document.querySelector('#chat .lines').checkVisibility()"
    )


@contextmanager
def people(
    browser: Browser, address: str, mode: str, locale: str
) -> Iterator[list[BrowserContext]]:
    """Seat people at one table with a clock; the second asks the others for a pause."""
    game, options = MODES[mode]
    seats = {"3": 3, "4": 4}.get(options.get("players", ""), 2)
    contexts = [
        browser.new_context(base_url=address, locale=locale, has_touch=True) for _ in range(seats)
    ]
    for context in contexts:
        context.set_default_timeout(60_000)
    form: dict[str, str | float | bool] = {"game": game, "first": "0", "house": "1"}
    form |= {"clock": "1800+0", "chair-0": "person", "name-0": NAMES[0]}
    if seats == 4:
        form["conferring"] = "true"  # else nobody may chat during the game
    form |= {f"option-{name}": value for name, value in options.items()}
    form |= {f"chair-{at}": "open" for at in range(1, seats)}
    opened = contexts[0].request.post("/tables", form=form)
    assert opened.ok, opened.text()
    table = opened.url.rsplit("/", 1)[1]
    view = contexts[0].request.get(f"/api/v1/tables/{table}").json()["view"]
    links = [link["url"] for link in view["invitations"]]
    for context, link, name in zip(contexts[1:], links, NAMES[1:], strict=False):
        context.request.post(link, form={"name": name})
    number = contexts[1].request.get(f"/api/v1/tables/{table}").json()["view"]["number"]
    asked = {"do": "ask", "what": "pause", "number": number}
    answer = contexts[1].request.post(f"/api/v1/tables/{table}/commands", data=asked)
    assert answer.ok, answer.text()
    contexts[0].new_page().goto(opened.url)
    yield contexts
    for context in contexts:
        context.close()


def judged(
    found: dict[str, Any], louder: dict[str, Any], view: str, named: tuple[str, str, str]
) -> Measured:
    """Judge what a page has measured, with a question, and then with a chat line besides."""
    faults = [*places(found), *places(louder)]
    names = found["parts"]
    if not any(name.startswith("question") for name in names):
        faults.append("the question is not seen")
    if found["clocks"] < found["seats"]:
        faults.append("a clock is not seen")
    smallest = min(found["targets"], key=found["targets"].get)
    flat_cube = view == "flat" and named[0].startswith("Cubulus")
    target, wanted = found["targets"][smallest], FLAT_TARGET if flat_cube else TARGET
    if target < wanted - 0.05:
        faults.append(f"{smallest} is {target:.1f} px, not {wanted}")
    if found["share"] < SHARE:
        faults.append(f"the board takes {found['share']:.0%} of the shorter free side")
    if found["over"][0] > 0:
        faults.append(f"the page is {found['over'][0]} px too wide")
    if found["lying"] and found["over"][1] > 0:
        faults.append(f"the page is {found['over'][1]} px too high")
    width, height = found["drawn"]
    return Measured(*named, (round(width), round(height)), found["share"], target, tuple(faults))


def places(found: dict[str, Any]) -> Iterator[str]:
    """Find what is off the screen or covered."""
    parts: dict[str, list[float]] = found["parts"]
    yield from (
        f"{name} is off the screen" for name in parts if is_off(parts[name], found["inner"])
    )
    names = sorted(parts)
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            if overlap(parts[one], parts[other]):
                yield f"{one} overlaps {other}"
    yield from (f"{spot} is covered" for spot in found["covered"])
    if found["cut"]:
        yield "a text is cut"


def is_off(part: list[float], inner: list[float]) -> bool:
    left, top, right, bottom = part
    return left < -1 or top < -1 or right > inner[0] + 1 or bottom > inner[1] + 1


def overlap(one: list[float], other: list[float]) -> bool:
    """Whether two rectangles share more than an edge."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width > 2 and height > 2


def page_of(found: Sequence[Measured]) -> str:
    """Return the page for the documentation."""
    screens = list(dict.fromkeys(one.screen for one in found))
    rows = [f"| table | {' | '.join(screens)} |", f"|---|{'---|' * len(screens)}"]
    for case in dict.fromkeys(one.case for one in found):
        cells = [
            cell([one for one in found if (one.case, one.screen) == (case, screen)])
            for screen in screens
        ]
        rows.append(f"| {case} | {' | '.join(cells)} |")
    return PAGE.format(rows="\n".join(rows), share=f"{SHARE:.0%}".replace("%", " %"))


def cell(found: Sequence[Measured]) -> str:
    """Return the worst of all languages."""
    if not found:
        return ""
    worst = min(found, key=lambda one: (one.target, one.share))
    share = min(one.share for one in found)
    size = f"{worst.board[0]}x{worst.board[1]}"
    fault = " **fault**" if any(one.faults for one in found) else ""
    return f"{size}, {share * 100:.0f} %, {worst.target:.0f} px{fault}"


PAGE = """\
# How much of the screen the board takes

Made by `python tools/layout.py --docs docs/explanation/layout.md`.

Every game is opened with all its numbers of seats, on eight screens, in English and in French;
there is a clock, another player asks a question, and says something in the chat. On every screen
the board, the prompt, all players with their clocks, the question and the new line are in view
without scrolling, and none of them covers another. A cell has the size of the picture in pixels,
how much of the shorter side of the free room it takes (at least {share}), and the smallest target
(at least 40 px, and 32 px in the flat view of Cubulus); of both languages the worse.

The free room is what the window leaves beside the bar, the players, the prompt and, on screens
wider than high, the column.

{rows}
"""


if __name__ == "__main__":
    sys.exit(main())
