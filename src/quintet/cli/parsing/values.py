"""Values of options: positions, `key=value` pairs, choices and search limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quintet.cli.terminal.output import say
from quintet.errors import BadMove, BadOption, IllegalMove
from quintet.i18n.sentence import any_of, sentence
from quintet.position import Position, first_position, read_position

if TYPE_CHECKING:
    from quintet.engine import Limits


def read_pairs(pairs: list[str] | None) -> dict[str, object]:
    """Return options given as `key=value`."""
    options: dict[str, object] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadOption(
                sentence("An option is written KEY=VALUE, not {given}.", given=pair[:40] or "''"),
                option=pair,
            )
        if name in options:
            raise BadOption(
                sentence("The option {option} is given twice.", option=name[:40]), option=name
            )
        options[name] = value
    return options


def find_position(
    game: str, pairs: list[str] | None, text: str | None, after: str | None
) -> Position:
    """Return the position given by `-o`, `--position` and `--after`."""
    options = read_pairs(pairs)
    found = first_position(game, options) if text is None else read_position(game, text, options)
    for number, word in enumerate((after or "").split(), start=1):
        try:
            found = found.play(word)
        except (BadMove, IllegalMove) as error:
            error.add_note(say(sentence("That is move {number} of --after.", number=number)))
            raise
    return found


def check_choice(option: str, value: str, allowed: Sequence[str]) -> str:
    """Return the value of an option if it is one of those allowed."""
    if value not in allowed:
        raise BadOption(
            sentence(
                "--{option} can be {allowed}, not {given}.",
                option=option,
                allowed=any_of(allowed),
                given=value[:40] or "''",
            ),
            option=option,
            value=value,
            allowed=tuple(allowed),
        )
    return value


def search_limits(
    seconds: float | None,
    nodes: int | None,
    depth: int | None = None,
    *,
    threads: int,
    megabytes: int | None,
) -> Limits:
    """Return the limits of a search; without `megabytes` the engine's own default."""
    from dataclasses import replace

    from quintet.engine import Limits

    limits = Limits(seconds, nodes, depth, threads)
    return limits if megabytes is None else replace(limits, megabytes=megabytes)
