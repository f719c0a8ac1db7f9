"""Traps: turns after which an opponent is likely to go wrong, and that cost nothing.

In a drawn position all moves that keep the draw are equal to a search, and in a lost one all moves,
but not to an opponent. The opponent modelled here trusts random playouts, as a plain tree search
does: such a search finds its likely answers, and an exact search tells which of them lose, or give
the win away. So this is for games in which exact values can be proved within the time for a move.
"""

from __future__ import annotations

import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic

from quintet.engine.search import Limits, Search, Standing
from quintet.engine.transpositions import TranspositionTable
from quintet.games.variant import Variant
from quintet.position import Position

OnStart = Callable[[Search], object]

MAX_TURNS = 250  # chosen at random where there are more
# Playouts of the modelled opponent in each trial of a turn: few at first, so that all turns are
# tried, then more for the turns that do best.
TRIALS = (1_500, 12_000, 100_000, 100_000, 100_000)
TIME_FOR_FIRST = 0.5  # share of the time for the first trial of all turns
TIME_FOR_TRIALS = 0.93  # share of the time for all trials
GOOD_ENOUGH = 0.85  # an error rate that ends the search for traps, once all trials are made
MAX_TALLIES = 5_000  # turns remembered
MAX_NODES_TO_PROVE = 3_000_000  # that a turn loses nothing
MEGABYTES = 64  # for exact values
TREE_MEGABYTES = 64


@dataclass(slots=True)
class _Tally:
    """The results of the trials of one turn."""

    trials: int = 0
    weight: float = 0.0  # of all trials
    weighted: float = 0.0  # sum of weights times error rates
    holds: bool | None = None  # whether it loses nothing; None before that is proved

    def add(self, playouts: int, error_rate: float) -> None:
        self.trials += 1
        self.weight += playouts**0.5
        self.weighted += playouts**0.5 * error_rate

    @property
    def error_rate(self) -> float:
        """The estimated probability that the opponent goes wrong."""
        return self.weighted / self.weight if self.trials else 0.0


@dataclass(slots=True)
class _Turn:
    """A seat's moves until the opponent is to move."""

    first: str
    after: Position
    tally: _Tally
    busy: bool = False  # while a thread tries it


# By the position after a turn, and what it is to the opponent. A turn often has two moves: the
# trials before the first are still valid before the second. Proved values are valid for the whole
# game, and for the next one.
_tallies: OrderedDict[tuple[Position, Standing], _Tally] = OrderedDict()
_tables: list[TranspositionTable] = []  # at most one: of the variant asked for last


class _StoppedError(Exception):
    """The caller stopped the search."""


def can_be_set(position: Position) -> bool:
    """Return whether traps can be set: two sides, and a game that always ends."""
    variant = position.variant
    return not variant.cycles and variant.seats == 2


def transpositions_of(variant: Variant) -> TranspositionTable:
    """Return the transposition table for exact values of a variant."""
    for transpositions in _tables:
        if transpositions.variant is variant:
            return transpositions
    transpositions = TranspositionTable(variant, MEGABYTES)
    _tables[:] = [transpositions]
    return transpositions


def set_trap(
    position: Position,
    seconds: float,
    rng: random.Random,
    *,
    slowest: Collection[str] = (),
    threads: int = 1,
    on_start: OnStart | None = None,
    monotonic: Callable[[], float] = monotonic,
) -> str | None:
    """Return a move that costs nothing and may gain; None when none is found in time.

    In a lost position it is one of the `slowest`, the moves after which the opponent takes longest
    to win: others go wrong the more easily, too, the further they have to see. Without them the
    position is taken to be drawn.
    """
    search = _Search(position, seconds, rng, slowest, on_start, monotonic)
    try:
        search.find_turns(position)
        with ThreadPoolExecutor(threads) as pool:
            for work in [pool.submit(search.try_turns) for _ in range(threads)]:
                work.result()
        return search.best()
    except _StoppedError:
        return None


