"""Coverage of the pages' modules, as Chromium measures it.

Set QUINTET_PAGE_COVERAGE to a folder and run tests in a browser; then print what they have not
run with `python .ci/page_coverage.py FOLDER`.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

FOLDER = os.environ.get("QUINTET_PAGE_COVERAGE")


@contextmanager
def covered(page: Page) -> Iterator[None]:
    """Record which parts of which scripts a page runs, if coverage is wanted."""
    if FOLDER is None:
        yield
        return
    session = page.context.new_cdp_session(page)
    session.send("Profiler.enable")
    # V8 then keeps what it knows about scripts of pages that the browser has left.
    session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
    try:
        yield
    finally:
        if not page.is_closed():
            found = session.send("Profiler.takePreciseCoverage")
            file = Path(FOLDER) / f"browser-{secrets.token_hex(8)}.json"
            file.write_text(json.dumps(found), encoding="utf-8")
            session.detach()
