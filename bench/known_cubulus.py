"""Looks for forced wins from many set-ups of Cubulus for two, and writes docs/known/cubulus.md.

Run: python bench/known_cubulus.py [--setups N] [--nodes N] [--plies N] [--write]. After each set-up
(CB2), everything is looked at for so many plies, for either side; then the engine searches so many
positions, whose wins and losses are certain, too. The same numbers give the same answers.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from quintet.engine import analyse
from quintet.position import Position, start
from quintet.value import Value

PAGE = Path(__file__).parent.parent / "docs" / "known" / "cubulus.md"
PART = re.compile(r"(<!-- found -->\n).*?(<!-- end of found -->)", re.DOTALL)
NEUTRAL_BALLS = 9
SHOWN = 3  # of the set-ups that look best for each side


def set_ups(count: int, seed: int = 1) -> Iterator[Position]:
    """Different set-ups by chance, up to symmetry."""
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
    parser.add_argument("--setups", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    began = time.process_time()
    within = Counter[str]()
    searched: list[tuple[Value, int, str]] = []
    for number, position in enumerate(set_ups(arguments.setups), start=1):
        starter, other = position.turn, 1 - position.turn
        for name, seat in (("the starter", starter), ("the other player", other)):
            within[name] += position.wins_within(arguments.plies, seat)
        found = analyse(position, nodes=arguments.nodes)
        searched.append((found.value, found.depth, position.text))
        print(number, position.text, found.value, found.depth, flush=True)
    report = tell(arguments, within, searched, time.process_time() - began)
    print(report)
    if arguments.write:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(PART.sub(rf"\g<1>{report}\n\g<2>", text), encoding="utf-8")


def tell(
    arguments: argparse.Namespace,
    within: Counter[str],
    searched: list[tuple[Value, int, str]],
    seconds: float,
) -> str:
    values = [value for value, _, _ in searched]
    chances = [value.chance for value in values if value.plies is None]
    depths = [depth for _, depth, _ in searched]
    lines = [
        "| | |",
        "|---|---|",
        f"| set-ups by chance, different up to symmetry | {arguments.setups} |",
        *(
            f"| forced wins of {name} within {arguments.plies} plies (everything looked at) "
            f"| {within[name]} |"
            for name in ("the starter", "the other player")
        ),
        f"| nodes of the engine for each | {arguments.nodes:,} |",
        f"| depth it reached | {min(depths)} to {max(depths)} plies |",
        *_wins("the starter", [value for value in values if value.kind == "win"]),
        *_wins("the other player", [value for value in values if value.kind == "loss"]),
        f"| undecided | {len(chances)} |",
    ]
    if chances:
        spread = f"{fmean(chances):.0%} on average, {min(chances):.0%} to {max(chances):.0%}"
        lines.append(f"| the starter's chance in these, as the engine sees it | {spread} |")
    lines += [
        f"| processor time | {seconds:.0f} s |",
        "",
        "The set-ups that looked best, first for the player who made them:",
        "",
    ]
    ordered = sorted(searched, key=lambda each: each[0].order)
    for title, chosen in (("other player", ordered[:SHOWN]), ("starter", ordered[-SHOWN:][::-1])):
        lines += [f"- {title}: `{text}` (the starter: {value})" for value, _, text in chosen]
    return "\n".join(lines)


def _wins(name: str, values: list[Value]) -> Iterator[str]:
    by_plies = Counter(value.plies for value in values)
    told = ", ".join(f"{count} in {plies} plies" for plies, count in sorted(by_plies.items()))
    yield f"| forced wins of {name} that it found | {len(values)}{': ' + told if told else ''} |"


if __name__ == "__main__":
    main()
