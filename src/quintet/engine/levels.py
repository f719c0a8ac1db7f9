"""Playing levels 1 to 10: how hard each one searches, and how it errs.

A level errs as people do. It looks only so far ahead; it sees the next ply of a line only with a
certain probability, so that near things are overlooked seldom and far ones often; and of moves that
look about equal to it, it does not always choose the best. Every game and mode has the same table;
only how equal moves must look is told apart for three sides, where everything lies closer together.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from time import monotonic
from types import MappingProxyType

from quintet.engine.analysis import Analysis, value_of_score
from quintet.engine.probe import KNOWN
from quintet.engine.search import Limits, Thinking
from quintet.engine.transpositions import Memory
from quintet.engine.traps import Begun, can_be_set, memory_of, set_trap
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence
from quintet.position import Position
from quintet.value import Value, chance_of, loss_in, win_in

SECONDS = 1.0  # what the last level takes for a move, unless told otherwise
SHARE_BEFORE_TRAPS = 0.5  # of that time, where the last level may also lay a trap


@dataclass(frozen=True, slots=True)
class Level:
    """What makes a level.

    `depth` and `nodes` limit its search. Levels that think by the clock take `seconds` for every
    second of the last level. A level compares its `candidates` best moves. It sees each further ply
    of a move's line with the probability `attention`; and a move that looks worse by `temperature`
    of a point is played 2.7 (e) times less often. Between three sides that is `for_three`: against
    two opponents a small advantage is soon lost again, so small errors cost little.
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
    4:  Level(   2,  10_000,    None,       _ALL,      0.80,       0.065,      0.112,         1),
    5:  Level(   3,  12_000,    None,         32,      0.88,       0.045,      0.076,         1),
    6:  Level(   4,  40_000,    None,         18,      0.92,       0.030,      0.072,         2),
    7:  Level(   6,  80_000,    None,         10,     0.950,       0.020,      0.058,         4),
    8:  Level(None, 200_000,    None,          7,     0.975,       0.006,      0.046,         8),
    9:  Level(None,    None,     0.5,          4,     0.985,       0.003,      0.021,        32),
    10: Level(None,    None,     1.0,          1,       1.0,         0.0,        0.0,       128),
})
# fmt: on


@dataclass(frozen=True, slots=True)
class Decision:
    """The move a level plays, and what it had found; no analysis where it did not need to think."""

    move: str
    analysis: Analysis | None


def choose(
    position: Position,
    level: int,
    chance: random.Random,
    *,
    seconds: float = SECONDS,
    threads: int | None = None,
    history: Sequence[Position] = (),
    begun: Begun | None = None,
) -> str:
    """The move a level plays. Up to level 8 it depends on nothing but the game and chance.

    `seconds` a move and `threads` (all processors without it) are for the levels that think by the
    clock, 9 and 10. `history` is the positions of the game so far: who is ahead does not want to
    repeat them (H1). `begun` is given every search before it begins, for whoever may want to stop
    it.
    """
    found = decide(
        position, level, chance, seconds=seconds, threads=threads, history=history, begun=begun
    )
    return found.move


def decide(
    position: Position,
    level: int,
    chance: random.Random,
    *,
    seconds: float = SECONDS,
    threads: int | None = None,
    history: Sequence[Position] = (),
    begun: Begun | None = None,
) -> Decision:
    """The same, with what the level found."""
    settings = find_level(level)
    began = monotonic()
    threads = threads or os.cpu_count() or 1
    words = candidates(position)
    if not words:
        raise LookupError("the game is over: there is no move to choose")
    glance = {word: _look_at(position, word) for word in words}
    wins = [word for word in words if glance[word].kind == "win"]
    if wins:
        # What wins at once is taken if it is seen, and otherwise not even thought of.
        if len(wins) == len(words) or chance.random() < settings.attention:
            return Decision(wins[0], None)
        glance = {word: value for word, value in glance.items() if value.kind != "win"}
    if len(glance) == 1:
        return Decision(next(iter(glance)), None)
    sets_traps = not settings.errs and can_be_set(position)
    looks, analysis = _search(
        position,
        glance,
        settings,
        seconds * (SHARE_BEFORE_TRAPS if sets_traps else 1),
        threads,
        chance,
        history,
        begun,
        memory_of(position.variant) if sets_traps else None,
    )
    if not settings.errs:
        trap = None
        # Where a table has the answer it is too early to prove how an opponent may go wrong.
        in_doubt = analysis.known != KNOWN and analysis.value.kind in ("draw", "tie", "chance")
        if sets_traps and in_doubt:
            left = seconds - (monotonic() - began)
            trap = set_trap(position, left, chance, threads=threads, begun=begun)
        return Decision(trap or analysis.best.move, analysis)
    seen = _perceive(looks, settings.attention, chance)
    temperature = settings.for_three if _has_three_sides(position) else settings.temperature
    return Decision(_prefer(seen, temperature, chance), analysis)


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
    """The moves worth a thought: all, but no claim that is wrong (no player may guess, QT13)."""
    is_claim = position.variant.is_claim
    return [
        word
        for word in position.moves
        if not is_claim(word) or _look_at(position, word).kind == "win"
    ]


