"""Turns that hold what is there to be held, and after which an opponent is likely to go wrong.

Where the truth is a draw, all moves that keep it are equal to a search, but not to the opponent.
The one imagined here trusts random games, as a plain tree search does: its likely answers are found
by such a search, and held against the truth. So this is for games whose truth is proved while one
waits.
"""

from __future__ import annotations

import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic

from quintet.engine.search import Limits, Thinking
from quintet.engine.transpositions import Memory
from quintet.games.variant import Variant
from quintet.position import Position

Begun = Callable[[Thinking], object]

MOST_TURNS = 250  # that are looked at, chosen at random where there are more
# Playouts of the imagined opponent, from trial to trial of one turn: at first it hardly thinks, so
# that all turns are tried, and whatever does best meets one who thinks harder.
TRIALS = (1_500, 12_000, 100_000, 100_000, 100_000)
TIME_FOR_FIRST = 0.5  # which part of the time is over after the first trial of all turns
TIME_FOR_TRIALS = 0.93
SURE = 0.85  # a promise that need not be looked into any further, once all trials are made
REMEMBERED = 5_000  # turns
NODES_TO_HOLD = 3_000_000  # for the truth of a turn of one's own
MEGABYTES = 64  # for all that is found out about the truth
MEGABYTES_OF_TREE = 64


@dataclass(slots=True)
class _Tally:
    """What is known of a position handed over to the opponent."""

    trials: int = 0
    weight: float = 0.0  # of the trials, and how likely the opponent went wrong in them
    weighted: float = 0.0
    holds: bool | None = None  # whether it loses nothing, once that is known

    def add(self, playouts: int, chance: float) -> None:
        self.trials += 1
        self.weight += playouts**0.5
        self.weighted += playouts**0.5 * chance

    @property
    def promise(self) -> float:
        """How likely the opponent goes wrong."""
        return self.weighted / self.weight if self.trials else 0.0


@dataclass(slots=True)
class _Turn:
    """A seat's own moves until the opponent is to answer."""

    first: str
    after: Position
    tally: _Tally
    busy: bool = False  # while one of the threads tries it


# A turn is often two moves: what was tried before the first is still good before the second. What
# is proved is good for the whole game, and for the next one.
_remembered: OrderedDict[Position, _Tally] = OrderedDict()
_memories: list[Memory] = []  # the last one


class _StoppedError(Exception):
    """Whoever watches has had enough."""


def can_be_set(position: Position) -> bool:
    """Whether the truth is within reach here: two sides, and a game that comes to an end."""
    variant = position.variant
    return not variant.cycles and variant.seats == 2


def memory_of(variant: Variant) -> Memory:
    """What is remembered of the truth about the game that was last asked about."""
    for memory in _memories:
        if memory.variant is variant:
            return memory
    memory = Memory(variant, MEGABYTES)
    _memories[:] = [memory]
    return memory


def set_trap(
    position: Position,
    seconds: float,
    chance: random.Random,
    *,
    threads: int = 1,
    begun: Begun | None = None,
) -> str | None:
    """A move that loses nothing and may win something; None when none is found in the time."""
    search = _Search(position, seconds, chance, begun)
    try:
        search.find_turns(position)
        with ThreadPoolExecutor(threads) as pool:
            for work in [pool.submit(search.try_turns) for _ in range(threads)]:
                work.result()
        return search.best()
    except _StoppedError:
        return None


