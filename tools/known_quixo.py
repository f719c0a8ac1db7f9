"""Read what the program that solves all of Quixo has printed: check it, and make the tables.

Run: python tools/known_quixo.py FILE

FILE has the lines of native/programs/quixo_complete. Checks that it is whole, that no board of the
samples was wrong, that the counts add up to all boards, and that they are those that were published
and those of the tablebase, as far as it goes. Prints the table of the documentation, the longest
win, and the counts as the file of facts has them.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quintet.games import find_variant
from quintet.position import Position

FACTS = Path(__file__).parents[1] / "src" / "quintet" / "known" / "facts.json"
# Won, lost and drawn, for the side to move: Tanaka, Bonnet, Tixeuil and Tamura (2020).
PUBLISHED = {
    3: (12_748, 6_935, 0),
    4: (26_434_489, 15_003_736, 1_608_496),
    5: (441_815_157_309, 279_746_227_956, 125_727_224_178),
}
WON, LOST, DRAWN = "won", "lost", "drawn"


class Wrong(Exception):
    """The file is not what it should be."""


def kind_of(verdict: int) -> str:
    """Return what a verdict of the program says: 0, or 2 + 2 * plies, one more for a loss."""
    return DRAWN if verdict == 0 else LOST if verdict % 2 else WON


@dataclass
class Layer:
    """The boards with so many blanks."""

    different: Counter[str] = field(default_factory=Counter)  # up to symmetry, by kind
    all: Counter[str] = field(default_factory=Counter)
    longest: int = 0


@dataclass
class Result:
    """All that was printed."""

    size: int
    layers: dict[int, Layer]  # by blanks
    plies: dict[int, Counter[str]]  # boards up to symmetry
    seconds: float
    checked: int
    longest: Position
    line: tuple[str, ...]


def read(lines: Sequence[dict[str, Any]]) -> Result:
    """Return the result of a whole run; raise `Wrong` for another."""
    if not lines or not lines[-1].get("whole"):
        raise Wrong("The run is not whole.")
    if lines[-1]["wrong"]:
        raise Wrong(f"{lines[-1]['wrong']} boards do not follow from their moves.")
    size = int(lines[0]["size"])
    layers = {blanks: Layer() for blanks in range(size * size + 1)}
    plies: dict[int, Counter[str]] = {}
    for line in lines:
        if "all" not in line:
            continue
        layer = layers[size * size - line["own"] - line["other"]]
        layer.longest = max(layer.longest, line.get("longest", {}).get("plies", 0))
        for verdict, count in _counts(line["all"]):
            layer.all[kind_of(verdict)] += count
        for verdict, count in _counts(line["different"]):
            layer.different[kind_of(verdict)] += count
            if verdict:
                plies.setdefault(verdict // 2 - 1, Counter())[kind_of(verdict)] += count
    longest, words = _longest(next(line for line in lines if "line" in line), size)
    checked = sum(line.get("checked", 0) for line in lines)
    return Result(size, layers, plies, lines[-1]["seconds"], checked, longest, words)


def _counts(given: dict[str, int]) -> Iterator[tuple[int, int]]:
    return ((int(verdict), count) for verdict, count in given.items())


def _longest(line: dict[str, Any], size: int) -> tuple[Position, tuple[str, ...]]:
    """Return the board where a win takes longest, and best play from there."""
    own, other = line["line"]
    cells = bytes(
        1 if own >> cell & 1 else 2 if other >> cell & 1 else 0 for cell in range(size * size)
    )
    variant = find_variant("quixo", {"size": size} if size != 5 else {}, Position)
    position = begin = variant.core.from_facts(cells, [0])
    assert isinstance(position, Position)
    assert isinstance(begin, Position)
    words = []
    for push in line["pushes"]:
        words.append(variant.words[position.turn][push])
        position = position.play(push)
    if position.outcome is None or position.outcome.scores[0] != 1:
        raise Wrong("The longest win is not won.")
    return begin, tuple(words)


def check(result: Result) -> list[str]:
    """Return what was compared; raise `Wrong` where something differs."""
    sums = sum((layer.all for layer in result.layers.values()), Counter[str]())
    found = sums[WON], sums[LOST], sums[DRAWN]
    if sum(found) != 3 ** (result.size**2):
        raise Wrong(f"{sum(found):,} boards are not all.")
    expected = PUBLISHED[result.size]
    if found != expected:
        differences = (f"{one - other:+,}" for one, other in zip(found, expected, strict=True))
        raise Wrong("Not as published: won, lost and drawn differ by " + ", ".join(differences))
    known = fact(result.size)["spread"]
    for marked, *counts in known["layers"]:
        layer = result.layers[result.size**2 - marked].different
        if counts != [layer[WON], layer[DRAWN], layer[LOST]]:
            raise Wrong(f"Boards with {marked} cubes are not those of the tablebase.")
    won, lost, drawn = found
    return [
        f"{sum(found):,} boards: {won:,} won, {lost:,} lost, {drawn:,} drawn, as published",
        f"{len(known['layers'])} layers are those of the tablebase",
        f"{result.checked:,} boards follow from their moves",
    ]


def fact(size: int) -> dict[str, Any]:
    """Return what the file of facts has of a board."""
    options = {} if size == 5 else {"size": str(size)}
    facts = json.loads(FACTS.read_text(encoding="utf-8"))
    found: dict[str, Any] = next(
        one for one in facts if one["game"] == "quixo" and one["options"] == options
    )
    return found


def spread(result: Result) -> dict[str, Any]:
    """Return the counts up to symmetry as the file of facts has them."""
    cells = result.size**2
    return {
        "layers": [
            [cells - blanks, layer.different[WON], layer.different[DRAWN], layer.different[LOST]]
            for blanks, layer in sorted(result.layers.items(), reverse=True)
        ],
        "plies": {
            str(plies): [counts[WON], counts[LOST]]
            for plies, counts in sorted(result.plies.items())
        },
    }


def table(result: Result) -> str:
    """Return the table of the documentation: all boards by blanks."""
    lines = [
        "| blanks | boards up to symmetry | won | lost | drawn | longest win |",
        "|---|---|---|---|---|---|",
    ]
    whole = Layer()
    for blanks, layer in sorted(result.layers.items()):
        lines.append(_row(str(blanks), layer))
        whole.different += layer.different
        whole.all += layer.all
        whole.longest = max(whole.longest, layer.longest)
    return "\n".join([*lines, _row("all", whole)])


def _row(name: str, layer: Layer) -> str:
    counts = (layer.different.total(), *(layer.all[kind] for kind in (WON, LOST, DRAWN)))
    return f"| {name} | {' | '.join(f'{count:,}' for count in counts)} | {layer.longest} |"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    given = parser.parse_args(arguments)
    try:
        with given.file.open(encoding="utf-8") as file:
            result = read([json.loads(line) for line in file])
        compared = check(result)
    except (ValueError, Wrong) as error:
        raise SystemExit(str(error)) from None
    print("\n".join(compared), table(result), sep="\n\n", end="\n\n")
    print(result.longest, " ".join(result.line), sep="\n", end="\n\n")
    print(json.dumps(spread(result)))


if __name__ == "__main__":
    main()
