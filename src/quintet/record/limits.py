"""How much of a record anybody has to hold: bounds that no honest game comes near."""

from __future__ import annotations

LARGEST_GAME = 1 << 20  # characters, in either form
DEEPEST_VARIATION = 32  # variations within variations
LARGEST_NAG = 255  # as in PGN
LONGEST_CLOCK = 10_000 * 3_600_000 - 1  # milliseconds: 9999:59:59.999
