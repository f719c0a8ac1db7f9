"""Hints, and the values of all moves for those who learn, where the table allows them."""

from __future__ import annotations

from typing import Any

from quintet.engine import Analysis
from quintet.engine.manners import seconds_for_move
from quintet.engine.review import chance_of_side
from quintet.engine.words import analysis_sentence, value_sentence
from quintet.errors import NotAllowed
from quintet.narration import narrate
from quintet.sentence import sentence
from quintet.server.commands import Standing
from quintet.server.live_table import LiveTable
from quintet.server.naming import seat_names
from quintet.server.problems import Busy, NotYours
from quintet.server.speech import Speech
from quintet.server.tasks import AnalysisTask, Thought, line_of
from quintet.server.thinkers import Thinkers

SECONDS_FOR_VALUES = 15.0


class Advice:
    def __init__(self, table: LiveTable, thinkers: Thinkers) -> None:
        self._table = table
        self._thinkers = thinkers
        self._thought: Thought | None = None
        self._values_of = 0  # the event after which the position stood
        self._latest: Analysis | None = None
        self._hinting = False
        table.watchers.append(self.look)

    async def hint(self, who: Standing, speech: Speech) -> dict[str, Any]:
        """What the engine would play, as a message to whoever asked."""
        table = self._table
        state, seat = table.state, table.state.seat
        if not state.setup.hints:
            raise NotAllowed(sentence("No hints are given at this table."))
        if seat is None or seat not in who.own:
            raise NotYours(sentence("A hint is for whoever is to move."))
        if state.paused:
            raise NotAllowed(sentence("The game is paused."))
        if self._hinting:
            raise Busy(sentence("A hint is being thought about already."))
        seconds = seconds_for_move(state.time_left(seat, table.time()))
        task = AnalysisTask(line_of(state), seconds, best=1, to_win=True)
        self._hinting = True
        try:
            name = f"{table.id}:{table.moved_at}:hint"
            found = await self._thinkers.think(task, Thought(), name)
        finally:
            self._hinting = False
        if found is None:
            raise Busy(sentence("There is no time for a hint now."))
        best = found.best.move
        return {
            "type": "hint",
            "number": table.number,
            "move": best,
            "path": state.position.paths[best],
            "said": speech.say(narrate(state.position, best, seat_names(table, speech))),
            "value": speech.say(analysis_sentence(found, seat_names(table, speech))),
        }

    def look(self) -> None:
        """Thinks about the position that stands, as long as somebody wants to know."""
        table = self._table
        wanted = (
            table.state.setup.values
            and table.state.phase == "playing"
            and any(listener.wants_values for listener in table.listeners)
        )
        if self._thought and (not wanted or self._values_of != table.moved_at):
            self._thought.stop()
            self._thought = None
        if not wanted:
            return
        if self._thought is None:
            self._thought, self._latest = Thought(), None
            self._values_of = table.moved_at
            table.start(self._think(self._thought))
        elif self._latest is not None:
            self._tell(self._latest)  # somebody has just come to want it

    async def _think(self, thought: Thought) -> None:
        task = AnalysisTask(line_of(self._table.state), SECONDS_FOR_VALUES)
        found = await self._thinkers.think(
            task,
            thought,
            f"{self._table.id}:{self._values_of}:values",
            lambda found: self._hear(thought, found),
        )
        if found is not None:
            self._hear(thought, found)

    def _hear(self, thought: Thought, found: Analysis) -> None:
        if not thought.stopped:
            self._latest = found
            self._tell(found)

    def _tell(self, found: Analysis) -> None:
        for listener in self._table.listeners:
            if listener.wants_values:
                listener.post("values", lambda speech: self._message(found, speech))

    def _message(self, found: Analysis, speech: Speech) -> dict[str, Any] | None:
        if found is not self._latest:
            return None
        names = seat_names(self._table, speech)
        sides = found.position.variant.sides
        return {
            "type": "values",
            "number": self._values_of,
            "value": {
                "kind": found.value.kind,
                "plies": found.value.plies,
                "known": found.known,
                "said": speech.say(analysis_sentence(found, names)),
            },
            "chance": chance_of_side(found, sides[0]),
            "depth": found.depth,
            "moves": {
                each.move: {
                    "kind": each.value.kind,
                    "plies": each.value.plies,
                    "chance": each.value.chance,
                    "known": each.known,
                    "said": speech.say(
                        value_sentence(found.position, each.value, each.known, found.depth, names)
                    ),
                }
                for each in found.moves
            },
        }
