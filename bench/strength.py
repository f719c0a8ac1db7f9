"""Strength of the engine: against plain UCT, and against exact values.

Run: python bench/strength.py match [--games N] [--seconds S] [--playouts N] [--only GAME …]
                             [--exploration X] [--opening PLIES]
     python bench/strength.py blunders [--positions N] [--seconds S] [--only GAME …]

match: random openings, each once for every seat; level 10 has so many seconds a move, its opponent
so many playouts, and explores X times as much as the textbook's UCT. --opening 0 plays from the
start of the game: UCT's random playouts make the games differ. blunders: positions that are
proved to be won or drawn (by the engine with ample time; the tests check its proofs by brute
force), and whether the move chosen in a tenth of a second keeps the value.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import quintet
from arguments import positive
from quintet.engine import Limits, Search, analyse
from quintet.engine.levels import choose

Player = Callable[[Sequence[quintet.Position]], str]  # the game's positions so far

EVEN = 0.15  # largest distance of an even position's value from a half
MAX_PLIES = 400  # H5: then the game is a draw
# Variant, and the random plies of an opening. Of the nine plies of Cubulus' set-up, three are
# random; the others let the second player make up for moving second.
MATCHES: dict[str, tuple[str, dict[str, object], int]] = {
    "quantik": ("quantik", {}, 2),
    "quarto": ("quarto", {}, 4),
    "qomet": ("qomet", {}, 4),
    "cubulus": ("cubulus", {}, 3),
    "quixo": ("quixo", {}, 4),
    "cubulus3": ("cubulus", {"players": 3}, 3),
}
# Openings that no short search can evaluate: with three players, or during the set-up.
UNCHECKED = ("cubulus", "cubulus3")
# Variant, plies before the positions, and their share of all positions: smaller for games in which
# few positions can be proved.
KNOWN: dict[str, tuple[str, dict[str, object], range, float]] = {
    "quantik": ("quantik", {}, range(6, 12), 0.18),
    "quarto": ("quarto", {}, range(16, 26), 0.18),
    "quarto squares": ("quarto", {"squares": True}, range(16, 26), 0.18),
    "quixo 3x3": ("quixo", {"size": 3}, range(12), 0.16),
    "quixo 4x4": ("quixo", {"size": 4}, range(2, 30), 0.18),
    "quixo": ("quixo", {}, range(6, 40), 0.04),
    "qomet": ("qomet", {}, range(6, 30), 0.04),
    "cubulus": ("cubulus", {}, range(13, 30), 0.04),
}


@dataclass(frozen=True)
class Settings:
    seconds: float
    nodes: int | None
    playouts: int
    exploration: float
    threads: int
    opening: int | None  # random plies; None: as many as the game's table says

    def __str__(self) -> str:
        return f"{self.seconds:g} s" if self.nodes is None else f"{self.nodes:,} nodes"


def engine_player(settings: Settings) -> Player:
    """Return level 10, or the engine with a limit of nodes."""
    seconds, threads, rng = settings.seconds, settings.threads, random.Random(1)

    def play(positions: Sequence[quintet.Position]) -> str:
        *history, position = positions
        if settings.nodes is None:
            return choose(position, 10, rng, seconds=seconds, threads=threads, history=history)
        limits = Limits(nodes=settings.nodes, threads=threads)
        return Search(position, limits, history=history, to_win=True).run().best.move

    return play


def uct_player(settings: Settings, seed: int) -> Player:
    rng = random.Random(seed)

    def play(positions: Sequence[quintet.Position]) -> str:
        limits = Limits(nodes=settings.playouts, megabytes=512)
        seed = rng.randrange(1, 2**31)
        return Search(positions[-1], limits, seed=seed, uct=settings.exploration).run().best.move

    return play


def opening(name: str, number: int, plies: int) -> quintet.Position:
    """Return a position after random plies that is about even by a short search.

    Openings that are won for one side do not show who plays better.
    """
    game, options, _ = MATCHES[name]
    if plies == 0:
        return quintet.start(game, **options)
    rng = random.Random(f"{name} {number}")
    while True:
        position = quintet.start(game, **options)
        for _ in range(plies):
            if position.outcome is None:
                position = position.play(rng.choice(position.moves))
        if position.outcome is not None:
            continue
        if name in UNCHECKED:
            return position
        limits = Limits(depth=5, nodes=200_000, megabytes=1)
        found = Search(position, limits, tables=False).run()
        if found.value.kind == "chance" and abs(found.value.estimate - 0.5) <= EVEN:
            return position


def play_game(name: str, number: int, settings: Settings) -> float:
    """Return the engine's share of the point in one game; the number decides its seat."""
    game, options, plies = MATCHES[name]
    seats = quintet.start(game, **options).variant.seats
    if settings.opening is not None:
        plies = settings.opening
    position = opening(name, number // seats, plies)
    engine_seat = number % seats
    engine, other = engine_player(settings), uct_player(settings, number)
    positions = [position]
    for _ in range(MAX_PLIES):
        if position.outcome is not None:
            return position.outcome.scores[engine_seat]
        player = engine if position.seat == engine_seat else other
        position = position.play(player(positions))
        positions.append(position)
        if position.variant.cycles and positions.count(position) == 3:  # H1
            break
    return position.variant.draw_scores()[engine_seat]


def interval(shares: list[float]) -> tuple[float, float, float]:
    """Return the mean share and its 95 % Wilson interval; half points count as half."""
    games, mean, z = len(shares), sum(shares) / len(shares), 1.96
    middle = (mean + z * z / (2 * games)) / (1 + z * z / games)
    spread = mean * (1 - mean) / games + z * z / (4 * games * games)
    wide = z / (1 + z * z / games) * math.sqrt(spread)
    return mean, middle - wide, middle + wide


def match(names: list[str], games: int, settings: Settings, jobs: int) -> None:
    print(
        f"The engine at {settings} a move against plain UCT with {settings.playouts:,} playouts"
        f" a move and {settings.exploration:g} times the textbook's constant, {games} games each"
    )
    with ProcessPoolExecutor(jobs) as pool:
        for name in names:
            numbers = range(games)
            shares = []
            for share in pool.map(play_game, [name] * games, numbers, [settings] * games):
                shares.append(share)
                so_far = f"  {name}: {sum(shares):g} of {len(shares)}"
                print(so_far, end="\r", file=sys.stderr, flush=True)
            mean, low, high = interval(shares)
            needed = 85 if name == "cubulus3" else 95
            won, lost = sum(share == 1 for share in shares), sum(share == 0 for share in shares)
            print(
                f"  {name:<10}{mean:7.1%}  (95 %: {low:.1%} to {high:.1%}; needed {needed} %)"
                f"  won {won}, shared {games - won - lost}, lost {lost}",
                flush=True,
            )


def known_positions(name: str, count: int) -> Iterator[tuple[quintet.Position, str]]:
    """Yield positions that are proved to be won (not at once) or drawn."""
    game, options, plies, _ = KNOWN[name]
    rng = random.Random(name)
    while count > 0:
        position = quintet.start(game, **options)
        for _ in range(rng.choice(plies)):
            if position.outcome is None:
                position = position.play(rng.choice(position.moves))
        if position.outcome is not None:
            continue
        found = analyse(position, nodes=3_000_000, megabytes=32)
        if found.certainty != "searched" and found.value.kind != "loss" and found.value.plies != 1:
            count -= 1
            yield position, found.value.kind


def kind_of_move(position: quintet.Position, move: str) -> str | None:
    """Return the result of a move for the side that plays it, or None if unknown."""
    reached = position.play(move)
    sides = position.variant.sides
    if reached.outcome is not None:
        return {0.0: "loss", 1.0: "win"}.get(reached.outcome.scores[position.turn], "tie")
    kind: str = analyse(reached, nodes=30_000_000).value.kind
    if sides[reached.turn] != sides[position.turn]:
        kind = {"win": "loss", "loss": "win"}.get(kind, kind)
    return None if kind == "chance" else kind


def blunders(names: list[str], positions: int, settings: Settings) -> None:
    print(f"Moves chosen in {settings} that keep a proved win or draw (needed 99 %)")
    kept_in_all = tried_in_all = 0
    for name in names:
        kept = tried = unknown = 0
        for position, kind in known_positions(name, round(positions * KNOWN[name][3])):
            move = engine_player(settings)([position])
            outcome = kind_of_move(position, move)
            if outcome is None:
                unknown += 1
                continue
            tried += 1
            kept += outcome == kind
            if outcome != kind:
                print(f"    {position!r}: {kind}, but {move} is a {outcome}")
        print(f"  {name:<16}{kept} of {tried} ({kept / max(tried, 1):.2%}), {unknown} unknown")
        kept_in_all, tried_in_all = kept_in_all + kept, tried_in_all + tried
    print(
        f"  all{'':<13}{kept_in_all} of {tried_in_all} ({kept_in_all / max(tried_in_all, 1):.2%})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["match", "blunders"])
    parser.add_argument("--games", type=positive, default=100)
    parser.add_argument("--positions", type=positive, default=1000, help="in all")
    parser.add_argument("--seconds", type=float, help="a move: 1 in a match, else 0.1")
    parser.add_argument(
        "--nodes", type=positive, help="a move instead of seconds, on a busy machine"
    )
    parser.add_argument("--playouts", type=positive, default=100_000)
    parser.add_argument("--exploration", type=float, default=1.0, help="of UCT; 1: the textbook's")
    parser.add_argument("--opening", type=int, choices=range(21), help="its random plies")
    parser.add_argument("--threads", type=positive, default=os.cpu_count())
    parser.add_argument("--jobs", type=positive, default=1, help="games at a time")
    parser.add_argument("--only", nargs="*", default=[])
    asked = parser.parse_args()
    seconds = asked.seconds or (1.0 if asked.what == "match" else 0.1)
    settings = Settings(
        seconds, asked.nodes, asked.playouts, asked.exploration, asked.threads, asked.opening
    )
    known = list(MATCHES if asked.what == "match" else KNOWN)
    if unknown := set(asked.only) - set(known):
        parser.error(f"--only: {', '.join(sorted(unknown))}: one of {', '.join(known)}")
    if asked.what == "match":
        match(asked.only or known, asked.games, settings, asked.jobs)
    else:
        blunders(asked.only or known, asked.positions, settings)


if __name__ == "__main__":
    main()
