"""Playing levels 1 to 10: how hard each one searches, and what errors it makes.

A level errs as people do. It looks only so far ahead; it sees each further ply of a line only with
a certain probability, so that it rarely overlooks what is near and often what is far; and among
moves that look about equal, it does not always choose the best. The levels are the same in every
game and mode, except that with three sides the values of moves lie closer together.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from time import monotonic
from types import MappingProxyType

from quintet.engine.analysis import Analysis, value_of_score
from quintet.engine.probe import KNOWN, value_after
from quintet.engine.search import Limits, Search
from quintet.engine.set_ups import listed_moves
from quintet.engine.time_control import DEFAULT_SECONDS
from quintet.engine.transpositions import TranspositionTable
from quintet.engine.traps import OnStart, can_be_set, set_trap, transpositions_of
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence
from quintet.position import Position
from quintet.value import Value, estimated, loss_in, win_in

SHARE_BEFORE_TRAPS = 0.5  # of the time for a move, where the last level may also set a trap


@dataclass(frozen=True, slots=True)
class Level:
    """The parameters of a level.

    `depth` and `nodes` limit its search. Levels that think by the clock take `seconds` for every
    second of the last level. A level compares its `candidates` best moves. It sees each further ply
    of a move's line with probability `attention`. A move that looks worse by `temperature` of a
    point is played 2.7 (e) times less often; with three sides that is `for_three`, since against
    two opponents a small advantage is soon lost again and small errors cost little.
    """

    depth: int | None
    nodes: int | None
    seconds: float | None
    candidates: int
    attention: float
    temperature: float
    for_three: float
    megabytes: int

    @property
    def errs(self) -> bool:
        return self.attention < 1 or self.temperature > 0


_ALL = 1000  # more than any position has moves

# fmt: off
LEVELS: Mapping[int, Level] = MappingProxyType({
    #         depth    nodes  seconds  candidates  attention  temperature  for_three  megabytes
    1:  Level(   1,   5_000,    None,       _ALL,      0.20,       0.400,      0.420,         1),
    2:  Level(   1,   5_000,    None,       _ALL,      0.50,       0.150,      0.210,         1),
    3:  Level(   1,   5_000,    None,       _ALL,      0.66,       0.100,      0.155,         1),
    4:  Level(   2,  10_000,    None,       _ALL,      0.80,       0.065,      0.104,         1),
    5:  Level(   3,  12_000,    None,         32,      0.88,       0.045,      0.074,         1),
    6:  Level(   4,  40_000,    None,         18,      0.92,       0.030,      0.051,         2),
    7:  Level(   6,  80_000,    None,         10,     0.950,       0.020,      0.044,         4),
    8:  Level(None, 200_000,    None,          7,     0.975,       0.006,      0.041,         8),
    9:  Level(None,    None,     0.5,          4,     0.985,       0.003,      0.021,        32),
    10: Level(None,    None,     1.0,          1,       1.0,         0.0,        0.0,       128),
})
# fmt: on


@dataclass(frozen=True, slots=True)
class Decision:
    """The move a level plays, and its analysis; None where it did not have to search."""

    move: str
    analysis: Analysis | None


def choose(
    position: Position,
    level: int,
    rng: random.Random,
    *,
    seconds: float = DEFAULT_SECONDS,
    nodes: int | None = None,
    threads: int | None = None,
    history: Sequence[Position] = (),
    on_start: OnStart | None = None,
) -> str:
    """Return the move a level plays.

    Up to level 8 it depends on the game and `rng` alone.
    `seconds` a move and `threads` (all cores by default) are for the levels that think by the
    clock, 9 and 10. With `nodes`, level 10 searches so many instead on one thread, level 9 its
    part of them, and neither sets traps, so that their moves are repeatable, too. `history` is the
    positions of the game so far: the side that is ahead avoids repetition (H1). `on_start` is
    called with every search before it starts, so that the caller can stop it.
    """
    found = decide(
        position,
        level,
        rng,
        seconds=seconds,
        nodes=nodes,
        threads=threads,
        history=history,
        on_start=on_start,
    )
    return found.move


def decide(
    position: Position,
    level: int,
    rng: random.Random,
    *,
    seconds: float = DEFAULT_SECONDS,
    nodes: int | None = None,
    threads: int | None = None,
    history: Sequence[Position] = (),
    on_start: OnStart | None = None,
    monotonic: Callable[[], float] = monotonic,
) -> Decision:
    """Return the move a level plays with the analysis behind it; see `choose`."""
    settings = find_level(level)
    clock = _Clock(monotonic, monotonic(), seconds)
    threads = 1 if nodes is not None else threads or os.cpu_count() or 1
    choice = _Choice(position, settings, rng, clock, nodes, threads, history, on_start)
    considered = choice.moves_considered()
    if len(considered) == 1:
        return Decision(next(iter(considered)), None)
    return choice.with_errors(considered) if settings.errs else choice.without_errors(considered)


@dataclass(frozen=True, slots=True)
class _Clock:
    """The time for one move."""

    monotonic: Callable[[], float]
    started: float
    seconds: float

    @property
    def left(self) -> float:
        return self.seconds - (self.monotonic() - self.started)


@dataclass(frozen=True, slots=True)
class _Choice:
    """The choice of one move by one level."""

    position: Position
    level: Level
    rng: random.Random
    clock: _Clock
    nodes: int | None  # instead of the clock
    threads: int
    history: Sequence[Position]
    on_start: OnStart | None

    def moves_considered(self) -> Mapping[str, Value]:
        """Return the moves worth searching, with their values at a glance.

        A move that wins at once is the only one if the level sees it, and left out if not.
        """
        glance = {word: _look_at(self.position, word) for word in candidates(self.position)}
        if not glance:
            raise LookupError("the game is over: there is no move to choose")
        wins = [word for word, value in glance.items() if value.kind == "win"]
        if not wins:
            return glance
        if len(wins) == len(glance) or self.rng.random() < self.level.attention:
            return {wins[0]: glance[wins[0]]}
        return {word: value for word, value in glance.items() if value.kind != "win"}

    def without_errors(self, considered: Mapping[str, Value]) -> Decision:
        """Play the best move; where the game is drawn or lost, one that sets a trap."""
        position = self.position
        if listed := listed_moves(position):
            return Decision(self.rng.choice(listed), None)
        if self.nodes is not None or not can_be_set(position):
            _, analysis = self._search(considered, self.clock.seconds)
            return Decision(analysis.best.move, analysis)
        seconds = self.clock.seconds * SHARE_BEFORE_TRAPS
        _, analysis = self._search(considered, seconds, transpositions_of(position.variant))
        trap = None
        slowest = _slowest_losses(analysis, considered)
        # Where the tablebase knows a draw it is too early to prove how an opponent may go wrong.
        is_open = analysis.value.kind in ("draw", "tie", "chance") and analysis.certainty != KNOWN
        if slowest or is_open:
            trap = set_trap(
                position,
                self.clock.left,
                self.rng,
                slowest=slowest,
                threads=self.threads,
                on_start=self.on_start,
            )
        return Decision(trap or analysis.best.move, analysis)

    def with_errors(self, considered: Mapping[str, Value]) -> Decision:
        """Play what looks good to a player who overlooks some things."""
        looks, analysis = self._search(considered, self.clock.seconds)
        seen = _perceive(looks, self.level.attention, self.rng)
        three = _has_three_sides(self.position)
        temperature = self.level.for_three if three else self.level.temperature
        return Decision(_prefer(seen, temperature, self.rng), analysis)

    def _search(
        self,
        considered: Mapping[str, Value],
        seconds: float,
        transpositions: TranspositionTable | None = None,
    ) -> tuple[list[Mapping[str, float]], Analysis]:
        """Return what moves are worth at a glance and by depth, and the analysis."""
        search = self._new_search(considered, seconds, transpositions)
        if self.on_start is not None:
            self.on_start(search)
        if _has_three_sides(self.position):
            # When this search reports depends on the clock: only its final values count.
            analysis = search.run()
            searched = _worths(_lowered(analysis))
            # A glance does not show which of three sides is ahead: an unsearched move is average.
            average = fmean(searched.values())
            first = {
                word: _worth(value) if value.plies else average
                for word, value in considered.items()
            }
            return [first, searched], analysis
        search.multipv = min(len(considered), self.level.candidates)
        looks: list[Mapping[str, float]] = [_worths(considered)]
        analysis = search.run(lambda found: looks.append(_worths(_values(found))))
        if len(looks) == 1:
            looks.append(_worths(_values(analysis)))
        return looks, analysis

    def _new_search(
        self,
        considered: Mapping[str, Value],
        seconds: float,
        transpositions: TranspositionTable | None,
    ) -> Search:
        level = self.level
        timed: float | None = None
        nodes = level.nodes
        if level.seconds is not None and self.nodes is not None:
            nodes = max(1, round(level.seconds * self.nodes))
        elif level.seconds is not None:
            timed = level.seconds * seconds
        return Search(
            self.position,
            Limits(
                seconds=timed,
                nodes=nodes,
                depth=level.depth,
                threads=1 if level.seconds is None else self.threads,
                megabytes=level.megabytes,
            ),
            moves="all" if len(considered) == len(self.position.moves) else considered,
            seed=self.rng.getrandbits(32),
            history=self.history,
            to_win=not level.errs,
            tables=not level.errs,
            transpositions=transpositions,
        )


def find_level(level: int) -> Level:
    found = LEVELS.get(level) if type(level) is int else None
    if found is None:
        raise BadOption(
            sentence(
                "There is no level {level}; there are {first} to {last}.",
                level=str(level)[:40],
                first=min(LEVELS),
                last=max(LEVELS),
            ),
            option="level",
            value=level,
        )
    return found


def candidates(position: Position) -> list[str]:
    """Return all moves but wrong claims: no player may guess (QT13)."""
    is_claim = position.variant.is_claim
    return [
        word
        for word in position.moves
        if not is_claim(word) or _look_at(position, word).kind == "win"
    ]


def _look_at(position: Position, word: str) -> Value:
    """Return the static value of a move, without any answer to it."""
    after = position.play(word)
    sides = position.variant.sides
    outcome = after.outcome
    if outcome is not None:
        share = outcome.scores[position.turn]
        return win_in(1) if share == 1 else loss_in(1) if share == 0 else estimated(share)
    looks = after._evaluation  # noqa: SLF001 - of the compiled core, for the engine alone
    ours = sides[after.turn] == sides[position.turn]
    return value_of_score(looks if ours else -looks, exact=False, must_end=False)


def _has_three_sides(position: Position) -> bool:
    return len(set(position.variant.sides)) > 2


def _slowest_losses(analysis: Analysis, considered: Collection[str]) -> list[str]:
    """Return those of the moves that lose slowest, where the tablebase knows that all lose."""
    if analysis.certainty != KNOWN or analysis.value.kind != "loss":
        return []
    position = analysis.position
    return [
        word for word in considered if value_after(position, position.play(word)) == analysis.value
    ]


def _values(analysis: Analysis) -> dict[str, Value]:
    return {each.move: each.value for each in analysis.moves}


def _lowered(analysis: Analysis) -> dict[str, Value]:
    """Return the values of moves, none higher than that of a move with more visits.

    The value of a move that was hardly searched means little. One that lets the next side win at
    once is a loss: a side that loses with all its moves does not hand the game to the next one.
    """
    lowest = 1.0
    values = {}
    for each in analysis.moves:
        lowest = min(lowest, each.value.estimate)
        lost = analysis.position.play(each.move).wins_within(1)
        values[each.move] = loss_in(2) if lost else estimated(lowest)
    return values


def _perceive(
    looks: Sequence[Mapping[str, float]], attention: float, rng: random.Random
) -> dict[str, float]:
    """Return how good each candidate seems: what it is worth at the last depth seen."""
    unseen = fmean(looks[0].values())
    seen = {}
    for word in looks[-1]:
        plies = 0
        while plies < len(looks) and rng.random() < attention:
            plies += 1
        known = [look[word] for look in looks[:plies] if word in look]
        seen[word] = known[-1] if known else unseen
    return seen


def _worths(values: Mapping[str, Value]) -> dict[str, float]:
    return {word: _worth(value) for word, value in values.items()}


def _worth(value: Value) -> float:
    """Return a value in points, adjusted to prefer fast wins and slow losses."""
    if value.kind == "win":
        return 1 + 0.2 * 0.9 ** (value.plies or 0)
    if value.kind == "loss":
        return -0.2 * 0.9 ** (value.plies or 0)
    return value.estimate


def _prefer(seen: Mapping[str, float], temperature: float, rng: random.Random) -> str:
    best = max(seen.values())
    if temperature == 0:
        return rng.choice([word for word, worth in seen.items() if worth == best])
    weights = [math.exp((worth - best) / temperature) for worth in seen.values()]
    return rng.choices(list(seen), weights)[0]
