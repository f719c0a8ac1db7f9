"""Pages in every language against English: bytes, compressed and not, time, and memory.

Run: python bench/languages.py [LANG ...]. Target: at most 10 % over English, and 60 MB for all.
"""

from __future__ import annotations

import gzip
import math
import sys
import tempfile
import time
from pathlib import Path

from fastapi.testclient import TestClient

from quintet.i18n.catalogue import languages
from quintet.server.app import create_app
from quintet.server.settings import Settings

PAGES = ("/", "/rules/quarto", "/learn/quixo", "/puzzles", "/lobby", "/analysis/qomet")
ROUNDS = 15


def measure(client: TestClient, path: str, codes: tuple[str, str]) -> list[tuple[int, int, float]]:
    """Return a page's bytes, those of it compressed, and milliseconds, in two languages in turn."""
    times: dict[str, list[float]] = {code: [] for code in codes}
    pages: dict[str, bytes] = {}
    for _ in range(ROUNDS):
        for code in codes:
            began = time.perf_counter()
            answer = client.get(path, params={"lang": code}, headers={"accept": "text/html"})
            times[code].append(time.perf_counter() - began)
            assert answer.status_code == 200, path
            pages[code] = answer.content
    return [
        (len(pages[code]), len(gzip.compress(pages[code], 5)), 1000 * min(times[code]))
        for code in codes
    ]


def memory() -> float:
    """Return the megabytes of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def main() -> None:
    codes = sys.argv[1:] or [code for code in languages() if code != "en"]
    with (
        tempfile.TemporaryDirectory() as data,
        TestClient(create_app(Settings(data, limits=math.inf))) as client,
    ):
        opened = client.post("/tables", data={"game": "quarto"}, follow_redirects=False)
        paths = (*PAGES, opened.headers["location"])
        for path in paths:
            measure(client, path, ("en", "en"))
        before = memory()
        print(f"{'':10}{'bytes':>8}{'packed':>8}{'time':>8}   (over English, all pages together)")
        for code in codes:
            both = [measure(client, path, ("en", code)) for path in paths]
            ratios = [
                sum(theirs[column] for _, theirs in both) / sum(ours[column] for ours, _ in both)
                - 1
                for column in range(3)
            ]
            print(f"{code:10}{ratios[0]:8.1%}{ratios[1]:8.1%}{ratios[2]:8.1%}")
        print(f"{memory() - before:.0f} MB more for {len(codes)} languages, pages included")


if __name__ == "__main__":
    main()
