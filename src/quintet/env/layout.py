"""What the numbers of an environment mean: planes, cells, actions, rewards."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quintet.errors import BadOption
from quintet.games.variant import Variant
from quintet.i18n.sentence import sentence

# The version in every environment's name. A change of action numbers or of planes raises it.
VERSION = 0

# A variant of every layout there is: the game and its options.
MODES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("quantik", {}),
    ("quarto", {}),
    ("quarto", {"calls": "spoken"}),
    ("qomet", {}),
    ("cubulus", {}),
    ("cubulus", {"players": 3}),
    ("quixo", {"size": 3}),
    ("quixo", {"size": 4}),
    ("quixo", {}),
    ("quixo", {"players": 4}),
)


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of an environment's arrays, frozen under a name with a version.

    `planes` name what an observation holds, from the view of the seat that looks: a plane a fact.
    `shape` is how the cells of a plane are arranged, and `cells` are their names in that order.
    """

    name: str
    planes: tuple[str, ...]
    shape: tuple[int, ...]
    cells: tuple[str, ...]
    actions: tuple[str, ...]
    seats: int
    sides: tuple[int, ...]

    @property
    def observation_shape(self) -> tuple[int, ...]:
        return (len(self.planes), *self.shape)

    def contract(self) -> dict[str, Any]:
        """Return the layout as the data file of the contract holds it."""
        return {
            "name": self.name,
            "observation": {
                "dtype": "bool",
                "shape": list(self.observation_shape),
                "planes": list(self.planes),
                "cells": list(self.cells),
            },
            "actions": list(self.actions),
            "seats": self.seats,
            "sides": list(self.sides),
        }


# A suffix of the name, the planes, and the shape of a plane: a function a game.
_Described = tuple[str, list[str], tuple[int, ...]]


def _quantik(variant: Variant) -> _Described:
    owners = ("own", "other")
    placed = [f"{owner} {shape} here" for owner in owners for shape in "ABCD"]
    left = [f"{owner} {shape} left" for owner in owners for shape in "ABCD"]
    return "", placed + left, (4, 4)


def _quarto(variant: Variant) -> _Described:
    # The bits of a piece's number, the lowest first (QT1).
    values = ("solid", "hollow", "tall", "short", "round", "square", "light", "dark")
    planes = [f"{value} here" for value in values]
    planes += [f"{value} in hand" for value in values]
    planes += [f"piece {letter} in the pool" for letter in variant.letters[1:]]
    if variant.options["calls"] == "auto":
        return "", planes, (4, 4)
    return "-spoken", [*planes, "placed last", "own call used", "other call used"], (4, 4)


def _qomet(variant: Variant) -> _Described:
    planes = [
        "own star here",
        "other star here",
        "own star in reserve",
        "other star in reserve",
        "banned slide from here",
        "banned slide to here",
    ]
    return "", planes, (25,)


def _cubulus(variant: Variant) -> _Described:
    suffix, third = ("", "neutral") if variant.seats == 2 else ("-three", "third")
    colours = ("own", "next", third)
    planes = [f"{colour} ball here" for colour in colours]
    planes += [f"{colour} ball in reserve" for colour in colours]
    return suffix, [*planes, "banned turn enters here", "banned turn ends here"], (3, 3, 3)


def _quixo(variant: Variant) -> _Described:
    size = math.isqrt(len(variant.places))
    if variant.seats == 2:
        return f"-{size}x{size}", ["own here", "other here"], (size, size)
    seats = ("own", "next", "partner", "previous")
    return "-four", [*(f"{seat} here" for seat in seats), "first round"], (size, size)


_DESCRIBE: dict[str, Callable[[Variant], _Described]] = {
    "quantik": _quantik,
    "quarto": _quarto,
    "qomet": _qomet,
    "cubulus": _cubulus,
    "quixo": _quixo,
}


def layout_of(variant: Variant) -> Layout:
    """Return the layout of a variant; a game without one is refused."""
    describe = _DESCRIBE.get(variant.name)
    if describe is None:
        raise BadOption(
            sentence("{game} has no environment.", game=variant.title),
            option="game",
            value=variant.name,
        )
    suffix, planes, shape = describe(variant)
    return Layout(
        name=f"{variant.name}{suffix}-v{VERSION}",
        planes=tuple(planes),
        shape=shape,
        cells=variant.places,
        actions=tuple(_action_names(variant)),
        seats=variant.seats,
        sides=variant.sides,
    )


def _action_names(variant: Variant) -> list[str]:
    """Return the words by number. Where seats say a move differently, all words are given."""
    words = (dict.fromkeys(of_seats) for of_seats in zip(*variant.words, strict=True))
    return ["/".join(of_number) for of_number in words]
