"""How well set-ups of Cubulus for two hold: the starter's score in games of the engine with itself.

Run: python bench/set_up_games.py [--games N] [--nodes N] [--processes N] [SET-UP ...]. A set-up is
written like nnnnnnnnn/........./.........; the name `listed` stands for those that level 10 uses,
`search` for those that a search of each neutral ball finds (which is how level 10 set up before it
had a list), and `random` for any.
"""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor

import quintet
from quintet.engine import Limits, Search
from quintet.engine.levels import choose
from quintet.env.exact.measure import wilson

LEVEL = 9  # it varies its play
MAX_PLIES = 400  # H5: then the game is a draw
BALLS = 9
QUANTILE = 1.96  # of a 95 % interval


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set_ups", nargs="*", default=["search", "listed", "random"])
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    print("| set-up | games | starter's score | plies |", "|---|---|---|---|", sep="\n")
    with ProcessPoolExecutor(arguments.processes) as pool:
        for set_up in arguments.set_ups:
            jobs = [(set_up, arguments.nodes, seed) for seed in range(arguments.games)]
            games = list(pool.map(play, jobs))
            score = sum(score for score, _ in games) / len(games)
            low, high = wilson(score, len(games), QUANTILE)
            plies = sum(plies for _, plies in games) / len(games)
            share = f"{100 * score:.1f} % ({100 * low:.0f} to {100 * high:.0f})"
            print(f"| `{set_up}` | {len(games)} | {share} | {plies:.0f} |", flush=True)


def play(job: tuple[str, int, int]) -> tuple[float, int]:
    """Return the starter's score in one game, and the plies after the set-up."""
    set_up, nodes, seed = job
    rng = random.Random(seed)
    position = first(set_up, nodes, rng)
    history = [position]
    while position.outcome is None and len(history) <= MAX_PLIES:
        position = position.play(choose(position, LEVEL, rng, nodes=nodes, history=history))
        history.append(position)
    score = 0.5 if position.outcome is None else position.outcome.scores[0]
    return score, len(history) - 1


def first(set_up: str, nodes: int, rng: random.Random) -> quintet.Position:
    """Return the position after the set-up."""
    if set_up not in ("search", "listed", "random"):
        return quintet.position("cubulus", f"{set_up} x -")
    position = quintet.start("cubulus")
    for _ in range(BALLS):
        if set_up == "random":
            move = rng.choice(position.moves)
        elif set_up == "listed":
            move = choose(position, 10, rng, nodes=nodes)
        else:
            search = Search(position, Limits(nodes=nodes), seed=rng.getrandbits(32))
            move = search.run().best.move
        position = position.play(move)
    return position


if __name__ == "__main__":
    main()
