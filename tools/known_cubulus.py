"""Search for forced wins from set-ups of Cubulus for two.

Run: python tools/known_cubulus.py [--setups N] [--nodes N] [--plies N] [--quiet N] [--keep FILE]
[--threads N] [--write]. From each set-up (CB2) it searches for a win of the starter within so many
plies, with threats only after so many quiet moves. A win is stored as a strategy, and checked by
the rules alone. Then a full search of eight plies follows for either side. The results are
reproducible; set-ups in FILE are not searched again.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

import quintet
from quintet import _core
from quintet.position import Position, start

PAGE = Path(__file__).parent.parent / "docs" / "explanation" / "known" / "cubulus.md"
PART = re.compile(r"(<!-- found -->\n).*?(<!-- end of found -->)", re.DOTALL)
NEUTRAL_BALLS = 9
FULL_PLIES = 8  # of the full search

# Natural set-ups, before the random ones.
CHOSEN = ("........./nnnnnnnnn/......... x -", "nnnnnnnnn/........./......... x -")


def set_ups(count: int, seed: int = 1) -> Iterator[Position]:
    """Yield random set-ups, different up to symmetry."""
    rng = random.Random(seed)
    met: set[Position] = set()
    while len(met) < count:
        position = start("cubulus")
        for _ in range(NEUTRAL_BALLS):
            position = position.play(rng.choice(position.moves))
        if position.canonical() not in met:
            met.add(position.canonical())
            yield position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--setups", type=int, default=10)
    parser.add_argument("--nodes", type=int, default=15_000_000)
    parser.add_argument("--plies", type=int, default=25)
    parser.add_argument("--quiet", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    positions = [quintet.position("cubulus", text) for text in CHOSEN]
    positions += set_ups(arguments.setups)
    kept = read(arguments.keep)

    def found(position: Position) -> dict[str, Any]:
        settings = {name: getattr(arguments, name) for name in ("plies", "quiet")}
        asked = {"set_up": position.text, **settings}
        for line in kept:
            # The search visits the same nodes in the same order, whatever its limit.
            is_settled = line["wins"] is not None and line["nodes_searched"] <= arguments.nodes
            is_same = line["wins"] is None and line["nodes"] == arguments.nodes
            if line.items() >= asked.items() and (is_settled or is_same):
                return line
        asked["nodes"] = arguments.nodes
        line = {**asked, **look(position, nodes=arguments.nodes, **settings)}
        if arguments.keep is not None:
            with arguments.keep.open("a") as file:
                file.write(json.dumps(line) + "\n")
        print(line, flush=True)
        return line

    with ThreadPoolExecutor(arguments.threads) as pool:
        report = tell(arguments, list(pool.map(found, positions)))
    print(report)
    if arguments.write:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(PART.sub(rf"\g<1>{report}\n\g<2>", text), encoding="utf-8")


def read(path: Path | None) -> list[dict[str, Any]]:
    if path is None or not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]


def look(position: Position, *, nodes: int, plies: int, quiet: int) -> dict[str, Any]:
    """Return the results of a set-up; a win that fails the check is an error."""
    began = time.thread_time()
    progress = _core.Progress()
    attack = _core.CubulusAttack(position.variant.core)
    wins = attack.wins_within(position, plies, quiet=quiet, nodes=nodes, progress=progress)
    line: dict[str, Any] = {"wins": wins, "nodes_searched": attack.nodes, "strategy": None}
    if wins:
        plans = attack.plans(position, plies, quiet=quiet, progress=progress)
        _, mistakes, wrong = _core.cubulus_verify(position, plans)
        if mistakes:
            raise AssertionError(f"the win from {position.text} is wrong: {wrong}")
        line["strategy"] = len(plans)
    line["seconds"] = round(time.thread_time() - began, 1)
    line["soon"] = [position.wins_within(FULL_PLIES, seat) for seat in (0, 1)]
    return line


def tell(arguments: argparse.Namespace, lines: list[dict[str, Any]]) -> str:
    won = [line for line in lines if line["wins"]]
    rows = [
        ("set-ups looked at, different up to symmetry", len(lines)),
        (
            f"of them won by the starter in {arguments.plies} plies, {arguments.quiet} moves quiet",
            len(won),
        ),
        ("without such a win", sum(line["wins"] is False for line in lines)),
        (f"open after {arguments.nodes:,} nodes", sum(line["wins"] is None for line in lines)),
        (
            f"won in {FULL_PLIES} plies by the starter, and by the other (everything looked at)",
            " and ".join(str(sum(line["soon"][seat] for line in lines)) for seat in (0, 1)),
        ),
    ]
    if won:
        sizes = [line["strategy"] for line in won]
        seconds = [line["seconds"] for line in won]
        rows += [
            ("positions in the strategies", f"{min(sizes):,} to {max(sizes):,}"),
            (
                "processor time for such a win, checked",
                f"{min(seconds):.0f} to {max(seconds):.0f} s, mostly about {median(seconds):.0f} s",
            ),
        ]
    names = {True: "the starter wins", False: "no such win", None: "open"}
    return "\n".join(
        [
            "| | |",
            "|---|---|",
            *(f"| {name} | {value} |" for name, value in rows),
            "",
            "| set-up | found | positions in the strategy | nodes | processor time |",
            "|---|---|---|---|---|",
            *(
                f"| `{line['set_up'].split()[0]}` | {names[line['wins']]} "
                f"| {line['strategy'] or 0:,} | {line['nodes_searched']:,} "
                f"| {line['seconds']:.0f} s |"
                for line in lines
            ),
        ]
    )


if __name__ == "__main__":
    main()
