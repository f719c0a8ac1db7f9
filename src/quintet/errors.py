"""Everything that can be wrong with what somebody asked for. Each error is a sentence to read."""

from __future__ import annotations

from typing import Any

from quintet.i18n.sentence import Filling, Sentence, sentence


class QuintetError(Exception):
    """What all errors of Quintet have in common: a sentence for people."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence

    @property
    def message(self) -> Sentence:
        """All there is to say: the sentence, and with some errors where it is wrong and why."""
        return self.sentence

    def __str__(self) -> str:
        return str(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        # The subclasses take keywords, so the default way of copying an exception would fail.
        return _restore, (type(self), self.args, self.__dict__.copy())


def _restore(
    kind: type[QuintetError], args: tuple[object, ...], state: dict[str, object]
) -> QuintetError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class UnknownGame(QuintetError, LookupError):
    """There is no game of that name."""

    def __init__(self, sentence: Sentence, *, game: object) -> None:
        super().__init__(sentence)
        self.game = game


class BadOption(QuintetError, ValueError):
    """A game has no such option, or the option no such value."""

    def __init__(
        self,
        sentence: Sentence,
        *,
        option: str,
        value: object = None,
        allowed: tuple[str, ...] = (),
    ) -> None:
        super().__init__(sentence)
        self.option = option
        self.value = value
        self.allowed = allowed


class BadPosition(QuintetError, ValueError):
    """A text is not a position of the game: `column` (from 1) points at the character."""

    def __init__(
        self, sentence: Sentence, *, text: str, column: int, rule: str | None = None
    ) -> None:
        super().__init__(sentence)
        self.text = text
        self.column = column
        self.rule = rule

    @property
    def message(self) -> Sentence:
        message = sentence("column {column}: {message}", column=self.column, message=self.sentence)
        return _with_rule(message, self.rule)


class BadMove(QuintetError, ValueError):
    """Not a word of the game: `column` (from 1) is where it stops being one."""

    def __init__(self, sentence: Sentence, *, move: object, column: int = 1) -> None:
        super().__init__(sentence)
        self.move = move
        self.column = column


class IllegalMove(QuintetError, ValueError):
    """A word of the game, but not a legal move now: the rule, and the places that forbid it."""

    def __init__(
        self, sentence: Sentence, *, move: str, rule: str, places: tuple[str, ...] = ()
    ) -> None:
        super().__init__(sentence)
        self.move = move
        self.rule = rule
        self.places = places

    @property
    def message(self) -> Sentence:
        message = sentence("{move}: {message}", move=self.move, message=self.sentence)
        return _with_rule(message, self.rule)


class BadRecord(QuintetError, ValueError):
    """A game record that cannot be read on: where (line and column from 1), what was expected.

    `rule` is the rule that a move or a position breaks, where that is what is wrong.
    """

    def __init__(
        self,
        sentence: Sentence,
        *,
        line: int,
        column: int,
        expected: Filling | None = None,
        rule: str | None = None,
    ) -> None:
        super().__init__(sentence)
        self.line = line
        self.column = column
        self.expected = expected
        self.rule = rule

    @property
    def message(self) -> Sentence:
        message = sentence(
            "line {line}, column {column}: {message}",
            line=self.line,
            column=self.column,
            message=self.sentence,
        )
        if self.expected:
            message = sentence(
                "{message} (expected {expected})", message=message, expected=self.expected
            )
        return _with_rule(message, self.rule)


class NotAllowed(QuintetError):
    """Something a table does not allow at this moment."""


class BadEvent(QuintetError, ValueError):
    """Not an event of a table: `field` names the part that is wrong."""

    def __init__(self, sentence: Sentence, *, field: str) -> None:
        super().__init__(sentence)
        self.field = field


class NoTablebase(QuintetError, LookupError):
    """No tablebase has this position."""


class BadTablebase(QuintetError, ValueError):
    """A file is damaged, or not a tablebase."""

    def __init__(self, sentence: Sentence, *, path: str) -> None:
        super().__init__(sentence)
        self.path = path


class TablebaseInUse(QuintetError):
    """Another process is building this tablebase."""

    def __init__(self, sentence: Sentence, *, path: str) -> None:
        super().__init__(sentence)
        self.path = path


class BadDataset(QuintetError, ValueError):
    """A file of positions that is damaged, of another layout, or not one at all."""

    def __init__(self, sentence: Sentence, *, path: str) -> None:
        super().__init__(sentence)
        self.path = path


class MissingExtra(QuintetError, ImportError):
    """A package that only an extra installs, such as NumPy: `extra` names it."""

    def __init__(self, sentence: Sentence, *, extra: str) -> None:
        super().__init__(sentence)
        self.extra = extra


def _with_rule(message: Sentence, rule: str | None) -> Sentence:
    return sentence("{message} ({rule})", message=message, rule=rule) if rule else message
