"""Read what the program that solves all of Quixo has printed: check it, and make the tables.

Run: python tools/known_quixo.py FILE [--keep COPY]

FILE has the lines of native/programs/quixo_complete, or is a copy that was kept. Checks that it is
whole, that no checked board was wrong, that the counts add up to all boards, and that they are
those that were published and those of the tablebase, as far as it goes. Prints the table of the
documentation, the longest win, and the counts as the file of facts has them. With --keep it also
writes the lines without what differs from run to run; docs/explanation/known/quixo_classes.jsonl
was made so.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import comb
from pathlib import Path
from typing import Any

from known_symmetry import boards_up_to_symmetry, quixo_points
from quintet.games import find_variant
from quintet.position import Position

ROOT = Path(__file__).parents[1]
FACTS = ROOT / "src" / "quintet" / "known" / "facts.json"
KNOWN = ROOT / "docs" / "explanation" / "known"
KEPT = KNOWN / "quixo_classes.jsonl"  # of 5x5
FEW_BLANKS = KNOWN / "quixo_few_blanks.json"  # what the tablebase of 5x5 with four blanks counted
PASSING = ("executor", "prepared", "at", "seconds", "sample")  # differ from run to run
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
    plies: Counter[tuple[int, str]] = field(default_factory=Counter)  # up to symmetry
    longest: int = 0


@dataclass
class Result:
    """All that was printed."""

    size: int
    layers: dict[int, Layer]  # by blanks
    checked: int  # numbers of boards; some stand for none
    bytes: int  # one for every number, and eight for values that do not fit
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
    points = quixo_points(size)
    for line in lines:
        if "all" not in line:
            continue
        expected = boards_up_to_symmetry(points, line["own"], line["other"])
        if sum(line["different"].values()) != expected:
            raise Wrong(f"Boards with {line['own']} and {line['other']} cubes are not all.")
        layer = layers[size * size - line["own"] - line["other"]]
        layer.longest = max(layer.longest, line.get("longest", {}).get("plies", 0))
        for verdict, count in _counts(line["all"]):
            layer.all[kind_of(verdict)] += count
        for verdict, count in _counts(line["different"]):
            layer.different[kind_of(verdict)] += count
            if verdict:
                layer.plies[verdict // 2 - 1, kind_of(verdict)] += count
    longest, words = _longest(next(line for line in lines if "line" in line), size)
    checked = sum(line.get("checked", 0) for line in lines)
    late = sum(line.get("late", 0) for line in lines)
    numbers = sum(_numbers(size, line["own"], line["other"]) for line in lines if "all" in line)
    return Result(size, layers, checked, numbers + 8 * late, longest, words)


def _numbers(size: int, own: int, other: int) -> int:
    """Return how many numbers a class has: one's own cubes up to symmetry, the other's not."""
    return boards_up_to_symmetry(quixo_points(size), own, 0) * comb(size**2 - own, other)


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
    known = counted(result.size)
    blanks = result.size**2 - min(marked for marked, *_ in known["layers"])
    if spread(result, blanks) != known:
        raise Wrong(f"Boards with at most {blanks} blanks are not those of the tablebase.")
    won, lost, drawn = found
    return [
        f"{sum(found):,} boards: {won:,} won, {lost:,} lost, {drawn:,} drawn, as published",
        f"boards with at most {blanks} blanks are those of the tablebase, by distance",
        f"{result.checked:,} numbers of boards checked: all follow from their moves",
    ]


def counted(size: int) -> dict[str, Any]:
    """Return what a tablebase that was built otherwise has counted, as far as it goes."""
    if size == 5:
        few: dict[str, Any] = json.loads(FEW_BLANKS.read_text(encoding="utf-8"))
        return few
    found: dict[str, Any] = fact(size)["spread"]
    return found


def fact(size: int) -> dict[str, Any]:
    """Return what the file of facts has of a board."""
    options = {} if size == 5 else {"size": str(size)}
    facts = json.loads(FACTS.read_text(encoding="utf-8"))
    found: dict[str, Any] = next(
        one for one in facts if one["game"] == "quixo" and one["options"] == options
    )
    return found


def spread(result: Result, blanks: int = 25) -> dict[str, Any]:
    """Return the counts up to symmetry with at most so many blanks, as the file of facts has."""
    cells = result.size**2
    layers = [(at, layer) for at, layer in sorted(result.layers.items()) if at <= blanks]
    plies = sum((layer.plies for _, layer in layers), Counter[tuple[int, str]]())
    return {
        "layers": [
            [cells - at, layer.different[WON], layer.different[DRAWN], layer.different[LOST]]
            for at, layer in reversed(layers)
        ],
        "plies": {
            str(many): [plies[many, WON], plies[many, LOST]]
            for many in sorted({many for many, _ in plies})
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


def read_file(path: Path) -> Result:
    """Return the result in a file; raise `Wrong` for another."""
    return read(_lines(path))


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def keep(path: Path, copy: Path) -> None:
    """Write the lines of a file without what differs from run to run."""
    kept = ({key: it[key] for key in it if key not in PASSING} for it in _lines(path))
    written = (json.dumps(line, separators=(",", ":")) for line in kept)
    copy.write_text("".join(f"{line}\n" for line in written), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--keep", type=Path, metavar="COPY")
    given = parser.parse_args(arguments)
    try:
        result = read_file(given.file)
        compared = check(result)
    except (ValueError, Wrong) as error:
        raise SystemExit(str(error)) from None
    if given.keep:
        keep(given.file, given.keep)
    print("\n".join(compared), table(result), sep="\n\n", end="\n\n")
    print(result.longest, " ".join(result.line), sep="\n", end="\n\n")
    print(json.dumps(spread(result)))


if __name__ == "__main__":
    main()
