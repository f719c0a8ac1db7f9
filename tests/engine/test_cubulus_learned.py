"""What learned Cubulus, against a plain reading of its numbers.

For two, a network: the oracle knows what a filter is about, turns it into every orientation, and
adds its weights up ball by ball. For three, it looks at one square after another. The program looks
at positions one after another, as a search does.
"""

from __future__ import annotations

import math
import random
import subprocess
from dataclasses import dataclass
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest

from native_programs import NATIVE, compiled
from self_play import write
from train_cubulus_three import (
    SEARCHED,
    STATES,
    Examples,
    Numbers,
    blended,
    by_hand,
    counted,
    fit,
    rows,
)

NETWORK = NATIVE / "search" / "evaluation" / "learned" / "cubulus.inc"
POINTS = NETWORK.with_name("cubulus_three.inc")
MAX_BYTES = 300_000
SLOTS = list(product(range(3), repeat=3))  # layer, row, column

PROGRAM = r"""
#include <cstdio>

#include "playout.hpp"
#include "programs/evaluations.hpp"

using namespace quintet;

template <class G>
void print(const typename G::Position& position) {
    const Facts facts = G::facts({}, position);
    for (std::size_t slot = 0; slot < 27; ++slot) std::printf("%d", facts.cells[slot]);
    std::printf(" %d", G::to_move(position));
}

template <class G, class Use>
void each_position(Use use) {
    Random random(1);
    for (int game = 0; game < 12; ++game) {
        typename G::Position position = G::start({});
        for (int ply = 0; ply < 60 && !G::outcome({}, position).over(); ++ply) {
            use(position);
            // Siblings, one after another.
            G::legal({}, position).each([&](int move) {
                const auto next = G::play({}, position, move);
                if (random.below(20) == 0 && !G::outcome({}, next).over()) use(next);
            });
            playout<G>({}, position, random, 1);
        }
    }
}

int main() {
    using Two = Cubulus<2>;
    each_position<Two>([](const Two::Position& position) {
        if (Two::setting_up(position)) return;
        print<Two>(position);
        std::printf(" %d\n", Evaluator<Two>::evaluate({}, position));
    });
    using Three = Cubulus<3>;
    each_position<Three>([](const Three::Position& position) {
        print<Three>(position);
        for (const auto& shares : {Evaluator<Three>::shares({}, position),
                                   Evaluator<Three>::by_hand({}, position)})
            for (const float share : shares) std::printf(" %.9g", static_cast<double>(share));
        std::printf("\n");
    });
}
"""

pytestmark = pytest.mark.slow


def turned_cubes() -> list[list[int]]:
    """Return where each slot goes under the 48 symmetries of the cube."""
    found = []
    for axes in permutations(range(3)):
        for far in product((False, True), repeat=3):
            goes = []
            for slot in SLOTS:
                layer, row, column = (
                    2 - slot[a] if far[i] else slot[a] for i, a in enumerate(axes)
                )
                goes.append(SLOTS.index((layer, row, column)))
            found.append(goes)
    return found


def orientations(about: set[int]) -> list[list[int]]:
    """Return one symmetry for every set of slots that some slots can come to."""
    found: dict[frozenset[int], list[int]] = {}
    for goes in turned_cubes():
        found.setdefault(frozenset(goes[slot] for slot in about), goes)
    return list(found.values())


BLOCK = orientations({0, 1, 3, 4})
FACE = orientations(set(range(9)))


@dataclass
class Filter:
    weights: list[list[int]]  # by colour and slot
    constant: int
    seen: list[list[int]]

    def finds(self, colours: list[int | None]) -> int:
        total = 0
        for goes in self.seen:
            lane = self.constant
            for slot in range(27):
                colour = colours[goes[slot]]
                lane += 0 if colour is None else self.weights[colour][slot]
            total += min(max(lane, 0), 256) ** 2
        return total // 1024


def numbers_of(file: Path) -> list[int]:
    numbers = [int(number) for number in file.read_text().split(",")]
    assert 2 * len(numbers) <= MAX_BYTES
    assert all(-(2**15) <= number < 2**15 for number in numbers)
    return numbers


