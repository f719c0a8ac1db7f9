"""Hints, and the values of all moves, where a table allows them."""

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
from quintet.server.play.commands import Standing, check_values, may_see_values
from quintet.server.play.seat_names import seat_names
from quintet.server.play.table import Make, SubscriberLike, Table
from quintet.server.schemas.messages import HintMessage, ValuesMessage
from quintet.server.thinking.jobs import AnalysisJob, StopToken, line_from, line_of
from quintet.server.thinking.pool import EnginePool
from quintet.server.web.errors import Busy, Forbidden, InvalidField
from quintet.server.web.locale import Locale

VALUES_SECONDS = 15.0  # for the current position
REVIEW_SECONDS = 3.0  # for each position of a game that is over


@dataclass(slots=True)
class _Evaluation:
    """The search of the position after a ply, and its latest result."""

    ply: int
    moved_at: int  # the event that led to the position
    token: StopToken = field(default_factory=StopToken)
    latest: Analysis | None = None


class Advice:
    """Hints and values at one table."""

    def __init__(self, table: Table, pool: EnginePool) -> None:
        self._table = table
        self._pool = pool
        self._evaluations: dict[int, _Evaluation] = {}  # by ply
        self._hinting = False
        table.observers.append(self.update)

    async def hint(self, who: Standing, locale: Locale) -> HintMessage:
        """Return the move the engine would play, as a message."""
        table = self._table
        state, seat = table.state, table.state.seat
        if not state.setup.hints:
            raise NotAllowed(sentence("No hints are given at this table."))
        if seat is None or seat not in who.own:
            raise Forbidden(sentence("Only the player to move can get a hint."))
        if state.paused:
            raise NotAllowed(sentence("The game is paused."))
        if self._hinting:
            raise Busy(sentence("A hint is being computed already."))
        seconds = seconds_for_move(state.time_left(seat, table.time()))
        job = AnalysisJob(line_of(state), seconds, best=1, to_win=True)
        self._hinting = True
        try:
            name = f"{table.id}:{table.moved_at}:hint"
            found = await self._pool.run(job, StopToken(), name)
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
        """Send values to a subscriber from now on; after the game, those at any ply."""
        state = self._table.state
        check_values(state, self._table.standing(subscriber.device))
        if ply is not None and state.phase != "over":
            raise NotAllowed(sentence("Earlier positions have values when the game is over."))
        if ply is not None and ply > len(state.played):
            plies = counted("{count} ply", "{count} plies", count=len(state.played))
            raise InvalidField(sentence("The game has {plies}.", plies=plies), field="ply")
        subscriber.wants_values, subscriber.values_ply = True, ply
        self.update()

    def want_no_values(self, subscriber: SubscriberLike) -> None:
        subscriber.wants_values = False
        self.update()

    def update(self) -> None:
        """Search the positions that subscribers want values of, and no others."""
        subscribers, moved_at = self._table.subscribers, self._table.moved_at
        wanted = {ply for it in subscribers if (ply := self._ply_of(it)) is not None}
        for ply, evaluation in list(self._evaluations.items()):
            if ply not in wanted or evaluation.moved_at != moved_at:
                evaluation.token.stop()
                del self._evaluations[ply]
        for ply in wanted:
            known = self._evaluations.get(ply)
            if known is None:
                self._evaluations[ply] = started = _Evaluation(ply, moved_at)
                self._table.tasks.start(self._evaluate(started))
            elif known.latest is not None:
                self._send(known)  # for a subscriber that has just asked

    def _ply_of(self, subscriber: SubscriberLike) -> int | None:
        """The ply of the position that a subscriber wants values of, if any."""
        state = self._table.state
        if not subscriber.wants_values:
            return None
        if state.phase == "over" and subscriber.values_ply is not None:
            return min(subscriber.values_ply, len(state.played))
        shown = may_see_values(state, self._table.standing(subscriber.device))
        return len(state.played) if shown and state.phase != "open" else None

    async def _evaluate(self, evaluation: _Evaluation) -> None:
        state, ply = self._table.state, evaluation.ply
        job = AnalysisJob(
            line_from(state.positions[0], [played.move for played in state.played[:ply]]),
            REVIEW_SECONDS if state.phase == "over" else VALUES_SECONDS,
        )
        found = await self._pool.run(
            job,
            evaluation.token,
            f"{self._table.id}:{evaluation.moved_at}:{ply}:values",
            lambda found: self._take(evaluation, found),
        )
        if found is not None:
            self._take(evaluation, found)

    def _take(self, evaluation: _Evaluation, found: Analysis) -> None:
        if not evaluation.token.stopped:
            evaluation.latest = found
            self._send(evaluation)

    def _send(self, evaluation: _Evaluation) -> None:
        for subscriber in self._table.subscribers:
            if self._ply_of(subscriber) == evaluation.ply:
                subscriber.post("values", self._maker(evaluation, subscriber))

    def _maker(self, evaluation: _Evaluation, subscriber: SubscriberLike) -> Make:
        """Return what makes the message, unless it is out of date or not for them by then."""
        found = evaluation.latest

        def make(locale: Locale) -> ValuesMessage | None:
            # A deeper result replaces one that has not been sent yet.
            current = found is evaluation.latest and self._ply_of(subscriber) == evaluation.ply
            return self._message(evaluation, found, locale) if found and current else None

        return make

    def _message(self, evaluation: _Evaluation, found: Analysis, locale: Locale) -> ValuesMessage:
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
            "number": evaluation.moved_at,
            "ply": evaluation.ply,
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
