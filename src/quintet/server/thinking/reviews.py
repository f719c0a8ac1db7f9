"""Reviews of finished games: made in the background, a move at a time, and stored.

They have a lane of their own in the engine pool, on which one move is judged at a time, so that
they never delay a game. The client that asked first is charged.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from quintet.engine.analysis import Analysis
from quintet.engine.review import NODES, Judgement, Review, repetition_draws, reviewed
from quintet.errors import NotAllowed, QuintetError
from quintet.i18n.sentence import sentence
from quintet.position import Position
from quintet.record import Record
from quintet.server.clock import Clock
from quintet.server.play.table import Table
from quintet.server.play.tasks import Tasks
from quintet.server.store import Store
from quintet.server.thinking.jobs import ReviewJob, StopToken, line_from
from quintet.server.thinking.plain import (
    read_analysis,
    read_judgement,
    write_analysis,
    write_judgement,
)
from quintet.server.thinking.pool import EnginePool
from quintet.server.web.client import Client
from quintet.server.web.errors import Busy, InternalError, Unavailable
from quintet.server.web.processor_time import in_thread
from quintet.table.saving import record_of

log = logging.getLogger("quintet.server")

VERSION = 2  # of the judgements; stored reviews of another one are made again
SECONDS = 60.0  # after which a worker gives a move up; judging one takes a fraction of a second
MAX_KEPT = 100  # reviews in memory
MAX_PENDING = 20, 4  # of an address, of a device: reviews that are being made
NOT_OVER = sentence("A game can be reviewed when it is over.")


class GameReview:
    """The review of a game, as far as it has come."""

    def __init__(self, record: Record, positions: Sequence[Position]) -> None:
        self.record = record
        self.positions = positions
        self.moves = [ply.move for ply in record.moves]
        self.analyses: list[Analysis] = []
        self.judgements: list[Judgement] = []
        self.failed: QuintetError | None = None
        self._is_settled = False
        self._changed = asyncio.Event()
        self._repetition = repetition_draws(record, positions)

    def job(self, number: int, move: str, **how: bool) -> ReviewJob:
        """Return the job that judges a move instead of the one played as that number."""
        before = write_analysis(self.analyses[number]) if number < len(self.analyses) else None
        line = line_from(self.positions[0], [*self.moves[:number], move])
        return ReviewJob(line, SECONDS, number + 1, before, self._repetition, **how)

    @property
    def is_done(self) -> bool:
        """Whether all moves are judged, and that is stored: what is told as done stays."""
        return self._is_settled and len(self.judgements) == len(self.moves)

    def settle(self) -> None:
        """Note that it is stored, or cannot be."""
        self._is_settled = True
        self._wake()

    def result(self) -> Review:
        """Return the review of the moves that have been judged."""
        count = len(self.judgements)
        return reviewed(
            self.record, self.positions[: count + 1], self.analyses, self.judgements[:count]
        )

    def add(self, judgement: Judgement, after: Analysis) -> None:
        if not self.analyses:
            self.analyses.append(judgement.analysis)
        self.analyses.append(after)
        self.judgements.append(judgement)
        self._wake()

    def fail(self, error: QuintetError) -> None:
        self.failed = error
        self._wake()

    async def beyond(self, count: int) -> None:
        """Wait until more moves are judged than `count`, or no more will be."""
        while len(self.judgements) <= count and not self.is_done and self.failed is None:
            await self._changed.wait()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class Reviews:
    """The reviews of a server's games."""

    def __init__(self, pool: EnginePool, store: Store, clock: Clock) -> None:
        self._pool = pool
        self._store = store
        self._clock = clock
        self._kept: OrderedDict[str, GameReview] = OrderedDict()  # by table
        self._pending: dict[str, Client] = {}  # who has asked for those that are being made
        self._tokens: dict[str, StopToken] = {}  # of the searches that run
        self._saving: set[asyncio.Task[None] | None] = set()  # those that only have to be stored
        self.tasks = Tasks()

    async def find(self, table: Table) -> GameReview | None:
        """Return the review of a game if it was made, or is being made."""
        if table.state.phase != "over":
            raise NotAllowed(NOT_OVER)
        kept = self._of_memory(table)
        if kept is not None:
            return kept
        stored = await self._store.reviews.load(table.id)
        read = None if stored is None else await in_thread(lambda: _read(table, stored))
        kept = self._of_memory(table)  # it may have been begun meanwhile
        if kept is None and read is not None:
            self._keep(table.id, read)
            return read
        return kept

    async def start(self, table: Table, client: Client) -> GameReview:
        """Return the review of a game; it is begun if nobody has asked for it before."""
        found = await self.find(table)
        if found is not None:
            return found
        self._pool.check(client)
        self._refuse_if_many(client)
        made = _new(table)
        self._keep(table.id, made)
        self._pending[table.id] = client
        self.tasks.start(self._make(table.id, made, client))
        return made

    async def close(self) -> None:
        """Stop, and store what is complete; the rest is made again when somebody asks."""
        for token in self._tokens.values():
            token.stop()
        for task in self.tasks.pending:
            if task not in self._saving:
                task.cancel()
        await asyncio.gather(*self.tasks.pending, return_exceptions=True)

    def _of_memory(self, table: Table) -> GameReview | None:
        kept = self._kept.get(table.id)
        if kept is None or kept.failed is not None or kept.moves != _moves(table):
            return None
        self._kept.move_to_end(table.id)
        return kept

    def _keep(self, table_id: str, made: GameReview) -> None:
        self._kept[table_id] = made
        done = [each for each, kept in self._kept.items() if kept.is_done]
        for each in done[: max(0, len(self._kept) - MAX_KEPT)]:
            del self._kept[each]

    def _refuse_if_many(self, client: Client) -> None:
        addresses = Counter(each.address for each in self._pending.values())
        devices = Counter(each.device for each in self._pending.values())
        of_address, of_device = MAX_PENDING
        if addresses[client.address] >= of_address or devices[client.device] >= of_device:
            raise Busy(sentence("Several of your games are being reviewed; wait for them."))

    async def _make(self, table_id: str, made: GameReview, client: Client) -> None:
        try:
            for number, move in enumerate(made.moves):
                job = made.job(number, move)
                name = f"{table_id}:review:{number + 1}"
                token = self._tokens[table_id] = StopToken()
                judged = await self._pool.run(job, token, name, client=client)
                if judged is None:  # the server stops
                    made.fail(Unavailable(sentence("The review was interrupted; ask again.")))
                    return
                made.add(judged.judgement, judged.after)
            self._saving.add(asyncio.current_task())
            # Without the database it is kept in memory, and made again after a restart.
            with suppress(Unavailable, InternalError):
                mistakes = [(it.ply, it.seat) for it in made.judgements if it.is_mistake]
                now, body = self._clock.now(), _write(made)
                await self._store.reviews.save(table_id, now, body, mistakes)
            made.settle()
        except QuintetError as error:
            made.fail(error)
        except Exception:
            log.exception("A review failed.")
            made.fail(InternalError())
        finally:
            self._saving.discard(asyncio.current_task())
            self._pending.pop(table_id, None)
            self._tokens.pop(table_id, None)


def _moves(table: Table) -> list[str]:
    return [ply.move for ply in table.state.played]


def _new(table: Table) -> GameReview:
    return GameReview(record_of(table.state, table.time()), tuple(table.state.positions))


def _write(made: GameReview) -> Mapping[str, object]:
    return {
        "version": VERSION,
        "nodes": NODES,
        "moves": made.moves,
        "analyses": [write_analysis(each) for each in made.analyses],
        "judgements": [write_judgement(each) for each in made.judgements],
    }


def _read(table: Table, stored: Any) -> GameReview | None:
    """Read a stored review; None if it is of another version, or cannot be read."""
    made = _new(table)
    with suppress(KeyError, TypeError, ValueError, IndexError):
        if stored["version"] == VERSION and stored["moves"] == made.moves:
            analyses = zip(made.positions, stored["analyses"], strict=True)
            made.analyses = [read_analysis(position, plain) for position, plain in analyses]
            before = zip(made.analyses, stored["judgements"], strict=False)
            made.judgements = [read_judgement(analysis, plain) for analysis, plain in before]
            made.settle()
            return made if made.is_done else None
    return None
