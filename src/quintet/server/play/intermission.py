"""Intermissions: engines that play each other pause while nobody looks.

A clock would otherwise run down while they do not think, or make them think for nobody. The pause
is an agreement like that of people, so the log, every process and a restarted server know of it.
"""

from __future__ import annotations

from quintet.server.play.table import Table
from quintet.table import Answered, Asked, Event, State
from quintet.table.events import QuestionKind


class Intermission:
    """The intermissions of one table; it does nothing where people play, or without a clock."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._writing = False
        table.observers.append(self.update)

    def update(self) -> None:
        """Pause the game when everybody has gone, and resume it when somebody is back."""
        if self._wanted() is not None and not self._writing:
            self._writing = True
            self._table.tasks.start(self._write())

    def _wanted(self) -> QuestionKind | None:
        table, state = self._table, self._table.state
        if not table.engines_only or state.phase != "playing":
            return None
        if state.paused:
            return "resume" if table.is_visited else None
        return "pause" if state.deadline is not None and not table.is_attended else None

    async def _write(self) -> None:
        try:
            await self._table.presence.refresh()  # somebody may look at another process
            await self._table.append(self._events)
        finally:
            self._writing = False
        self.update()  # somebody may have come or gone meanwhile

    def _events(self, _: State) -> tuple[Event, ...]:
        what, at = self._wanted(), self._table.time()
        if what is None:
            return ()
        others = range(1, len(self._table.chairs))
        return (Asked(at, 0, what), *(Answered(at, seat, what, yes=True) for seat in others))
