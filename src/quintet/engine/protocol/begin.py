"""Positions from a client: a game, its options, and possibly a position text."""

from __future__ import annotations

from collections.abc import Mapping

from quintet.games import find_game
from quintet.options import read_options
from quintet.position import Position, first_position, read_position


def begin(game: str, options: Mapping[str, object], text: str | None = None) -> Position:
    """Return the position of a text, or the start of the game.

    Options are not passed as keywords, since a client may use any name.
    """
    kind = find_game(game)
    values = read_options(kind.title, kind.option_list, options)
    return first_position(game, values) if text is None else read_position(game, text, values)
