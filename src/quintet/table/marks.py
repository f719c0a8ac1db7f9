"""Where to look at a table: what the latest move did."""

from __future__ import annotations

from quintet.table.state import State


def last_places(state: State) -> tuple[str, ...]:
    """Where the latest piece that went somewhere on the board has gone."""
    for number in reversed(range(len(state.played))):
        position = state.positions[number]
        for step in position.motion(state.played[number].move)[:1]:
            if step.target in position.variant.places:
                return (step.target,)
    return ()
