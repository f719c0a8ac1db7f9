"""The interface of a game: facts first, then what each game implements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from quintet import _core
from quintet.games.types import Action, BenchSearch, Field, Motion, PositionLike, Reading, Reason
from quintet.i18n.sentence import Sentence, sentence
from quintet.options import Option, Value


class Variant(ABC):
    """A game with fixed options: one class a game, one object a variant."""

    # Facts of the game.
    name: ClassVar[str]
    title: ClassVar[str]
    seat_counts: ClassVar[tuple[int, ...]] = (2,)  # numbers of players
    option_list: ClassVar[tuple[Option, ...]] = ()
    cycles: ClassVar[bool]  # whether positions can repeat, so that H1 applies
    end_rules: ClassVar[Mapping[str, str]]  # the rule behind every reason a game can end for
    table_options: ClassVar[Mapping[str, Value]] = {}  # what a new table suggests
    bench: ClassVar[tuple[BenchSearch, ...]] = ()  # the searches of `quintet bench`

    # Facts of the variant.
    sides: tuple[int, ...]  # the side of every seat; partners share one
    seat_names: tuple[str, ...]  # the word for every seat in texts and prompts: x, o or s, w, n, e
    places: tuple[str, ...]  # the name of every cell
    letters: str  # what stands in a cell: `.` for nothing, then the pieces
    rows: tuple[tuple[int, ...], ...]  # cells in the order of the position text
    fields: tuple[Field, ...] = ()
    words: tuple[tuple[str, ...], ...]  # the vocabulary: by seat, by number

    core: _core.Variant

    def __init__(self, options: Mapping[str, Value]) -> None:
        self.options = options

    @classmethod
    def check_options(cls, options: Mapping[str, Value]) -> None:
        """Raise `BadOption` for options that exclude each other."""
        return

    @property
    def can_draw(self) -> bool:
        """Whether play on the board can end without a winner, or never end."""
        return self.cycles or "full" in self.end_rules

    @property
    def seats(self) -> int:
        return len(self.sides)

    def sign(self, seat: int) -> str:
        """Return a piece that identifies a seat; empty where all share the pieces."""
        return self.letters[1 + seat]

    @property
    def changed_options(self) -> dict[str, Value]:
        """The options that differ from the defaults, which name this variant."""
        defaults = {option.name: option.default for option in self.option_list}
        return {name: value for name, value in self.options.items() if value != defaults[name]}

    @property
    def settings(self) -> dict[str, int]:
        """The options as integers, for the compiled core."""
        return {}

    @property
    def other_words(self) -> tuple[str, ...]:
        """Words of the game that this variant does not use, for error messages."""
        return ()

    def draw_scores(self) -> tuple[float, ...]:
        """Return the scores of a draw: the sides share the point."""
        return (1 / len(set(self.sides)),) * self.seats

    def loss_scores(self, seat: int) -> tuple[float, ...]:
        """Return the scores when a seat's side loses: the other sides share the point."""
        others = len(set(self.sides)) - 1
        return tuple(0.0 if side == self.sides[seat] else 1 / others for side in self.sides)

    @abstractmethod
    def path(self, word: str) -> tuple[str, ...]:
        """Return the places a person touches, in order, to make a move."""

    def paths(self, word: str) -> tuple[tuple[str, ...], ...]:
        """Return every way to touch a move, the one of `path` first."""
        return (self.path(word),)

    def touch_name(self, position: PositionLike, touch: str) -> Sentence:
        """Return the label of a button for a touch that is not a place: `pass`, `+`, …"""
        return Sentence(touch)

    @abstractmethod
    def actions(self, position: PositionLike) -> tuple[Action, ...]:
        """Return the kinds of move the seat may make now: `place`, `give`, `call`, …"""

    @abstractmethod
    def prompt(self, position: PositionLike) -> Sentence:
        """Return what the person at the seat to move is asked to do."""

    def next_prompt(self, position: PositionLike, touched: tuple[str, ...]) -> Sentence:
        """Return what is asked next, once these touches have begun a move."""
        return sentence("Now choose where it goes.")

    def asked_piece(self, position: PositionLike) -> str:
        """Return the letter of the piece that the prompt is about; empty for none."""
        return ""

    @abstractmethod
    def why_not(self, position: PositionLike, word: str) -> Reason:
        """Return why a word is not a legal move of a position that is not over."""

    def why_not_touch(self, position: PositionLike, touched: tuple[str, ...]) -> Reason | None:
        """Return why touching these places begins no move, where a rule says so."""
        return None

    def remark(self, before: PositionLike, word: str) -> Sentence | None:
        """Return a remark on a legal move whose effect the pieces do not show."""
        return None

    def is_claim(self, word: str) -> bool:
        """Return whether a move is a claim, right or wrong, that moves no piece."""
        return False

    def claimed(self, word: str) -> tuple[str, ...]:
        """Return the places a claim points at; none for other moves."""
        return ()

    def fields_without_claims(self, position: PositionLike) -> tuple[int, ...] | None:
        """Return the fields once the claims open now have passed; None without claims."""
        return None

    @abstractmethod
    def motions(self, position: PositionLike, word: str) -> tuple[Motion, ...]:
        """Return what a legal move does to the pieces, in the order a player would."""

    def moves_left(self, position: PositionLike, plies: int) -> int:
        """Return how many moves the side makes that ends the game in so many plies."""
        return (plies - 1) // len(set(self.sides)) + 1

    @abstractmethod
    def check(self, reading: Reading) -> None:
        """Raise `BadPosition` for a position that no game can reach."""

    @abstractmethod
    def winning(self, position: PositionLike) -> tuple[tuple[str, ...], ...]:
        """Return the lines or squares that decided a finished game, as places."""

    def overlooked(
        self, positions: Sequence[PositionLike]
    ) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Return the unclaimed lines of a finished game: ply and places (QT15)."""
        return ()


def board_places(size: int) -> tuple[str, ...]:
    """Return the spaces of a square board: a1, b1, … row by row from the bottom."""
    return tuple(f"{file}{rank}" for rank in range(1, size + 1) for file in "abcde"[:size])
