"""Exact values of positions: from the board where the game is over, else from a tablebase."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from quintet import tablebase
from quintet.env.data.header import Header
from quintet.env.data.rows import NO_PLIES, Rows
from quintet.tablebase.arrays import UNKNOWN


def with_exact_values(rows: Rows, header: Header) -> Rows:
    """Fill in the value of every position for the seat to move, where it is known."""
    simulator = header.simulator
    exact = np.full(len(rows), np.nan, np.float32)
    plies = np.full(len(rows), NO_PLIES, np.int16)
    over = simulator.terminated(rows.state)
    ended = np.flatnonzero(over)
    exact[ended] = simulator.rewards(rows.state)[ended, rows.seat[ended]]
    plies[ended] = 0
    variant = simulator.variant
    if tablebase.find_tablebase(variant) is not None:
        open_rows = np.flatnonzero(~over)
        options: dict[str, Any] = dict(variant.changed_options)
        found = tablebase.look_up(variant.name, rows.state[open_rows], **options)
        exact[open_rows] = np.where(found.outcomes == UNKNOWN, np.nan, found.outcomes)
        plies[open_rows] = np.where(found.plies < 0, NO_PLIES, found.plies)
    return replace(rows, exact=exact, exact_plies=plies)
