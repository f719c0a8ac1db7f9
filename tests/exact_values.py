"""Positions with the values a slow solver found for them; `python tests/exact_values.py GAME`.

Solving takes the oracles seconds a position, so the values are kept in `data/exact`. Where the
positions come from proves nothing and costs nothing: they are played with the compiled games, by
players who leave no win at hand if they can help it, for games of such players are the closest.
"""

import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import quintet
from oracle import ORACLES
from oracle.solver import Solver
from quintet.engine import analyse
from quintet.options import write_value

DATA = Path(__file__).parent / "data" / "exact"
WIN_WITHIN, LOSS_WITHIN = 5, 4  # plies, where play can go on for ever
OPEN = "open"


@dataclass(frozen=True)
class Known:
    """A position with its value, and the values of its moves where they are known."""

    game: str
    options: dict[str, str]
    text: str
    value: str
    moves: dict[str, str]

    @property
    def position(self) -> quintet.Position:
        return quintet.position(self.game, self.text, **self.options)

    @property
    def state(self) -> Any:
        return ORACLES[self.game].read(self.text, **self.position.options)


# Variant, plies played before, and how many positions. Quantik from 8 pieces on; Quarto from 9
# placed on (18 plies, and 19 with a piece in hand); two-player Cubulus has 9 plies of set-up.
WANTED: dict[str, list[tuple[dict[str, object], range, int]]] = {
    "quantik": [({}, range(8, 10), 60), ({}, range(10, 15), 40)],
    "quarto": [
        ({}, range(18, 20), 8),
        ({"squares": True}, range(18, 20), 4),
        ({"features": ("shape", "top")}, range(18, 20), 2),
        ({}, range(20, 30), 20),
        ({"squares": True}, range(20, 30), 8),
        ({"features": ("colour",)}, range(20, 30), 6),
        ({"features": ("colour", "height", "top"), "squares": True}, range(20, 30), 6),
        ({"calls": "spoken"}, range(27, 32), 6),
        ({"calls": "spoken", "squares": True, "false_call": "loses"}, range(27, 32), 4),
    ],
    "qomet": [
        ({}, range(6, 30), 60),
        ({"undo": "strict"}, range(6, 30), 10),
        ({"corner_exit": "rays"}, range(6, 30), 10),
    ],
    "cubulus": [({}, range(13, 30), 30)],
    "quixo": [
        ({}, range(6, 40), 30),
        ({"size": 4}, range(4, 20), 40),
        ({"players": 4}, range(6, 40), 14),
    ],
}
# More of the positions in which a short look sees a win or a loss: at random there are few.
DECIDED: dict[str, list[tuple[dict[str, object], range, int]]] = {
    "qomet": [({}, range(6, 30), 30)],
    "cubulus": [({}, range(13, 30), 20)],
    "quixo": [({}, range(8, 40), 15), ({"size": 4}, range(4, 20), 20)],
}
FINITE = ("quantik", "quarto")


def read(game: str) -> list[Known]:
    found = []
    for line in (DATA / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        variant, text, value, moves = line.split("\t")
        options = {} if variant == "-" else dict(pair.split("=") for pair in variant.split(";"))
        values = {} if moves == "-" else dict(pair.split("=") for pair in moves.split(", "))
        found.append(Known(game, options, text, value, values))
    return found


def solve(known: Known) -> Known:
    """The same position with what a fresh solver says of it."""
    solver = Solver(known.game)
    if known.game in FINITE:
        moves = solver.move_values(known.state)
        return Known(known.game, known.options, known.text, solver.value(known.state), moves)
    value = solver.value_within(known.state, WIN_WITHIN, LOSS_WITHIN) or OPEN
    return Known(known.game, known.options, known.text, value, {})


def line(known: Known) -> str:
    variant = ";".join(f"{name}={value}" for name, value in known.options.items()) or "-"
    moves = ", ".join(f"{word}={value}" for word, value in known.moves.items()) or "-"
    return "\t".join((variant, known.text, known.value, moves))


def close_position(
    game: str, options: dict[str, object], plies: int, chance: random.Random
) -> quintet.Position:
    """A position after so many plies of random play that leaves no win at hand if it can."""
    while True:
        position = quintet.start(game, **options)
        for _ in range(plies):
            moves = list(position.moves)
            chance.shuffle(moves)
            after = [position.play(move) for move in moves]
            quiet = (other for other in after if other.outcome is None and not wins_at_once(other))
            going_on = (other for other in after if other.outcome is None)
            chosen = next(quiet, None) or next(going_on, None)
            if chosen is None:
                break
            position = chosen
        else:
            return position


def wins_at_once(position: quintet.Position) -> bool:
    seat = position.turn
    after = (position.play(number) for number in position.numbers)
    return any(other.outcome is not None and other.outcome.scores[seat] == 1 for other in after)


def looks_decided(position: quintet.Position) -> bool:
    value = analyse(position, nodes=10_000, megabytes=1).value
    return value.kind in ("win", "loss") and (value.plies or 0) in range(2, WIN_WITHIN + 1)


def write(game: str) -> None:
    lines: dict[str, None] = {}
    groups = [(False, group) for group in WANTED[game]]
    groups += [(True, group) for group in DECIDED.get(game, [])]
    for number, (decided, (options, plies, count)) in enumerate(groups):
        chance = random.Random(f"{game} {number}")
        variant = quintet.start(game, **options).variant
        named = {name: write_value(value) for name, value in variant.changed_options.items()}
        wanted = len(lines) + count
        while len(lines) < wanted:
            position = close_position(game, options, chance.choice(plies), chance)
            if not decided or looks_decided(position):
                lines[line(solve(Known(game, named, position.text, OPEN, {})))] = None
        (DATA / f"{game}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write(name)
