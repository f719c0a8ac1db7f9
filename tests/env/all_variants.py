"""Every game with every combination of its options, for tests of environments."""

from itertools import chain, combinations, product
from typing import Any

import pytest

from quintet.errors import BadOption
from quintet.games import GAMES
from quintet.options import Option, Subset
from quintet.position import first_position

Variant = tuple[str, dict[str, Any]]

# One or two variants a game, for fast tests: every number of seats, and both kinds of calls.
FAST: list[Variant] = [
    ("quantik", {}),
    ("quarto", {}),
    ("quarto", {"calls": "spoken", "squares": True}),
    ("qomet", {}),
    ("cubulus", {}),
    ("cubulus", {"players": 3}),
    ("quixo", {"size": 3}),
    ("quixo", {"players": 4}),
]


def values_of(option: Option) -> list[Any]:
    if isinstance(option, Subset):
        sizes = range(1, len(option.values) + 1)
        return list(chain.from_iterable(combinations(option.values, size) for size in sizes))
    return list(option.values)


def all_variants() -> list[Variant]:
    found = []
    for game, kind in GAMES.items():
        names = [option.name for option in kind.option_list]
        for chosen in product(*map(values_of, kind.option_list)):
            options = dict(zip(names, chosen, strict=True))
            try:
                first_position(game, options)
            except BadOption:
                continue  # options that exclude each other
            found.append((game, options))
    return found


def name_of(variant: Variant) -> str:
    game, options = variant
    return "-".join([game, *(f"{name}={value}" for name, value in options.items())])


def every_variant() -> list[Any]:
    """Return parameters of a test: the fast variants, and all as slow ones."""
    fast = [pytest.param(*variant, id=name_of(variant)) for variant in FAST]
    slow = [
        pytest.param(*variant, id=f"all-{name_of(variant)}", marks=pytest.mark.slow)
        for variant in all_variants()
    ]
    return fast + slow
