"""The engine at a table: it moves when it is its turn, and answers when it is asked."""

from __future__ import annotations

from quintet.engine.draw_offers import SECONDS_FOR_ANSWER
from quintet.engine.time_control import seconds_for_move
from quintet.server.play.table import Table
from quintet.server.schemas.messages import ThinkingMessage
from quintet.server.thinking.jobs import DrawTask, MoveTask, Thought, line_of
from quintet.server.thinking.pool import Thinkers
from quintet.server.web.locale import Locale
from quintet.table import Answered, Moved
from quintet.table.events import QuestionKind

_DRAW: QuestionKind = "draw"  # the one question the engine has to think about


class Opponents:
    """All engines of one table. Their moves go the way everyone's do."""

    def __init__(self, table: Table, thinkers: Thinkers) -> None:
        self._table = table
        self._thinkers = thinkers
        self._thought: Thought | None = None
        self._thinks_about = 0  # the event after which the position stood
        self._answers: int | None = None  # the event at which an answer is being thought about
        table.observers.append(self.look)

    def look(self) -> None:
        """Begins to think where that is needed, and stops where it is not any more."""
        table, seat = self._table, self._table.state.seat
        level = None if seat is None else table.occupant(seat).level
        needed = level is not None and table.is_attended and not table.state.paused
        if self._thought and (not needed or self._thinks_about != table.moved_at):
            self._thought.stop()
            self._thought = None
        if seat is not None and level is not None and needed and self._thought is None:
            self._thought = Thought()
            self._thinks_about = table.moved_at
            table.tasks.start(self._move(self._thought, seat, level))
        self._answer()

    async def _move(self, thought: Thought, seat: int, level: int) -> None:
        table, moved_at = self._table, self._thinks_about
        seconds = seconds_for_move(table.state.time_left(seat, table.time()))
        task = MoveTask(line_of(table.state), seconds, level)
        self._tell_thinking(seat)
        try:
            word = await self._thinkers.think(task, thought, f"{table.id}:{moved_at}:move")
            if word is not None:
                await table.append_now(lambda at: Moved(at, seat, word), moved_at)
        finally:
            if thought is self._thought and moved_at == table.moved_at:
                self._thought = None  # it could not be written; the next look begins again

    def _tell_thinking(self, seat: int) -> None:
        thought = self._thought

        def message(_: Locale) -> ThinkingMessage | None:
            if thought is not self._thought:
                return None
            return {"type": "thinking", "seat": seat, "on": True}

        for subscriber in self._table.subscribers:
            subscriber.post("thinking", message)

    def _answer(self) -> None:
        """Thinks about a draw that somebody offers, one engine after the other."""
        table = self._table
        question = table.state.questions.get(_DRAW)
        if question is None or self._answers == table.number:
            return
        asked = [
            seat
            for seat in range(len(table.chairs))
            if seat not in question.agreed and table.occupant(seat).level is not None
        ]
        if asked:
            self._answers = table.number
            table.tasks.start(self._answer_draw(asked[0]))

    async def _answer_draw(self, seat: int) -> None:
        table, moved_at, number = self._table, self._table.moved_at, self._table.number
        task = DrawTask(line_of(table.state), SECONDS_FOR_ANSWER, seat)
        try:
            yes = await self._thinkers.think(task, Thought(), f"{table.id}:{number}:draw:{seat}")
            question = table.state.questions.get(_DRAW)
            if yes is not None and question is not None and seat not in question.agreed:
                await table.append_now(lambda at: Answered(at, seat, _DRAW, yes), moved_at)
        finally:
            if self._answers == table.number:
                self._answers = None
