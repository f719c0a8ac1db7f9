"""Read what the program that solves every position of Qomet reports: check it, and make tables.

Run: python tools/known_qomet.py REPORT [REPORT] [--keep FOLDER]

A report is what bench/device/solve_qomet.py leaves for a reading of corner exits, or a copy that
was kept. Checks that no mistake was found, that every class has as many boards as there are, up to
symmetry and in all, and that values agree with those after a pass. Prints the tables of the
documentation. With --keep it also writes the reports without what differs from run to run;
qomet_any.json and qomet_rays.json in docs/explanation/known were made so.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any

from known_symmetry import boards_up_to_symmetry, qomet_points

KNOWN = Path(__file__).parents[1] / "docs" / "explanation" / "known"
KEPT = {name: KNOWN / f"qomet_{name}.json" for name in ("any", "rays")}
PASSING = ("executor", "seconds_to_solve")  # differ from run to run

POINTS = qomet_points()
WON, DRAWN, LOST = "win", "draw", "loss"
RESULTS = (WON, DRAWN, LOST)  # from the best to the worst
TURNS = "value_and_value_with_the_other_to_move"
BANS = "value_and_value_with_the_only_best_move_banned"
OVER = ("win in 0", "loss in 0")
BYTES = 3 * 7_414_472_704  # of all cells: three a number, of which some stand for no board
STEPS = (0, 1, 3, 5, 7, 9, 19, 49, 99, 149, 250)  # the last plies of the columns


class Wrong(Exception):
    """The report is not what it should be."""


@dataclass(frozen=True)
class Example:
    """A position with best play to the end."""

    position: str
    value: str
    line: tuple[str, ...]

    @property
    def plies(self) -> int:
        return int(self.value.split()[-1])


@dataclass(frozen=True)
class Result:
    """What is known of a reading of corner exits."""

    corner_exit: str
    stars: int
    classes: Mapping[tuple[int, int], Mapping[str, Mapping[str, int]]]
    turns: Mapping[str, int]  # boards by result, and by result after a pass
    bans: Mapping[str, int]  # boards by result, and by result without the only best move
    longest: tuple[Example, ...]  # wins: one of each class
    lost: tuple[Example, ...]  # likewise
    mutual: Example  # a board that is lost for the side to move, whichever it is
    first_moves: Mapping[str, str]  # values for the side that answers
    checks: Mapping[str, Any]

    def counts(self, kind: str = "different") -> Counter[str]:
        """Return the number of boards by value: up to symmetry, or all."""
        sums = Counter[str]()
        for found in self.classes.values():
            sums.update(found[kind])
        return sums

    @property
    def zugzwangs(self) -> int:
        """The number of boards that are lost, and would not be after a pass."""
        return self.turns["loss, draw"] + self.turns["loss, loss"]

    @property
    def longest_win(self) -> Example:
        """Of the longest wins the one with the fewest stars."""
        return min(self.longest, key=lambda it: (-it.plies, _stars(it)))

    @property
    def longest_loss(self) -> Example:
        return min(self.lost, key=lambda it: (-it.plies, _stars(it)))


def _stars(example: Example) -> int:
    board = example.position.split()[0]
    return board.count("x") + board.count("o")


def read(report: Mapping[str, Any]) -> Result:
    """Return the result of a report."""
    result = report["result"]
    longest = result["longest"].values()
    return Result(
        report["corner_exit"],
        report["stars"],
        {_class(name): found for name, found in result["classes"].items()},
        {name: found["count"] for name, found in result[TURNS].items()},
        {name: found["count"] for name, found in result[BANS].items()},
        tuple(_example(found[WON]) for found in longest if WON in found),
        tuple(_example(found[LOST]) for found in longest if LOST in found),
        _example(result[TURNS]["loss, loss"]),
        result["values_after_first_moves"],
        report["checks"],
    )


def read_file(path: Path) -> Result:
    return read(json.loads(path.read_text(encoding="utf-8")))


def _class(name: str) -> tuple[int, int]:
    own, other = map(int, name.split())
    return own, other


def _example(found: Mapping[str, str]) -> Example:
    return Example(found["position"], found["value"], tuple(found["line"].split()))


def kind_of(value: str) -> str:
    return value.partition(" in ")[0]


def check(result: Result) -> list[str]:
    """Return what was compared; raise `Wrong` where something differs."""
    if not result.checks["right"] or result.checks["mistakes"] or result.checks["disagreements"]:
        raise Wrong("The solver's own checks found mistakes.")
    for (own, other), found in result.classes.items():
        every = comb(len(POINTS), own) * comb(len(POINTS) - own, other)
        different = boards_up_to_symmetry(POINTS, own, other)
        if (sum(found["all"].values()), sum(found["different"].values())) != (every, different):
            raise Wrong(f"Boards with {own} and {other} stars are not all.")
    sums = result.counts()
    going_on = sums.total() - sum(sums[over] for over in OVER)
    if sum(result.turns.values()) != going_on:
        raise Wrong("Boards with the other side to move are not all.")
    for pair in result.turns:
        first, second = pair.split(", ")
        if result.turns[pair] != result.turns.get(f"{second}, {first}"):
            raise Wrong("Boards do not come in pairs.")
    for pair in result.bans:
        first, second = pair.split(", ")
        if RESULTS.index(first) > RESULTS.index(second):
            raise Wrong("A board is better without its best move.")
    every_board, checks = result.counts("all").total(), result.checks
    return [
        f"corner_exit={result.corner_exit}: {sums.total():,} boards up to symmetry",
        f"{every_board:,} boards in all",
        f"{checks['boards']:,} boards checked, {checks['states']:,} with bans, no mistake",
        f"{checks['strategy_positions']:,} positions of the strategy have the same plies",
    ]


def spread(result: Result) -> dict[str, Any]:
    """Return the counts up to symmetry as the file of facts has them."""
    layers: dict[int, Counter[str]] = {}
    plies: dict[int, Counter[str]] = {}
    for (own, other), found in result.classes.items():
        for value, count in found["different"].items():
            layers.setdefault(own + other, Counter())[kind_of(value)] += count
            if value != DRAWN:
                plies.setdefault(int(value.split()[-1]), Counter())[kind_of(value)] += count
    return {
        "layers": [[at, *(layers[at][kind] for kind in RESULTS)] for at in sorted(layers)],
        "plies": {str(at): [plies[at][WON], plies[at][LOST]] for at in sorted(plies)},
    }


def tables(results: Sequence[Result]) -> str:
    """Return the tables of the documentation, for both readings side by side."""
    parts = (_results, _distances, _by_stars, _bans)
    return "\n\n".join("\n".join(part(results)) for part in parts)


def _head(first: str, names: Sequence[str]) -> Iterator[str]:
    yield f"| {first} | {' | '.join(names)} |"
    yield "|---" * (len(names) + 1) + "|"


def _row(name: str, counts: Sequence[int]) -> str:
    return f"| {name} | {' | '.join(f'{count:,}' for count in counts)} |"


def _named(results: Sequence[Result], *names: str) -> list[str]:
    return [f"{name}`{it.corner_exit}`" for it in results for name in names]


def _results(results: Sequence[Result]) -> Iterator[str]:
    yield from _head("boards up to symmetry", _named(results, ""))
    names = {"won": WON, "drawn": DRAWN, "lost": LOST}
    for name, kind in names.items():
        yield _row(name, [of_kind(it, kind) for it in results])
    yield _row("of these over: a square stands", [_over(it) for it in results])
    yield _row("all", [it.counts().total() for it in results])
    yield _row("zugzwang", [it.zugzwangs for it in results])
    yield _row("plies of the longest win", [it.longest_win.plies for it in results])
    yield _row("plies of the longest loss", [it.longest_loss.plies for it in results])


def of_kind(result: Result, kind: str) -> int:
    return sum(count for value, count in result.counts().items() if kind_of(value) == kind)


def _over(result: Result) -> int:
    return sum(result.counts()[over] for over in OVER)


def _distances(results: Sequence[Result]) -> Iterator[str]:
    yield from _head("plies", _named(results, "won, ", "lost, "))
    last = -1
    for step in STEPS:
        row = []
        for result in results:
            plies = spread(result)["plies"]
            within = [both for at, both in plies.items() if last < int(at) <= step]
            row += [sum(won for won, _ in within), sum(lost for _, lost in within)]
        low = last + 1
        yield _row(str(step) if low == step else f"{low} to {step}", row)
        last = step


def _by_stars(results: Sequence[Result]) -> Iterator[str]:
    yield from _head("stars on the board", _named(results, "won, ", "drawn, ", "lost, "))
    for layers in zip(*(spread(it)["layers"] for it in results), strict=True):
        yield _row(str(layers[0][0]), [count for layer in layers for count in layer[1:]])


def _bans(results: Sequence[Result]) -> Iterator[str]:
    yield from _head("value, and without the only best move", _named(results, ""))
    for pair in results[0].bans:
        yield _row(pair, [it.bans[pair] for it in results])


def keep(path: Path, folder: Path) -> None:
    """Write a report without what differs from run to run."""
    report = json.loads(path.read_text(encoding="utf-8"))
    kept = {key: report[key] for key in report if key not in PASSING}
    copy = folder / KEPT[report["corner_exit"]].name
    copy.write_text(json.dumps(kept, separators=(",", ":")) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reports", type=Path, nargs="+")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    given = parser.parse_args(arguments)
    try:
        results = [read_file(path) for path in given.reports]
        compared = [line for result in results for line in check(result)]
    except (KeyError, ValueError, Wrong) as error:
        raise SystemExit(str(error)) from None
    if given.keep:
        for path in given.reports:
            keep(path, given.keep)
    print("\n".join(compared), tables(results), sep="\n\n")
    for result in results:
        for example in (result.longest_win, result.longest_loss, result.mutual):
            print(f"\n{result.corner_exit}: {example.position}, {example.value}")
            print(" ".join(example.line))


if __name__ == "__main__":
    main()
