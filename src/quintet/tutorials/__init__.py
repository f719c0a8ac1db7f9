"""Tutorials: steps at a live board, each checked by the rules of the game.

One module a game has its tracks as data; a game may have none.

>>> from quintet import tutorials
>>> first = tutorials.of_game("quixo")[0].steps[0]
>>> first.position.text
'...../...../...../...../..... x'
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Protocol

from quintet.games import Parts, find_game
from quintet.tutorials.steps import Step, Track

__all__ = ["TUTORIALS", "Step", "Track", "of_game", "rules_exercised", "steps_of"]


class Tutorial(Protocol):
    """The interface of a game's module in this folder."""

    TRACKS: tuple[Track, ...]


TUTORIALS: Mapping[str, Tutorial] = Parts("tutorials")


def of_game(game: str) -> tuple[Track, ...]:
    """Return the tracks of a game, the main one first; there may be none."""
    name = find_game(game).name
    return TUTORIALS[name].TRACKS if name in TUTORIALS else ()


@cache
def steps_of(game: str) -> Mapping[str, Step]:
    """Return all steps of a game by name, in the order of its tracks."""
    return {step.name: step for track in of_game(game) for step in track.steps}


def rules_exercised(game: str) -> frozenset[str]:
    """Return the ids of the rules that steps of a game exercise."""
    return frozenset(rule for step in steps_of(game).values() for rule in step.rules)
