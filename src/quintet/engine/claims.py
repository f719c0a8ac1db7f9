"""Analyses that say nothing of claims, for the screens of spoken games (QT15).

They answer for the game in which nobody makes the claim that is open now, so that neither a value
nor a move tells whether there is something to claim.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from quintet.engine.analysis import Analysis, MoveValue
from quintet.engine.search import Limits, Search
from quintet.position import Position
from quintet.value import TIE

OnStart = Callable[[Search], object]  # gets the search, to stop it


def has_claims(position: Position) -> bool:
    """Return whether the players of this game claim what they see."""
    return position.variant.fields_without_claims(position) is not None


def analyse_without_claims(
    position: Position,
    limits: Limits,
    *,
    best: int | None = None,
    history: Sequence[Position] = (),
    to_win: bool = False,
    on_start: OnStart | None = None,
    on_update: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """Return the values of all moves but claims, in the game in which nobody claims now."""
    unclaimed = _without_claims(position)
    if unclaimed.outcome is not None and position.outcome is None:
        return _last_window(position)
    search = Search(unclaimed, limits, moves="all", history=history, to_win=to_win)
    if best is not None:
        search.multipv = min(best, search.multipv)
    if on_start is not None:
        on_start(search)
    tell = None if on_update is None else lambda found: on_update(replace(found, position=position))
    return replace(search.run(tell), position=position)


def _without_claims(position: Position) -> Position:
    """Return the position as it is once the claim that is open now has passed."""
    fields = position.variant.fields_without_claims(position)
    if fields is None or position.outcome is not None:
        return position
    made = position.variant.core.from_facts(position.cells, list(fields))
    assert isinstance(made, Position)
    return made


def _last_window(position: Position) -> Analysis:
    """Return the analysis where only claims are left: without them the game is a draw."""
    is_claim = position.variant.is_claim
    moves = tuple(
        MoveValue(word, TIE, "proved", (word,)) for word in position.moves if not is_claim(word)
    )
    return Analysis(position, TIE, "proved", moves, 1, 0, 0.0)
