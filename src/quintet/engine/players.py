"""Who can play in a tournament, and how each is written.

`level:5`, `level:9,seconds=0.2` (levels 9 and 10 think by the clock; level 10 has a second a move
unless told otherwise, level 9 a part of it), `engine:nodes=10000`, `engine:seconds=0.1,threads=2`,
`random`, `uct:1000` (plain Monte-Carlo tree search with that many playouts a move), `ugi:COMMAND`
(a foreign engine that speaks UGI; what it may use stands before the command:
`ugi:nodes=1000:COMMAND`).
"""

from __future__ import annotations

import random
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

from quintet.engine.external import ForeignEngine, Go
from quintet.engine.levels import SECONDS, candidates, choose, find_level
from quintet.engine.search import Limits, Thinking
from quintet.errors import BadOption
from quintet.games.variant import Variant
from quintet.i18n.sentence import all_of, sentence
from quintet.position import Position

_SETTINGS = {"nodes": int, "depth": int, "threads": int, "megabytes": int, "seconds": float}
_PLAYOUTS_MEGABYTES = 512  # a playout grows the tree by some moves; the tree is made as it grows
_ENGINE_MEGABYTES, _SMALL_MEGABYTES = 128, 16
_LEVEL = re.compile(r"[0-9]{1,9}(,seconds=[0-9]{1,6}(\.[0-9]{1,6})?)?", re.ASCII)
_GO = re.compile(r"(?:nodes|depth|movetime)=[0-9]+:")


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a game stands: where it began, what was played, and the position now."""

    start: Position
    moves: Sequence[str]
    position: Position

    @property
    def history(self) -> list[Position]:
        """The positions before this one."""
        return list(accumulate(self.moves, Position.play, initial=self.start))[:-1]


class Player(Protocol):
    """Plays one game."""

    def move(self, situation: Situation, chance: random.Random) -> str: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player as it is written; `open` makes one for a game."""

    text: str

    def open(self, variant: Variant) -> Player:
        kind, _, rest = self.text.partition(":")
        match kind:
            case "level":
                return _LevelPlayer(*_read_level(rest))
            case "engine":
                return _EnginePlayer(_read_limits(rest))
            case "uct":
                return _TreePlayer(int(rest))
            case "ugi":
                go, command = _read_foreign(rest)
                return ForeignEngine(command, go, variant)
            case _:
                return _RandomPlayer()


def parse_player(text: str) -> PlayerSpec:
    """Reads how a player is written; what is wrong is said at once, not in the first game."""
    kind, colon, rest = text.strip().partition(":")
    match kind, colon:
        case "level", ":" if _LEVEL.fullmatch(rest):
            level, seconds = _read_level(rest)
            find_level(level)
            Limits(seconds=seconds)
            clock = "" if seconds == SECONDS else f",seconds={seconds:g}"
            return PlayerSpec(f"level:{level}{clock}")
        case "engine", ":":
            _read_limits(rest)
            return PlayerSpec(f"engine:{rest}")
        case "uct", ":" if rest.isascii() and rest.isdigit() and int(rest) > 0:
            return PlayerSpec(f"uct:{int(rest)}")
        case "ugi", ":":
            _read_foreign(rest)
            return PlayerSpec(f"ugi:{rest}")
        case "random", "":
            return PlayerSpec("random")
    raise BadOption(
        sentence(
            "There is no player {player}; write level:1 to level:10, engine:nodes=10000 "
            "(or depth=, seconds=, threads=), uct:1000, random or ugi:COMMAND.",
            player=text[:60],
        ),
        option="player",
        value=text,
    )


def _read_level(text: str) -> tuple[int, float]:
    level, _, seconds = text.partition(",seconds=")
    return int(level), float(seconds or SECONDS)


def _read_limits(text: str) -> Limits:
    given: dict[str, int | float] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        read = _SETTINGS.get(name)
        if read is None or not equals or name in given:
            raise BadOption(
                sentence(
                    "An engine is set with {allowed}, each once like nodes=10000, not {given}.",
                    allowed=all_of(_SETTINGS),
                    given=part[:40] or "''",
                ),
                option="player",
                value=text,
                allowed=tuple(_SETTINGS),
            )
        try:
            given[name] = read(value)
        except ValueError:
            raise BadOption(
                sentence("{name} is a number, not {value}.", name=name, value=value[:40] or "''"),
                option="player",
                value=text,
            ) from None
    if not given.keys() & {"nodes", "depth", "seconds"}:
        raise BadOption(
            sentence("An engine needs a limit: nodes=, depth= or seconds=."),
            option="player",
            value=text,
        )
    if "megabytes" not in given:
        # Clearing a large table takes longer than a small search.
        given["megabytes"] = _ENGINE_MEGABYTES if "seconds" in given else _SMALL_MEGABYTES
    return Limits(**given)  # type: ignore[arg-type]


def _read_foreign(text: str) -> tuple[Go, list[str]]:
    go = Go("movetime", 1000)
    found = _GO.match(text)
    if found is not None:
        name, _, number = found[0][:-1].partition("=")
        go = Go(name, int(number))
        text = text[found.end() :]
    try:
        command = shlex.split(text)
    except ValueError:
        command = []
    if not command:
        raise BadOption(
            sentence(
                "A foreign engine is ugi:COMMAND, with quotation marks in pairs, not {given}.",
                given=text[:40] or "''",
            ),
            option="player",
            value=text,
        )
    return go, command


class _LevelPlayer:
    def __init__(self, level: int, seconds: float) -> None:
        self.level = level
        self.seconds = seconds

    def move(self, situation: Situation, chance: random.Random) -> str:
        position, history = situation.position, situation.history
        # Several games are played at once, so each has one thread.
        return choose(
            position, self.level, chance, seconds=self.seconds, threads=1, history=history
        )

    def close(self) -> None: ...


class _EnginePlayer:
    """The engine without any error, within limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    def move(self, situation: Situation, chance: random.Random) -> str:
        position = situation.position
        words = candidates(position)
        moves = 1 if len(words) == len(position.moves) else words
        thinking = Thinking(
            position,
            self.limits,
            moves=moves,
            seed=chance.getrandbits(32),
            history=situation.history,
            to_win=True,
        )
        thinking.wanted = 1
        return thinking.run().best.move

    def close(self) -> None: ...


class _TreePlayer:
    """The textbook's player: UCT over random games, nothing else."""

    def __init__(self, playouts: int) -> None:
        self.limits = Limits(nodes=playouts, megabytes=_PLAYOUTS_MEGABYTES)

    def move(self, situation: Situation, chance: random.Random) -> str:
        seed = chance.getrandbits(32)
        thinking = Thinking(situation.position, self.limits, seed=seed, plain_tree=True)
        return thinking.run().best.move

    def close(self) -> None: ...


class _RandomPlayer:
    def move(self, situation: Situation, chance: random.Random) -> str:
        return chance.choice(situation.position.moves)

    def close(self) -> None: ...
