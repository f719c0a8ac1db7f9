"""Measure the ten playing levels against each other, for the ladder of `quintet.env.rate`.

Run: nice python tools/level_ratings.py --keep FOLDER [--mode quixo:size=3] [--jobs N] [--write].
Every level meets the two above it, from random openings, in every seating. Finished games are kept
in FOLDER, so that an interrupted run resumes. --write stores the results of these modes in
src/quintet/env/rating/level_ratings.json and leaves those of other modes there.

The games depend on the seed alone: levels 9 and 10, which otherwise think by the clock, search a
number of nodes.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from pathlib import Path
from typing import Any

from quintet.engine.levels import LEVELS
from quintet.engine.players import PlayerSpec, parse_player
from quintet.engine.tournament import Journal, Plan, Tournament, duels
from quintet.env.rating.bradley_terry import TWO_SIDED_95, Result, fit
from quintet.games import find_variant
from quintet.position import Position

FILE = Path(__file__).parent.parent / "src" / "quintet" / "env" / "rating" / "level_ratings.json"
MODES = (
    "quantik",
    "quarto",
    "quarto:calls=spoken",
    "qomet",
    "cubulus",
    "cubulus:players=3",
    "quixo:size=3",
    "quixo:size=4",
    "quixo",
    "quixo:players=4",
)
OPENING = 2  # random plies; levels vary their play anyway
NODES = 400_000  # a move of level 10: about a tenth of a second
SEED = 1
REACH = 2  # a level meets those up to so many above it

# Games of a pair by its upper level: the stronger, the longer they take.
GAMES = {2: 160, 3: 160, 4: 160, 5: 160, 6: 100, 7: 60, 8: 40, 9: 24, 10: 24}
# More where games take little time and fewer where they take long, from this level on.
SHARES, SHARES_FROM = (
    {
        "quantik": 4.0,
        "quarto": 1.5,
        "quixo:size=3": 4.0,
        "quixo:players=4": 2.0,
        "quixo": 0.5,
        "cubulus:players=3": 0.5,
    },
    7,
)


def measure(mode: str, keep: Path, jobs: int) -> dict[str, Any]:
    """Return the results of all pairs of a mode, and the ratings that explain them best."""
    game, _, pairs = mode.partition(":")
    given = dict(pair.split("=") for pair in pairs.split(",") if pair)
    options = dict(find_variant(game, given, Position).changed_options)
    results, number = [], 0
    for lower in LEVELS:
        for upper in range(lower + 1, min(lower + REACH, max(LEVELS)) + 1):
            began = time.perf_counter()
            result, played = match(mode, game, options, (lower, upper), keep, jobs)
            results.append(result)
            number += played
            _, _, wins, draws, losses = result
            print(
                f"{mode:<20} {lower:>2} - {upper:<2} +{wins} ={draws} -{losses}  "
                f"{time.perf_counter() - began:.0f} s",
                flush=True,
            )
    elo, covariance = fit(len(LEVELS), [Result(r[0] - 1, r[1] - 1, *r[2:]) for r in results])
    errors = covariance.diagonal() ** 0.5 * TWO_SIDED_95
    return {
        "game": game,
        "options": options,
        "opening": OPENING,
        "nodes": NODES,
        "seed": SEED,
        "games": number,
        "results": results,
        "elo": [round(float(value), 1) for value in elo],
        "errors": [round(float(value), 1) for value in errors],
    }


def match(
    mode: str,
    game: str,
    options: dict[str, Any],
    levels: tuple[int, int],
    keep: Path,
    jobs: int,
) -> tuple[Result, int]:
    """Play the games of two levels; return what the first scored, and how many were played.

    With three sides every two seats of different levels are compared, so that there are more
    comparisons than games.
    """
    players = tuple(map(player, levels))
    plan = Plan(
        game, options, players, games=number_of_games(mode, max(levels)), opening=OPENING, seed=SEED
    )
    keep.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"\W+", "-", mode)
    file = keep / f"{name}-{levels[0]}-{levels[1]}.txt"
    games = Tournament(plan, Journal(file, plan, resume=True)).run(jobs=jobs)
    (duel,) = duels(plan, games)
    return Result(*levels, duel.wins, duel.draws, duel.losses), len(games)


def number_of_games(mode: str, level: int) -> int:
    """Return the games of a pair whose upper level is this."""
    return round(GAMES[level] * (SHARES.get(mode, 1.0) if level >= SHARES_FROM else 1.0))


def player(level: int) -> PlayerSpec:
    timed = LEVELS[level].seconds is not None
    return parse_player(f"level:{level},nodes={NODES}" if timed else f"level:{level}")


def write(measured: list[dict[str, Any]]) -> None:
    """Store the results, and keep those of modes that were not measured now."""
    new = {(one["game"], json.dumps(one["options"])): one for one in measured}
    old = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []
    kept = {(one["game"], json.dumps(one["options"])): one for one in old}
    FILE.write_text(dumps(list((kept | new).values())), encoding="utf-8")


def dumps(entries: list[dict[str, Any]]) -> str:
    """Return the file's text: a line a field, so that a difference is easy to read."""
    parts = []
    for entry in entries:
        fields = [f'    "{name}": {json.dumps(value)}' for name, value in entry.items()]
        parts.append("  {\n" + ",\n".join(fields) + "\n  }")
    return "[\n" + ",\n".join(parts) + "\n]\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mode", action="append")
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    measured = [measure(mode, arguments.keep, arguments.jobs) for mode in arguments.mode or MODES]
    if arguments.write:
        write(measured)
    else:
        print(dumps(measured), end="")


if __name__ == "__main__":
    main()
