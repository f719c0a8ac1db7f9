"""The plan of a tournament: who meets whom, in which seats, from which openings.

Games are numbered in rounds. In a round every pairing plays the same opening once in every
seating, so whoever has an advantage from the opening or the seat has it as often as the others.
The numbers do not depend on how many games are asked for: a longer tournament begins like a
shorter one.
"""

from __future__ import annotations

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
    """Players who meet, and every way in which they are seated: a player for every side."""

    players: tuple[int, ...]
    seatings: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Task:
    """One game to play: `seating` has the number of a player for every side."""

    number: int
    round: int
    pairing: int
    seating: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """What a tournament is. `games` is for every pairing; whole rounds are played."""

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
                    "A tournament is {allowed}, not {given}.",
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
                sentence("There is at least one game, and no opening is shorter than 0."),
                option="games",
            )
        if self.test is not None:
            _check_test(self.test)
        assert self.begin.seat is not None  # the game and its options are checked here, too

    @property
    def begin(self) -> Position:
        return start(self.game, **self.options)

    @property
    def variant(self) -> Variant:
        return self.begin.variant

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name for every player; namesakes are numbered."""
        names: list[str] = []
        for player in self.players:
            again = next(n for n in count(1) if _numbered(player.text, n) not in names)
            names.append(_numbered(player.text, again))
        return tuple(names)

    @property
    def title(self) -> str:
        """All that decides what is played, on one line: what a record file must agree with."""
        options = self.variant.changed_options
        words = [
            self.format,
            self.game,
            *(f"{name}={write_value(value)}" for name, value in options.items()),
            f"opening={self.opening}",
            f"seed={self.seed}",
            " | ".join(self.names),
        ]
        return " ".join(words)

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        sides = len(set(self.variant.sides))
        everybody = range(len(self.players))
        if self.format == "gauntlet":
            # The first player meets each of the others; at a table for three, two of them.
            return tuple(
                Pairing((0, other), _arrangements((0, *[other] * (sides - 1))))
                for other in everybody[1:]
            )
        if sides > 2 and len(self.players) >= sides:
            return tuple(
                Pairing(group, _arrangements(group)) for group in combinations(everybody, sides)
            )
        return tuple(
            Pairing(pair, _two_at_a_table(pair, sides)) for pair in combinations(everybody, 2)
        )

    @property
    def rounds(self) -> int:
        """As many as it takes for every pairing to play its games."""
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
    """Every way to seat a group, once."""
    return tuple(dict.fromkeys(permutations(group)))


def _two_at_a_table(pair: tuple[int, ...], sides: int) -> tuple[tuple[int, ...], ...]:
    """Two players at a table for more: each is once the only one, in every seat."""
    first, second = pair
    if sides == 2:
        return _arrangements(pair)
    alone = _arrangements((first, *[second] * (sides - 1)))
    return (*alone, *_arrangements((second, *[first] * (sides - 1))))


def _check_test(test: SequentialTest) -> None:
    if not test.elo0 < test.elo1:
        raise BadOption(sentence("elo0 must be less than elo1."), option="elo0")
    if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
        raise BadOption(sentence("alpha and beta are between 0 and a half."), option="alpha")
