"""Print which lines of the pages' modules the tests run.

    python .ci/page_coverage.py FOLDER

FOLDER holds coverage as V8 writes it: from Node (NODE_V8_COVERAGE=FOLDER node --test) and from
Chromium (QUINTET_PAGE_COVERAGE=FOLDER pytest tests/browser). A line counts as run if any test
runs a part of it.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

STATIC = Path(__file__).parents[1] / "src/quintet/server/static"
MODULE = re.compile(r"/static/(?:[0-9a-f]{16}/)?(.+\.m?js)$")
NOT_CODE = re.compile(rb"\s*(//.*|/?\*.*|[})\]};,]*)\s*")
MAX_RANGES = 6  # of missing lines that are printed for a file


def main(folder: Path) -> None:
    run = {path: bytearray(len(units(path)) // 2) for path in sorted(STATIC.rglob("*.js"))}
    for file in folder.glob("*.json"):
        for script in json.loads(file.read_text(encoding="utf-8"))["result"]:
            found = MODULE.search(script["url"])
            if found and (STATIC / found[1]) in run:
                merge(run[STATIC / found[1]], script["functions"])
    total = missed = 0
    print(f"{'module':<28} {'lines':>6} {'miss':>5} {'cover':>6}   missing")
    for path, units_run in run.items():
        lines = code_lines(path, units_run)
        missing = [number for number, is_run in lines.items() if not is_run]
        total, missed = total + len(lines), missed + len(missing)
        name = str(path.relative_to(STATIC))
        cover = percentage(len(lines), len(missing))
        print(
            f"{name:<28} {len(lines):>6} {len(missing):>5} {cover:>6}   {ranges(missing)}".rstrip()
        )
    print(f"{'TOTAL':<28} {total:>6} {missed:>5} {percentage(total, missed):>6}")


def units(path: Path) -> bytes:
    """Return a file in UTF-16, in whose units V8 counts."""
    return path.read_text(encoding="utf-8").encode("utf-16-le")


def merge(run: bytearray, functions: list[dict[str, Any]]) -> None:
    """Add what one script ran. Inner ranges come after the outer ones that they refine."""
    once = bytearray(len(run))
    for function in functions:
        for part in function["ranges"]:
            start, end = part["startOffset"], min(part["endOffset"], len(once))
            once[start:end] = bytes([part["count"] > 0]) * (end - start)
    for place, is_run in enumerate(once):
        run[place] |= is_run


def code_lines(path: Path, run: bytearray) -> dict[int, bool]:
    """Return each line with code, and whether any of it was run."""
    found: dict[int, bool] = {}
    place = 0
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        length = len(line.encode("utf-16-le")) // 2
        if not NOT_CODE.fullmatch(line.encode()):
            indent = len(line) - len(line.lstrip())
            found[number] = any(run[place + indent : place + length])
        place += length + 1
    return found


def percentage(total: int, missed: int) -> str:
    return f"{100 * (total - missed) // total}%" if total else "-"


def ranges(numbers: list[int]) -> str:
    """Write numbers as 3-5, 9; the longest runs if there are many."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    kept = sorted(sorted(runs, key=lambda it: it[0] - it[1])[:MAX_RANGES])
    more = ", …" if len(runs) > MAX_RANGES else ""
    return ", ".join(f"{a}-{b}" if b > a else str(a) for a, b in kept) + more


if __name__ == "__main__":
    main(Path(sys.argv[1]))
