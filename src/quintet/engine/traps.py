"""Turns that hold what is there to be held, and after which an opponent is likely to go wrong.

Where the truth is a draw, all moves that keep it are equal to a search, but not to the opponent.
The one imagined here trusts random games, as a plain tree search does: its answer is found by such
a search, and held against the truth. So this is for games whose truth is proved while one waits.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

from quintet.engine.thinking import Limits, Thinking
from quintet.position import Position

Begun = Callable[[Thinking], object]

MOST_TURNS = 250  # that are looked at, chosen at random where there are more
PLAYOUTS = (1_500, 12_000, 40_000, 100_000)  # of the imagined opponent, from round to round
KEPT = 8  # turns that are worth the later rounds
NODES = 400_000  # for the truth after the opponent's answer
NODES_TO_HOLD = 3_000_000  # for the truth of a turn of one's own
MEGABYTES = 4
MEGABYTES_OF_TREE = 64
SHARE_OF_FIRST_ROUND = 0.6


@dataclass(slots=True)
class _Turn:
    """A seat's own moves until the opponent is to answer."""

    first: str
    after: Position
    successes: int = 0


class _StoppedError(Exception):
    """Whoever watches has had enough."""


def can_be_set(position: Position) -> bool:
    """Whether the truth is within reach here: two sides, and a game that comes to an end."""
    variant = position.variant
    return not variant.cycles and variant.seats == 2


def set_trap(
    position: Position, seconds: float, chance: random.Random, begun: Begun | None = None
) -> str | None:
    """A move that loses nothing and may win something; None when none is found in the time."""
    search = _Search(position.turn, monotonic() + seconds, chance, begun)
    try:
        return search.best(position, seconds)
    except _StoppedError:
        return None


class _Search:
    def __init__(
        self, seat: int, deadline: float, chance: random.Random, begun: Begun | None
    ) -> None:
        self.seat = seat
        self.deadline = deadline
        self.chance = chance
        self.begun = begun

    def best(self, position: Position, seconds: float) -> str | None:
        turns = list(self._turns(position))
        if len(turns) > MOST_TURNS:
            turns = self.chance.sample(turns, MOST_TURNS)
        self.chance.shuffle(turns)
        end_of_first = self.deadline - seconds * (1 - SHARE_OF_FIRST_ROUND)
        caught = []
        for turn in turns:
            if monotonic() >= end_of_first:
                break
            if self._catches(turn, PLAYOUTS[0]):
                caught.append(turn)
        kept: list[_Turn] = []
        for turn in caught:
            if len(kept) == KEPT or monotonic() >= self.deadline:
                break
            if self._holds(turn):
                kept.append(turn)
        # Every round the opponent thinks harder, and only what caught it most often goes on.
        for playouts in PLAYOUTS[1:]:
            for turn in kept:
                if monotonic() >= self.deadline:
                    break
                turn.successes += self._catches(turn, playouts)
            kept.sort(key=lambda turn: -turn.successes)
            del kept[max(2, len(kept) // 2) :]
        return kept[0].first if kept else None

    def _turns(self, position: Position) -> Iterator[_Turn]:
        """All that this seat can do before the opponent is to move, and that does not lose then."""
        for word in position.moves:
            for after in self._handed_over(position.play(word)):
                if self._run(after, Limits(depth=1, megabytes=1)).run().value.kind != "win":
                    yield _Turn(word, after)

    def _handed_over(self, position: Position) -> Iterator[Position]:
        if position.outcome is not None:
            return
        if position.turn != self.seat:
            yield position
            return
        for word in position.moves:
            yield from self._handed_over(position.play(word))

    def _catches(self, turn: _Turn, playouts: int) -> bool:
        """Whether the imagined opponent's answer makes this seat win."""
        position = turn.after
        while position.outcome is None and position.turn != self.seat:
            limits = Limits(nodes=playouts, megabytes=MEGABYTES_OF_TREE)
            thinking = self._run(position, limits, plain_tree=True)
            position = position.play(thinking.run().best.move)
        return self._value(position, NODES) == "win"

    def _holds(self, turn: _Turn) -> bool:
        return self._value(turn.after, NODES_TO_HOLD) in ("draw", "win")

    def _value(self, position: Position, nodes: int) -> str | None:
        """What a position is worth to this seat, as far as so many nodes prove it."""
        if position.outcome is not None:
            share = position.outcome.scores[self.seat]
            return {0.0: "loss", 1.0: "win"}.get(share, "draw")
        left = max(0.001, self.deadline - monotonic())
        found = self._run(position, Limits(seconds=left, nodes=nodes, megabytes=MEGABYTES)).run()
        if found.value.kind == "chance":
            return None
        flipped = {"win": "loss", "loss": "win"}
        kind = found.value.kind
        return kind if position.turn == self.seat else flipped.get(kind, kind)

    def _run(self, position: Position, limits: Limits, *, plain_tree: bool = False) -> Thinking:
        seed = self.chance.getrandbits(32)
        thinking = Thinking(position, limits, seed=seed, plain_tree=plain_tree)
        if self.begun is not None:
            self.begun(thinking)
        if thinking.stopped:
            raise _StoppedError
        return thinking
