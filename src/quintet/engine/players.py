"""Players of tournaments, and how to write them.

`level:5`, `level:9,seconds=0.2` (levels 9 and 10 think by the clock: level 10 takes a second a move
unless `seconds` says otherwise, level 9 a part of that), `level:10,nodes=400000` (so many nodes a
move instead of the clock), `engine:nodes=10000`,
`engine:seconds=0.1,threads=2`, `random`, `uct:1000` (plain Monte-Carlo tree search with so many
playouts a move), `ugi:COMMAND` (an external UGI engine; its limit stands before the command:
`ugi:nodes=1000:COMMAND`).

Kinds of players from higher floors are passed to `parse_player`: the command line adds `policy:`, a
Python function.

A name may stand before each: `Alpha=level:5` is shown as Alpha.
"""

from __future__ import annotations

import random
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from quintet.engine.external import ExternalEngine, Go
from quintet.engine.levels import candidates, choose, find_level
from quintet.engine.player import Player, Situation
from quintet.engine.search import Limits, Search
from quintet.engine.time_control import DEFAULT_SECONDS
from quintet.errors import BadOption
from quintet.games.variant import Variant
from quintet.i18n.sentence import all_of, sentence

_SETTINGS = {"nodes": int, "depth": int, "threads": int, "megabytes": int, "seconds": float}
_UCT_MEGABYTES = 512  # an upper bound: the tree is allocated as it grows
_ENGINE_MEGABYTES, _SMALL_MEGABYTES = 128, 16
MAX_NAME = 40  # characters

_LEVEL = re.compile(
    r"([0-9]{1,9})(?:,seconds=([0-9]{1,6}(?:\.[0-9]{1,6})?)|,nodes=([0-9]{1,12}))?", re.ASCII
)
_NAMED = re.compile(r"([^:=]*)=(.*)", re.DOTALL)
_LIMIT = re.compile(r"(?:nodes|depth|movetime)=[0-9]+:")


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """How a player is written, and its display name if it has one."""

    text: str
    name: str | None = None

    def open(self, variant: Variant) -> Player:
        """Return a player for one game."""
        kind, _, rest = self.text.partition(":")
        match kind:
            case "level":
                return _LevelPlayer(*_read_level(rest))
            case "engine":
                return _EnginePlayer(_read_limits(rest))
            case "uct":
                return _UctPlayer(int(rest))
            case "ugi":
                go, command = _read_external(rest)
                return ExternalEngine(command, go, variant)
            case _:
                return _RandomPlayer()


# Kinds of players by what stands before the colon; each is given what stands after it.
Kinds = Mapping[str, Callable[[str], PlayerSpec]]

NO_KINDS: Kinds = MappingProxyType({})


def parse_player(text: str, kinds: Kinds = NO_KINDS) -> PlayerSpec:
    """Read `SPEC` or `NAME=SPEC`; raise `BadOption` now rather than in the first game.

    `kinds` are those that this module does not have.

    >>> parse_player("Alpha=level:5")
    PlayerSpec(text='level:5', name='Alpha')
    """
    # Every `=` of a specification comes after a colon, so one before it ends a name.
    named = _NAMED.fullmatch(text)
    if named is None:
        return _parse_spec(text, kinds)
    return replace(_parse_spec(named[2], kinds), name=_read_name(named[1]))


def _read_name(text: str) -> str:
    name = text.strip()
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise BadOption(
            sentence(
                "A player's name has 1 to {most} printable characters, none of them : or =, "
                "like Alpha=level:5.",
                most=MAX_NAME,
            ),
            option="player",
            value=text,
        )
    return name


