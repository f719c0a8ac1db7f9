"""The puzzle of a day: the same for everybody."""

from __future__ import annotations

from datetime import date

from quintet.games import GAMES
from quintet.puzzles import Puzzle, of_game

# Coprime to the number of puzzles a game has, so that none comes again before all others did.
_STEP = 97


def of_day(day: date) -> Puzzle:
    """Return the puzzle of a day: the games take turns, and a game's levels are mixed."""
    games = [known for name in GAMES if (known := of_game(name))]
    turn, at = divmod(day.toordinal(), len(games))
    return games[at][turn * _STEP % len(games[at])]
