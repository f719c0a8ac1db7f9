"""Positions: the values everything else in Quintet is about."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, SupportsIndex

from quintet import _core, notation
from quintet.errors import BadMove, BadOption, BadPosition, IllegalMove
from quintet.games import find_variant
from quintet.games.types import Motion, Reason, reason
from quintet.games.variant import Variant
from quintet.i18n.sentence import any_of, sentence
from quintet.options import Value, write_value
from quintet.outcome import BOARD_REASONS, Outcome

MAX_GAMES = 2**63 - 1
MAX_THREADS = 256


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of random games; one cut off by the limit of plies has the outcome None."""

    games: int
    plies: int
    outcomes: Mapping[Outcome | None, int]


class Position(_core.Position):
    """An immutable position of a game. Equal positions are equal and hash alike.

    `moves`, `numbers`, `play`, `seat`, `canonical` and `hash64` come from the compiled part.
    """

    __slots__ = ()

    # How notebooks show a position. Pictures are drawn a floor above, so `quintet` fills it in.
    _repr_svg_: ClassVar[Callable[[Position], str]]

    if TYPE_CHECKING:
        # The compiled part holds the variant for us, and knows nothing of its type.
        @property
        def variant(self) -> Variant: ...

    @property
    def game(self) -> str:
        return self.variant.name

    @property
    def options(self) -> Mapping[str, Value]:
        return self.variant.options

    @property
    def text(self) -> str:
        """The position as text; `quintet.position(game, text)` reads it back."""
        return notation.write(self.variant, self.cells, self.fields)

    @property
    def outcome(self) -> Outcome | None:
        """None, or how the game ended."""
        found = self._outcome
        return None if found is None else _outcome(*found)

    @property
    def winning(self) -> tuple[tuple[str, ...], ...]:
        """The lines or squares that decided the game, as places; empty while it goes on."""
        return () if self._outcome is None else self.variant.winning(self)

    @property
    def paths(self) -> dict[str, tuple[str, ...]]:
        """Every legal move with the places a person touches to make it, in order."""
        path = self.variant.path
        return {word: path(word) for word in self.moves}

    def touchable(self, *touched: str) -> tuple[str, ...]:
        """What may be touched next after these; empty when no legal move goes on from here."""
        depth = len(touched)
        following = (
            path[depth]
            for path in self.paths.values()
            if len(path) > depth and path[:depth] == touched
        )
        return tuple(dict.fromkeys(following))

    def motion(self, move: str | int) -> tuple[Motion, ...]:
        """What a legal move does to the pieces."""
        return self.variant.motions(self, self._legal_word(move))

    def why_not(self, *touched: str) -> Reason | None:
        """Why no legal move begins with these touches, or None when one does.

        `why_not("b1b5")` asks for a whole word, `why_not("b1", "b5")` for the places touched.
        """
        if len(touched) == 1 and touched[0] in self.moves:
            return None
        if self._begins_move(touched):
            return None
        words = self._all_words()
        if len(touched) == 1 and touched[0] in words:
            return self._reason(touched[0])
        for word in words:
            if self.variant.path(word)[: len(touched)] == touched:
                return self._reason(word)
        why = self.variant.why_not_touch(self, touched)
        if why is not None:
            return why
        if len(touched) == 1:
            raise _bad_move(self.variant, touched[0])
        raise BadMove(
            sentence(
                "No move of {game} begins with {touched}.",
                game=self.variant.title,
                touched=" ".join(touched)[:40],
            ),
            move=" ".join(touched),
        )

    def playouts(
        self, games: int, *, seed: int = 0, limit: int = 400, threads: int = 1
    ) -> Playouts:
        """Play random games to their end, at most `limit` plies each, and count the outcomes.

        The result depends on the seed, not on the number of threads. The first 65,536 games are
        one random sequence on one thread; more threads help from there on.
        """
        check_range("games", games, 0, MAX_GAMES)
        check_range("limit", limit, 0, MAX_GAMES)
        check_range("threads", threads, 1, MAX_THREADS)
        plies, counts = self._playouts(games, seed % 2**64, min(limit, 2**31 - 1), threads)
        outcomes = {None if key is None else _outcome(*key): count for key, count in counts}
        return Playouts(games, plies, outcomes)

    def perft(self, depth: int, *, threads: int = 1) -> int:
        """Return the number of move sequences of exactly this many plies."""
        check_range("depth", depth, 0, _core.MAX_PERFT_DEPTH)
        check_range("threads", threads, 1, MAX_THREADS)
        return self._perft(depth, threads)

    def wins_within(self, plies: int, seat: int | None = None) -> bool:
        """Return whether a seat (the one to move by default) can force a win in so many plies.

        A plain full-width search: for a few plies, and to check other answers.
        """
        check_range("plies", plies, 0, _core.MAX_FORCING_PLIES)
        if seat is not None:
            check_range("seat", seat, 0, self.variant.seats - 1)
        return self._wins_within(self.turn if seat is None else seat, plies)

    def __repr__(self) -> str:
        options = self.variant.changed_options
        named = "".join(f", {name}={value!r}" for name, value in options.items())
        return f"quintet.position({self.game!r}, {self.text!r}{named})"

    def __str__(self) -> str:
        return self.text

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (*_variant_key(self.variant), self._state)

    def _legal_word(self, move: str | int) -> str:
        if isinstance(move, str) and move in self.moves:
            return move
        if type(move) is not int or move not in self.numbers:
            self._refuse(move)
        return self.variant.words[self.turn][move]

    def _refuse(self, move: object) -> NoReturn:
        """Says why a move cannot be played. The compiled `play` calls it, too."""
        vocabulary = self.variant.words[self.turn]
        if type(move) is int and 0 <= move < len(vocabulary):
            move = vocabulary[move]
        if not isinstance(move, str) or move not in self._all_words():
            raise _bad_move(self.variant, move)
        why = self._reason(move)
        raise IllegalMove(why.sentence, move=move, rule=why.rule, places=why.places)

    def _begins_move(self, touched: tuple[str, ...]) -> bool:
        """Return whether some way to touch a legal move begins like this."""
        ways = (way for word in self.moves for way in self.variant.paths(word))
        return any(way[: len(touched)] == touched for way in ways)

    def _reason(self, word: str) -> Reason:
        outcome = self.outcome
        if outcome is not None:
            decisive = dict.fromkeys(place for line in self.winning for place in line)
            return reason(self.variant.end_rules[outcome.reason], "The game is over.", *decisive)
        return self.variant.why_not(self, word)

    def _all_words(self) -> dict[str, None]:
        return _all_words(self.variant)


