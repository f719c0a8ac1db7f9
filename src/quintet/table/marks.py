"""Places of the board to mark: what the latest move did."""

from __future__ import annotations

from quintet.games.types import Motion
from quintet.table.state import State


def last_places(state: State) -> tuple[str, ...]:
    """Return the place that the latest piece moved to, if that is on the board."""
    step = _last_motion(state)
    return () if step is None else _on_board(state, step.target)


def last_origins(state: State) -> tuple[str, ...]:
    """Return the place that the latest piece came from, if that is on the board."""
    step = _last_motion(state)
    return () if step is None else _on_board(state, step.origin)


def last_marks(state: State) -> dict[str, str]:
    """Return the marks of the latest move, for a picture."""
    origins = dict.fromkeys(last_origins(state), "origin")
    return origins | dict.fromkeys(last_places(state), "last")


def _last_motion(state: State) -> Motion | None:
    """Return how the latest piece moved that came to the board or left it."""
    for number in reversed(range(len(state.played))):
        position = state.positions[number]
        for step in position.motion(state.played[number].move)[:1]:
            if not {step.origin, step.target}.isdisjoint(position.variant.places):
                return step
    return None


def _on_board(state: State, place: str) -> tuple[str, ...]:
    return (place,) if place in state.position.variant.places else ()
