"""The options of games: what each allows, how a value is read, and what it is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from quintet.errors import BadOption
from quintet.i18n.sentence import Filling, Sentence, all_of, any_of, sentence

Value = str | int | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One value out of several.

    `legend` is what a form asks and `labels` are values as it offers them, both as templates. Where
    they are missing, a form shows the name and the values themselves. `only_with` is the name and
    the value of another option without which this one means nothing.
    """

    name: str
    values: tuple[str, ...] | tuple[int, ...] | tuple[bool, ...]
    default: Value
    legend: str = ""
    labels: Mapping[str, str] = field(default_factory=dict, compare=False)
    only_with: tuple[str, str] | None = None

    @property
    def allowed(self) -> tuple[str, ...]:
        return tuple(write_value(value) for value in self.values)

    def said(self, value: str) -> Filling:
        """Return a value in words."""
        return sentence(self.labels[value]) if value in self.labels else value

    def read(self, given: object) -> Value:
        for value in self.values:
            if (type(given) is type(value) and given == value) or given == write_value(value):
                return value
        message = (
            sentence(
                "The option {option} needs a value; it can be {allowed}.",
                option=self.name,
                allowed=any_of(self.allowed),
            )
            if given == ""
            else sentence(
                "The option {option} cannot be {value}; it can be {allowed}.",
                option=self.name,
                value=_shorten(given),
                allowed=any_of(self.allowed),
            )
        )
        raise BadOption(message, option=self.name, value=given, allowed=self.allowed)


@dataclass(frozen=True, slots=True)
class Subset:
    """At least one out of several values, each once, as an iterable or joined by commas.

    `labels` are the values as a form offers them, in the middle of a sentence.
    """

    name: str
    values: tuple[str, ...]
    default: tuple[str, ...]
    legend: str = ""
    labels: Mapping[str, str] = field(default_factory=dict, compare=False)
    only_with: tuple[str, str] | None = None

    @property
    def allowed(self) -> tuple[str, ...]:
        return self.values

    def said(self, value: str) -> Filling:
        """Return values, joined by commas, in words."""
        parts = value.split(",")
        words = [sentence(self.labels[part]) if part in self.labels else part for part in parts]
        if len(parts) == len(self.values):
            return sentence("all ({values})", values=all_of(words))
        if len(parts) == 1:
            return sentence("{value} only", value=words[0])
        return all_of(words)

    def read(self, given: object) -> Value:
        parts = self._parts(given)
        wrong = self._what_is_wrong(given, parts)
        if wrong is not None:
            raise BadOption(wrong, option=self.name, value=given, allowed=self.allowed)
        return tuple(value for value in self.values if value in parts)

    @staticmethod
    def _parts(given: object) -> list[object]:
        if isinstance(given, str):
            return [part.strip() for part in given.split(",")] if given.strip() else []
        return list(given) if isinstance(given, Iterable) else [given]

    def _what_is_wrong(self, given: object, parts: list[object]) -> Sentence | None:
        allowed = all_of(self.allowed)
        if not parts:
            return sentence(
                "The option {option} needs a value; it takes one or more of {allowed}.",
                option=self.name,
                allowed=allowed,
            )
        if any(part not in self.values for part in parts):
            return sentence(
                "The option {option} cannot be {value}; it takes one or more of {allowed}.",
                option=self.name,
                value=_shorten(given),
                allowed=allowed,
            )
        twice = next((part for part in parts if parts.count(part) > 1), None)
        if twice is not None:
            return sentence(
                "The option {option} takes each value once, and {value} is given twice.",
                option=self.name,
                value=_shorten(twice),
            )
        return None


Option = Choice | Subset


def read_options(
    game: str, options: tuple[Option, ...], given: Mapping[str, object]
) -> dict[str, Value]:
    """Return all options of a game: the values given, checked, and the defaults of the others."""
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            message = (
                sentence(
                    "{game} has no option {option}; it has {allowed}.",
                    game=game,
                    option=_shorten(name),
                    allowed=all_of(known),
                )
                if known
                else sentence(
                    "{game} has no option {option}; it has none.",
                    game=game,
                    option=_shorten(name),
                )
            )
            raise BadOption(
                message,
                option=str(name),
                value=value,
                allowed=tuple(known),
            )
    return {
        name: option.read(given[name]) if name in given else option.default
        for name, option in known.items()
    }


def options_in_words(options: tuple[Option, ...], values: Mapping[str, str]) -> list[Sentence]:
    """Return what the values of options mean, a sentence each."""
    known = {option.name: write_value(option.default) for option in options} | dict(values)
    return [
        sentence(
            "{legend}: {value}",
            legend=sentence(option.legend or option.name),
            value=option.said(value),
        )
        for option in options
        if (value := values.get(option.name)) is not None
        and (option.only_with is None or known.get(option.only_with[0]) == option.only_with[1])
    ]


def write_value(value: Value) -> str:
    """Return an option's value as people type it: `true`, `4`, `colour,shape`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(value)
    return str(value)


def _shorten(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
