"""Checks that all readers and writers of records share."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from functools import lru_cache

from quintet.errors import BadMove, BadPosition, BadRecord, IllegalMove, QuintetError
from quintet.games.variant import Variant
from quintet.i18n.sentence import Filling, Sentence, any_of, sentence
from quintet.outcome import TABLE_REASONS, OutcomeReason
from quintet.position import Position
from quintet.record.limits import MAX_GAME_SIZE

# Control characters except tab and newline, and the surrogates that stand for invalid UTF-8.
CONTROL_CLASS = r"\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff"
CONTROL = re.compile(f"[{CONTROL_CLASS}]")
SCORES = r"[0-9]{1,2}(?:/[0-9]{1,2})?(?:-[0-9]{1,2}(?:/[0-9]{1,2})?){1,7}"

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_OWN_FIELD = re.compile(r"Game|Option|Position|Result|Termination|Seat[0-9]+")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SECONDS = r"[0-9]{1,9}(?:\.[0-9]{1,3})?"
_TIME_CONTROL = re.compile(rf"-|{_SECONDS}|{_SECONDS}\+{_SECONDS}|1/{_SECONDS}")
_SCORES = re.compile(SCORES)


class Fault(Exception):
    """An error in a record whose place in the file is not known yet.

    `skip` is the offset of the error in the value; `cause` is the error it comes from, if any.
    """

    def __init__(
        self,
        message: Sentence,
        *,
        expected: Filling | None = None,
        skip: int = 0,
        cause: QuintetError | None = None,
    ) -> None:
        super().__init__(str(message))
        self.sentence = message
        self.expected = expected
        self.skip = skip
        self.cause = cause

    def at(self, line: int, column: int) -> BadRecord:
        cause = self.cause
        rule = cause.rule if isinstance(cause, IllegalMove | BadPosition) else None
        error = BadRecord(
            self.sentence, line=line, column=column, expected=self.expected, rule=rule
        )
        error.__cause__ = cause
        return error


def check_text(text: str) -> None:
    """Check a comment: tabs and newlines are the only control characters allowed."""
    found = CONTROL.search(text)
    if found is not None:
        raise control_character(found[0], skip=found.start())


def check_value(text: str) -> None:
    """Check the value of a tag: a single line of text."""
    check_text(text)
    at = text.find("\n")
    if at >= 0:
        raise Fault(sentence("The value of a tag is a single line."), skip=at)


def check_tag(name: str, value: str) -> None:
    """Check a tag that has no field of its own."""
    check_tag_name(name)
    check_tag_value(name, value)


def check_tag_name(name: str) -> None:
    if _TAG_NAME.fullmatch(name) is None:
        raise Fault(
            sentence("'{name}' cannot be the name of a tag.", name=shorten(name)),
            expected=sentence("a letter, then letters, digits or _"),
        )
    if _OWN_FIELD.fullmatch(name) is not None:
        raise Fault(sentence("The tag {name} is a field of the record.", name=shorten(name)))


def check_tag_value(name: str, value: str) -> None:
    check_value(value)
    if name == "Date" and value != "?" and not _is_date(value):
        raise Fault(
            sentence("'{value}' is not a date.", value=shorten(value)),
            expected=sentence("a day like 2026-11-15, or ?"),
        )
    if name == "TimeControl" and _TIME_CONTROL.fullmatch(value) is None:
        raise Fault(
            sentence("'{value}' is not a time control.", value=shorten(value)),
            expected=sentence("seconds like 300 or 300+5, 1/60 for each move, or -"),
        )


@lru_cache(maxsize=256)
def check_result(variant: Variant, result: str) -> None:
    """Check the scores: the sides share one point, and partners have the same score."""
    if _SCORES.fullmatch(result) is None:
        raise Fault(
            sentence("'{result}' is not a result.", result=shorten(result)),
            expected=sentence("a score for every seat like 1-0 or 1/2-1/2, or *"),
        )
    written = result.split("-")
    if len(written) != variant.seats:
        raise Fault(
            sentence(
                "The result {result} has {found} scores, but the game has {seats} seats.",
                result=result,
                found=len(written),
                seats=variant.seats,
            ),
            expected=sentence("{seats} scores", seats=variant.seats),
        )
    scores = [_score(score) for score in written]
    sides = dict(zip(variant.sides, scores, strict=True))
    if any(sides[side] != score for side, score in zip(variant.sides, scores, strict=True)):
        raise Fault(
            sentence("The result {result} gives two partners different scores.", result=result),
            expected=sentence("the same score for partners"),
        )
    if sum(sides.values()) != 1:
        raise Fault(
            sentence("The scores of the sides in {result} do not add up to 1.", result=result),
            expected=sentence("scores that add up to 1"),
        )


def read_scores(variant: Variant, result: str) -> tuple[float, ...]:
    """Return the score of every seat in a result."""
    check_result(variant, result)
    return tuple(float(_score(score)) for score in result.split("-"))


def check_end(final: Position, result: str | None) -> None:
    """Check the result against the outcome on the board."""
    outcome = final.outcome
    if outcome is None:
        if result is not None:
            check_result(final.variant, result)
    elif result != outcome.result:
        raise Fault(
            sentence(
                "The game ended {outcome} on the board, but the record says {result}.",
                outcome=outcome.result,
                result="*" if result is None else shorten(result),
            ),
            expected=outcome.result,
        )


def check_termination(
    final: Position, result: str | None, termination: str | None
) -> OutcomeReason | None:
    """Return the termination as a reason that fits the result and the board."""
    if termination is None:
        return None
    outcome = final.outcome
    if result is None:
        raise Fault(
            sentence("A game that is not finished has no termination."),
            expected=sentence("no Termination"),
        )
    if outcome is None:
        for reason in TABLE_REASONS:
            if reason == termination:
                return reason
        raise Fault(
            sentence(
                "The game did not end by {termination} on the board.",
                termination=shorten(termination),
            ),
            expected=any_of(TABLE_REASONS),
        )
    if termination != outcome.reason:
        raise Fault(
            sentence(
                "The game ended by {reason} on the board, but the record says {termination}.",
                reason=outcome.reason,
                termination=shorten(termination),
            ),
            expected=outcome.reason,
        )
    return outcome.reason


def bad_move(error: BadMove | IllegalMove, position: Position) -> Fault:
    if isinstance(error, BadMove):
        return Fault(error.sentence, skip=error.column - 1, cause=error)
    outcome = position.outcome
    expected = (
        sentence("a legal move")
        if outcome is None
        else sentence("the result {result}", result=outcome.result)
    )
    return Fault(error.sentence, expected=expected, cause=error)


def bad_position(error: BadPosition) -> Fault:
    return Fault(error.sentence, skip=error.column - 1, cause=error)


def control_character(character: str, *, skip: int = 0) -> Fault:
    if "\ud800" <= character <= "\udfff":
        message = sentence("There are bytes here that are not UTF-8.")
    else:
        message = sentence(
            "There is a control character here ({code}).", code=f"U+{ord(character):04X}"
        )
    return Fault(message, expected=sentence("text"), skip=skip)


def too_large() -> Fault:
    message = sentence("The game is larger than {limit} characters.", limit=MAX_GAME_SIZE)
    return Fault(message, expected=sentence("a smaller game"))


def shorten(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def _is_date(text: str) -> bool:
    if _DATE.fullmatch(text) is None:
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _score(text: str) -> Fraction:
    """Read a score in lowest terms, as `Outcome.result` writes it: not 2/4 or 01."""
    top, _, bottom = text.partition("/")
    if bottom != "" and int(bottom) == 0:
        raise _bad_score(text)
    score = Fraction(int(top), int(bottom or "1"))
    if str(score) != text or score > 1:
        raise _bad_score(text)
    return score


def _bad_score(text: str) -> Fault:
    return Fault(
        sentence("{score} is not a score.", score=text),
        expected=sentence("0, 1, 1/2 or the like"),
    )
