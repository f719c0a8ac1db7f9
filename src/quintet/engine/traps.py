"""Turns that hold what is there to be held, and after which an opponent is likely to go wrong.

Where the truth is a draw, all moves that keep it are equal to a search, but not to the opponent.
The one imagined here trusts random games, as a plain tree search does: its answer is found by such
a search, and held against the truth. So this is for games whose truth is proved while one waits.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from time import monotonic

from quintet.engine.thinking import Limits, Thinking
from quintet.position import Position

Begun = Callable[[Thinking], object]

MOST_TURNS = 250  # that are looked at, chosen at random where there are more
# Playouts of the imagined opponent, from trial to trial of one turn.
TRIALS = (1_500, 12_000, 100_000, 100_000, 100_000)
QUICK_TRIALS = 2  # before it is asked whether the turn loses nothing
TIME_FOR_FIRST = 0.45  # which part of the time is over after the first trial of all turns
TIME_FOR_TRIALS = 0.9
NODES = 150_000  # for the truth after the opponent's answer
NODES_TO_HOLD = 3_000_000  # for the truth of a turn of one's own
MEGABYTES = 4
MEGABYTES_OF_TREE = 64


@dataclass(slots=True)
class _Turn:
    """A seat's own moves until the opponent is to answer."""

    first: str
    after: Position
    hits: int = 0
    misses: int = 0
    holds: bool | None = None  # whether it loses nothing, once that is known

    @property
    def trials(self) -> int:
        return self.hits + self.misses

    @property
    def promise(self) -> int:
        return self.hits - 2 * self.misses


class _StoppedError(Exception):
    """Whoever watches has had enough."""


def can_be_set(position: Position) -> bool:
    """Whether the truth is within reach here: two sides, and a game that comes to an end."""
    variant = position.variant
    return not variant.cycles and variant.seats == 2


def set_trap(
    position: Position,
    seconds: float,
    chance: random.Random,
    *,
    threads: int = 1,
    begun: Begun | None = None,
) -> str | None:
    """A move that loses nothing and may win something; None when none is found in the time."""
    search = _Search(position.turn, seconds, threads, chance, begun)
    try:
        with ThreadPoolExecutor(threads) as pool:
            return search.best(position, pool)
    except _StoppedError:
        return None


class _Search:
    def __init__(
        self,
        seat: int,
        seconds: float,
        threads: int,
        chance: random.Random,
        begun: Begun | None,
    ) -> None:
        self.seat = seat
        self.seconds = seconds
        self.threads = threads
        self.began = monotonic()
        self.chance = chance
        self.begun = begun

    def best(self, position: Position, pool: ThreadPoolExecutor) -> str | None:
        turns = list(self._turns(position))
        if len(turns) > MOST_TURNS:
            turns = self.chance.sample(turns, MOST_TURNS)
        self.chance.shuffle(turns)
        self._try_all(turns, pool, TIME_FOR_FIRST)
        # Then whatever has done best so far meets an opponent who thinks harder.
        turns = [turn for turn in turns if turn.hits]
        while monotonic() < self._when(TIME_FOR_TRIALS):
            turns = [turn for turn in turns if turn.holds is not False]
            turns.sort(key=lambda turn: -turn.promise)
            if turns and turns[0].promise == len(TRIALS):
                break
            unsure = [turn for turn in turns if turn.trials < len(TRIALS)]
            if not unsure:
                break
            self._try_all(unsure[: self.threads], pool, TIME_FOR_TRIALS)
        turns.sort(key=lambda turn: -turn.promise)
        return next((turn.first for turn in turns if self._does_hold(turn)), None)

    def _when(self, part: float) -> float:
        return self.began + part * self.seconds

    def _try_all(self, turns: list[_Turn], pool: ThreadPoolExecutor, part: float) -> None:
        list(pool.map(self._try, turns, repeat(self._when(part))))

    def _try(self, turn: _Turn, end: float) -> None:
        if monotonic() >= end:
            return
        if turn.trials >= QUICK_TRIALS and not self._does_hold(turn):
            return
        if self._catches(turn, TRIALS[turn.trials]):
            turn.hits += 1
        else:
            turn.misses += 1

    def _turns(self, position: Position) -> Iterator[_Turn]:
        """All that this seat can do before the opponent is to move, and that does not lose then."""
        for word in _moves(position):
            for after in self._handed_over(position.play(word)):
                if monotonic() >= self._when(TIME_FOR_FIRST):
                    return
                if self._run(after, Limits(depth=1, megabytes=1)).run().value.kind != "win":
                    yield _Turn(word, after)

    def _handed_over(self, position: Position) -> Iterator[Position]:
        if position.outcome is not None:
            return
        if position.turn != self.seat:
            yield position
            return
        for word in _moves(position):
            yield from self._handed_over(position.play(word))

    def _catches(self, turn: _Turn, playouts: int) -> bool:
        """Whether the imagined opponent's answer makes this seat win."""
        position = turn.after
        while position.outcome is None and position.turn != self.seat:
            limits = Limits(nodes=playouts, megabytes=MEGABYTES_OF_TREE)
            thinking = self._run(position, limits, plain_tree=True)
            position = position.play(thinking.run().best.move)
        return self._value(position, NODES) == "win"

    def _does_hold(self, turn: _Turn) -> bool:
        if turn.holds is None:
            turn.holds = self._value(turn.after, NODES_TO_HOLD) in ("draw", "tie", "win")
        return turn.holds

    def _value(self, position: Position, nodes: int) -> str | None:
        """What a position is worth to this seat, as far as so many nodes prove it."""
        if position.outcome is not None:
            share = position.outcome.scores[self.seat]
            return {0.0: "loss", 1.0: "win"}.get(share, "draw")
        left = max(0.001, self._when(1) - monotonic())
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


def _moves(position: Position) -> list[str]:
    """No claims: one that is right ends the game, and no player may guess (QT13)."""
    is_claim = position.variant.is_claim
    return [word for word in position.moves if not is_claim(word)]