def _look_at(position: Position, word: str) -> Value:
    """What a move looks like without thinking about any answer."""
    after = position.play(word)
    sides = position.variant.sides
    outcome = after.outcome
    if outcome is not None:
        share = outcome.scores[position.turn]
        return win_in(1) if share == 1 else loss_in(1) if share == 0 else chance_of(share)
    looks = after._evaluation  # noqa: SLF001 - the compiled part's, for the engine alone
    ours = sides[after.turn] == sides[position.turn]
    return value_of_score(looks if ours else -looks, exact=False, must_end=False)


def _search(
    position: Position,
    glance: Mapping[str, Value],
    level: Level,
    seconds: float,
    threads: int,
    chance: random.Random,
    history: Sequence[Position],
    begun: Begun | None,
    memory: Memory | None,
) -> tuple[list[Mapping[str, Value]], Analysis]:
    """What the moves looked like at first, after every depth that was searched, and at the end."""
    thinking = Thinking(
        position,
        Limits(
            seconds=None if level.seconds is None else level.seconds * seconds,
            nodes=level.nodes,
            depth=level.depth,
            threads=1 if level.seconds is None else threads,
            megabytes=level.megabytes,
        ),
        moves="all" if len(glance) == len(position.moves) else glance,
        seed=chance.getrandbits(32),
        history=history,
        to_win=not level.errs,
        tables=not level.errs,
        memory=memory,
    )
    if begun is not None:
        begun(thinking)
    if _has_three_sides(position):
        # When it tells of itself depends on the clock: only what it says at the end counts.
        analysis = thinking.run()
        searched = _lowered(analysis)
        # A glance does not show who of three is ahead: a move not followed looks like any other.
        average = chance_of(fmean(value.chance for value in searched.values()))
        first = {word: value if value.plies else average for word, value in glance.items()}
        return [first, searched], analysis
    thinking.wanted = min(len(glance), level.candidates)
    looks = [glance]
    analysis = thinking.run(lambda found: looks.append(_values(found)))
    return looks if len(looks) > 1 else [glance, _values(analysis)], analysis


def _has_three_sides(position: Position) -> bool:
    return len(set(position.variant.sides)) > 2


def _values(analysis: Analysis) -> dict[str, Value]:
    return {each.move: each.value for each in analysis.moves}


def _lowered(analysis: Analysis) -> dict[str, Value]:
    """The chances of moves, none higher than that of a move tried more often.

    What a move promises that was hardly looked into means little.
    """
    lowest = 1.0
    values = {}
    for each in analysis.moves:
        lowest = min(lowest, each.value.chance)
        values[each.move] = chance_of(lowest)
    return values


def _perceive(
    looks: Sequence[Mapping[str, Value]], attention: float, chance: random.Random
) -> dict[str, float]:
    """How good each candidate seems: its value at the depth to which it was followed."""
    unseen = fmean(_worth(value) for value in looks[0].values())
    seen = {}
    for word in looks[-1]:
        plies = 0
        while plies < len(looks) and chance.random() < attention:
            plies += 1
        known = [look[word] for look in looks[:plies] if word in look]
        seen[word] = _worth(known[-1]) if known else unseen
    return seen


def _worth(value: Value) -> float:
    """A value as a share of the point, a little more for a fast win and less for a fast loss."""
    if value.kind == "win":
        return 1 + 0.2 * 0.9 ** (value.plies or 0)
    if value.kind == "loss":
        return -0.2 * 0.9 ** (value.plies or 0)
    return value.chance


def _prefer(seen: Mapping[str, float], temperature: float, chance: random.Random) -> str:
    best = max(seen.values())
    if temperature == 0:
        return chance.choice([word for word, worth in seen.items() if worth == best])
    weights = [math.exp((worth - best) / temperature) for worth in seen.values()]
    return chance.choices(list(seen), weights)[0]
