"""Results of searches of Cubulus' set-ups, and their tables of the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from quintet.env.exact.measure import wilson

QUANTILE = 1.96  # of a 95 % interval
MAX_OF_A_KIND = 6  # set-ups that are listed one by one
BY_KIND = "| set-ups | searched | the starter wins | no such win | open | share won, at least |"
ONE_BY_ONE = "| set-up | kind | found | plies at most | strategy | nodes | processor time |"
NAMES = {True: "the starter wins", False: "no such win", None: "open"}


@dataclass(frozen=True, slots=True)
class Result:
    """What a search of a set-up found.

    `wins` is None when so many `nodes` did not suffice. A win has a strategy of so many positions
    that takes at most `longest` plies. `soon`: whether seats 0 and 1 win in eight plies.
    """

    set_up: str
    kind: str
    plies: int
    quiet: int
    nodes: int
    wins: bool | None
    nodes_searched: int
    strategy: int | None
    longest: int | None
    seconds: float  # of the processor
    soon: tuple[bool, bool] | None = None

    def answers(self, set_up: str, plies: int, quiet: int, nodes: int) -> bool:
        """Whether a search with these limits would find the same."""
        if (self.set_up, self.plies, self.quiet) != (set_up, plies, quiet):
            return False
        # The search visits the same nodes in the same order, whatever its limit. How much memory it
        # has, and which form of the search it was, change a little of that; a win remains one.
        return self.nodes >= nodes if self.wins is None else self.nodes_searched <= nodes


def report(results: Sequence[Result], full_plies: int) -> str:
    """Return all tables as text."""
    tables = (_by_kind(results), _costs(results, full_plies), _one_by_one(results))
    return "\n\n".join("\n".join(table) for table in tables)


def _by_kind(results: Sequence[Result]) -> list[str]:
    lines = [BY_KIND, "|---" * (BY_KIND.count("|") - 1) + "|"]
    for kind in dict.fromkeys(result.kind for result in results):
        found = [result.wins for result in results if result.kind == kind]
        share = "-"
        if kind == "random":
            part = found.count(True) / len(found)
            low, high = wilson(part, len(found), QUANTILE)
            share = f"{100 * part:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
        counts = " | ".join(str(found.count(wins)) for wins in (True, False, None))
        lines.append(f"| {kind} | {len(found)} | {counts} | {share} |")
    return lines


def _costs(results: Sequence[Result], full_plies: int) -> list[str]:
    won = [result for result in results if result.wins]
    rows = [
        ("plies", _spread(result.plies for result in results)),
        ("quiet moves of the starter among them", _spread(result.quiet for result in results)),
        ("nodes until a search was given up", _spread(result.nodes for result in results)),
    ]
    full = [result.soon for result in results if result.soon is not None]
    if full:
        soon = " and ".join(str(sum(each[seat] for each in full)) for seat in (0, 1))
        name = f"won in {full_plies} plies by the starter, and by the other, of {len(full)}"
        rows.append((f"{name} in which everything was looked at", soon))
    if won:
        seconds = [result.seconds for result in won]
        rows += [
            ("plies that the strategies take at most", _spread(each.longest for each in won)),
            ("positions in the strategies", _spread(each.strategy for each in won)),
            (
                "processor time for a win",
                f"{min(seconds):.0f} to {max(seconds):.0f} s, median {median(seconds):.0f} s",
            ),
        ]
    return ["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows)]


def _spread(numbers: Iterable[int | None]) -> str:
    """Return the least and the greatest of some numbers."""
    found = sorted({number for number in numbers if number is not None})
    if not found:
        return "-"
    return f"{found[0]:,}" if len(found) == 1 else f"{found[0]:,} to {found[-1]:,}"


def _number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def _one_by_one(results: Sequence[Result]) -> list[str]:
    lines = [ONE_BY_ONE, "|---" * (ONE_BY_ONE.count("|") - 1) + "|"]
    shown: dict[str, int] = {}
    for result in results:
        shown[result.kind] = shown.get(result.kind, 0) + 1
        if shown[result.kind] > MAX_OF_A_KIND:
            continue
        lines.append(
            f"| `{result.set_up}` | {result.kind} | {NAMES[result.wins]} "
            f"| {result.longest or '-'} | {_number(result.strategy)} | {result.nodes_searched:,} "
            f"| {result.seconds:.0f} s |"
        )
    return lines
