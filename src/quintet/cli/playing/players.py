"""Computer players: a random mover, the engine's levels, and the engine at full strength."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from quintet.cli.parsing.completion import LEVELS
from quintet.cli.parsing.values import search_limits
from quintet.engine import Analysis, Search, draw_offers, levels, time_control
from quintet.engine.claims import analyse_without_claims
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence
from quintet.position import Position

RANDOM, ENGINE = "random", "engine"
LEVEL = re.compile(r"level:(\d{1,9})", re.ASCII)


class ComputerPlayer:
    """A player that chooses its own moves."""

    def __init__(self, name: str, rng: random.Random, megabytes: int | None) -> None:
        self.name = name
        self.rng = rng
        self.megabytes = megabytes

    def choose(self, positions: Sequence[Position], left: int | None) -> str:
        """Return a move in the last position, with `left` milliseconds on the clock."""
        *history, position = positions
        level = LEVEL.fullmatch(self.name)
        if level is not None:
            seconds = time_control.seconds_for_move(left)
            return levels.choose(
                position, int(level[1]), self.rng, seconds=seconds, history=history
            )
        if self.name == ENGINE:
            return search(positions, left, self.megabytes, to_win=True).best.move
        # A random player makes no claims.
        moves = [move for move in position.moves if position.motion(move)]
        return self.rng.choice(moves or position.moves)

    def agrees(self, what: str, positions: Sequence[Position], seat: int) -> bool:
        """Return the answer to a request: take-backs always, a draw unless it hopes for more."""
        *history, position = positions
        return self.name == RANDOM or draw_offers.agrees(what, position, seat, history=history)


def find_computer_player(
    name: str, rng: random.Random, megabytes: int | None = None
) -> ComputerPlayer | None:
    """Return the computer player of this name, or None if it is a person's."""
    level = LEVEL.fullmatch(name)
    if level is not None:
        check_level(level[1], name)
        return ComputerPlayer(name, rng, megabytes)
    return ComputerPlayer(name, rng, megabytes) if name in (RANDOM, ENGINE) else None


def check_level(level: str, name: str) -> None:
    """Raise BadOption unless this is the number of a level."""
    if int(level) not in LEVELS:
        raise BadOption(
            sentence(
                "There is no level {level}; there are {first} to {last}.",
                level=level,
                first=LEVELS[0],
                last=LEVELS[-1],
            ),
            option="players",
            value=name,
        )


def search(
    positions: Sequence[Position],
    left: int | None,
    megabytes: int | None,
    *,
    to_win: bool = False,
    claims: bool = True,
) -> Analysis:
    """Search the last position for a second, or for less if the clock is low.

    Without `claims` the analysis does not speak of what could be called (QT15).
    """
    *history, position = positions
    seconds = time_control.seconds_for_move(left)
    limits = search_limits(seconds, None, threads=1, megabytes=megabytes)
    if not claims:
        return analyse_without_claims(position, limits, best=1, history=history, to_win=to_win)
    return Search(position, limits, history=history, to_win=to_win).run()
