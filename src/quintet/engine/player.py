"""What every player in a tournament has in common."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

from quintet.position import Position


@dataclass(frozen=True, slots=True)
class Situation:
    """A game in progress: first position, moves, and current position."""

    start: Position
    moves: Sequence[str]
    position: Position

    @property
    def history(self) -> list[Position]:
        """The positions before the current one."""
        return list(accumulate(self.moves, Position.play, initial=self.start))[:-1]


class Player(Protocol):
    """Plays one game."""

    def move(self, situation: Situation, rng: random.Random) -> str: ...

    def close(self) -> None: ...
