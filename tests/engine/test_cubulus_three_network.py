"""The network that learned Cubulus for three, against a plain reading of its numbers.

The oracle turns the cube into every orientation, and adds weights up ball by ball. The program
looks at positions one after another, as a search does.
"""

from __future__ import annotations

import math
import subprocess

import pytest

from native_programs import NATIVE, compiled
from quintet.games.cubulus import FACELETS, ROWS
from turned_cubes import turned_cubes

LEARNED = NATIVE / "search" / "evaluation" / "learned" / "cubulus_three.inc"
MAX_BYTES = 300_000
FILTERS, FEATURES, HIDDEN = 64, 32, 32
ONE, MEAN, WEIGHT = 256, 4096, 1024
KINDS = ("U1", "U2", "U5")  # at a corner, at an edge, in the middle of a face
TURNED = turned_cubes()
ROW = [ROWS[facelet] for facelet in FACELETS]

PROGRAM = r"""
#include <cstdio>

#include "playout.hpp"
#include "search/evaluation/cubulus_three.hpp"

using namespace quintet;
using Three = Cubulus<3>;

void print(const Three::Position& position) {
    const Facts facts = Three::facts({}, position);
    for (std::size_t slot = 0; slot < 27; ++slot) std::printf("%d", facts.cells[slot]);
    std::printf(" %d", Three::to_move(position));
    std::array<float, Three::vocabulary> priors;
    for (const float share : Evaluator<Three>::judge({}, position, priors))
        std::printf(" %.9g", static_cast<double>(share));
    Three::legal({}, position).each([&](int move) {
        const double prior = static_cast<double>(priors[static_cast<std::size_t>(move)]);
        std::printf(" %d:%.9g", move, prior);
    });
    std::printf("\n");
}

int main() {
    for (float power = -86.9F; power < 88; power += 0.37F)
        std::printf("%.9g %.9g\n", static_cast<double>(power),
                    static_cast<double>(exponential(power)));
    std::printf("\n");
    Random random(1);
    for (int game = 0; game < 6; ++game) {
        Three::Position position = Three::start({});
        for (int ply = 0; ply < 40 && !Three::outcome({}, position).over(); ++ply) {
            print(position);
            // Siblings, one after another, and positions that have little to do with it.
            Three::legal({}, position).each([&](int move) {
                const auto next = Three::play({}, position, move);
                if (random.below(40) == 0 && !Three::outcome({}, next).over()) print(next);
            });
            if (random.below(8) == 0) print(Three::start({}));
            playout<Three>({}, position, random, 1);
        }
    }
}
"""

pytestmark = pytest.mark.slow

Colours = list[int | None]


def dot(numbers: list[int], weights: list[int]) -> int:
    return sum(a * b for a, b in zip(numbers, weights, strict=True))


