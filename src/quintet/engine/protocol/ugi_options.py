"""The options of a UGI engine: the game, its variant, and the search."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from quintet.engine.protocol.begin import begin
from quintet.engine.resources import max_megabytes, max_threads
from quintet.errors import BadOption
from quintet.games import GAMES
from quintet.i18n.sentence import sentence
from quintet.options import Choice, Option, write_value


@dataclass(frozen=True, slots=True)
class Number:
    """An integer, which UGI calls a spin."""

    name: str
    default: int
    minimum: int
    maximum: int

    @property
    def announcement(self) -> str:
        return f"type spin default {self.default} min {self.minimum} max {self.maximum}"

    def read(self, text: str) -> int:
        # Longer texts are slow to parse, and out of range anyway.
        if text.isascii() and text.isdigit() and len(text) <= 18:
            value = int(text)
            if self.minimum <= value <= self.maximum:
                return value
        raise BadOption(
            sentence(
                "The option {option} takes a number from {least} to {most}.",
                option=self.name,
                least=self.minimum,
                most=self.maximum,
            ),
            option=self.name,
            value=text,
        )


NUMBERS = {
    number.name: number
    for number in (
        Number("threads", 1, 1, max_threads()),
        Number("megabytes", 64, 1, max_megabytes()),
        Number("multipv", 1, 1, 500),
        Number("level", 0, 0, 10),  # 0: full strength
        Number("seed", 0, 0, 2**31 - 1),  # 0: random
        Number("plies", 400, 1, 100_000),  # H5
    )
}
REPETITION = Choice("repetition", (True, False), True)  # H1


class Settings:
    """The options of a client. An invalid value changes nothing."""

    def __init__(self, game: str, options: Mapping[str, object]) -> None:
        self.game = game
        self.game_options: dict[str, dict[str, object]] = {name: {} for name in GAMES}
        self.start = begin(game, options)
        self.game_options[game] = dict(self.start.options)
        self.numbers = {name: number.default for name, number in NUMBERS.items()}
        self.repetition = True
        self.rng = _rng(0)

    def announcements(self) -> Iterator[str]:
        """The `option` lines."""
        games = Choice("game", tuple(GAMES), self.game)
        yield f"option name game {_announcement(games, self.game)}"
        for name, game in GAMES.items():
            for option in game.option_list:
                chosen = self.game_options[name].get(option.name, option.default)
                yield f"option name {name}.{option.name} {_announcement(option, chosen)}"
        for number in NUMBERS.values():
            yield f"option name {number.name} {number.announcement}"
        yield f"option name repetition {_announcement(REPETITION, True)}"

    def set(self, name: str, text: str) -> bool:
        """Set an option; return whether that starts another game."""
        game, dot, option = name.lower().partition(".")
        if dot and game in GAMES:
            return self._set_game_option(game, option, text)
        if game == "game":
            self.start = begin(text, self.game_options.get(text, {}))
            self.game = text
            return True
        if game == "repetition":
            self.repetition = REPETITION.read(text.lower()) is True
        elif game in NUMBERS:
            self._set_number(game, NUMBERS[game].read(text))
        else:
            raise BadOption(
                sentence("Unknown option {option}; 'ugi' lists the options.", option=name[:40]),
                option=name,
            )
        return False

    def _set_game_option(self, game: str, option: str, text: str) -> bool:
        values = {**self.game_options[game], option: text}
        # This raises for values that cannot be combined.
        first = begin(game, values)
        self.game_options[game] = dict(first.options)
        if game != self.game:
            return False
        self.start = first
        return True

    def _set_number(self, name: str, value: int) -> None:
        self.numbers[name] = value
        if name == "seed":
            self.rng = _rng(value)


def _announcement(option: Option, chosen: Any) -> str:
    if isinstance(option, Choice) and isinstance(option.default, bool):
        return f"type check default {write_value(chosen)}"
    if isinstance(option, Choice):
        listed = "".join(f" var {value}" for value in option.allowed)
        return f"type combo default {write_value(chosen)}{listed}"
    return f"type string default {write_value(chosen)}"


def _rng(seed: int) -> random.Random:
    return random.Random(seed or None)  # noqa: S311 not for cryptography