class _Search:
    """Threads take turns from one list, always the one with the highest error rate."""

    def __init__(
        self,
        position: Position,
        seconds: float,
        rng: random.Random,
        slowest: Collection[str],
        on_start: OnStart | None,
        monotonic: Callable[[], float],
    ) -> None:
        self.seat = position.turn
        self.slowest = slowest
        self.standing: Standing = "won" if slowest else "drawn"  # of the opponent, after a turn
        self.transpositions = transpositions_of(position.variant)
        self.seconds = seconds
        self.monotonic = monotonic
        self.started = monotonic()
        self.rng = rng
        self.on_start = on_start
        self.turns: list[_Turn] = []
        self.untried: list[_Turn] = []
        self.lock = threading.Lock()

    def find_turns(self, position: Position) -> None:
        """List the turns of this seat after which the opponent cannot win at once."""
        turns = [
            _Turn(word, after, _recall(after, self.standing))
            for word in self.slowest or _moves(position)
            for after in self._handed_over(position.play(word))
        ]
        self.turns = self.rng.sample(turns, min(len(turns), MAX_TURNS))
        self.untried = [turn for turn in self.turns if not turn.tally.trials]

    def try_turns(self) -> None:
        while (turn := self._next()) is not None:
            try:
                self._try(turn)
            finally:
                turn.busy = False

    def best(self) -> str | None:
        tempting = [turn for turn in self.turns if turn.tally.error_rate]
        # One that is good enough for certain is better than one that may be better.
        tempting.sort(key=lambda turn: (_is_good_enough(turn), turn.tally.error_rate), reverse=True)
        return next((turn.first for turn in tempting if self._does_hold(turn)), None)

    def _next(self) -> _Turn | None:
        with self.lock:
            now = self.monotonic()
            turn = None
            if self.untried and now < self._when(TIME_FOR_FIRST):
                turn = self.untried.pop()
            elif now < self._when(TIME_FOR_TRIALS):
                turn = self._most_dangerous()
            if turn is not None:
                turn.busy = True
            return turn

    def _most_dangerous(self) -> _Turn | None:
        """Return the best turn with trials left; None when further trials change nothing."""
        left = [turn for turn in self.turns if turn.tally.holds is not False]
        if len(left) < 2 or any(_is_good_enough(turn) for turn in left):
            return None
        untested = [turn for turn in left if not turn.busy and not _is_tried(turn)]
        return max(untested, key=lambda turn: turn.tally.error_rate, default=None)

    def _try(self, turn: _Turn) -> None:
        tally = turn.tally
        if tally.trials and not self._does_hold(turn):
            return
        playouts = TRIALS[tally.trials]
        limits = Limits(seconds=self._left(), nodes=playouts, megabytes=TREE_MEGABYTES)
        found = self._run(turn.after, limits, pitfalls=self.standing).run()
        if self.monotonic() < self._when(1):
            tally.add(playouts, 1 - found.value.estimate)

    def _when(self, part: float) -> float:
        return self.started + part * self.seconds

    def _left(self) -> float:
        return max(0.001, self._when(1) - self.monotonic())

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
            if value is None and self.monotonic() >= self._when(1):
                return False  # out of time, so it may be tried again
            tally.holds = value in ("draw", "tie", "win")
        return tally.holds

    def _value(self, position: Position) -> str | None:
        """Return the proved value for this seat of a position with the opponent to move."""
        limits = Limits(seconds=self._left(), nodes=MAX_NODES_TO_PROVE, megabytes=1)
        found = self._run(position, limits).run()
        if found.value.kind == "chance":
            return None
        return {"win": "loss", "loss": "win"}.get(found.value.kind, found.value.kind)

    def _run(
        self, position: Position, limits: Limits, *, pitfalls: Standing | None = None
    ) -> Search:
        seed = self.rng.getrandbits(32)
        search = Search(
            position, limits, seed=seed, pitfalls=pitfalls, transpositions=self.transpositions
        )
        if self.on_start is not None:
            self.on_start(search)
        if search.stopped:
            raise _StoppedError
        return search


def _is_tried(turn: _Turn) -> bool:
    return turn.tally.trials == len(TRIALS)


def _is_good_enough(turn: _Turn) -> bool:
    return _is_tried(turn) and turn.tally.error_rate >= GOOD_ENOUGH


def _recall(position: Position, standing: Standing) -> _Tally:
    # Where the opponent has won already there is nothing to hold.
    fresh = _Tally(holds=True if standing == "won" else None)
    tally = _tallies.setdefault((position, standing), fresh)
    if len(_tallies) > MAX_TALLIES:
        _tallies.popitem(last=False)
    return tally


def _moves(position: Position) -> list[str]:
    """Return all moves but claims: no player may guess (QT13)."""
    is_claim = position.variant.is_claim
    return [word for word in position.moves if not is_claim(word)]
