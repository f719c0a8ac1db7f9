"""Compare the complete solver of Qomet with a slow, plain one on a game with few stars a side.

Run: python bench/qomet_plain.py [--stars 4] [--corner-exit rays]. Four stars take a quarter of an
hour and 8 GB. The plain solver shares nothing with the compiled one: it has the rules written down
again, numbers boards by sorting, keeps every ban as a state of its own, and goes through all moves
of all states in every wave. Ends with 1 if a single value or distance differs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

import quintet
from qomet_geometry import (
    BIT,
    MATRICES,
    OUTER,
    POINTS,
    SQUARES,
    Slide,
    all_slides,
    name_of,
    word_of,
)
from quintet.games.qomet import BAN_OF, PLACES
from quintet.tablebase.file import TablebaseFile
from quintet.tablebase.qomet_complete import CompleteQometSolver
from quintet.tablebase.solver import Work

Numbers = npt.NDArray[np.int64]
Small = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]

HALF = 13  # bits looked up at a time
MADE, GIVEN = -1, -2  # where a move ends the game: a square of the mover, or of the other (QM9)


class Edges(NamedTuple):
    """The boards in which a move is legal, and the states it leads to."""

    boards: Small
    states: Small


def moved_tables(image: dict[int, int]) -> tuple[Numbers, Numbers]:
    """Return what becomes of the lower and of the upper bits of a set."""
    low = np.zeros(1 << HALF, np.int64)
    high = np.zeros(1 << (25 - HALF), np.int64)
    for bit, to in image.items():
        place = bit.bit_length() - 1
        table, at = (low, place) if place < HALF else (high, place - HALF)
        table[np.arange(len(table)) >> at & 1 == 1] |= to
    return low, high


class Plain:
    """All states of the game with so many stars a side, and their values."""

    def __init__(self, stars: int, corner_exit: str) -> None:
        self.stars = stars
        self.slides = all_slides(corner_exit)
        self.symmetries = []
        self.moved_slides = []
        by_ends = {(slide.start, slide.target): k for k, slide in enumerate(self.slides)}
        for p, q, r, s in MATRICES:
            image = {(x, y): (p * x + q * y, r * x + s * y) for x, y in POINTS}
            self.symmetries.append(moved_tables({BIT[a]: BIT[b] for a, b in image.items()}))
            self.moved_slides.append(
                np.array([by_ends[image[it.start], image[it.target]] for it in self.slides])
            )
        self.boards = self._boards()
        self.own, self.other = self.boards >> 25, self.boards & (1 << 25) - 1
        self.free = ~(self.own | self.other)
        self.going_on = ~(_has_square(self.own) | _has_square(self.other))
        self.banned = self._banned()  # by slide: the boards on which it may be banned
        sizes = [0, *(len(it) for it in self.banned)]
        self.first_banned = len(self.boards) + np.cumsum(sizes)
        self.values = np.zeros(self.first_banned[-1], np.int16)

    def _canonical(self, codes: Numbers) -> tuple[Numbers, Small]:
        """Return the least image of boards, and the symmetry that leads there."""
        own, other = codes >> 25, codes & (1 << 25) - 1
        least, chosen = codes.copy(), np.zeros(len(codes), np.int32)
        for number, (low, high) in enumerate(self.symmetries[1:], start=1):
            image = (low[own & (1 << HALF) - 1] | high[own >> HALF]) << 25
            image |= low[other & (1 << HALF) - 1] | high[other >> HALF]
            less = image < least
            least[less] = image[less]
            chosen[less] = number
        return least, chosen

    def _boards(self) -> Numbers:
        sets = [
            sum(1 << point for point in chosen)
            for size in range(self.stars + 1)
            for chosen in combinations(range(25), size)
        ]
        every = np.array(sorted(sets), np.int64)
        found = []
        for own in every[self._canonical(every << 25)[0] == every << 25]:
            codes = own << 25 | every[every & own == 0]
            found.append(codes[self._canonical(codes)[0] == codes])
        return np.concatenate(found)

    def _banned(self) -> list[Small]:
        """QM10: an own star pushed by the other could push it back."""
        found = []
        for start, target, beyond, _ in self.slides:
            can = np.zeros(len(self.boards), np.bool_)
            if beyond is not None:
                can = (self.own & BIT[start] != 0) & (self.other & BIT[target] != 0)
                can &= (self.free & BIT[beyond] != 0) & self.going_on
            found.append(np.flatnonzero(can).astype(np.int32))
        return found

    def _states(self, own: Numbers, other: Numbers, ban: int | None, which: Flags) -> Numbers:
        """Return the states after a move, for the side that moves next (`other`)."""
        ends = np.where(_has_square(other), GIVEN, np.where(_has_square(own), MADE, 0))
        least, symmetry = self._canonical(other << 25 | own)
        states = np.searchsorted(self.boards, least)
        if ban is not None and which.any():
            images = np.array([table[ban] for table in self.moved_slides])[symmetry]
            for slide in np.unique(images[which]):
                here = which & (images == slide) & (ends == 0)
                places = np.searchsorted(self.banned[slide], states[here])
                assert (self.banned[slide][places] == states[here]).all()
                states[here] = self.first_banned[slide] + places
        return np.where(ends != 0, ends, states)

    def _edges(self, legal: Flags, own: Numbers, other: Numbers, slide: Slide | None) -> Edges:
        boards = np.flatnonzero(legal & self.going_on).astype(np.int32)
        ban, which = None, np.zeros(len(boards), np.bool_)
        if slide is not None and slide.beyond is not None:
            # QM10: a star of the other side was pushed, and may not push back.
            which = self.other[boards] & BIT[slide.target] != 0
            back = (slide.beyond, slide.target)
            ban = next(k for k, it in enumerate(self.slides) if (it.start, it.target) == back)
        states = self._states(own[boards], other[boards], ban, which)
        return Edges(boards, states.astype(np.int32))

    def moves(self) -> tuple[list[Edges], list[Edges]]:
        """Return the edges of the slides, in their order, and of all other moves."""
        own, other, free = self.own, self.other, self.free
        slides = []
        for slide in self.slides:
            start, target = BIT[slide.start], BIT[slide.target]
            beyond = BIT[slide.beyond] if slide.beyond is not None else 0
            onto_free = free & target != 0  # QM4
            pushes = ~onto_free & ((free & beyond != 0) | slide.leaves)  # QM5, QM6
            pushes_own = pushes & (own & target != 0)
            pushes_other = pushes & (other & target != 0)
            after = own & ~start | target
            after = np.where(pushes_own, after | beyond, after)
            others = np.where(pushes_other, other & ~target | beyond, other)
            legal = (own & start != 0) & (onto_free | pushes)
            slides.append(self._edges(legal, after, others, slide))
        rest = []
        has_reserve = np.bitwise_count(own) < self.stars
        for bit in BIT.values():  # QM3
            legal = has_reserve & (free & bit != 0)
            rest.append(self._edges(legal, own | bit, other, None))
        for point in OUTER:  # QM6
            bit = BIT[point]
            rest.append(self._edges(own & bit != 0, own & ~bit, other, None))
        return slides, rest

    def solve(self) -> int:
        """Find all values; return the plies of the last wave that decided something."""
        slides, rest = self.moves()
        total = np.zeros(len(self.boards), np.int16)
        for edges in (*slides, *rest):
            total[edges.boards] += 1
        plies = 0
        while True:
            plies += 1
            if not self._wave(plies, slides, rest, total):
                return plies - 1
            print(f"wave {plies}", flush=True)

    def _wave(
        self, plies: int, slides: list[Edges], rest: list[Edges], total: npt.NDArray[np.int16]
    ) -> bool:
        wins = plies % 2 == 1
        counts = np.zeros(len(self.boards), np.int16)
        with_bans = []
        for number, (boards, states) in enumerate((*slides, *rest)):
            reached = self.values[np.maximum(states, 0)]
            good = (reached < 0) & (states >= 0) if wins else (reached > 0) & (states >= 0)
            good |= states == (MADE if wins else GIVEN)
            counts[boards] += good
            if number < len(slides):
                with_bans.append(good[np.searchsorted(boards, self.banned[number])])
        decided = self._decide(slice(0, len(total)), counts, total, self.going_on, plies)
        for slide, boards in enumerate(self.banned):
            if len(boards) == 0:
                continue
            left = counts[boards] - with_bans[slide]
            part = slice(int(self.first_banned[slide]), int(self.first_banned[slide + 1]))
            every = np.ones(len(boards), np.bool_)
            decided |= self._decide(part, left, total[boards] - 1, every, plies)
        return decided

    def _decide(
        self,
        part: slice,
        counts: npt.NDArray[np.int16],
        total: npt.NDArray[np.int16],
        going_on: Flags,
        plies: int,
    ) -> bool:
        """Set the values of a part of the states: won by one move, or lost by all."""
        found = counts > 0 if plies % 2 == 1 else counts == total
        found &= going_on & (self.values[part] == 0)
        self.values[part][found] = plies if plies % 2 == 1 else -plies
        return bool(found.any())

    def rows(self) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int16]]:
        """Return the states that are not over as words of the core, and their values."""
        bits = {BIT[point]: 1 << PLACES.index(name_of(point)) for point in POINTS}
        low, high = moved_tables(bits)
        own = low[self.own & (1 << HALF) - 1] | high[self.own >> HALF]
        other = low[self.other & (1 << HALF) - 1] | high[self.other >> HALF]
        words = (own | other << 32).astype(np.uint64)
        rows, values = [words[self.going_on]], [self.values[: len(words)][self.going_on]]
        for slide, boards in enumerate(self.banned):
            ban = BAN_OF[word_of(*self.slides[slide][:2])]
            rows.append(words[boards] | np.uint64(ban << 57))
            values.append(self.values[self.first_banned[slide] : self.first_banned[slide + 1]])
        return np.concatenate(rows), np.concatenate(values)


def _has_square(sets: Numbers) -> Flags:
    found = np.zeros(len(sets), np.bool_)
    for square in SQUARES:
        found |= sets & square == square
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stars", type=int, default=4)
    parser.add_argument("--corner-exit", choices=("any", "rays"), default="any")
    asked = parser.parse_args()
    begun = time.perf_counter()
    plain = Plain(asked.stars, asked.corner_exit)
    print(f"{len(plain.boards):,} boards, {len(plain.values):,} states", flush=True)
    longest = plain.solve()
    print(f"{longest} plies at most, after {time.perf_counter() - begun:.0f} s", flush=True)
    rows, values = plain.rows()
    variant = quintet.start("qomet", corner_exit=asked.corner_exit).variant
    solver = CompleteQometSolver(variant, asked.stars)
    with tempfile.TemporaryDirectory() as folder:
        solver.solve(Work(Path(folder), threads=2))
        table = solver.open(TablebaseFile(solver.path(Path(folder))))
        found = table.look_up(rows.reshape(-1, 1))
    same = (found.outcomes == np.sign(values)) & ((values == 0) | (found.plies == abs(values)))
    print(f"{len(rows):,} states compared, {np.count_nonzero(~same):,} differ")
    sys.exit(0 if same.all() else 1)


if __name__ == "__main__":
    main()
