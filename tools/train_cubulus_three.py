"""Learn an evaluation of Cubulus for three from what searches find of the positions in their trees.

    python tools/train_cubulus_three.py --games 800 --threads 2

Compiles native/programs/searched_positions.cpp, lets it play (or reads what an earlier run wrote:
--data), fits what balls in squares and places are worth to the shares that searches found, and
writes that to native/search/evaluation/learned; cubulus_points.hpp beside it says what is counted.

The logarithm of a seat's chances is the sum of what it has, in points of which 60 make its share e
times as large. What something is worth changes with the square root of the share of empty slots: it
is fitted for a full and for an empty cube. That is a logistic regression of three classes, which
has one best answer; Newton's method finds it.

A search counts on every side to block what another threatens, so threats are hardly worth anything
in it. Sides that play less well do not block, and who counts on them loses. So three balls in a
square are worth what they are by hand, two at most half as learned, and all is brought nearer to
what it is worth by hand (--blend).
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from self_play import CHECKED, ROOT, Records, write, written_by

PROGRAM = ROOT / "native" / "programs" / "searched_positions.cpp"
TO = ROOT / "native" / "search" / "evaluation" / "learned"
SEARCHED = np.dtype([("cells", "u1", 27), ("seat", "u1"), ("shares", "<f4", 3)])

SEATS, SLOTS = 3, 27
ON_A_FACE = ((0, 1, 3, 4), (1, 2, 4, 5), (3, 4, 6, 7), (4, 5, 7, 8), (0, 2, 6, 8), (1, 3, 5, 7))
SCALE = 60  # points
IN_A_POINT = 16
STEPS = 12  # Newton's method needs fewer
PENALTY = 1e-6  # of squares, for a position: what does not matter is worth nothing
CHUNK = 1 << 14

Numbers = NDArray[np.float64]


def squares() -> list[tuple[int, ...]]:
    """Return the slots of every square (CB8): six of each face."""
    cells = np.arange(SLOTS).reshape(3, 3, 3)
    faces = [cells.take(side, axis).reshape(-1) for axis in range(3) for side in (0, 2)]
    return [tuple(int(face[at]) for at in square) for face in faces for square in ON_A_FACE]


def places() -> list[list[int]]:
    """Return the corners, edges, middles of faces, and the core: by how many sides they are on."""
    cells = list(itertools.product(range(3), repeat=3))
    return [[i for i, cell in enumerate(cells) if cell.count(1) == inner] for inner in range(4)]


STATES = [
    state for state in itertools.product(range(4), repeat=SEATS) if state[0] and sum(state) <= 4
]


def counted(cells: NDArray[np.int64], seat: NDArray[np.int64]) -> NDArray[np.int8]:
    """Return what each seat has, by position and by how long it waits for its turn."""
    waits = np.where(cells == 0, -1, (cells - 1 - seat[:, None]) % SEATS).astype(np.int8)
    balls = [(waits[:, np.array(squares())] == wait).sum(2, np.int8) for wait in range(SEATS)]
    found = []
    for wait in range(SEATS):
        own, after, last = (balls[(wait + i) % SEATS] for i in range(SEATS))
        states = own * 16 + after * 4 + last
        has = [(states == 16 * i + 4 * j + k).sum(1) for i, j, k in STATES]
        has += [(waits[:, place] == wait).sum(1) for place in places()]
        has += [np.full(len(cells), wait == turn) for turn in (0, 1)]
        found.append(np.stack(has, 1).astype(np.int8))
    return np.stack(found, 1)


def share_of(empty: NDArray[np.int64]) -> Numbers:
    return np.asarray(np.sqrt(empty / SLOTS))


def by_hand() -> Numbers:
    """Return what everything is worth in the evaluation by hand (native/search/evaluation)."""
    alone, shared = {1: 2, 2: 9, 3: 30}, {1: 1, 2: 3, 3: 12}
    in_squares = [(shared if after + last else alone)[own] for own, after, last in STATES]
    tempo = [8, 4]
    return np.array([*in_squares, *(0 for _ in places()), *tempo])


class Examples:
    """Positions, and the shares that searches found, by how long each seat waits for its turn."""

    def __init__(self, searched: Records) -> None:
        cells, seats = (searched[name].astype(np.int64) for name in ("cells", "seat"))
        waits = (seats[:, None] + np.arange(SEATS)) % SEATS
        shares = np.take_along_axis(searched["shares"].astype(float), waits, 1)
        self._shares = shares / shares.sum(1, keepdims=True)
        self._open = share_of((cells == 0).sum(1))[:, None, None]
        chunks = range(0, len(searched), CHUNK)
        self._has = [counted(cells[i : i + CHUNK], seats[i : i + CHUNK]) for i in chunks]

    def __len__(self) -> int:
        return len(self._shares)

    def loss(self, worth: Numbers) -> tuple[float, Numbers, Numbers]:
        """Return the mean loss, its gradient, and its second derivatives."""
        loss = PENALTY * len(self) * float(worth @ worth)
        slope = 2 * PENALTY * len(self) * worth
        curve = 2 * PENALTY * len(self) * np.eye(len(worth))
        for i, has_now in enumerate(self._has):
            rows = slice(i * CHUNK, (i + 1) * CHUNK)
            has = np.concatenate([has_now, has_now * self._open[rows]], 2)
            logits = has @ worth
            logits -= logits.max(1, keepdims=True)
            shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
            found = self._shares[rows]
            loss -= float((found * np.log(shares)).sum())
            slope += np.einsum("nsf,ns->f", has, shares - found)
            weighted = has * shares[:, :, None]
            mean = weighted.sum(1)
            flat = has.reshape(-1, len(worth)), weighted.reshape(-1, len(worth))
            curve += flat[0].T @ flat[1] - mean.T @ mean
        return loss / len(self), slope, curve


def fit(learned: Examples, checked: Examples) -> Numbers:
    worth = np.zeros(2 * (len(STATES) + len(places()) + 2))
    for step in range(STEPS):
        loss, slope, curve = learned.loss(worth)
        print(f"{step:3} {loss:.5f} checked {checked.loss(worth)[0]:.5f}", flush=True)
        change = np.linalg.solve(curve, slope)
        worth = worth - change
        if np.abs(change).max() < 1e-6:
            break
    return worth


def blended(worth: Numbers, blend: float) -> Numbers:
    """Return what lies by this share of the way nearer to the evaluation by hand.

    Three balls in a square are worth what they are there, and two are halfway from the start.
    """
    kept = np.full(len(by_hand()), 1.0)
    kept[: len(STATES)] = [{1: 1, 2: 0.5, 3: 0}[own] for own, _, _ in STATES]
    kept *= 1 - blend
    full, more = worth.reshape(2, -1)
    return np.concatenate([kept * full + (1 - kept) * by_hand() / SCALE, kept * more])


def rows(worth: Numbers) -> NDArray[np.int64]:
    """Return what everything is worth by the number of empty slots, as the core has it."""
    full, more = worth.reshape(2, -1)
    empty = np.arange(SLOTS + 1)[:, None]
    return (
        np.rint(SCALE * IN_A_POINT * (full + more * share_of(empty))).astype(np.int64).reshape(-1)
    )


def share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not from 0 to 1")
    return value


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--learned", action="store_true", help="search with what was learned")
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--nodes", type=int, default=60_000, help="a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--blend", type=share, default=0.5, help="0 as learned, 1 as by hand")
    parser.add_argument("--data", type=Path, nargs="*", help="positions that were written before")
    parser.add_argument("--to", type=Path, default=TO)
    arguments = parser.parse_args()
    how = "learned" if arguments.learned else "by-hand"
    searched = written_by(PROGRAM, (how,), arguments, SEARCHED)
    kept = int(len(searched) * (1 - CHECKED))
    worth = fit(Examples(searched[:kept]), Examples(searched[kept:]))
    size = write(rows(blended(worth, arguments.blend)), arguments.to / "cubulus_three.inc")
    print(f"{size:,} bytes")


if __name__ == "__main__":
    main()
