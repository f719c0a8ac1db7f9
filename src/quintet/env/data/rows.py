"""Rows: the columns of a data set in memory, as NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from quintet.env.data.header import Header
from quintet.env.simulator import Bools, Simulator

# The type of every column, and the sizes of a row in it: of words, bytes or actions.
COLUMNS: Mapping[str, tuple[type[np.generic], str | None]] = {
    "game": (np.int64, None),
    "ply": (np.int32, None),
    "seat": (np.int8, None),
    "state": (np.uint64, "words"),
    "mask": (np.uint8, "bytes"),
    "action": (np.int16, None),
    "outcome": (np.float32, None),
    "reason": (np.uint8, None),
    "exact": (np.float32, None),
    "exact_plies": (np.int16, None),
}

NO_ACTION = -1
NO_PLIES = -1


@dataclass(frozen=True, eq=False)
class Rows:
    """Positions of whole games in their order; docs/reference/data.md describes the columns.

    What is not known is -1 in `action` and `exact_plies`, and NaN in `outcome`, `exact` and
    `policy`. `record` has the records of games with names, tags or comments, by their first row.
    """

    game: npt.NDArray[np.int64]
    ply: npt.NDArray[np.int32]
    seat: npt.NDArray[np.int8]
    state: npt.NDArray[np.uint64]
    mask: npt.NDArray[np.uint8]
    action: npt.NDArray[np.int16]
    outcome: npt.NDArray[np.float32]
    reason: npt.NDArray[np.uint8]
    exact: npt.NDArray[np.float32]
    exact_plies: npt.NDArray[np.int16]
    policy: npt.NDArray[np.float32] | None = None
    record: Mapping[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.game)

    def masks(self, header: Header) -> Bools:
        """Return the legal actions, a column an action."""
        count = header.simulator.vocabulary
        return np.unpackbits(self.mask, axis=1, count=count, bitorder="little").astype(np.bool_)

    def policies(self, header: Header) -> npt.NDArray[np.float32]:
        """Return the policies, with all weight on the action played where none is known."""
        played = np.zeros((len(self), header.simulator.vocabulary), np.float32)
        moved = np.flatnonzero(self.action != NO_ACTION)
        played[moved, self.action[moved]] = 1
        if self.policy is None:
            return played
        return np.where(np.isnan(self.policy), played, self.policy)

    def part(self, begin: int, end: int) -> Rows:
        """Return some of the rows, as views."""
        arrays = {name: getattr(self, name)[begin:end] for name in COLUMNS}
        return Rows(
            **arrays,
            policy=None if self.policy is None else self.policy[begin:end],
            record={row - begin: text for row, text in self.record.items() if begin <= row < end},
        )


def pack(masks: Bools) -> npt.NDArray[np.uint8]:
    """Return masks with eight actions in a byte, the first in the lowest bit."""
    return np.packbits(masks, axis=1, bitorder="little")


def with_policy(rows: Rows, header: Header) -> Rows:
    """Add the policy: equal for all legal actions if play was random, else the action played."""
    if header.player != "random":
        return replace(rows, policy=rows.policies(header))
    masks = rows.masks(header).astype(np.float32)
    return replace(rows, policy=masks / np.maximum(masks.sum(axis=1, keepdims=True), 1))


def joined(parts: Iterable[Rows], simulator: Simulator) -> Rows:
    """Return all rows as one. A policy that some parts lack is not known there."""
    listed = list(parts) or [empty(simulator)]
    if len(listed) == 1:
        return listed[0]
    arrays: dict[str, Any] = {
        name: np.concatenate([getattr(part, name) for part in listed]) for name in COLUMNS
    }
    policy = None
    if any(part.policy is not None for part in listed):
        size = simulator.vocabulary
        policy = np.concatenate(
            [
                np.full((len(part), size), np.nan, np.float32)
                if part.policy is None
                else part.policy
                for part in listed
            ]
        )
    record: dict[int, str] = {}
    begin = 0
    for part in listed:
        record |= {begin + row: text for row, text in part.record.items()}
        begin += len(part)
    return Rows(**arrays, policy=policy, record=record)


def empty(simulator: Simulator) -> Rows:
    """Return no rows."""
    made: dict[str, Any] = {
        name: np.empty(shape_of(name, 0, simulator), dtype) for name, (dtype, _) in COLUMNS.items()
    }
    return Rows(**made)


def shape_of(column: str, rows: int, simulator: Simulator) -> tuple[int, ...]:
    """Return the shape of a column with so many rows."""
    sizes = {"words": simulator.core.words, "bytes": -(-simulator.vocabulary // 8)}
    size = COLUMNS[column][1]
    return (rows,) if size is None else (rows, sizes[size])


def whole_games(parts: Iterable[Rows], simulator: Simulator) -> Iterator[Rows]:
    """Yield rows so that no game is divided, whatever the parts were."""
    waiting: list[Rows] = []
    for part in parts:
        if not len(part):
            continue
        others = np.flatnonzero(part.game != part.game[-1])
        last = int(others[-1]) + 1 if len(others) else 0
        if last == 0 and (not waiting or waiting[-1].game[-1] == part.game[-1]):
            waiting.append(part)
            continue
        yield joined([*waiting, part.part(0, last)], simulator)
        waiting = [part.part(last, len(part))]
    if waiting:
        yield joined(waiting, simulator)
