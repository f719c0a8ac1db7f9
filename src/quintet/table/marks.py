"""Places of the board to mark: what the latest move did."""

from __future__ import annotations

from quintet.table.state import State


def last_places(state: State) -> tuple[str, ...]:
    """Return the place that the latest piece moved to."""
    for number in reversed(range(len(state.played))):
        position = state.positions[number]
        for step in position.motion(state.played[number].move)[:1]:
            if step.target in position.variant.places:
                return (step.target,)
    return ()
