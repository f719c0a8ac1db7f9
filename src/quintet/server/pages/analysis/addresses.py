"""Addresses of positions on the analysis board."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from quintet.options import write_value
from quintet.position import Position


def analysis_address(position: Position) -> str:
    """Return where a position can be analysed; all options are named, as tables have others."""
    options = {name: write_value(value) for name, value in position.options.items()}
    return analysis_board(position.game, {**options, "position": position.text})


def analysis_board(game: str, query: Mapping[str, str]) -> str:
    """Return the address of a board with some options."""
    return f"/analysis/{game}?{urlencode(query)}"
