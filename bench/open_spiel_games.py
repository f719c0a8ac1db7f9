"""Our games for OpenSpiel, compared with a game of OpenSpiel written in Python.

Random legal play in a Python loop: `is_terminal`, `legal_actions`, `apply_action`. The yardstick is
OpenSpiel's `python_tic_tac_toe`; its connect four, in C++, is shown beside it.

Run: python bench/open_spiel_games.py [--rounds N]. The ratio is the median over rounds that run
all in turn; at least 3 is wanted.
"""

from __future__ import annotations

import argparse
from statistics import median

import open_spiel.python.games.tic_tac_toe  # noqa: F401 - registers the yardstick

import quintet.env.open_spiel  # noqa: F401 - registers our games
from peers import baselines

YARDSTICK = "python_tic_tac_toe"
COMPILED = "connect_four"
GAMES = (
    "quintet_quantik",
    "quintet_quarto",
    "quintet_quarto(calls=spoken)",
    "quintet_qomet",
    "quintet_cubulus",
    "quintet_cubulus(players=3)",
    "quintet_quixo",
    "quintet_quixo(players=4)",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    names = (YARDSTICK, COMPILED, *GAMES)
    speeds: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            speeds[name].append(baselines.openspiel_loop(name, 0.3))
    print(f"{'plies a second in a Python loop':<34}{'':>10}{'ratio':>10}")
    for name in names:
        pairs = zip(speeds[name], speeds[YARDSTICK], strict=True)
        ratio = median(own / yardstick for own, yardstick in pairs)
        print(f"  {name:<32}{median(speeds[name]):>10,.0f}{ratio:>9.1f}x")


if __name__ == "__main__":
    main()