def _parse_spec(text: str, kinds: Kinds) -> PlayerSpec:
    kind, colon, rest = text.strip().partition(":")
    match kind, colon:
        case "level", ":" if _LEVEL.fullmatch(rest):
            level, seconds, nodes = _read_level(rest)
            find_level(level)
            Limits(seconds=seconds, nodes=nodes)
            limit = "" if seconds == DEFAULT_SECONDS else f",seconds={seconds:g}"
            if nodes is not None:
                limit = f",nodes={nodes}"
            return PlayerSpec(f"level:{level}{limit}")
        case "engine", ":":
            _read_limits(rest)
            return PlayerSpec(f"engine:{rest}")
        case "uct", ":" if rest.isascii() and rest.isdigit() and int(rest) > 0:
            return PlayerSpec(f"uct:{int(rest)}")
        case "ugi", ":":
            _read_external(rest)
            return PlayerSpec(f"ugi:{rest}")
        case "random", "":
            return PlayerSpec("random")
        case _, ":" if kind in kinds:
            return kinds[kind](rest)
    raise BadOption(
        sentence(
            "There is no player {player}. Write level:1 to level:10, engine:nodes=10000 (or "
            "depth=, seconds=, threads=), uct:1000, random, ugi:COMMAND or policy:FILE.py:NAME, "
            "optionally with NAME= before it.",
            player=text[:60],
        ),
        option="player",
        value=text,
    )


def _read_level(text: str) -> tuple[int, float, int | None]:
    """Return the level, its seconds, and its nodes where these are given instead."""
    found = _LEVEL.fullmatch(text)
    assert found is not None
    level, seconds, nodes = found.groups()
    return int(level), float(seconds or DEFAULT_SECONDS), int(nodes) if nodes else None


def _read_limits(text: str) -> Limits:
    given: dict[str, int | float] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        read = _SETTINGS.get(name)
        if read is None or not equals or name in given:
            raise BadOption(
                sentence(
                    "An engine takes {allowed}, each at most once, like nodes=10000; not {given}.",
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
                sentence(
                    "{name} must be a number, not {value}.", name=name, value=value[:40] or "''"
                ),
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
        # Clearing a large transposition table takes longer than a small search.
        given["megabytes"] = _ENGINE_MEGABYTES if "seconds" in given else _SMALL_MEGABYTES
    return Limits(**given)  # type: ignore[arg-type]


def _read_external(text: str) -> tuple[Go, list[str]]:
    go = Go("movetime", 1000)
    found = _LIMIT.match(text)
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
                "Write an external engine as ugi:COMMAND with paired quotation marks, not {given}.",
                given=text[:40] or "''",
            ),
            option="player",
            value=text,
        )
    return go, command


class _LevelPlayer:
    def __init__(self, level: int, seconds: float, nodes: int | None) -> None:
        self.level = level
        self.seconds = seconds
        self.nodes = nodes

    def move(self, situation: Situation, rng: random.Random) -> str:
        position, history = situation.position, situation.history
        # Several games are played in parallel, so each uses one thread.
        return choose(
            position,
            self.level,
            rng,
            seconds=self.seconds,
            nodes=self.nodes,
            threads=1,
            history=history,
        )

    def close(self) -> None: ...


class _EnginePlayer:
    """The engine at full strength, within limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    def move(self, situation: Situation, rng: random.Random) -> str:
        position = situation.position
        words = candidates(position)
        moves = 1 if len(words) == len(position.moves) else words
        search = Search(
            position,
            self.limits,
            moves=moves,
            seed=rng.getrandbits(32),
            history=situation.history,
            to_win=True,
        )
        search.multipv = 1
        return search.run().best.move

    def close(self) -> None: ...


class _UctPlayer:
    """Textbook UCT over random playouts."""

    def __init__(self, playouts: int) -> None:
        self.limits = Limits(nodes=playouts, megabytes=_UCT_MEGABYTES)

    def move(self, situation: Situation, rng: random.Random) -> str:
        seed = rng.getrandbits(32)
        search = Search(situation.position, self.limits, seed=seed, uct=1.0)
        return search.run().best.move

    def close(self) -> None: ...


class _RandomPlayer:
    def move(self, situation: Situation, rng: random.Random) -> str:
        return rng.choice(situation.position.moves)

    def close(self) -> None: ...
