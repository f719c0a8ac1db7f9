"""Search for forced wins from set-ups of Cubulus for two.

Run: python tools/known_cubulus.py [--random N] [--searched N] [--symmetric N] [--set-ups TEXT ...]
[--neighbours] [--nodes N] [--plies N] [--quiet N] [--threads N] [--memory MEGABYTES] [--full]
[--keep FILE] [--kept] [--list] [--write].
The set-ups are the layers, those from which games of the engine with itself are even, so many that
a search of each neutral ball finds, so many of the most symmetric, so many random ones, and any
others; with --neighbours, also those that differ by one ball from an even one.
From each set-up (CB2) it searches for a win of the starter within so many plies, with threats only
after so many quiet moves. A win is written down as a strategy, and checked by the rules alone. With
--full a search of everything follows, eight plies deep, for either side. The results are
reproducible. They are kept in FILE, a JSON object a line, as soon as they are there, so that a
search that was interrupted goes on where it was; set-ups in FILE are not searched again. With
--kept nothing is searched: the report is on all that FILE has. With --list nothing is searched
either: the set-ups are printed, for native/programs/cubulus_survey.cpp, which writes such a FILE.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from threading import Lock

import cubulus_set_ups
from cubulus_report import Result, report
from quintet import _core
from quintet.position import Position

KNOWN = Path(__file__).parent.parent / "docs" / "explanation" / "known"
PAGE = KNOWN / "cubulus.md"
PART = re.compile(r"(<!-- found -->\n).*?(<!-- end of found -->)", re.DOTALL)
FULL_PLIES = 8  # of the full search
MEGABYTES = 256  # of the table of a search


class Results:
    """The results so far, in a file that grows with each."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self._known = [_read(line) for line in lines]

    def find(self, set_up: str, plies: int, quiet: int, nodes: int) -> Result | None:
        for result in reversed(self._known):
            if result.answers(set_up, plies, quiet, nodes):
                return result
        return None

    def all(self, plies: int, quiet: int) -> list[Result]:
        """Return the last result of each set-up with these limits."""
        asked = (each for each in self._known if (each.plies, each.quiet) == (plies, quiet))
        return list({result.set_up: result for result in asked}.values())

    def add(self, result: Result) -> None:
        with self._lock:
            self._known = [*self._known, result]
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result)) + "\n")


def _read(line: str) -> Result:
    fields = json.loads(line)
    soon = fields.pop("soon")
    return Result(**fields, soon=soon and (soon[0], soon[1]))


def main() -> None:
    arguments = _arguments()
    if arguments.list:
        for kind, set_up in _wanted(arguments):
            print(kind, set_up)
        return
    results = Results(arguments.keep)
    limits = (arguments.plies, arguments.quiet, arguments.nodes)

    def found(wanted: tuple[str, str]) -> Result:
        kind, set_up = wanted
        known = results.find(set_up, *limits)
        if known is not None and (known.soon is not None or not arguments.full):
            return known
        position = cubulus_set_ups.read(set_up)
        result = known or search(kind, set_up, *limits, megabytes=arguments.memory)
        if arguments.full:
            first, second = (position.wins_within(FULL_PLIES, seat) for seat in (0, 1))
            result = replace(result, soon=(first, second))
        results.add(result)
        print(result, flush=True)
        return result

    if arguments.kept:
        looked_at = results.all(arguments.plies, arguments.quiet)
    else:
        with ThreadPoolExecutor(arguments.threads) as pool:
            looked_at = list(pool.map(found, _wanted(arguments)))
    text = report(looked_at, FULL_PLIES)
    print(text)
    if arguments.write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(PART.sub(lambda part: f"{part[1]}{text}\n{part[2]}", page), "utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", type=_at_least(0), default=0)
    parser.add_argument("--searched", type=_at_least(0), default=0)
    parser.add_argument("--symmetric", type=_at_least(0), default=0)
    parser.add_argument("--neighbours", action="store_true")
    parser.add_argument("--set-ups", nargs="*", default=[])
    parser.add_argument("--nodes", type=_at_least(1), default=15_000_000)
    parser.add_argument("--plies", type=_at_least(1), default=25)
    parser.add_argument("--quiet", type=_at_least(0), default=3)
    parser.add_argument("--threads", type=_at_least(1), default=1)
    memory_help = "megabytes, of each thread"
    parser.add_argument("--memory", type=_at_least(0), default=MEGABYTES, help=memory_help)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--keep", type=Path, default=KNOWN / "cubulus_set_ups.jsonl")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


def _at_least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"{text} is less than {least}")
        return int(text)

    return number


def _wanted(arguments: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of each set-up to search, each set-up once."""
    even = cubulus_set_ups.EVEN
    kinds = {
        "layer": cubulus_set_ups.LAYERS,
        "even": even,
        "chosen": arguments.set_ups,
        "neighbour": cubulus_set_ups.neighbours(even if arguments.neighbours else ()),
        "searched": cubulus_set_ups.searched(arguments.searched),
        "symmetric": cubulus_set_ups.symmetric(arguments.symmetric),
        "random": cubulus_set_ups.random_ones(arguments.random),
    }
    met: set[Position] = set()
    for kind, set_ups in kinds.items():
        for set_up in set_ups:
            same = cubulus_set_ups.read(set_up).canonical()
            if same not in met:
                met.add(same)
                yield kind, set_up


def search(
    kind: str, set_up: str, plies: int, quiet: int, nodes: int, *, megabytes: int = MEGABYTES
) -> Result:
    """Search a set-up; a win that fails the check is an error."""
    position = cubulus_set_ups.read(set_up)
    began = time.thread_time()
    progress = _core.Progress()
    attack = _core.CubulusAttack(position.variant.core, memory=megabytes << 20)
    wins = attack.wins_within(position, plies, quiet=quiet, nodes=nodes, progress=progress)
    result = Result(set_up, kind, plies, quiet, nodes, wins, attack.nodes, None, None, 0)
    if wins:
        plans = attack.plans(position, plies, quiet=quiet, progress=progress)
        _, mistakes, wrong = _core.cubulus_verify(position, plans)
        if mistakes:
            raise AssertionError(f"the win from {set_up} is wrong: {wrong}")
        first = position.canonical()
        longest = next(plan[2] for plan in plans if plan[0] == first)
        result = replace(result, strategy=len(plans), longest=longest)
    return replace(result, seconds=round(time.thread_time() - began, 1))


if __name__ == "__main__":
    main()
