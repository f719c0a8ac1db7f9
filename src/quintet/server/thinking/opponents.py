"""The engine as a player: it moves on its turn, and answers draw offers."""

from __future__ import annotations

from quintet.engine.draw_offers import SECONDS_FOR_ANSWER
from quintet.engine.time_control import seconds_for_move
from quintet.server.play.table import Table
from quintet.server.schemas.messages import ThinkingMessage
from quintet.server.thinking.jobs import DrawJob, MoveJob, StopToken, line_of
from quintet.server.thinking.pool import EnginePool
from quintet.server.web.locale import Locale
from quintet.table import Answered, Moved, State
from quintet.table.events import QuestionKind

_DRAW: QuestionKind = "draw"  # the only question that needs a search


class Opponents:
    """All engines of one table. Their moves are events like those of people."""

    def __init__(self, table: Table, pool: EnginePool) -> None:
        self._table = table
        self._pool = pool
        self._token: StopToken | None = None  # of the search for a move
        self._searched = 0  # the event that led to the searched position
        self._answering: int | None = None  # the event at which a draw is being decided
        table.observers.append(self.update)

    def update(self) -> None:
        """Start searches that are needed now, and stop those that are not any more."""
        table, seat = self._table, self._table.state.seat
        level = None if seat is None else table.engine_level(seat)
        needed = level is not None and table.is_attended and not table.state.paused
        if self._token and (not needed or self._searched != table.moved_at):
            self._token.stop()
            self._token = None
        if seat is not None and level is not None and needed and self._token is None:
            self._token = StopToken()
            self._searched = table.moved_at
            table.tasks.start(self._move(self._token, seat, level))
        self._answer()

    async def _move(self, token: StopToken, seat: int, level: int) -> None:
        table, moved_at = self._table, self._searched
        seconds = seconds_for_move(table.state.time_left(seat, table.time()))
        job = MoveJob(line_of(table.state), seconds, level)
        self._tell_thinking(seat)
        try:
            name = f"{table.id}:{moved_at}:move"
            word = await self._pool.run(job, token, name, client=table.client)
            if word is not None and table.engine_level(seat) is not None:
                await table.append(lambda state: self._moves(state, seat, word, moved_at))
        finally:
            if token is self._token and moved_at == table.moved_at:
                self._token = None  # the move could not be written; the next update retries

    def _moves(self, state: State, seat: int, word: str, moved_at: int) -> tuple[Moved, ...]:
        """Return the move, unless the game has moved on or a player is back meanwhile."""
        table = self._table
        wanted = table.moved_at == moved_at and table.engine_level(seat) is not None
        return (Moved(max(table.time(), state.at), seat, word),) if wanted else ()

    def _tell_thinking(self, seat: int) -> None:
        token = self._token

        def message(_: Locale) -> ThinkingMessage | None:
            if token is not self._token:
                return None
            return {"type": "thinking", "seat": seat, "on": True}

        for subscriber in self._table.subscribers:
            subscriber.post("thinking", message)

    def _answer(self) -> None:
        """Decide about a draw offer, one engine after the other."""
        table = self._table
        question = table.state.questions.get(_DRAW)
        if question is None or self._answering == table.number:
            return
        asked = [
            seat
            for seat in range(len(table.chairs))
            if seat not in question.agreed and table.occupant(seat).level is not None
        ]
        if asked:
            self._answering = table.number
            table.tasks.start(self._answer_draw(asked[0]))

    async def _answer_draw(self, seat: int) -> None:
        table, moved_at, number = self._table, self._table.moved_at, self._table.number
        job = DrawJob(line_of(table.state), SECONDS_FOR_ANSWER, seat)
        try:
            name = f"{table.id}:{number}:draw:{seat}"
            yes = await self._pool.run(job, StopToken(), name, client=table.client)
            question = table.state.questions.get(_DRAW)
            if yes is not None and question is not None and seat not in question.agreed:
                await table.append_now(lambda at: Answered(at, seat, _DRAW, yes), moved_at)
        finally:
            if self._answering == table.number:
                self._answering = None
