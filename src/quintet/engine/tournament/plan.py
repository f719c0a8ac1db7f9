"""The plan of a tournament: pairings, seatings and openings.

Games are numbered in rounds. In a round every pairing plays the same opening once in every
seating, so that no player gains from the opening or the seat. The numbers do not depend on how many
games are played: a longer tournament starts with the games of a shorter one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, count, permutations

from quintet.engine.players import PlayerSpec
from quintet.engine.tournament.statistics import SequentialTest
from quintet.errors import BadOption
from quintet.games.variant import Variant
from quintet.i18n.sentence import any_of, sentence
from quintet.options import write_value
from quintet.position import Position, start

FORMATS = ("match", "round-robin", "gauntlet", "sprt")
DEFAULT_OPENING = 4


@dataclass(frozen=True, slots=True)
class Pairing:
    """Players who meet, and all their seatings: a player for every side."""

    players: tuple[int, ...]
    seatings: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Task:
    """One game to play; `seating` has the number of a player for every side."""

    number: int
    round: int
    pairing: int
    seating: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """A tournament: `games` is for every pairing, rounded up to whole rounds."""

    game: str
    options: Mapping[str, object] = field(default_factory=dict)
    players: tuple[PlayerSpec, ...] = ()
    format: str = "match"
    games: int = 100
    opening: int = DEFAULT_OPENING  # random plies a game begins with
    seed: int = 1
    test: SequentialTest | None = None

    def __post_init__(self) -> None:
        number = len(self.players)
        if self.format not in FORMATS:
            raise BadOption(
                sentence(
                    "The format is {allowed}, not {given}.",
                    allowed=any_of(FORMATS),
                    given=self.format[:40],
                ),
                option="format",
            )
        if self.format in ("match", "sprt") and number != 2:
            raise BadOption(
                sentence(
                    "The format {format} is for two players; {number} were given.",
                    format=self.format,
                    number=number,
                ),
                option="player",
            )
        if number < 2:
            raise BadOption(sentence("A tournament needs at least two players."), option="player")
        if self.games < 1 or self.opening < 0:
            raise BadOption(
                sentence("A tournament needs one game or more, and an opening of 0 plies or more."),
                option="games",
            )
        _check_names(self.players)
        if self.test is not None:
            _check_test(self.test)
        assert self.begin.seat is not None  # checks the game and its options, too

    @property
    def begin(self) -> Position:
        return start(self.game, **self.options)

    @property
    def variant(self) -> Variant:
        return self.begin.variant

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The display name of every player; unnamed players of the same kind are numbered."""
        taken = {player.name for player in self.players if player.name is not None}
        names: list[str] = []
        for player in self.players:
            name = player.name
            if name is None:
                numbered = (_numbered(player.text, number) for number in count(1))
                name = next(text for text in numbered if text not in taken)
                taken.add(name)
            names.append(name)
        return tuple(names)

    @property
    def title(self) -> str:
        """Everything that determines the games, on one line; it identifies a record file."""
        options = self.variant.changed_options
        players = [
            name if player.name is None else f"{name}={player.text}"
            for name, player in zip(self.names, self.players, strict=True)
        ]
        words = [
            self.format,
            self.game,
            *(f"{name}={write_value(value)}" for name, value in options.items()),
            f"opening={self.opening}",
            f"seed={self.seed}",
            " | ".join(players),
        ]
        return " ".join(words)

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        sides = len(set(self.variant.sides))
        everybody = range(len(self.players))
        if self.format == "gauntlet":
            # The first player meets each of the others, who take all other sides.
            return tuple(
                Pairing((0, other), _arrangements((0, *[other] * (sides - 1))))
                for other in everybody[1:]
            )
        if sides > 2 and len(self.players) >= sides:
            return tuple(
                Pairing(group, _arrangements(group)) for group in combinations(everybody, sides)
            )
        return tuple(
            Pairing(pair, _seatings_of_two(pair, sides)) for pair in combinations(everybody, 2)
        )

    @property
    def rounds(self) -> int:
        """The rounds it takes for every pairing to play its games."""
        return max(-(-self.games // len(pairing.seatings)) for pairing in self.pairings)

    @property
    def games_a_round(self) -> int:
        return sum(len(pairing.seatings) for pairing in self.pairings)

    def tasks(self) -> Iterator[Task]:
        number = 0
        for turn in range(self.rounds):
            for place, pairing in enumerate(self.pairings):
                for seating in pairing.seatings:
                    number += 1
                    yield Task(number, turn, place, seating)


def _numbered(text: str, number: int) -> str:
    return text if number == 1 else f"{text} ({number})"


def _arrangements(group: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return every seating of a group, once."""
    return tuple(dict.fromkeys(permutations(group)))


def _seatings_of_two(pair: tuple[int, ...], sides: int) -> tuple[tuple[int, ...], ...]:
    """Return the seatings of two players; with more sides each is alone in every seat."""
    first, second = pair
    if sides == 2:
        return _arrangements(pair)
    alone = _arrangements((first, *[second] * (sides - 1)))
    return (*alone, *_arrangements((second, *[first] * (sides - 1))))


def _check_names(players: tuple[PlayerSpec, ...]) -> None:
    counts = Counter(player.name or player.text for player in players)
    for player in players:
        if player.name is not None and counts[player.name] > 1:
            raise BadOption(
                sentence(
                    "Two players are called {name}; give every player a name of its own.",
                    name=player.name,
                ),
                option="player",
                value=player.name,
            )


def _check_test(test: SequentialTest) -> None:
    if not test.elo0 < test.elo1:
        raise BadOption(sentence("elo0 must be less than elo1."), option="elo0")
    if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
        raise BadOption(sentence("alpha and beta must be between 0 and 0.5."), option="alpha")