class _Search:
    """Several threads take turns from one list, always the one that promises most."""

    def __init__(
        self, position: Position, seconds: float, chance: random.Random, begun: Begun | None
    ) -> None:
        self.seat = position.turn
        self.memory = memory_of(position.variant)
        self.seconds = seconds
        self.began = monotonic()
        self.chance = chance
        self.begun = begun
        self.turns: list[_Turn] = []
        self.untried: list[_Turn] = []
        self.lock = threading.Lock()

    def find_turns(self, position: Position) -> None:
        """All that this seat can do before the opponent is to move, and that does not lose then."""
        turns = [
            _Turn(word, after, _recall(after))
            for word in _moves(position)
            for after in self._handed_over(position.play(word))
        ]
        self.turns = self.chance.sample(turns, min(len(turns), MOST_TURNS))
        self.untried = [turn for turn in self.turns if not turn.tally.trials]

    def try_turns(self) -> None:
        while (turn := self._next()) is not None:
            try:
                self._try(turn)
            finally:
                turn.busy = False

    def best(self) -> str | None:
        likely = [turn for turn in self.turns if turn.tally.promise]
        likely.sort(key=lambda turn: -turn.tally.promise)
        return next((turn.first for turn in likely if self._does_hold(turn)), None)

    def _next(self) -> _Turn | None:
        with self.lock:
            now = monotonic()
            turn = None
            if self.untried and now < self._when(TIME_FOR_FIRST):
                turn = self.untried.pop()
            elif now < self._when(TIME_FOR_TRIALS):
                turn = self._most_promising()
            if turn is not None:
                turn.busy = True
            return turn

    def _most_promising(self) -> _Turn | None:
        """The best that is not sure yet, unless nothing better can be hoped for."""
        left = [turn for turn in self.turns if turn.tally.holds is not False]
        if len(left) < 2 or any(_is_tried(turn) and turn.tally.promise >= SURE for turn in left):
            return None
        unsure = [turn for turn in left if not turn.busy and not _is_tried(turn)]
        return max(unsure, key=lambda turn: turn.tally.promise, default=None)

    def _try(self, turn: _Turn) -> None:
        tally = turn.tally
        if tally.trials and not self._does_hold(turn):
            return
        playouts = TRIALS[tally.trials]
        limits = Limits(seconds=self._left(), nodes=playouts, megabytes=MEGABYTES_OF_TREE)
        found = self._run(turn.after, limits, pitfalls=True).run()
        if monotonic() < self._when(1):
            tally.add(playouts, 1 - found.value.chance)

    def _when(self, part: float) -> float:
        return self.began + part * self.seconds

    def _left(self) -> float:
        return max(0.001, self._when(1) - monotonic())

    def _handed_over(self, position: Position) -> Iterator[Position]:
        if position.outcome is not None:
            return
        if position.turn != self.seat:
            if not self._loses_at_once(position):
                yield position
            return
        for word in _moves(position):
            yield from self._handed_over(position.play(word))

    def _loses_at_once(self, position: Position) -> bool:
        outcomes = (position.play(word).outcome for word in _moves(position))
        return any(outcome is not None and not outcome.scores[self.seat] for outcome in outcomes)

    def _does_hold(self, turn: _Turn) -> bool:
        tally = turn.tally
        if tally.holds is None:
            value = self._value(turn.after)
            if value is None and monotonic() >= self._when(1):
                return False  # for want of time, so it may be asked again
            tally.holds = value in ("draw", "tie", "win")
        return tally.holds

    def _value(self, position: Position) -> str | None:
        """What a position that the opponent is given is worth to this seat, if it is proved."""
        limits = Limits(seconds=self._left(), nodes=NODES_TO_HOLD, megabytes=1)
        found = self._run(position, limits).run()
        if found.value.kind == "chance":
            return None
        return {"win": "loss", "loss": "win"}.get(found.value.kind, found.value.kind)

    def _run(self, position: Position, limits: Limits, *, pitfalls: bool = False) -> Thinking:
        seed = self.chance.getrandbits(32)
        thinking = Thinking(position, limits, seed=seed, pitfalls=pitfalls, memory=self.memory)
        if self.begun is not None:
            self.begun(thinking)
        if thinking.stopped:
            raise _StoppedError
        return thinking


def _is_tried(turn: _Turn) -> bool:
    return turn.tally.trials == len(TRIALS)


def _recall(position: Position) -> _Tally:
    tally = _remembered.setdefault(position, _Tally())
    if len(_remembered) > REMEMBERED:
        _remembered.popitem(last=False)
    return tally


def _moves(position: Position) -> list[str]:
    """No claims: one that is right ends the game, and no player may guess (QT13)."""
    is_claim = position.variant.is_claim
    return [word for word in position.moves if not is_claim(word)]
