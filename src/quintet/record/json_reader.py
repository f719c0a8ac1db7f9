"""Read games as JSON, one object a line (docs/reference/records.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn

from quintet.errors import (
    BadMove,
    BadOption,
    BadPosition,
    BadRecord,
    IllegalMove,
    QuintetError,
    UnknownGame,
)
from quintet.games import find_variant
from quintet.games.variant import Variant
from quintet.i18n.sentence import Sentence, sentence
from quintet.options import Value
from quintet.outcome import OutcomeReason
from quintet.position import Position, position, start
from quintet.record.clock import has_clock
from quintet.record.faults import (
    Fault,
    bad_move,
    bad_position,
    check_end,
    check_tag_name,
    check_tag_value,
    check_termination,
    check_text,
    check_value,
    shorten,
    too_large,
)
from quintet.record.json_places import (
    Path,
    find_character,
    find_constant,
    find_field,
    find_long_number,
    find_repeated_name,
)
from quintet.record.limits import MAX_CLOCK, MAX_GAME_SIZE, MAX_NAG, MAX_VARIATION_DEPTH
from quintet.record.model import Line, Ply, Record, too_deep
from quintet.record.source import Piece

# A variation takes four brackets; the rest is a margin for fields of other programs.
_MAX_BRACKET_DEPTH = 4 * MAX_VARIATION_DEPTH + 32
_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|([\[{])|[\]}]', re.DOTALL)

_MISSING = object()  # the value of a missing field


class _PlacedFault(Fault):
    """A fault whose column is looked up only when it is reported."""

    def __init__(
        self,
        message: Sentence,
        expected: Sentence,
        find: Callable[[str], int],
        cause: QuintetError | None = None,
    ) -> None:
        super().__init__(message, expected=expected, cause=cause)
        self.find = find


def read_lines(pieces: Iterable[Piece]) -> Iterator[Record]:
    """Yield the record of every line that is not blank."""
    for piece in pieces:
        # Other pieces continue a line that was too large.
        if piece.begins and not piece.text.isspace():
            yield read_line(piece.text.removesuffix("\n"), piece.line)


def read_line(text: str, line: int) -> Record:
    """Return the record of one line; errors go into its `error`."""
    reader = _Reader()
    error: BadRecord | None = None
    try:
        reader.read(_parse(text))
    except _PlacedFault as fault:
        error = fault.at(line, 1 + fault.find(text))
    except Fault as fault:
        error = fault.at(line, 1 + fault.skip)
    return reader.record(error, text[:MAX_GAME_SIZE], line)


def _parse(text: str) -> object:
    if len(text) > MAX_GAME_SIZE:
        raise too_large()
    _check_depth(text)
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        message = sentence("This is not JSON: {problem}.", problem=error.msg)
        raise Fault(message, expected=sentence("one JSON object a line"), skip=error.pos) from error
    except ValueError as error:  # a number of thousands of digits
        message = sentence("A number in this line is too long.")
        raise _PlacedFault(message, sentence("a shorter number"), find_long_number) from error


def _check_depth(text: str) -> None:
    """Refuse brackets nested deeper than the recursive parser can take."""
    if text.count("[") + text.count("{") <= _MAX_BRACKET_DEPTH:
        return
    depth = 0
    for found in _BRACKETS.finditer(text):
        if found[1]:
            depth += 1
            if depth > _MAX_BRACKET_DEPTH:
                raise Fault(sentence("The brackets go too deep."), skip=found.start())
        elif not found[0].startswith('"'):
            depth -= 1


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made: dict[str, object] = {}
    for name, value in pairs:
        if name in made:
            message = sentence("The field {field} is there twice.", field=_printable(name))
            raise _PlacedFault(message, sentence("one field of a name"), find_repeated_name)
        made[name] = value
    return made


def _constant(name: str) -> NoReturn:
    message = sentence("{name} is not a number.", name=name)
    raise _PlacedFault(message, sentence("a number"), lambda text: find_constant(text, name))


class _Reader:
    def __init__(self) -> None:
        self.game = ""
        self.options: dict[str, Value] = {}
        self.tags: dict[str, str] = {}
        self.seats: tuple[str, ...] = ()
        self.start: Position | None = None
        self.begin: Position | None = None
        self.comments: tuple[str, ...] = ()
        self.moves: list[Ply] = []
        self.result: str | None = None
        self.termination: OutcomeReason | None = None

    def record(self, error: BadRecord | None, raw: str, line: int) -> Record:
        return Record(
            game=self.game,
            options=self.options,
            tags=self.tags,
            seats=self.seats,
            start=self.start,
            comments=self.comments,
            moves=tuple(self.moves),
            result=self.result,
            termination=self.termination,
            error=error,
            raw=raw,
            line=line,
            form="json",
            playable=self.begin is not None,
        )

    def read(self, made: object) -> None:
        fields = _fields(made, ())
        self.game = _string(fields.get("game", _MISSING), ("game",))
        variant = self.read_variant(fields.get("options", {}))
        begin = self.read_begin(variant, fields.get("position"))
        self.begin = begin
        self.read_seats(fields.get("seats", list(self.seats)))
        self.read_tags(fields.get("tags", {}))
        self.comments = _comments(fields.get("comments", []), ("comments",))
        final = _read_plies(begin, fields.get("moves", _MISSING), ("moves",), self.moves, 0)
        self.read_end(final, fields)

    def read_variant(self, given: object) -> Variant:
        options = {
            _name(name, ("options", name)): _option(value, ("options", name))
            for name, value in _fields(given, ("options",)).items()
        }
        try:
            variant = find_variant(self.game, options, Position)
        except UnknownGame as error:
            raise _in(("game",), Fault(error.sentence, cause=error), sentence("a game")) from error
        except BadOption as error:
            blamed = ("options", error.option) if error.option in options else ("options",)
            raise _in(blamed, Fault(error.sentence, cause=error), sentence("an option")) from error
        self.options = variant.changed_options
        self.seats = ("",) * variant.seats
        return variant

    def read_begin(self, variant: Variant, given: object) -> Position:
        begin = start(variant.name, **self.options)
        if given is None:
            return begin
        try:
            given_begin = position(variant.name, _string(given, ("position",)), **self.options)
        except BadPosition as error:
            raise _in(("position",), bad_position(error), sentence("a position")) from error
        self.start = None if given_begin == begin else given_begin
        return given_begin

    def read_seats(self, given: object) -> None:
        names = _list(given, ("seats",))
        if len(names) != len(self.seats):
            raise _wrong(("seats",), sentence("{seats} names", seats=len(self.seats)))
        self.seats = tuple(_line(name, ("seats", seat)) for seat, name in enumerate(names))

    def read_tags(self, given: object) -> None:
        for name, value in _fields(given, ("tags",)).items():
            field = ("tags", name)
            text = _string(value, field)
            try:
                check_tag_name(_name(name, field))
            except Fault as fault:
                raise _in(field, fault, sentence("a tag"), name=True) from fault
            try:
                check_tag_value(name, text)
            except Fault as fault:
                raise _in(field, fault, sentence("a tag")) from fault
            self.tags[name] = text

    def read_end(self, final: Position, fields: dict[str, object]) -> None:
        given = fields.get("result", _MISSING)
        if given is _MISSING:
            raise _wrong(("result",), sentence("a result, or null"), given)
        result = _string_or_none(given, ("result",))
        termination = _string_or_none(fields.get("termination"), ("termination",))
        try:
            check_end(final, result)
        except Fault as fault:
            raise _in(("result",), fault, sentence("a result")) from fault
        self.result = result
        try:
            self.termination = check_termination(final, result, termination)
        except Fault as fault:
            raise _in(("termination",), fault, sentence("a reason")) from fault


def _read_plies(
    begin: Position, given: object, field: Path, plies: list[Ply], depth: int
) -> Position:
    """Play and append moves; `plies` keeps those before a bad one."""
    if depth > MAX_VARIATION_DEPTH:
        raise _in(field, too_deep(), sentence("a move"))
    for number, each in enumerate(_list(given, field)):
        name = (*field, number)
        fields = _fields(each, name)
        word = _string(fields.get("move", _MISSING), (*name, "move"))
        try:
            following = begin.play(word)
        except (BadMove, IllegalMove) as error:
            raise _in((*name, "move"), bad_move(error, begin), sentence("a move")) from error
        plies.append(Ply(word) if len(fields) == 1 else _read_ply(begin, word, fields, name, depth))
        begin = following
    return begin


def _read_ply(
    begin: Position, word: str, fields: dict[str, object], field: Path, depth: int
) -> Ply:
    """Return a move with its annotations."""
    comments: tuple[str, ...] = ()
    nags: tuple[int, ...] = ()
    variations: tuple[Line, ...] = ()
    clock = _clock(fields.get("clock"), (*field, "clock"))
    if "comments" in fields:
        comments = _comments(fields["comments"], (*field, "comments"), clocks=False)
    if "nags" in fields:
        nags = _nags(fields["nags"], (*field, "nags"))
    if "variations" in fields:
        variations = _variations(begin, fields["variations"], (*field, "variations"), depth)
    return Ply(word, clock, comments, nags, variations)


def _variations(begin: Position, given: object, field: Path, depth: int) -> tuple[Line, ...]:
    lines = []
    for number, each in enumerate(_list(given, field)):
        name = (*field, number)
        fields = _fields(each, name)
        comments = _comments(fields.get("comments", []), (*name, "comments"))
        plies: list[Ply] = []
        _read_plies(begin, fields.get("moves", _MISSING), (*name, "moves"), plies, depth + 1)
        if not plies:
            raise _wrong((*name, "moves"), sentence("at least one move"))
        lines.append(Line(comments, tuple(plies)))
    return tuple(lines)


def _comments(given: object, field: Path, *, clocks: bool = True) -> tuple[str, ...]:
    comments = []
    for number, each in enumerate(_list(given, field)):
        name = (*field, number)
        comment = _string(each, name)
        if not clocks and has_clock(comment):
            raise _wrong(name, sentence("the clock time in the field clock"))
        comments.append(comment)
    return tuple(comments)


def _nags(given: object, field: Path) -> tuple[int, ...]:
    return tuple(
        _number(nag, (*field, number), MAX_NAG) for number, nag in enumerate(_list(given, field))
    )


def _clock(given: object, field: Path) -> int | None:
    return None if given is None else _number(given, field, MAX_CLOCK)


# Types


def _fields(value: object, field: Path) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _wrong(field, sentence("an object"), value)
    return value


def _list(value: object, field: Path) -> list[object]:
    if not isinstance(value, list):
        raise _wrong(field, sentence("a list"), value)
    return value


def _string(value: object, field: Path) -> str:
    if not isinstance(value, str):
        raise _wrong(field, sentence("a text"), value)
    try:
        check_text(value)
    except Fault as fault:
        raise _in(field, fault, sentence("a text")) from fault
    return value


def _name(name: str, field: Path) -> str:
    try:
        check_text(name)
    except Fault as fault:
        raise _in(field, fault, sentence("a name"), name=True) from fault
    return name


def _line(value: object, field: Path) -> str:
    line = _string(value, field)
    try:
        check_value(line)
    except Fault as fault:
        raise _in(field, fault, sentence("a text")) from fault
    return line


def _string_or_none(value: object, field: Path) -> str | None:
    return None if value is None else _string(value, field)


def _number(value: object, field: Path, last: int) -> int:
    if type(value) is not int or not 0 <= value <= last:
        raise _wrong(field, sentence("a whole number from 0 to {last}", last=last))
    return value


def _option(value: object, field: Path) -> object:
    if isinstance(value, list):
        return tuple(_string(part, (*field, number)) for number, part in enumerate(value))
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return _string(value, field)
    raise _wrong(field, sentence("a text, a whole number, true, false, or a list of texts"))


def _wrong(field: Path, expected: Sentence, value: object = None) -> Fault:
    if not field:
        message = sentence("This line is not an object.")
    elif value is _MISSING:
        message = sentence("The field {field} is missing.", field=_shown(field))
    else:
        message = sentence("The field {field} is wrong.", field=_shown(field))
    return _PlacedFault(message, expected, lambda text: find_field(text, field).value)


def _in(field: Path, fault: Fault, expected: Sentence, *, name: bool = False) -> Fault:
    """Return a fault placed at a field's value, or at its name."""
    if isinstance(fault, _PlacedFault):
        return fault

    def find(text: str) -> int:
        place = find_field(text, field)
        at = place.name if name else place.value
        # Without an offset, the whole value is wrong.
        return find_character(text, at, fault.skip) if fault.skip else at

    in_field = sentence(
        "{expected} in {field}", expected=fault.expected or expected, field=_shown(field)
    )
    return _PlacedFault(fault.sentence, in_field, find, fault.cause)


def _shown(field: Path) -> str:
    """Return a field's path as messages show it: `moves[3].clock`."""
    steps = [f"[{step}]" if isinstance(step, int) else f".{_printable(step)}" for step in field]
    return "".join(steps).removeprefix(".")


def _printable(name: str) -> str:
    return shorten(name.encode("unicode_escape").decode())
