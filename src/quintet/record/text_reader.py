"""Read one game in text form: tags, moves and result."""

from __future__ import annotations

import re

from quintet.errors import BadOption, BadPosition, BadRecord, UnknownGame
from quintet.games import find_variant
from quintet.games.variant import Variant
from quintet.i18n.sentence import any_of, sentence
from quintet.options import Value
from quintet.outcome import OutcomeReason
from quintet.position import Position, position, start
from quintet.record.faults import (
    Fault,
    bad_position,
    check_end,
    check_result,
    check_tag,
    check_termination,
    shorten,
    too_large,
)
from quintet.record.model import Record
from quintet.record.split import GameText
from quintet.record.tags import Tag, read_tags
from quintet.record.text_moves import LineBuilder, read_moves

_SEAT = re.compile(r"Seat[0-9]+")


def read_game(game: GameText) -> Record:
    """Return the record of one game; errors go into its `error`."""
    reader = _Reader(game)
    error: BadRecord | None = None
    try:
        reader.read()
    except BadRecord as found:
        error = found
    return reader.record(error)


class _Reader:
    def __init__(self, text: GameText) -> None:
        self.text = text
        self.game = ""
        self.options: dict[str, Value] = {}
        self.tags: dict[str, str] = {}
        self.seats: list[str] = []
        self.start: Position | None = None
        self.main: LineBuilder | None = None
        self.result: str | None = None
        self.termination: OutcomeReason | None = None
        # Tags by name, and option tags by the name of the option.
        self.found: dict[str, Tag] = {}
        self.found_options: dict[str, Tag] = {}

    def record(self, error: BadRecord | None) -> Record:
        comments, moves = ((), ()) if self.main is None else self.main.build()
        return Record(
            game=self.game,
            options=self.options,
            tags=self.tags,
            seats=tuple(self.seats),
            start=self.start,
            comments=comments,
            moves=moves,
            result=self.result,
            termination=self.termination,
            error=error,
            raw=self.text.text,
            line=self.text.line,
            playable=self.main is not None,
        )

    def read(self) -> None:
        if self.text.too_large:
            self.text.fail(0, too_large())
        try:
            tags, at = read_tags(self.text.text)
        except Fault as fault:
            self.text.fail(fault.skip, fault)
        self.sort(tags)
        variant = self.read_variant()
        main = LineBuilder(self.read_begin(variant), at)
        self.main = main
        self.read_other_tags(variant)
        result, at = read_moves(self.text, main)
        self.read_end(main.position, result, at)

    def sort(self, tags: list[Tag]) -> None:
        for tag in tags:
            known, name = self.found, tag.name
            if name == "Option":
                known = self.found_options
                name, equals, _ = tag.value.partition("=")
                name = name.strip()
                if not equals:
                    message = sentence("'{value}' is not an option.", value=shorten(tag.value))
                    self.text.fail(tag.value_at, Fault(message, expected=sentence("name=value")))
            if name in known:
                message = sentence("{name} is there twice.", name=shorten(name))
                self.text.fail(tag.at, Fault(message, expected=sentence("one tag of a kind")))
            known[name] = tag

    def read_variant(self) -> Variant:
        tag = self.found.pop("Game", None)
        if tag is None:
            message = sentence("The record does not say which game it is.")
            self.text.fail(0, Fault(message, expected=sentence('the tag [Game "…"]')))
        self.game = tag.value
        options = {
            name: option.value.partition("=")[2].strip()
            for name, option in self.found_options.items()
        }
        try:
            variant = find_variant(tag.value, options, Position)
        except UnknownGame as error:
            self.text.fail(tag.value_at, Fault(error.sentence, cause=error))
        except BadOption as error:
            blamed = self.found_options.get(error.option, tag)
            self.text.fail(blamed.value_at, Fault(error.sentence, cause=error))
        self.options = variant.changed_options
        self.seats = [""] * variant.seats
        return variant

    def read_begin(self, variant: Variant) -> Position:
        begin = start(variant.name, **self.options)
        tag = self.found.pop("Position", None)
        if tag is None:
            return begin
        try:
            given_begin = position(variant.name, tag.value, **self.options)
        except BadPosition as error:
            self.text.fail(tag.offset(error.column - 1), bad_position(error))
        self.start = None if given_begin == begin else given_begin
        return given_begin

    def read_other_tags(self, variant: Variant) -> None:
        """Read seats and free tags; Result and Termination need the final position."""
        for name, tag in self.found.items():
            if _SEAT.fullmatch(name):
                self.read_seat(tag)
            elif name == "Result":
                self.check_result(variant, tag.value, tag.value_at)
            elif name != "Termination":
                try:
                    check_tag(name, tag.value)
                except Fault as fault:
                    self.text.fail(tag.value_at, fault)
                self.tags[name] = tag.value

    def read_seat(self, tag: Tag) -> None:
        names = [f"Seat{seat}" for seat in range(len(self.seats))]
        if tag.name not in names:
            message = sentence("The game has no {seat}.", seat=shorten(tag.name))
            self.text.fail(tag.at, Fault(message, expected=any_of(names)))
        self.seats[names.index(tag.name)] = tag.value

    def check_result(self, variant: Variant, result: str, at: int) -> None:
        if result != "*":
            try:
                check_result(variant, result)
            except Fault as fault:
                self.text.fail(at, fault)

    def read_end(self, final: Position, written: str, at: int) -> None:
        """Check that the tags, the result after the moves and the board agree."""
        tag = self.found.get("Result")
        if tag is not None and tag.value != written:
            contradiction = sentence(
                "The moves end with {written}, but the tag Result says {result}.",
                written=written,
                result=tag.value,
            )
            self.text.fail(at, Fault(contradiction, expected=tag.value))
        self.check_result(final.variant, written, at)
        result = None if written == "*" else written
        try:
            check_end(final, result)
        except Fault as fault:
            self.text.fail(at, fault)
        self.result = result
        ending = self.found.get("Termination")
        if ending is not None:
            try:
                self.termination = check_termination(final, result, ending.value)
            except Fault as fault:
                self.text.fail(ending.value_at, fault)
