"""Check rows that come from a file: shapes, positions, seats, actions."""

from __future__ import annotations

import numpy as np

from quintet.env.data.header import REASONS, Header, no_dataset
from quintet.env.data.rows import COLUMNS, NO_ACTION, Rows, shape_of
from quintet.errors import BadDataset
from quintet.i18n.sentence import sentence


def check(rows: Rows, header: Header, path: str) -> Rows:
    """Return the rows, or raise `BadDataset` if they are not positions of the header's game."""
    simulator = header.simulator
    for name, (dtype, _) in COLUMNS.items():
        column = getattr(rows, name)
        if column.dtype != dtype or column.shape != shape_of(name, len(rows), simulator):
            raise no_dataset(path)
    policy = rows.policy
    if policy is not None and (
        policy.dtype != np.float32 or policy.shape != (len(rows), simulator.vocabulary)
    ):
        raise no_dataset(path)
    states = np.ascontiguousarray(rows.state)
    unsound = simulator.core.first_unsound(states)
    if unsound != len(rows):
        raise bad_row(path, unsound, header)
    seats = np.empty(len(rows), np.int8)
    simulator.core.seats(states, seats)
    wrong = (rows.seat != seats) | (rows.action < NO_ACTION) | (rows.reason >= len(REASONS))
    wrong |= rows.action >= simulator.vocabulary
    if wrong.any():
        raise bad_row(path, int(np.argmax(wrong)), header)
    return rows


def bad_row(path: str, row: int, header: Header) -> BadDataset:
    return BadDataset(
        sentence(
            "{file}: row {row} is not from a game of {game}.",
            file=path,
            row=row,
            game=header.simulator.variant.title,
        ),
        path=path,
    )
