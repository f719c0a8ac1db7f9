"""Time and memory to prove that Qomet is a win in 17 plies.

Run: python bench/solve_qomet.py first|second [--option corner_exit=rays] [--threads N]. Processor
time counts all threads; the second method has only one.
"""

from __future__ import annotations

import argparse
import resource
import time

import quintet
from quintet import _core


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("method", choices=("first", "second"))
    parser.add_argument("--option", action="append", default=[], help="such as corner_exit=rays")
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()

    start = quintet.start("qomet", **dict(option.split("=") for option in asked.option))
    settings = start.variant.settings
    method = (
        _core.QometSolver(asked.threads, **settings)
        if asked.method == "first"
        else _core.QometProof(**settings)
    )
    for plies in range(3, 18, 2):
        began, spent = time.perf_counter(), time.process_time()
        wins = method.wins_within(start, plies, _core.Progress())
        said = "a win" if wins else "no win"
        print(
            f"{said} within {plies} plies: {time.process_time() - spent:.1f} s of processor time, "
            f"{time.perf_counter() - began:.1f} s",
            flush=True,
        )
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB of memory at most")


if __name__ == "__main__":
    main()
