"""Set-ups of Cubulus for two (CB2): layers, searched, symmetric, random ones, and neighbours."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator

import permutations
import quintet
from quintet.engine import Limits, Search
from quintet.position import Position, start

NEUTRAL_BALLS = 9
SEARCH_NODES = 20_000  # a neutral ball
MIN_SYMMETRIES = 4
LAYERS = ("nnnnnnnnn/........./.........", "........./nnnnnnnnn/.........")
# From here the starter scores no better than the other in games of the engine with itself.
EVEN = (
    "nnnnnnnnn/........./.........",
    "nnnn.nnnn/....n..../.........",
    "nnnn.nnnn/........./....n....",
    "n.n.n.n.n/.n.n.n.n./.........",
    "n.n...n.n/.n.nnn.n./.........",
)

Slots = frozenset[int]
Symmetry = tuple[int, ...]  # the new slot of each slot


def read(set_up: str) -> Position:
    """Return the position after a set-up; the starter is to move."""
    return quintet.position("cubulus", f"{set_up} x -")


def written(position: Position) -> str:
    return position.text.split()[0]


def random_ones(count: int, seed: int = 1) -> Iterator[str]:
    """Yield random set-ups, different up to symmetry; more of them begin with the same."""
    rng = random.Random(seed)
    met: set[Position] = set()
    while len(met) < count:
        position = start("cubulus")
        for _ in range(NEUTRAL_BALLS):
            position = position.play(rng.choice(position.moves))
        if position.canonical() not in met:
            met.add(position.canonical())
            yield written(position)


def searched(count: int) -> Iterator[str]:
    """Yield set-ups that a search of each neutral ball finds, different up to symmetry."""
    met: set[Position] = set()
    for seed in range(count):
        position = start("cubulus")
        for _ in range(NEUTRAL_BALLS):
            search = Search(position, Limits(nodes=SEARCH_NODES), seed=seed)
            position = position.play(search.run().best.move)
        if position.canonical() not in met:
            met.add(position.canonical())
            yield written(position)


def symmetric(count: int) -> Iterator[str]:
    """Yield the set-ups with most symmetries first, different up to symmetry."""
    symmetries = every_symmetry()
    found: dict[tuple[int, ...], int] = {}
    for group in {permutations.group(pair) for pair in itertools.combinations(symmetries, 2)}:
        if len(group) < MIN_SYMMETRIES:
            continue
        orbits = {frozenset(symmetry[slot] for symmetry in group) for slot in range(27)}
        for set_up in _unions(sorted(orbits, key=sorted)):
            images = [tuple(sorted(symmetry[slot] for slot in set_up)) for symmetry in symmetries]
            found[min(images)] = images.count(min(images))
    order = sorted(found, key=lambda set_up: (-found[set_up], set_up))
    for slots in order[:count]:
        cells = "".join("n" if slot in slots else "." for slot in range(27))
        yield "/".join(cells[layer : layer + 9] for layer in (0, 9, 18))


def neighbours(set_ups: Iterable[str]) -> Iterator[str]:
    """Yield what differs from a set-up by the place of one ball, different up to symmetry."""
    met: set[Position] = set()
    for set_up in set_ups:
        for ball, gap in itertools.product(range(len(set_up)), repeat=2):
            if set_up[ball] != "n" or set_up[gap] != ".":
                continue
            cells = list(set_up)
            cells[ball], cells[gap] = ".", "n"
            moved = "".join(cells)
            if read(moved).canonical() not in met:
                met.add(read(moved).canonical())
                yield moved


def every_symmetry() -> list[Symmetry]:
    """Return the 48 symmetries of the cube."""
    made = []
    for axes in itertools.permutations(range(3)):
        for mirrors in itertools.product((False, True), repeat=3):
            images = []
            for place in itertools.product(range(3), repeat=3):
                turned = [place[axis] for axis in axes]
                layer, row, column = (
                    2 - at if mirror else at for at, mirror in zip(turned, mirrors, strict=True)
                )
                images.append(9 * layer + 3 * row + column)
            made.append(tuple(images))
    return made


def _unions(orbits: list[Slots], slots: Slots = frozenset()) -> Iterator[Slots]:
    """Yield the unions of orbits that make up a set-up."""
    if len(slots) == NEUTRAL_BALLS:
        yield slots
        return
    for i, orbit in enumerate(orbits):
        if len(slots) + len(orbit) <= NEUTRAL_BALLS:
            yield from _unions(orbits[i + 1 :], slots | orbit)
