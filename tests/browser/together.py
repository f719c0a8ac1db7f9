"""People at one table, each with a browser of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from playwright.sync_api import Page

import quintet
from browser.playing import MODES, Mouse, path_of, view

People = Callable[..., Page]
RELOADED = "performance.getEntriesByType('navigation')[0].type === 'reload'"


def invite(owner: Page, mode: str, **more: str) -> list[str]:
    """Opens a table with one chair taken; the links to the others, in their order."""
    game, options = MODES[mode]
    seats = quintet.start(game, **options).variant.seats
    form: dict[str, str | float | bool] = {"game": game, "first": "0", "spectators": "true", **more}
    form |= {"house": "1", "chair-0": "person", "name-0": "Ann"}
    form |= {f"option-{name}": value for name, value in options.items()}
    form |= {f"chair-{at}": "open" for at in range(1, seats)}
    form = {name: value for name, value in form.items() if value}  # as boxes that are not ticked
    answer = owner.request.post("/tables", form=form)
    assert answer.ok, answer.text()
    owner.goto(answer.url)
    owner.wait_for_selector("#chairs input")
    return [field.input_value() for field in owner.locator("#chairs input").all()]


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("#board .spot")


def sit_together(people: People, mode: str, names: Sequence[str], **more: str) -> list[Page]:
    """Everyone at one table, the game begun; in the order of their seats."""
    owner = people()
    links = invite(owner, mode, **more)
    pages = [owner]
    for link, name in zip(links, names, strict=True):
        pages.append(people())
        join(pages[-1], link, name)
    for page in pages[:-1]:  # who was there before the game began, when the layout may change
        page.wait_for_function(RELOADED)
    for page in pages:
        page.wait_for_selector("body[data-phase='playing']")
        page.wait_for_selector("#board .spot[tabindex='0']")  # its scripts have run
        page.wait_for_selector("#lost", state="hidden")
    return pages


def play_together(pages: Sequence[Page], mode: str, words: Sequence[str]) -> None:
    """Each plays when it is their turn, and everybody sees every move."""
    for word in words:
        seat = view(pages[0])["seat"]
        mover = pages[seat]
        done = mover.locator("#moves button").count()
        mover.wait_for_selector(".seat.is-turn:has-text('Your turn')")
        mover.wait_for_selector("#board .spot.is-open", state="attached")  # its scripts have run
        for touch in path_of(mode, word):
            Mouse(mover).touch(touch)
        for page in pages:
            page.wait_for_function(
                "done => document.querySelectorAll('#moves button').length > done", arg=done
            )
