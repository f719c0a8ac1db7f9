"""Hints, and the values of all moves for those who learn, where the table allows them."""

from __future__ import annotations

from dataclasses import dataclass, field

from quintet.engine import Analysis
from quintet.engine.phrasing import analysis_sentence, value_sentence
from quintet.engine.review import estimate_of_side
from quintet.engine.time_control import seconds_for_move
from quintet.errors import NotAllowed
from quintet.i18n.sentence import counted, sentence
from quintet.known.sources import advice_sentence
from quintet.narration import narrate
from quintet.outcome import outcome_sentence
from quintet.server.play.commands import Standing
from quintet.server.play.seat_names import seat_names
from quintet.server.play.table import SubscriberLike, Table
from quintet.server.schemas.messages import HintMessage, ValuesMessage
from quintet.server.thinking.jobs import AnalysisTask, Thought, line_from, line_of
from quintet.server.thinking.pool import Thinkers
from quintet.server.web.errors import Busy, Forbidden, InvalidField
from quintet.server.web.locale import Locale

SECONDS_FOR_VALUES = 15.0
SECONDS_FOR_PLY = 3.0  # where people step through a game that is over


@dataclass(slots=True)
class _Thinking:
    """Thinking about the position after a ply, and what it came to so far."""

    ply: int
    moved_at: int  # the event after which the game stood
    thought: Thought = field(default_factory=Thought)
    latest: Analysis | None = None


class Advice:
    def __init__(self, table: Table, thinkers: Thinkers) -> None:
        self._table = table
        self._thinkers = thinkers
        self._thinking: dict[int, _Thinking] = {}  # by ply
        self._hinting = False
        table.observers.append(self.look)

    async def hint(self, who: Standing, locale: Locale) -> HintMessage:
        """What the engine would play, as a message to whoever asked."""
        table = self._table
        state, seat = table.state, table.state.seat
        if not state.setup.hints:
            raise NotAllowed(sentence("No hints are given at this table."))
        if seat is None or seat not in who.own:
            raise Forbidden(sentence("A hint is for whoever is to move."))
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
            "said": locale.say(narrate(state.position, best, seat_names(table, locale))),
            "value": locale.say(analysis_sentence(found, seat_names(table, locale))),
        }

    def want_values(self, subscriber: SubscriberLike, ply: int | None) -> None:
        """Somebody wants to know what the position is worth, from now on; of a game that is over,
        what it was worth after any ply."""
        state = self._table.state
        if state.phase == "over":
            if ply is not None and ply > len(state.played):
                plies = counted("{count} ply", "{count} plies", count=len(state.played))
                raise InvalidField(sentence("The game has {plies}.", plies=plies), field="ply")
        elif not state.setup.values:
            raise NotAllowed(sentence("Values are not shown at this table."))
        elif ply is not None:
            raise NotAllowed(sentence("Earlier positions have values when the game is over."))
        subscriber.wants_values, subscriber.values_ply = True, ply
        self.look()

    def want_no_values(self, subscriber: SubscriberLike) -> None:
        subscriber.wants_values = False
        self.look()

    def look(self) -> None:
        """Thinks about the positions that somebody wants to know of, as long as they do."""
        subscribers, moved_at = self._table.subscribers, self._table.moved_at
        wanted = {ply for it in subscribers if (ply := self._ply_of(it)) is not None}
        for ply, thinking in list(self._thinking.items()):
            if ply not in wanted or thinking.moved_at != moved_at:
                thinking.thought.stop()
                del self._thinking[ply]
        for ply in wanted:
            known = self._thinking.get(ply)
            if known is None:
                self._thinking[ply] = begun = _Thinking(ply, moved_at)
                self._table.tasks.start(self._think(begun))
            elif known.latest is not None:
                self._tell(known)  # somebody has just come to want it

    def _ply_of(self, subscriber: SubscriberLike) -> int | None:
        """After how many plies the position stood that somebody wants to know of, if any."""
        state = self._table.state
        if not subscriber.wants_values:
            return None
        if state.phase == "over" and subscriber.values_ply is not None:
            return min(subscriber.values_ply, len(state.played))
        shown = state.phase == "over" or (state.phase == "playing" and state.setup.values)
        return len(state.played) if shown else None

    async def _think(self, thinking: _Thinking) -> None:
        state, ply = self._table.state, thinking.ply
        task = AnalysisTask(
            line_from(state.positions[0], [played.move for played in state.played[:ply]]),
            SECONDS_FOR_PLY if state.phase == "over" else SECONDS_FOR_VALUES,
        )
        found = await self._thinkers.think(
            task,
            thinking.thought,
            f"{self._table.id}:{thinking.moved_at}:{ply}:values",
            lambda found: self._hear(thinking, found),
        )
        if found is not None:
            self._hear(thinking, found)

    def _hear(self, thinking: _Thinking, found: Analysis) -> None:
        if not thinking.thought.stopped:
            thinking.latest = found
            self._tell(thinking)

    def _tell(self, thinking: _Thinking) -> None:
        found = thinking.latest
        for subscriber in self._table.subscribers:
            if self._ply_of(subscriber) == thinking.ply:
                subscriber.post(
                    "values",
                    # What has been overtaken is not told any more.
                    lambda locale: (
                        self._message(thinking, found, locale)
                        if found is not None and found is thinking.latest
                        else None
                    ),
                )

    def _message(self, thinking: _Thinking, found: Analysis, locale: Locale) -> ValuesMessage:
        names = seat_names(self._table, locale)
        position = found.position
        said = (
            analysis_sentence(found, names)
            if position.outcome is None
            else outcome_sentence(position.outcome, names)
        )
        note = None if found.certainty != "searched" else advice_sentence(position.variant)
        return {
            "type": "values",
            "number": thinking.moved_at,
            "ply": thinking.ply,
            "value": {
                "kind": found.value.kind,
                "plies": found.value.plies,
                "known": found.certainty,
                "said": locale.say(said),
                "note": None if note is None else locale.say(note),
            },
            "chance": estimate_of_side(found, position.variant.sides[0]),
            "depth": found.depth,
            "moves": {
                each.move: {
                    "kind": each.value.kind,
                    "plies": each.value.plies,
                    "chance": each.value.estimate,
                    "known": each.certainty,
                    "said": locale.say(
                        value_sentence(position, each.value, each.certainty, found.depth, names)
                    ),
                    "path": position.paths[each.move],
                }
                for each in found.moves
            },
        }
