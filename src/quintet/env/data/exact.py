"""Exact values of positions: from the board where the game is over, else from a tablebase."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from quintet import tablebase
from quintet.env.data.header import Header
from quintet.env.data.rows import NO_PLIES, Rows
from quintet.position import Position

_WORTH = {"win": 1.0, "loss": -1.0, "draw": 0.0, "tie": 0.0}


def with_exact_values(rows: Rows, header: Header) -> Rows:
    """Fill in the value of every position for the seat to move, where it is known."""
    simulator = header.simulator
    exact = np.full(len(rows), np.nan, np.float32)
    plies = np.full(len(rows), NO_PLIES, np.int16)
    over = simulator.terminated(rows.state)
    ended = np.flatnonzero(over)
    exact[ended] = simulator.rewards(rows.state)[ended, rows.seat[ended]]
    plies[ended] = 0
    if tablebase.find_tablebase(simulator.variant) is not None:
        # Openings come up again and again, and are looked up once.
        open_rows = np.flatnonzero(~over)
        states, places = np.unique(rows.state[open_rows], axis=0, return_inverse=True)
        values = np.full(len(states), np.nan, np.float32)
        lengths = np.full(len(states), NO_PLIES, np.int16)
        for row in range(len(states)):
            position = simulator.core.position(simulator.variant.core, states, row)
            assert isinstance(position, Position)
            value = tablebase.get(position)
            if value is not None:
                values[row] = _WORTH[value.kind]
                lengths[row] = NO_PLIES if value.plies is None else value.plies
        exact[open_rows] = values[places.ravel()]
        plies[open_rows] = lengths[places.ravel()]
    return replace(rows, exact=exact, exact_plies=plies)
