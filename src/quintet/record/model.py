"""Game records: players, moves, annotations and result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from quintet.errors import BadMove, BadRecord, IllegalMove
from quintet.games import find_variant
from quintet.games.variant import Variant
from quintet.i18n.sentence import sentence
from quintet.options import Value
from quintet.outcome import Outcome, OutcomeReason
from quintet.position import Position, start
from quintet.record.clock import has_clock
from quintet.record.faults import (
    Fault,
    bad_move,
    check_end,
    check_tag,
    check_termination,
    check_text,
    check_value,
)
from quintet.record.limits import MAX_CLOCK, MAX_NAG, MAX_VARIATION_DEPTH

Form = Literal["text", "json"]


@dataclass(frozen=True, slots=True)
class Ply:
    """A move with its annotations; `clock` is in milliseconds."""

    move: str
    clock: int | None = None
    comments: tuple[str, ...] = ()
    nags: tuple[int, ...] = ()
    variations: tuple[Line, ...] = ()


class Line(NamedTuple):
    """A variation: moves that replace the one it is attached to."""

    comments: tuple[str, ...]
    plies: tuple[Ply, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The record of one game. Equality ignores where a record was read from.

    `options` are those that differ from the defaults, and `tags` those without a field of their
    own. `start` is None for the game's initial position, and `result` is None for an unfinished
    game. With an `error`, `moves` are those before it and `raw` is the whole text.
    """

    game: str
    options: Mapping[str, Value] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    start: Position | None = None
    comments: tuple[str, ...] = ()  # before the first move
    moves: tuple[Ply, ...] = ()
    result: str | None = None
    termination: OutcomeReason | None = None
    error: BadRecord | None = None
    raw: str = field(default="", compare=False, repr=False)
    line: int = field(default=1, compare=False)
    form: Form = field(default="text", compare=False)  # the form it was read from
    # False where an error hides the game or its start, so that no position can be shown.
    playable: bool = field(default=True, repr=False)

    @classmethod
    def from_moves(
        cls,
        position: Position,
        words: Sequence[str],
        *,
        seats: Sequence[str] = (),
        tags: Mapping[str, str] | None = None,
        outcome: Outcome | None = None,
        clocks: Sequence[int | None] | None = None,
    ) -> Record:
        """Return the record of a game; `outcome` is for games not decided on the board."""
        variant = position.variant
        times = [None] * len(words) if clocks is None else clocks
        if len(times) != len(words):
            raise ValueError("clocks needs a time, or None, for every move")
        final = position
        for word in words:
            final = final.play(word)
        ending = final.outcome if outcome is None else outcome
        record = cls(
            game=variant.name,
            options=variant.changed_options,
            tags=dict(tags or {}),
            seats=fill_seats(variant, seats),
            start=None if position == start(variant.name, **variant.changed_options) else position,
            moves=tuple(Ply(word, clock) for word, clock in zip(words, times, strict=True)),
            result=None if ending is None else ending.result,
            termination=None if ending is None else ending.reason,
        )
        record.check()
        return record

    @property
    def begin(self) -> Position:
        """The initial position of this game."""
        if self.start is not None:
            return self.start
        if not self.playable and self.error is not None:
            raise self.error
        return start(self.game, **self.variant.changed_options)

    @property
    def variant(self) -> Variant:
        return find_variant(self.game, self.options, Position)

    def positions(self) -> Iterator[Position]:
        """Yield the initial position and the position after each move of the main line."""
        position = self.begin
        yield position
        for ply in self.moves:
            position = position.play(ply.move)
            yield position

    @property
    def final(self) -> Position:
        """The position after the last move."""
        position = self.begin
        for ply in self.moves:
            position = position.play(ply.move)
        return position

    def check(self) -> None:
        """Raise `BadRecord` unless the record can be written and read back unchanged."""
        if self.error is not None:
            raise self.error
        try:
            self._check()
        except Fault as fault:
            raise fault.at(self.line, 1) from fault.cause

    def _check(self) -> None:
        begin = self.begin
        if begin.variant is not self.variant:
            raise Fault(sentence("The record starts from a position of another game."))
        if len(self.seats) > begin.variant.seats:
            raise too_many_seats(begin.variant)
        for name in self.seats:
            check_value(name)
        for tag, value in self.tags.items():
            check_tag(tag, value)
        _check_comments(self.comments)
        final = _check_plies(begin, self.moves, 0)
        check_end(final, self.result)
        check_termination(final, self.result, self.termination)


def fill_seats(variant: Variant, names: Sequence[str]) -> tuple[str, ...]:
    """Return a name for every seat, empty where none is given."""
    return (*names, *[""] * (variant.seats - len(names)))


def ordered_tags(record: Record) -> dict[str, str]:
    """Return the tags in canonical order: the standard ones first."""
    tags = record.tags
    known = {name: tags[name] for name in ("Event", "Date", "TimeControl") if name in tags}
    return {**known, **tags}


def too_many_seats(variant: Variant) -> Fault:
    return Fault(
        sentence("The game has only {seats} seats.", seats=variant.seats),
        expected=sentence("{seats} names", seats=variant.seats),
    )


def too_deep() -> Fault:
    return Fault(
        sentence("Variations go at most {depth} deep.", depth=MAX_VARIATION_DEPTH),
        expected=sentence("a move"),
    )


def _check_plies(position: Position, plies: tuple[Ply, ...], depth: int) -> Position:
    if depth > MAX_VARIATION_DEPTH:
        raise too_deep()
    for ply in plies:
        try:
            following = position.play(ply.move)
        except (BadMove, IllegalMove) as error:
            raise bad_move(error, position) from error
        _check_notes(ply)
        for line in ply.variations:
            if not line.plies:
                raise Fault(sentence("A variation has at least one move."))
            _check_comments(line.comments)
            _check_plies(position, line.plies, depth + 1)
        position = following
    return position


def _check_notes(ply: Ply) -> None:
    if ply.clock is not None and not 0 <= ply.clock <= MAX_CLOCK:
        raise Fault(sentence("{clock} is no clock time.", clock=ply.clock))
    if not all(0 <= nag <= MAX_NAG for nag in ply.nags):
        raise Fault(sentence("Annotations are numbers from 0 to {last}.", last=MAX_NAG))
    _check_comments(ply.comments)
    if any(has_clock(comment) for comment in ply.comments):
        raise Fault(sentence("A clock time stands in a comment, not in its own place."))


def _check_comments(comments: tuple[str, ...]) -> None:
    for comment in comments:
        check_text(comment)
