"""The options of a game as the fields of a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quintet.games.variant import Variant
from quintet.options import write_value


@dataclass(frozen=True, slots=True)
class FormChoice:
    """One option: its question, its values, and the default."""

    name: str
    legend: str
    values: Mapping[str, str]
    proposed: str


def form_choices(game: type[Variant]) -> tuple[FormChoice, ...]:
    """Return the options of a game; those without words show their own names."""
    return tuple(
        FormChoice(
            option.name,
            option.legend or option.name,
            option.labels or {value: value for value in option.allowed},
            write_value(game.table_options.get(option.name, option.default)),
        )
        for option in game.option_list
    )
