"""Write the facts about the games, and their page in the docs.

Run: python tools/known.py [--tables FOLDER] [--solve VARIANT ...] [--threads N]. A variant is named
like its tablebase: quantik, quixo,size=4, or quarto,squares=true. With --solve its tablebase is
rebuilt, and time and memory are measured; everything else comes from the existing tablebases, and
facts without a tablebase keep their last values. Quixo on 5x5 and Qomet come from the counts of
their complete solvers, which are kept beside the pages (known_complete.py).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import known_complete
import known_pages
from known_curiosities import curiosities, entry
from known_spreads import longest, spread
from known_zugzwang import BOARDS, zugzwangs
from quintet import known, tablebase
from quintet.errors import BadTablebase
from quintet.known import How, Why
from quintet.options import write_value
from quintet.position import start
from quintet.tablebase import SHIPPED, solvers

VARIANTS: tuple[tuple[str, dict[str, object]], ...] = (
    ("quantik", {}),
    ("quarto", {}),
    ("quarto", {"squares": True}),
    ("quarto", {"features": ("colour", "height", "shape")}),
    ("quarto", {"features": ("colour", "shape")}),
    ("quarto", {"features": ("colour",)}),
    ("qomet", {}),
    ("qomet", {"corner_exit": "rays"}),
    ("cubulus", {}),
    ("quixo", {"size": 3}),
    ("quixo", {"size": 4}),
    ("quixo", {}),
)
# What our tablebases prove.
HOW = {"quantik": How.TABLE, "quarto": How.OPENINGS, "qomet": How.COMPLETE, "quixo": How.TABLE}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=Path, default=tablebase.folder())
    parser.add_argument("--solve", nargs="*", default=[], metavar="VARIANT")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    os.environ["QUINTET_TABLES"] = str(arguments.tables)
    before = {(fact["game"], json.dumps(fact["options"])): fact for fact in _read()}
    written = []
    for game, options in VARIANTS:
        variant = start(game, **options).variant
        changed = {name: write_value(value) for name, value in variant.changed_options.items()}
        fact = unknown(game, changed) | before.get((game, json.dumps(changed)), {})
        solver = solvers.find_solver(variant)
        if solver is not None:
            if solver.name in arguments.solve:
                fact |= measured(game, changed, arguments.threads, arguments.tables)
            fact |= looked_up(solver, arguments.tables)
        complete = known_complete.found(game, changed)
        if complete is not None:
            others = [each for each in fact["curiosities"] if each["why"] == Why.ONLY_MOVE]
            fact |= complete | {"curiosities": complete["curiosities"] + others}
        written.append(fact)
    known.FILE.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
    known.facts.cache_clear()
    known_pages.write(known.facts())


def _read() -> list[dict[str, Any]]:
    return json.loads(known.FILE.read_text(encoding="utf-8")) if known.FILE.exists() else []


def unknown(game: str, options: dict[str, str]) -> dict[str, Any]:
    """Return the facts of a variant without a tablebase."""
    nothing = dict.fromkeys(
        ("positions", "longest", "zugzwangs", "seconds", "megabytes", "bytes", "spread")
    )
    return {
        "game": game,
        "options": options,
        "value": None,
        "how": How.SET_UPS,
        **nothing,
        "curiosities": [],
    }


def measured(game: str, options: dict[str, str], threads: int, folder: Path) -> dict[str, Any]:
    """Build a tablebase in a process of its own into the folder, and return its cost."""
    pairs = [part for name, value in options.items() for part in ("-o", f"{name}={value}")]
    program = str(Path(sys.executable).parent / "quintet")
    command = [program, "solve", game, *pairs, "--json", "--threads", str(threads), "--to"]
    with tempfile.TemporaryDirectory() as fresh:
        process = subprocess.Popen([*command, fresh], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        print(game, options, process.stdout.read().strip(), flush=True)
        _, status, used = os.wait4(process.pid, 0)
        assert status == 0
        folder.mkdir(parents=True, exist_ok=True)
        for made in Path(fresh).glob("*.qtable"):
            (folder / made.name).write_bytes(made.read_bytes())
    return {
        "seconds": round(used.ru_utime + used.ru_stime, 1),
        "megabytes": round(used.ru_maxrss / 1000),
    }


def looked_up(solver: Any, folder: Path) -> dict[str, Any]:
    """Return the facts of a variant's tablebase; none without one."""
    paths = [path for path in (solver.path(folder), solver.path(SHIPPED)) if path.is_file()]
    if not paths:
        return {}
    try:
        file = solver.read(paths[0])
    except BadTablebase:
        return {}  # of older rules or an older format
    first = start(solver.game, **solver.variant.options)
    value = solver.open(file).get(first)
    found: dict[str, Any] = {
        "positions": file.header["positions"],
        "bytes": paths[0].stat().st_size,
        "longest": longest(solver.game, file.header),
        "zugzwangs": None,
        "spread": spread(solver.game, file.header),
        "curiosities": curiosities(first, file.header),
    }
    if value is None:
        # Boards with few blanks: their counts and their longest win are not those of all.
        striking = [each for each in found["curiosities"] if each["why"] != Why.LONGEST]
        return {"curiosities": striking}
    if solver.game in BOARDS:
        found["zugzwangs"], lost = zugzwangs(first)
        found["curiosities"] += [entry(Why.ZUGZWANG, lost)] if lost is not None else []
    return {**found, "value": str(value), "how": HOW[solver.game]}


if __name__ == "__main__":
    main()
