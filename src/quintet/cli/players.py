"""Players who are no people: a random mover, the engine's levels, the engine itself."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from quintet.engine import Analysis, Limits, Search, analyse, draw_offers, levels, time_control
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence
from quintet.position import Position

RANDOM, ENGINE = "random", "engine"
LEVEL = re.compile(r"level:(\d{1,9})", re.ASCII)
LEVELS = range(1, 11)


class Automaton:
    """A player who needs nobody at the keyboard."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name = name
        self.chance = chance

    def choose(self, positions: Sequence[Position], left: int | None) -> str:
        """A move in the last of a game's positions, with so many milliseconds on the clock."""
        *history, position = positions
        level = LEVEL.fullmatch(self.name)
        if level is not None:
            seconds = time_control.seconds_for_move(left)
            return levels.choose(
                position, int(level[1]), self.chance, seconds=seconds, history=history
            )
        if self.name == ENGINE:
            limits = Limits(seconds=time_control.seconds_for_move(left))
            return Search(position, limits, history=history, to_win=True).run().best.move
        # Any move of the pieces; a random mover does not cry Quarto.
        moves = [move for move in position.moves if position.motion(move)]
        return self.chance.choice(moves or position.moves)

    def agrees(self, what: str, positions: Sequence[Position], seat: int) -> bool:
        """To take back always; to a draw unless it hopes for more."""
        *history, position = positions
        return self.name == RANDOM or draw_offers.agrees(what, position, seat, history=history)


def find_automaton(name: str, chance: random.Random) -> Automaton | None:
    """Who plays under this name when it is no person's."""
    level = LEVEL.fullmatch(name)
    if level is not None:
        if int(level[1]) not in LEVELS:
            raise BadOption(
                sentence(
                    "There is no level {level}; there are {first} to {last}.",
                    level=level[1],
                    first=LEVELS[0],
                    last=LEVELS[-1],
                ),
                option="players",
                value=name,
            )
        return Automaton(name, chance)
    return Automaton(name, chance) if name in (RANDOM, ENGINE) else None


def think(positions: Sequence[Position], left: int | None) -> Analysis:
    """What the engine finds within a second, or within what a clock leaves it."""
    *history, position = positions
    return analyse(position, seconds=time_control.seconds_for_move(left), history=history)
