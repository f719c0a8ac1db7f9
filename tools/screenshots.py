"""Screenshots of every page, game and mode, those of the README, and some in other languages.

python tools/screenshots.py build/screenshots [--only TEXT] [--docs docs/pictures]
python tools/screenshots.py docs/pictures/languages --languages ar th ja zh-Hans de el
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.conftest import DESK, PHONE, chromium, serving
from browser.playing import MODES, Mouse, open_table, play, short_game
from quintet.i18n.catalogue import languages

PAGES = ("/", "/settings", "/api/docs", "/no-such-page")
GAMES = ("quantik", "quarto", "qomet", "cubulus", "quixo")
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
QUALITY = 82  # of the README's pictures
SETTLE_MS = 260  # until animations have ended


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--only", default="", help="only pictures whose name has this in it")
    arguments.add_argument("--docs", type=Path, help="where to put the README's pictures")
    arguments.add_argument("--languages", nargs="+", default=[], help="pages in these languages")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as data, serving(data) as address, chromium() as browser:
        if given.docs:
            for_the_readme(browser, address, given.docs)
        elif given.languages:
            in_languages(browser, address, given.folder, given.languages)
        else:
            everything(browser, address, given.folder, given.only)


def everything(browser: Browser, address: str, folder: Path, only: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for screen, how in SCREENS.items():
        for theme in THEMES:
            context = browser.new_context(base_url=address, color_scheme=theme, **how)
            page = context.new_page()

            def shoot(
                name: str, page: Page = page, end: str = f"{screen}-{theme}", *, whole: bool = True
            ) -> None:
                page.wait_for_timeout(SETTLE_MS)
                page.screenshot(path=folder / f"{name}-{end}.png", full_page=whole)
                print(folder / f"{name}-{end}.png")

            for mode in MODES:
                if only in f"table-{mode}-{screen}-{theme}":
                    table(page, mode, shoot)
            for where in (
                *PAGES,
                *(f"/{part}/{game}" for part in ("new", "rules", "edit") for game in GAMES),
            ):
                name = where.strip("/").replace("/", "-") or "home"
                if only in f"{name}-{screen}-{theme}":
                    page.goto(where)
                    shoot(name)
            context.close()


def table(page: Page, mode: str, shoot) -> None:  # type: ignore[no-untyped-def]
    """Take screenshots of a table: mid-game, with a piece selected, and at the end."""
    words = short_game(mode, "UFR" if mode.startswith("cubulus") else "")
    open_table(page, mode)
    play(page, mode, words[: len(words) // 2], Mouse(page))
    shoot(f"table-{mode}-middle", whole=False)
    spot = page.locator("#board .spot.is-open:not([data-away='1'])").first
    spot.focus()
    page.keyboard.press("Enter")
    shoot(f"table-{mode}-chosen", whole=False)
    open_table(page, mode)
    play(page, mode, words, Mouse(page))
    shoot(f"table-{mode}-over")


def for_the_readme(browser: Browser, address: str, folder: Path) -> None:
    """Take the small screenshots of the README."""
    folder.mkdir(parents=True, exist_ok=True)
    context = browser.new_context(base_url=address, viewport={"width": 1080, "height": 700})
    page = context.new_page()
    page.goto("/")
    page.wait_for_timeout(SETTLE_MS)
    page.screenshot(path=folder / "home.jpeg", full_page=True, quality=QUALITY)
    for mode in ("quarto-spoken", "quixo-four", "cubulus-three"):
        words = short_game(mode, "UFR" if mode.startswith("cubulus") else "")
        open_table(page, mode)
        play(page, mode, words[: len(words) * 2 // 3], Mouse(page))
        page.mouse.move(0, 0)
        page.wait_for_timeout(SETTLE_MS)
        page.screenshot(path=folder / f"{mode}.jpeg", quality=QUALITY)
    context.close()


def in_languages(browser: Browser, address: str, folder: Path, codes: Sequence[str]) -> None:
    """Take pictures of the home page, a rules page and a table on a phone, in each language."""
    folder.mkdir(parents=True, exist_ok=True)
    for code in codes:
        if code not in languages():
            sys.exit(f"{code} is not offered.")
        for screen, how in SCREENS.items():
            context = browser.new_context(base_url=address, **how)
            page = context.new_page()
            page.goto(f"/?lang={code}")
            if screen == "desk":
                shoot_language(page, folder / f"{code}-home.jpeg")
                page.goto("/rules/quarto")
                shoot_language(page, folder / f"{code}-rules.jpeg")
            else:
                open_table(page, "quarto")
                shoot_language(page, folder / f"{code}-table.jpeg")
            context.close()


def shoot_language(page: Page, path: Path) -> None:
    page.wait_for_timeout(SETTLE_MS)
    page.screenshot(path=path, quality=QUALITY)
    print(path)


if __name__ == "__main__":
    main()
