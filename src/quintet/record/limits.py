"""Limits on the size of a record, far above what any real game needs."""

from __future__ import annotations

MAX_GAME_SIZE = 1 << 20  # characters, in either form
MAX_VARIATION_DEPTH = 32  # variations within variations
MAX_NAG = 255  # as in PGN
MAX_CLOCK = 10_000 * 3_600_000 - 1  # milliseconds: 9999:59:59.999
