"""Addresses of positions on the analysis board."""

from __future__ import annotations

from urllib.parse import urlencode

from quintet.options import write_value
from quintet.position import Position


def analysis_address(position: Position) -> str:
    """Return where a position can be analysed; all options are named, as tables have others."""
    options = {name: write_value(value) for name, value in position.options.items()}
    return f"/analysis/{position.game}?{urlencode({**options, 'position': position.text})}"