class Network:
    def __init__(self) -> None:
        self._numbers = [int(number) for number in LEARNED.read_text().split(",")]
        assert 2 * len(self._numbers) <= MAX_BYTES
        self.filters = [[self.take(27) for _ in range(3)] for _ in range(FILTERS)]
        self.filter_constants = self.take(FILTERS)
        self.own = [self.take(FILTERS) for _ in range(FEATURES)]
        self.mean = [self.take(FEATURES) for _ in range(FILTERS)]
        self.feature_constants = self.take(FEATURES)
        self.places = [self.take(FEATURES) for _ in range(2 * len(KINDS))]
        self.hidden = [self.take(HIDDEN) for _ in range(FILTERS + FEATURES)]
        self.hidden_constants = self.take(HIDDEN)
        self.direct = [self.take(FILTERS + FEATURES) for _ in range(3)]
        self.by_hidden = [self.take(HIDDEN) for _ in range(3)]
        self.share_constants = self.take(3)
        assert self._numbers == []

    def take(self, count: int) -> list[int]:
        taken = self._numbers[:count]
        del self._numbers[:count]
        return taken

    def finds(self, colours: Colours, goes: list[int]) -> list[int]:
        """Return what the filters find in one orientation."""
        found = []
        for weights, constant in zip(self.filters, self.filter_constants, strict=True):
            total = constant
            for slot in range(27):
                colour = colours[goes[slot]]
                total += 0 if colour is None else weights[colour][slot]
            found.append(min(max(total, 0), ONE))
        return found

    def __call__(self, colours: Colours) -> tuple[list[float], dict[tuple[str, str], float]]:
        """Return the logarithms of shares, and of priors by what is done ("", "+") at a facelet."""
        found = [self.finds(colours, goes) for goes in TURNED]
        means = self._means(found)
        constants = [
            constant * ONE + int(dot(means, [row[feature] for row in self.mean]) / (MEAN // ONE))
            for feature, constant in enumerate(self.feature_constants)
        ]
        seen = [
            [
                min(max((constant + dot(here, own)) // WEIGHT, 0), ONE)
                for own, constant in zip(self.own, constants, strict=True)
            ]
            for here in found
        ]
        means += self._means(seen)
        return self._shares(means), self._moves(seen)

    def _means(self, found: list[list[int]]) -> list[int]:
        return [sum(column) // (ONE * len(TURNED) // MEAN) for column in zip(*found, strict=True)]

    def _moves(self, seen: list[list[int]]) -> dict[tuple[str, str], float]:
        made = {}
        for place, facelet in enumerate(KINDS):
            first, _, last = ROWS[facelet]
            for facelet_there, row in zip(FACELETS, ROW, strict=True):
                shown = [
                    here
                    for here, goes in zip(seen, TURNED, strict=True)
                    if (goes[first], goes[last]) == (row[0], row[2])
                ]
                if not shown:
                    continue
                for what, weights in (("", place), ("+", place + len(KINDS))):
                    total = sum(dot(here, self.places[weights]) for here in shown)
                    made[facelet_there, what] = total / len(shown) / (ONE * WEIGHT)
        return made

    def _shares(self, means: list[int]) -> list[float]:
        hidden = [
            min(
                max(
                    (constant * MEAN + dot(means, [row[unit] for row in self.hidden])) // WEIGHT, 0
                ),
                MEAN,
            )
            for unit, constant in enumerate(self.hidden_constants)
        ]
        return [
            (constant * MEAN + dot(means, direct) + dot(hidden, by_hidden)) / (MEAN * WEIGHT)
            for constant, direct, by_hidden in zip(
                self.share_constants, self.direct, self.by_hidden, strict=True
            )
        ]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Return what the program prints: of the exponential function, and of the network."""
    folder = tmp_path_factory.mktemp("network")
    (folder / "look.cpp").write_text(PROGRAM)
    program = compiled(folder / "look.cpp", folder)
    ran = subprocess.run([program], check=True, stdout=subprocess.PIPE, text=True)
    powers, _, looks = ran.stdout.partition("\n\n")
    return powers, looks


def test_exponentials(printed: tuple[str, str]) -> None:
    lines = [line.split() for line in printed[0].splitlines()]
    assert len(lines) > 400
    for power, result in lines:
        assert float(result) == pytest.approx(math.exp(float(power)), rel=1e-6)


def test_judgements_are_those_of_its_numbers(printed: tuple[str, str]) -> None:
    lines = [line.split() for line in printed[1].splitlines()]
    assert len(lines) > 100
    network = Network()
    for cells, seat, *rest in lines[::3]:
        mover = int(seat)
        colours = [None if cell == "0" else (int(cell) - 1 - mover) % 3 for cell in cells]
        logarithms, moves = network(colours)
        shares = [math.exp(each) for each in logarithms]
        wanted = [shares[(seat - mover) % 3] / sum(shares) for seat in range(3)]
        assert [float(share) for share in rest[:3]] == pytest.approx(wanted, rel=1e-4)
        for each in rest[3:]:
            move, _, prior = each.partition(":")
            place, what = int(move) % 54, "+" if int(move) >= 54 else ""
            slot = ROW[place][0]
            # A gap may be entered from any of its facelets (CB13).
            at = (
                [facelet for facelet, row in zip(FACELETS, ROW, strict=True) if row[0] == slot]
                if what == "" and colours[slot] is None
                else [FACELETS[place]]
            )
            mean = sum(moves[facelet, what] for facelet in at) / len(at)
            assert float(prior) == pytest.approx(mean, rel=1e-4, abs=1e-5)