def start(game: str, **options: object) -> Position:
    """The starting position of a game, with its options where they differ from the defaults."""
    return first_position(game, options)


def position(game: str, text: str, **options: object) -> Position:
    """The position a text describes; a text that no game can come to is refused with the reason."""
    return read_position(game, text, options)


def first_position(game: str, options: Mapping[str, object]) -> Position:
    """`start` for options that come from outside and may have any name."""
    made = find_variant(game, options, Position).core.start()
    assert isinstance(made, Position)
    return made


def read_position(game: str, text: str, options: Mapping[str, object]) -> Position:
    """`position` for options that come from outside and may have any name."""
    variant = find_variant(game, options, Position)
    if not isinstance(text, str):
        raise BadPosition(sentence("A position is a text."), text=repr(text), column=1)
    reading = notation.read(variant, text)
    made = variant.core.from_facts(bytes(reading.cells), list(reading.fields))
    assert isinstance(made, Position)
    return made


# A variant by its name and the options that differ from the defaults.
_Key = tuple[str, tuple[tuple[str, Value], ...]]
_variants: dict[_Key, _core.Variant] = {}


@lru_cache(maxsize=256)
def _variant_key(variant: Variant) -> _Key:
    return variant.name, tuple(variant.changed_options.items())


def _restore(game: str, options: tuple[tuple[str, Value], ...], state: bytes) -> Position:
    """Make a position from its pickle; this is what its speed depends on."""
    try:
        core = _variants[game, options]
    except (KeyError, TypeError):
        core = _variants[game, options] = _stored_variant(game, options)
    made = core.restore(state)
    if made is None:
        raise _damaged(state)
    return made  # type: ignore[return-value]  # what the variant makes


def _stored_variant(game: str, options: tuple[tuple[str, Value], ...]) -> _core.Variant:
    try:
        hash((game, options))
        given = dict(options)
    except (TypeError, ValueError) as error:
        raise _damaged(options) from error
    return find_variant(game, given, Position).core


def _damaged(state: object) -> BadPosition:
    return BadPosition(
        sentence("The stored position is damaged. Store it again."), text=repr(state), column=1
    )


def check_range(name: str, value: SupportsIndex, least: int, most: int) -> int:
    """Return an integer from outside, or raise `BadOption`."""
    known = isinstance(value, SupportsIndex) and not isinstance(value, bool)
    if not known or not least <= operator.index(value) <= most:
        raise BadOption(
            sentence(
                "{name} must be a number from {least} to {most}.",
                name=name,
                least=least,
                most=most,
            ),
            option=name,
            value=value,
        )
    return operator.index(value)


@lru_cache(maxsize=256)
def _outcome(reason_number: int, halves: tuple[int, ...]) -> Outcome:
    return Outcome(tuple(half / 2 for half in halves), BOARD_REASONS[reason_number])


@lru_cache(maxsize=256)
def _all_words(variant: Variant) -> dict[str, None]:
    """Every word of the game, for any seat, in a fixed order."""
    listed = [word for words in variant.words for word in words]
    return dict.fromkeys([*listed, *variant.other_words])


def _bad_move(variant: Variant, move: object) -> BadMove:
    if not isinstance(move, str):
        size = len(variant.words[0])
        return BadMove(
            sentence(
                "A move of {game} is a word like {example}, or a number from 0 to {last}.",
                game=variant.title,
                example=variant.words[0][0],
                last=size - 1,
            ),
            move=move,
        )
    words = _all_words(variant)
    good = 0
    while good < len(move) and any(word.startswith(move[: good + 1]) for word in words):
        good += 1
    following = dict.fromkeys(
        word[good] if good < len(word) else "" for word in words if word.startswith(move[:good])
    )
    expected = any_of(character or sentence("the end") for character in following)
    shown = move if len(move) <= 40 else move[:37] + "..."
    return BadMove(
        sentence(
            "'{move}' is not a move of {game}: expected {expected} at character {column}.",
            move=shown,
            game=variant.title,
            expected=expected,
            column=good + 1,
        ),
        move=move,
        column=good + 1,
    )


def option_text(variant: Variant) -> str:
    """The options that differ from the defaults, as people type them."""
    return " ".join(
        f"{name}={write_value(value)}" for name, value in variant.changed_options.items()
    )
