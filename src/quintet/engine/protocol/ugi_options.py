"""The options of a UGI engine: the game and its variant, and how the engine works."""

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
    """A whole number, which UGI calls a spin."""

    name: str
    default: int
    least: int
    most: int

    @property
    def announcement(self) -> str:
        return f"type spin default {self.default} min {self.least} max {self.most}"

    def read(self, text: str) -> int:
        # Longer texts than that are no numbers anybody means, and slow to read.
        if text.isascii() and text.isdigit() and len(text) <= 18:
            value = int(text)
            if self.least <= value <= self.most:
                return value
        raise BadOption(
            sentence(
                "The option {option} takes a number from {least} to {most}.",
                option=self.name,
                least=self.least,
                most=self.most,
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
        Number("level", 0, 0, 10),  # 0: as strong as the limits of `go` allow
        Number("seed", 0, 0, 2**31 - 1),  # 0: another one every time
        Number("plies", 400, 1, 100_000),  # H5
    )
}
REPETITION = Choice("repetition", (True, False), True)  # H1


class Settings:
    """What the client chose. A value that is refused leaves everything as it was."""

    def __init__(self, game: str, options: Mapping[str, object]) -> None:
        self.game = game
        self.game_options: dict[str, dict[str, object]] = {name: {} for name in GAMES}
        self.start = begin(game, options)
        self.game_options[game] = dict(self.start.options)
        self.numbers = {name: number.default for name, number in NUMBERS.items()}
        self.repetition = True
        self.chance = _chance(0)

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
        """Sets an option; says whether the game is another one now, so that it begins anew."""
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
                sentence("There is no option {option}; 'ugi' lists them.", option=name[:40]),
                option=name,
            )
        return False

    def _set_game_option(self, game: str, option: str, text: str) -> bool:
        values = {**self.game_options[game], option: text}
        # Values that do not go together are refused here.
        first = begin(game, values)
        self.game_options[game] = dict(first.options)
        if game != self.game:
            return False
        self.start = first
        return True

    def _set_number(self, name: str, value: int) -> None:
        self.numbers[name] = value
        if name == "seed":
            self.chance = _chance(value)


def _announcement(option: Option, chosen: Any) -> str:
    if isinstance(option, Choice) and isinstance(option.default, bool):
        return f"type check default {write_value(chosen)}"
    if isinstance(option, Choice):
        listed = "".join(f" var {value}" for value in option.allowed)
        return f"type combo default {write_value(chosen)}{listed}"
    return f"type string default {write_value(chosen)}"


def _chance(seed: int) -> random.Random:
    return random.Random(seed or None)  # noqa: S311 levels err by chance, nobody bets on it
