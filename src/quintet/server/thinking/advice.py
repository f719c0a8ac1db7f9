"""Hints, and the values of all moves, where a table allows them.

While a spoken game lasts they never speak of the call (QT15).
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, field

from quintet.engine import Analysis
from quintet.engine.player_phrasing import moves_left, player_sentence
from quintet.engine.review import estimate_of_side
from quintet.engine.time_control import seconds_for_move
from quintet.errors import NotAllowed
from quintet.i18n.sentence import counted, sentence
from quintet.known.sources import advice_sentence
from quintet.narration import suggest
from quintet.outcome import outcome_sentence
from quintet.server.clock import Timer
from quintet.server.play.commands import check_values, may_see_values
from quintet.server.play.table import Make, SubscriberLike, Table
from quintet.server.play.tasks import ended_without_result
from quintet.server.play.views.motions import motions_of
from quintet.server.play.views.seat_names import seat_names
from quintet.server.schemas.messages import HintMessage, ValuesMessage
from quintet.server.thinking.jobs import AnalysisJob, StopToken, line_from, line_of
from quintet.server.thinking.pool import EnginePool
from quintet.server.web.client import Client
from quintet.server.web.errors import Busy, Forbidden, InvalidField, TooManyRequests
from quintet.server.web.locale import Locale

VALUES_SECONDS = 15.0  # for the current position
REVIEW_SECONDS = 3.0  # for each position of a game that is over
LINGER_SECONDS = 5.0  # for which a search goes on that nobody wants, for those who poll
MAX_KEPT = 50  # results of positions that nobody looks at


@dataclass(slots=True)
class _Evaluation:
    """The search of the position after a ply, and its latest result."""

    ply: int
    moved_at: int  # the event that led to the position
    client: Client  # who asked first, and is charged
    token: StopToken = field(default_factory=StopToken)
    latest: Analysis | None = None
    done: bool = False
    unwanted_since: float | None = None


@dataclass(frozen=True, slots=True)
class _Hint:
    """The search for a hint; all who ask at the same position share it."""

    moved_at: int
    token: StopToken
    task: asyncio.Task[Analysis | None]


class Advice:
    """Hints and values at one table."""

    def __init__(self, table: Table, pool: EnginePool) -> None:
        self._table = table
        self._pool = pool
        self._evaluations: dict[int, _Evaluation] = {}  # by ply
        self._hint: _Hint | None = None
        self._lingering: Timer | None = None
        table.observers.append(self.update)

    async def hint(self, client: Client, locale: Locale) -> HintMessage:
        """Return the move the engine would play, as a message."""
        table = self._table
        state, seat = table.state, table.state.seat
        if not state.setup.hints:
            raise NotAllowed(sentence("No hints are given at this table."))
        if seat is None or seat not in table.standing(client.device).own:
            raise Forbidden(sentence("Only the player to move can get a hint."))
        if state.paused:
            raise NotAllowed(sentence("The game is paused."))
        hint = self._hint
        if hint is None or ended_without_result(hint.task) or hint.moved_at != table.moved_at:
            hint = self._hint = self._search_hint(seat, client)
        found = await asyncio.shield(hint.task)
        if found is None:
            raise Busy(sentence("There is no time for a hint now."))
        best, names = found.best.move, seat_names(table, locale)
        own = table.standing(client.device).own
        return {
            "type": "hint",
            "number": table.number,
            "move": best,
            "path": state.position.paths[best],
            "motions": motions_of(state.position, best),
            "said": locale.say(
                sentence("Hint: {move}.", move=suggest(state.position, best, names))
            ),
            "value": locale.say(
                player_sentence(found.position, found.value, found.certainty, own, names)
            ),
        }

    def _search_hint(self, seat: int, client: Client) -> _Hint:
        table, token = self._table, StopToken()
        seconds = seconds_for_move(table.state.time_left(seat, table.time()))
        job = AnalysisJob(line_of(table.state), seconds, best=1, to_win=True, claims=False)
        work = self._pool.run(job, token, f"{table.id}:{table.moved_at}:hint", client=client)
        return _Hint(table.moved_at, token, table.tasks.start(work))

    def want_values(self, subscriber: SubscriberLike, ply: int | None) -> None:
        """Send values to a subscriber from now on; after the game, those at any ply."""
        state = self._table.state
        check_values(state, self._table.standing(subscriber.device))
        if ply is not None and state.phase != "over":
            raise NotAllowed(sentence("Earlier positions have values when the game is over."))
        if ply is not None and ply > len(state.played):
            played = counted(
                "The game has {count} ply.", "The game has {count} plies.", count=len(state.played)
            )
            raise InvalidField(played, field="ply")
        subscriber.wants_values, subscriber.values_ply = True, ply
        self.update()

    def want_no_values(self, subscriber: SubscriberLike) -> None:
        subscriber.wants_values = False
        self.update()

    def update(self) -> None:
        """Search the positions that subscribers want values of, and no others.

        A result is kept until the game moves on. A search goes on for a while when nobody wants
        it: a client that polls comes back, and must not start it again.
        """
        subscribers, moved_at, now = (
            self._table.subscribers,
            self._table.moved_at,
            self._table.clock.monotonic(),
        )
        if self._hint is not None and self._hint.moved_at != moved_at:
            self._hint.token.stop()
            self._hint = None
        wanted = {ply for it in subscribers if (ply := self._ply_of(it)) is not None}
        for ply, evaluation in list(self._evaluations.items()):
            if ply in wanted:
                evaluation.unwanted_since = None
            elif evaluation.unwanted_since is None:
                evaluation.unwanted_since = now
            if evaluation.moved_at != moved_at or self._is_forgotten(evaluation, now):
                evaluation.token.stop()
                del self._evaluations[ply]
        for ply in wanted:
            known = self._evaluations.get(ply)
            if known is None:
                self._start(ply)
            elif known.latest is not None:
                self._send(known)  # for a subscriber that has just asked
        self._schedule()

    def _start(self, ply: int) -> None:
        """Search a position on the account of somebody who wants it and owes no time."""
        for subscriber in self._table.subscribers:
            client = Client(subscriber.address, subscriber.device)
            if self._ply_of(subscriber) == ply and self._pool.may_analyse(client):
                started = _Evaluation(ply, self._table.moved_at, client)
                self._evaluations[ply] = started
                self._table.tasks.start(self._evaluate(started))
                return

    def _is_forgotten(self, evaluation: _Evaluation, now: float) -> bool:
        """Whether to drop what nobody wants any more."""
        if evaluation.unwanted_since is None:
            return False
        if evaluation.done:
            return len(self._evaluations) > MAX_KEPT
        # Only the last position is polled for. Somebody who steps through a game goes on at once.
        lingers = evaluation.ply == len(self._table.state.played)
        return not lingers or now - evaluation.unwanted_since >= LINGER_SECONDS

    def _schedule(self) -> None:
        """Check again for searches that linger."""
        lingering = any(
            it.unwanted_since is not None and not it.done for it in self._evaluations.values()
        )
        if lingering and self._lingering is None:
            self._lingering = self._table.clock.call_later(LINGER_SECONDS, self._stop_lingering)

    def _stop_lingering(self) -> None:
        self._lingering = None
        self.update()

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
            claims=state.phase == "over",
        )
        try:
            found = await self._pool.run(
                job,
                evaluation.token,
                f"{self._table.id}:{evaluation.moved_at}:{ply}:values",
                lambda found: self._take(evaluation, found),
                evaluation.client,
            )
        except (Busy, TooManyRequests):
            # A later update asks again, for the clients that want values then.
            if self._evaluations.get(ply) is evaluation:
                del self._evaluations[ply]
            return
        if found is not None:
            evaluation.done = True
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
            if not found or not current:
                return None
            own = self._table.standing(subscriber.device).own
            return self._message(evaluation, found, own, locale)

        return make

    def _message(
        self, evaluation: _Evaluation, found: Analysis, own: Collection[int], locale: Locale
    ) -> ValuesMessage:
        names = seat_names(self._table, locale)
        position = found.position
        said = (
            player_sentence(position, found.value, found.certainty, own, names)
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
                    "in_moves": moves_left(position, each.value),
                    "chance": each.value.estimate,
                    "known": each.certainty,
                    "said": locale.say(
                        player_sentence(position, each.value, each.certainty, own, names)
                    ),
                    "path": position.paths[each.move],
                }
                for each in found.moves
            },
        }
