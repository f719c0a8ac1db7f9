"""Write the tables of docs/reference/environments.md: facts and measurements of every layout.

Run: python tools/environment_table.py. The measured columns come from random games of a fixed
seed, which are the same on every machine, so that a test can compare the page with what this
program writes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import comb, factorial, prod
from pathlib import Path
from typing import Any

import numpy as np

from quintet import known
from quintet.env import Batch, Simulator
from quintet.env.layout import MODES
from quintet.known.words import value_sentence

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "environments.md"
PART = "(<!-- {name} -->\n).*?(<!-- end of {name} -->)"
GAMES = 4096
SEED = 1


# State-space bounds: how many positions there are at most, the seat to move and bans included.


def _arrangements(cells: int, *pieces: int) -> int:
    """Return the ways to put so many pieces of each kind on different cells."""
    return factorial(cells) // prod(map(factorial, (*pieces, cells - sum(pieces))))


def quantik_states() -> int:
    """Up to two of each shape and colour (QK1); the number of pieces tells whose turn it is."""
    hands = list(product(range(3), repeat=4))
    return sum(
        _arrangements(16, *first, *second)
        for first in hands
        for second in hands
        if sum(first) - sum(second) in (0, 1)
    )


def quarto_states() -> int:
    """Any pieces anywhere, and one of the others in hand or none."""
    return sum(comb(16, k) * math.perm(16, k) * (16 - k + 1) for k in range(17))


def quarto_spoken_states() -> int:
    """As without calls, with the cell filled last and whether each seat has used its call."""
    return sum(comb(16, k) * math.perm(16, k) * (16 - k + 1) * max(1, k) * 4 for k in range(17))


def qomet_states() -> int:
    """Up to seven stars each (QM2), two seats, and one of 96 slides banned or none (QM10)."""
    boards = sum(_arrangements(25, *stars) for stars in product(range(8), repeat=2))
    return boards * 2 * (96 + 1)


def cubulus_states() -> int:
    """The set-up (CB2); then nine neutral balls, up to nine of each seat, and bans (CB6)."""
    boards = sum(_arrangements(27, 9, *balls) for balls in product(range(10), repeat=2))
    return sum(comb(27, k) for k in range(9)) + boards * 2 * (54 + 1)


def cubulus_three_states() -> int:
    """Up to nine balls of each seat, three seats, and one of 54 turns banned or none (CB6)."""
    several = (balls for balls in product(range(10), repeat=3) if sum(balls) <= 27)
    return sum(_arrangements(27, *balls) for balls in several) * 3 * (54 + 1)


def quixo_states(size: int) -> int:
    """Every cube blank, cross or circle, and two seats."""
    return 2 * int(3 ** (size * size))


def quixo_four_states() -> int:
    """Every cube blank or one of two symbols with one of two dots; four seats; the first round."""
    return 2 * 4 * 5**25


STATES: dict[str, Callable[[], int]] = {
    "quantik-v0": quantik_states,
    "quarto-v0": quarto_states,
    "quarto-spoken-v0": quarto_spoken_states,
    "qomet-v0": qomet_states,
    "cubulus-v0": cubulus_states,
    "cubulus-three-v0": cubulus_three_states,
    "quixo-3x3-v0": lambda: quixo_states(3),
    "quixo-4x4-v0": lambda: quixo_states(4),
    "quixo-5x5-v0": lambda: quixo_states(5),
    "quixo-four-v0": quixo_four_states,
}


@dataclass(frozen=True, slots=True)
class Measured:
    """What random games were like."""

    branching: float  # legal actions of a position, on average
    widest: int
    length: float  # plies of a game, on average
    longest: int
    draws: float  # share of the games that nobody won


def measure(game: str, options: dict[str, Any], games: int = GAMES) -> Measured:
    """Play so many games at random, to their end."""
    batch = Batch(game, games, autoreset="disabled", observations=False, seed=SEED, **options)
    actions = positions = widest = drawn = 0
    live = np.ones(games, np.bool_)
    while live.any():
        legal = batch.masks.sum(1)
        actions += int(legal.sum())
        positions += int(live.sum())
        widest = max(widest, int(legal.max()))
        batch.step(batch.sample())
        over = live & (batch.terminated | batch.truncated)
        drawn += int((over & ~batch.rewards.any(1)).sum())
        live &= ~over
    return Measured(
        actions / positions, widest, positions / games, int(batch.plies.max()), drawn / games
    )


def games_table(games: int = GAMES) -> str:
    """Return the table of all layouts."""
    head = (
        "environment",
        "seats",
        "actions",
        "observation",
        "symmetries",
        "states, at most",
        "legal actions (most)",
        "plies (most)",
        "drawn",
        "value",
    )
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for game, options in MODES:
        simulator = Simulator(game, **options)
        layout, found = simulator.layout, measure(game, options, games)
        cells = (
            f"`{layout.name}`",
            str(layout.seats),
            str(simulator.vocabulary),
            " x ".join(map(str, layout.observation_shape)),
            f"{len(simulator.symmetries):,}",
            _power(STATES[layout.name]()),
            f"{found.branching:.1f} ({found.widest})",
            f"{found.length:.1f} ({found.longest})",
            f"{100 * found.draws:.1f} %",
            _value(simulator),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def planes_table() -> str:
    """Return the planes of every layout, by number."""
    lines = ["| environment | planes |", "|---|---|"]
    for game, options in MODES:
        layout = Simulator(game, **options).layout
        planes = "; ".join(f"{number} {plane}" for number, plane in enumerate(layout.planes))
        lines.append(f"| `{layout.name}` | {planes} |")
    return "\n".join(lines)


def _power(number: int) -> str:
    exponent = len(str(number)) - 1
    return f"{math.ceil(number / 10 ** (exponent - 1)) / 10:.1f}·10<sup>{exponent}</sup>"


def _value(simulator: Simulator) -> str:
    changed = {name: str(value) for name, value in simulator.variant.changed_options.items()}
    for fact in known.facts():
        if fact.game == simulator.variant.name and dict(fact.options) == changed:
            return str(value_sentence(fact.value))
    return str(value_sentence(None))


def page(text: str) -> str:
    """Return the page with its tables replaced."""
    for name, part in {"games": games_table(), "planes": planes_table()}.items():
        found = re.search(PART.format(name=name), text, re.DOTALL)
        assert found is not None
        text = f"{text[: found.start()]}{found[1]}{part}\n{found[2]}{text[found.end() :]}"
    return text


def main() -> None:
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
