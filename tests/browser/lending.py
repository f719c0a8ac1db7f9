"""Pages that tests borrow in turn: opening one takes longer than most of what is done there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from playwright.sync_api import Browser, ConsoleMessage, Page

from browser.page_coverage import covered

# Where a page rests: an address of the site that runs no scripts.
REST = "/healthz"
# What a test cannot take back.
FOR_GOOD = ("add_init_script", "add_locator_handler", "expose_binding", "expose_function", "on")


@dataclass
class Opened:
    """A page in a browser of its own, and what has gone wrong there."""

    page: Page
    faults: list[str] = field(default_factory=list)


class Lender:
    """Lends pages on which nothing may go wrong unseen."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._resting: dict[str, list[Opened]] = defaultdict(list)

    @contextmanager
    def lent(self, **how: Any) -> Iterator[Page]:
        """A page as if in a new browser, but for files of the site that are kept."""
        resting = self._resting[repr(sorted(how.items()))]
        opened = resting.pop() if resting else self._open(how)
        with ExitStack() as stack:
            page = opened.page
            spies = [
                stack.enter_context(patch.object(owner, name, wraps=getattr(owner, name)))
                for owner, name in (*((page, name) for name in FOR_GOOD), (page.clock, "install"))
            ]
            stack.enter_context(covered(page))
            yield page
        if opened.faults or page.is_closed() or any(spy.called for spy in spies):
            page.context.close()
        else:
            _forget(page, how)
            resting.append(opened)
        assert opened.faults == [], opened.faults  # pytest shows no values for this module

    def _open(self, how: dict[str, Any]) -> Opened:
        page = self._browser.new_context(base_url=self._address, **how).new_page()
        page.set_default_timeout(15_000)
        opened = Opened(page)
        page.on("pageerror", lambda error: opened.faults.append(str(error)))
        page.on("console", lambda message: opened.faults.extend(_faults_in(message)))
        page.goto(REST)
        return opened


def _forget(page: Page, how: dict[str, Any]) -> None:
    """Leave the page as it was opened, without what the site or a test has left in the browser."""
    context = page.context
    for other in context.pages:
        if other is not page:
            other.close()
    context.set_offline(False)
    context.clear_permissions()
    page.unroute_all(behavior="ignoreErrors")
    page.set_viewport_size(how["viewport"])
    page.emulate_media(
        color_scheme=how.get("color_scheme", "light"),
        contrast=how.get("contrast", "no-preference"),
        forced_colors=how.get("forced_colors", "none"),
        reduced_motion=how.get("reduced_motion", "no-preference"),
    )
    page.goto(REST)
    page.evaluate("localStorage.clear(), sessionStorage.clear()")
    context.clear_cookies()


def _faults_in(message: ConsoleMessage) -> list[str]:
    """What the browser complains of; that something was refused is often what a test wants."""
    refused = message.text.startswith("Failed to load resource")
    refused = refused or "ERR_INTERNET_DISCONNECTED" in message.text
    return [message.text] if message.type == "error" and not refused else []
