"""The options of a game as the fields of a form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from quintet.engine.level_names import opponent
from quintet.engine.levels import LEVELS
from quintet.errors import BadOption
from quintet.games.variant import Variant
from quintet.i18n.catalogue import Translate
from quintet.options import Option, Subset, Value, write_value
from quintet.server.pages.typed import Typed


@dataclass(frozen=True, slots=True)
class FormChoice:
    """One option: its question, its values, and what is chosen.

    `only_with` and `not_with` name values of other options, as `calls=spoken`: the first is needed
    for the option to mean anything, the others exclude a value.
    """

    name: str
    legend: str
    values: Mapping[str, str]
    chosen: frozenset[str]
    several: bool
    only_with: str
    not_with: Mapping[str, str]


def offered_levels(say: Translate) -> dict[int, str]:
    """Return the levels of the engine in words."""
    return {level: say(opponent(level)) for level in LEVELS}


def form_choices(game: type[Variant], typed: Typed) -> tuple[FormChoice, ...]:
    """Return the options of a game; those without words show their own names."""
    return tuple(_choice(game, option, typed) for option in game.option_list)


def _choice(game: type[Variant], option: Option, typed: Typed) -> FormChoice:
    proposed = write_value(game.table_options.get(option.name, option.default))
    several = isinstance(option, Subset)
    return FormChoice(
        option.name,
        option.legend or option.name,
        # In the order of the labels, with what they leave out at the end.
        dict(option.labels) | {it: it for it in option.allowed if it not in option.labels},
        typed.chosen(f"option-{option.name}", proposed.split(",") if several else [proposed]),
        several,
        "=".join(option.only_with or ()),
        {it: "" if several else _excluding(game, option, it) for it in option.allowed},
    )


def _excluding(game: type[Variant], option: Option, value: str) -> str:
    """Return the values of earlier options that exclude a value, separated by spaces."""
    earlier = game.option_list[: game.option_list.index(option)]
    defaults = {each.name: each.default for each in game.option_list}
    return " ".join(
        f"{other.name}={write_value(others)}"
        for other in earlier
        for others in _all_values(other)
        if _is_excluded(game, defaults | {other.name: others, option.name: option.read(value)})
    )


def _all_values(option: Option) -> Iterator[Value]:
    if isinstance(option, Subset):
        for size in range(1, len(option.values) + 1):
            yield from combinations(option.values, size)
    else:
        yield from option.values


def _is_excluded(game: type[Variant], options: Mapping[str, Value]) -> bool:
    try:
        game.check_options(options)
    except BadOption:
        return True
    return False
