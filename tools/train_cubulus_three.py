"""Learn an evaluation of Cubulus for three from games of the engine, and UCT at some seats.

    python tools/train_cubulus_three.py --games 10000 --threads 2

Compiles native/programs/self_play.cpp, lets it play (or reads the games of an earlier run: --data),
fits what balls in squares and places are worth to who won, and writes that to
native/programs, beside cubulus_three_points.hpp, which says what is counted.

The logarithm of a seat's chances is the sum of what it has, in points of which 60 make its share e
times as large. What something is worth changes with the square root of the share of empty slots: it
is fitted for a full and for an empty cube. How much weaker UCT is, is fitted, too, so that nothing
else has to account for it, and left out of what is written. That is a logistic regression of three
classes, which has one best answer; Newton's method finds it.
"""

from __future__ import annotations

import argparse
import itertools

import numpy as np
from numpy.typing import NDArray

from self_play import CHECKED, ROOT, Records, add_arguments, positions, write

TO = ROOT / "native" / "programs"

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


def played_by_uct(by_seat: NDArray[np.int64], seat: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return who is played by UCT, by position and by how long it waits for its turn."""
    return np.stack([by_seat >> (seat + wait) % SEATS & 1 for wait in range(SEATS)], 1)


class Examples:
    """Positions of games that somebody won, and how long the winner waits for its turn there."""

    def __init__(self, records: Records) -> None:
        known = records[(records["winner"] >= 1) & (records["winner"] <= SEATS)]
        cells, seats = (known[name].astype(np.int64) for name in ("cells", "seat"))
        self._open = share_of((cells == 0).sum(1))[:, None, None]
        self._winners = (known["winner"] - 1 - seats) % SEATS
        self._uct = played_by_uct(known["uct"].astype(np.int64), seats)[:, :, None]
        chunks = range(0, len(known), CHUNK)
        self._has = [counted(cells[i : i + CHUNK], seats[i : i + CHUNK]) for i in chunks]

    def __len__(self) -> int:
        return len(self._winners)

    def loss(self, worth: Numbers) -> tuple[float, Numbers, Numbers]:
        """Return the mean loss, its gradient, and its second derivatives."""
        loss = PENALTY * len(self) * float(worth @ worth)
        slope = 2 * PENALTY * len(self) * worth
        curve = 2 * PENALTY * len(self) * np.eye(len(worth))
        for i, has_now in enumerate(self._has):
            rows = slice(i * CHUNK, (i + 1) * CHUNK)
            has = np.concatenate([has_now, has_now * self._open[rows], self._uct[rows]], 2)
            logits = has @ worth
            logits -= logits.max(1, keepdims=True)
            shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
            won = np.eye(SEATS)[self._winners[rows]]
            loss -= float(np.log((shares * won).sum(1)).sum())
            slope += np.einsum("nsf,ns->f", has, shares - won)
            weighted = has * shares[:, :, None]
            mean = weighted.sum(1)
            flat = has.reshape(-1, len(worth)), weighted.reshape(-1, len(worth))
            curve += flat[0].T @ flat[1] - mean.T @ mean
        return loss / len(self), slope, curve


def fit(learned: Examples, checked: Examples) -> Numbers:
    worth = np.zeros(2 * (len(STATES) + len(places()) + 2) + 1)
    for step in range(STEPS):
        loss, slope, curve = learned.loss(worth)
        print(f"{step:3} {loss:.5f} checked {checked.loss(worth)[0]:.5f}", flush=True)
        change = np.linalg.solve(curve, slope)
        worth = worth - change
        if np.abs(change).max() < 1e-6:
            break
    print(f"UCT is worth {SCALE * worth[-1]:.0f} points")
    return worth[:-1]


def rows(worth: Numbers) -> NDArray[np.int64]:
    """Return what everything is worth by the number of empty slots, as the core has it."""
    full, more = worth.reshape(2, -1)
    empty = np.arange(SLOTS + 1)[:, None]
    return (
        np.rint(SCALE * IN_A_POINT * (full + more * share_of(empty))).astype(np.int64).reshape(-1)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add_arguments(parser, nodes=16_000, to=TO)
    parser.set_defaults(game="cubulus_three")
    arguments = parser.parse_args()
    records = positions(arguments)
    kept = int(len(records) * (1 - CHECKED))
    worth = fit(Examples(records[:kept]), Examples(records[kept:]))
    size = write(rows(worth), arguments.to / "cubulus_three_points.inc")
    print(f"{size:,} bytes")


if __name__ == "__main__":
    main()