class Network:
    def __init__(self) -> None:
        numbers = numbers_of(NETWORK)

        def take(count: int) -> list[int]:
            taken = numbers[:count]
            del numbers[:count]
            return taken

        self.filters = []
        for seen in [BLOCK] * 8 + [FACE] * 8:
            weights = [take(27) for _ in range(3)]
            self.filters.append(Filter(weights, take(1)[0], seen))
        self.hidden = [take(16) for _ in self.filters]
        self.hidden_constants = take(16)
        self.direct = take(len(self.filters))
        self.points = take(16)
        self.constant = take(1)[0]
        assert numbers == []

    def __call__(self, colours: list[int | None]) -> int:
        found = [each.finds(colours) for each in self.filters]
        total = self.constant * 64
        total += sum(a * b for a, b in zip(found, self.direct, strict=True))
        for unit in range(16):
            value = self.hidden_constants[unit] * 64
            value += sum(a * row[unit] for a, row in zip(found, self.hidden, strict=True))
            total += min(max(value, 0), 64 * 4096) // 4096 * self.points[unit]
        return total // 1024


def square_slots() -> list[set[int]]:
    """Return the blocks, corners and mid-edges of the six faces (CB8)."""
    found = []
    for axis, far in product(range(3), (0, 2)):
        face = {
            tuple(at for i, at in enumerate(slot) if i != axis): number
            for number, slot in enumerate(SLOTS)
            if slot[axis] == far
        }
        corners = list(product((0, 1), repeat=2))
        for down, right in corners:
            found.append({face[down + i, right + j] for i, j in corners})
        found.append({face[2 * i, 2 * j] for i, j in corners})
        found.append({face[0, 1], face[1, 0], face[1, 2], face[2, 1]})
    return found


class Points:
    """What everything is worth to a seat, by the number of empty slots."""

    def __init__(self, file: Path = POINTS) -> None:
        numbers = numbers_of(file)
        self.states = [
            (own, after, last)
            for own, after, last in product((1, 2, 3), range(4), range(4))
            if own + after + last <= 4
        ]
        width = len(self.states) + 4 + 2
        assert len(numbers) == 28 * width
        self.rows = [numbers[first : first + width] for first in range(0, len(numbers), width)]

    def __call__(self, waits: list[int | None], wait: int) -> int:
        """Return the points of a seat, given whose ball is where by how long its seat waits."""
        row = list(self.rows[waits.count(None)])
        points = [row[-2], row[-1], 0][wait]
        for square in square_slots():
            in_it = [waits[slot] for slot in square]
            own, after, last = (in_it.count((wait + turn) % 3) for turn in range(3))
            points += row[self.states.index((own, after, last))] if own else 0
        for slot, whose in zip(SLOTS, waits, strict=True):
            points += row[len(self.states) + slot.count(1)] if whose == wait else 0
        return points


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    folder = tmp_path_factory.mktemp("network")
    (folder / "look.cpp").write_text(PROGRAM)
    program = compiled(folder / "look.cpp", tmp_path_factory)
    ran = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True)
    return [line.split() for line in ran.stdout.splitlines()]


def test_for_two(lines: list[list[str]]) -> None:
    network = Network()
    looked_at = [line for line in lines if len(line) == 3]
    assert len(looked_at) > 100
    for cells, seat, points in looked_at:
        own = 1 + int(seat)
        seen = {"0": None, str(own): 0, str(3 - own): 1, "3": 2}
        assert network([seen[cell] for cell in cells]) == int(points)


def test_for_three(lines: list[list[str]]) -> None:
    points_of = Points()
    looked_at = [line for line in lines if len(line) == 8]
    assert len(looked_at) > 100
    assert {cells.count("0") for cells, *_ in looked_at} >= {0, 1, 2, 5, 10, 20, 27}
    for cells, mover, *shares in looked_at:
        waits = [None if cell == "0" else (int(cell) - 1 - int(mover)) % 3 for cell in cells]
        chances = [math.exp(points_of(waits, wait) / 16 / 60) for wait in range(3)]
        wanted = [chances[(seat - int(mover)) % 3] / sum(chances) for seat in range(3)]
        assert [float(share) for share in shares[:3]] == pytest.approx(wanted, rel=1e-4)


