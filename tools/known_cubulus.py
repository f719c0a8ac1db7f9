"""Search many set-ups of Cubulus for forced wins, and write docs/explanation/known/cubulus.md.

Run: python tools/known_cubulus.py [--setups N] [--nodes N] [--plies N] [--quiet N] [--keep FILE]
[--threads N] [--write]. From each set-up (CB2) the starter is to win within so many plies, with
threats alone after so many quiet moves. Such a win is written down, and checked by the rules
alone. Then everything is looked at for eight plies, for either side. The same numbers give the same
answers; what is in FILE is not looked for again.
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
EVERYTHING = 8  # plies for which all moves are looked at

# Set-ups that somebody might choose, before those by chance.
CHOSEN = ("........./nnnnnnnnn/......... x -", "nnnnnnnnn/........./......... x -")


def set_ups(count: int, seed: int = 1) -> Iterator[Position]:
    """Set-ups by chance, different up to symmetry."""
    chance = random.Random(seed)
    met: set[Position] = set()
    while len(met) < count:
        position = start("cubulus")
        for _ in range(NEUTRAL_BALLS):
            position = position.play(chance.choice(position.moves))
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
            # With other limits the search takes the same way as far as it goes.
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
    """What is found from a set-up; a win that does not stand the check is an error."""
    began = time.thread_time()
    progress = _core.Progress()
    attack = _core.CubulusAttack(position.variant.core)
    wins = attack.wins_within(position, plies, quiet=quiet, nodes=nodes, progress=progress)
    line: dict[str, Any] = {"wins": wins, "nodes_searched": attack.nodes, "strategy": None}
    if wins:
        plans = attack.plans(position, plies, quiet=quiet, progress=progress)
        _, mistakes, wrong = _core.cubulus_verify(position, plans)
        if mistakes:
            raise AssertionError(f"the win from {position.text} is none: {wrong}")
        line["strategy"] = len(plans)
    line["seconds"] = round(time.thread_time() - began, 1)
    line["soon"] = [position.wins_within(EVERYTHING, seat) for seat in (0, 1)]
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
            f"won in {EVERYTHING} plies by the starter, and by the other (everything looked at)",
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
