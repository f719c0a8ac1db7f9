"""Positions that a client names by words alone: a game, its options, and perhaps a text."""

from __future__ import annotations

from collections.abc import Mapping

from quintet.games import find_game
from quintet.options import read_options
from quintet.position import Position, first_position, read_position


def begin(game: str, options: Mapping[str, object], text: str | None = None) -> Position:
    """The position of a text, or the start of the game.

    The options are read first: a client can call one by the name of any parameter of ours.
    """
    kind = find_game(game)
    values = read_options(kind.title, kind.option_list, options)
    return first_position(game, values) if text is None else read_position(game, text, values)