def test_by_hand_is_what_the_core_has(lines: list[list[str]]) -> None:
    """For the tool, which mixes it with what was learned."""
    for cells, mover, *shares in (line for line in lines if len(line) == 8):
        seat = int(mover)
        has = counted(np.array([[int(cell) for cell in cells]]), np.array([seat]))[0]
        chances = np.exp(has @ by_hand() / 60)
        wanted = [chances[(each - seat) % 3] / chances.sum() for each in range(3)]
        assert [float(share) for share in shares[3:]] == pytest.approx(wanted, rel=1e-4)


def test_positions_that_look_the_same_are_evaluated_alike() -> None:
    network, points_of = Network(), Points()
    whose: list[int | None] = [0, 1, None, 2, 0, None, None, 1, 2] * 3
    turned = [[whose[slot] for slot in goes] for goes in turned_cubes()]
    assert len({network(each) for each in turned}) == 1
    assert len({points_of(each, 1) for each in turned}) == 1


def test_what_is_fitted_is_what_is_evaluated(tmp_path: Path) -> None:
    """Any numbers that the fit may find give the points that it took them for."""
    worth = np.random.default_rng(1).normal(size=2 * 25)
    write(rows(worth), tmp_path / "points.inc")
    points_of = Points(tmp_path / "points.inc")
    rng = random.Random(1)
    for empty in (0, 1, 4, 13, 26):
        cells = [1 + ball % 3 for ball in range(27 - empty)] + [0] * empty
        rng.shuffle(cells)
        while any({cells[slot] for slot in square} in ({1}, {2}, {3}) for square in square_slots()):
            rng.shuffle(cells)  # a game with such a square would be over
        for seat in range(3):
            whole = counted(np.array([cells]), np.array([seat]))[0] @ worth.reshape(2, 25).T
            wanted = 60 * 16 * (whole[:, 0] + whole[:, 1] * math.sqrt(empty / 27))
            waits = [None if cell == 0 else (cell - 1 - seat) % 3 for cell in cells]
            assert [points_of(waits, wait) for wait in range(3)] == pytest.approx(wanted, abs=40)


def test_what_searches_found_is_fitted() -> None:
    """From shares that some numbers give, these numbers are found again."""
    rng = np.random.default_rng(1)
    searched = np.zeros(4000, SEARCHED)
    searched["cells"] = rng.choice(4, (4000, 27), p=(0.55, 0.15, 0.15, 0.15))
    searched["seat"] = rng.integers(3, size=4000)
    true = rng.normal(size=(2, 25)) / 10
    cells, seats = (searched[name].astype(np.int64) for name in ("cells", "seat"))
    has = counted(cells, seats)
    empty = np.sqrt((cells == 0).sum(1) / 27)[:, None]

    def shares(worth: Numbers) -> Numbers:
        chances = np.exp(has @ worth[0] + has @ worth[1] * empty)
        return np.asarray(chances / chances.sum(1, keepdims=True))

    waiting = (np.arange(3) - seats[:, None]) % 3  # of each seat
    searched["shares"] = np.take_along_axis(shares(true), waiting, 1)
    worth = fit(Examples(searched[:3800]), Examples(searched[3800:])).reshape(2, 25)
    assert shares(worth) == pytest.approx(shares(true), abs=0.01)


@pytest.mark.parametrize("blend", [0, 0.25, 1])
def test_what_was_learned_is_blended_with_the_evaluation_by_hand(blend: float) -> None:
    worth = np.random.default_rng(1).normal(size=50)
    full, more = blended(worth, blend).reshape(2, 25)
    learned, learned_more = worth.reshape(2, 25)
    for at, hand in enumerate(by_hand() / 60):
        balls = STATES[at][0] if at < len(STATES) else 0
        kept = (1 - blend) * {2: 0.5, 3: 0}.get(balls, 1)
        assert full[at] == pytest.approx(kept * learned[at] + (1 - kept) * hand)
        assert more[at] == pytest.approx(kept * learned_more[at])
