"""The heartbeat: each second, store that the server runs; find overdue tables.

A clock runs only while a server is reachable and can write. The heartbeat stores when none could
(`store.heartbeat`), and knows how much time must be given back since any moment. A flag falls only
while the heartbeat is steady, so nobody loses on time during an outage.

Time never goes back, whatever wall clocks show. A process starts from its wall clock or from the
latest stored time, if that is later. Several processes start from the wall clock of the database
server, so that wrong clocks of their own do not matter. Where another process is still ahead, the
others follow it, and what they skip is a gap like any other. So a step of a wall clock costs nobody
time, and gives none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from quintet.server.clock import Clock
from quintet.server.store import Store
from quintet.server.web.errors import InternalError, Unavailable
from quintet.server.web.logs import facts

log = logging.getLogger("quintet.server")

INTERVAL = 1.0  # seconds
TOLERANCE_MS = 3_000  # a shorter silence stops no clock
OVERDUE_MS = 1_000  # after which any process may settle a table
MAX_TABLES = 100  # settled after one beat
STEP_MS = 1_000  # a smaller step of the wall clock is not worth a line in the log
MAX_AHEAD_MS = 2 * 24 * 3600 * 1000  # stored times farther ahead of ours are ignored at a start
HURRIED_INTERVAL = 0.02  # seconds between beats while a process catches up with another
HURRIED_BEATS = 75  # in which another process beats at least once


class Heartbeat:
    """The heartbeat of one process."""

    def __init__(self, store: Store, clock: Clock, *, alone: bool) -> None:
        self._store = store
        self._clock = clock
        self._alone = alone
        self._awake = 0  # the time of the latest beat
        self._hurried = 0  # how many of the next beats follow each other quickly
        self._lead = 0  # milliseconds by which our time is ahead of the wall clock
        self._gaps: list[tuple[int, int]] = []  # times without a server, the latest last
        self._beaten = asyncio.Condition()

    async def start(self) -> None:
        """Find out how long no server was there. A process that is alone knows it exactly."""
        if not self._alone:
            await self._share_time()
        heartbeats, limit = self._store.heartbeats, self._clock.now() + MAX_AHEAD_MS
        self._follow(await heartbeats.latest(limit))
        tolerance = 0 if self._alone else TOLERANCE_MS
        self._follow(await heartbeats.beat(self._clock.now(), 0, tolerance, limit))
        self._gaps = await heartbeats.gaps(0)
        self._awake = self._clock.now()

    async def run(self, settle: Callable[[list[str]], None]) -> None:
        """Beat until cancelled; `settle` is given the ids of overdue tables."""
        while True:
            await self._clock.sleep(HURRIED_INTERVAL if self._hurried else INTERVAL)
            try:
                settle(await self._beat())
            except (Unavailable, InternalError):
                pass  # the outage will be given back; the log says it once
            except Exception:
                log.exception("A heartbeat failed.")

    async def stop(self) -> None:
        """Store the last beat, so that the gap starts where it does."""
        with suppress(Unavailable, InternalError):
            if await self._store.heartbeats.is_needed():
                await self._store.heartbeats.beat(self._clock.now(), self._awake, TOLERANCE_MS)

    def missed(self, since: int) -> int:
        """For how many milliseconds after a moment there was no server."""
        total, now = 0, self._clock.now()
        for began, ended in reversed(self._gaps):
            if ended <= since:
                break
            total += max(0, min(ended, now) - max(began, since))
        return total

    @property
    def is_steady(self) -> bool:
        return self._clock.now() - self._awake <= TOLERANCE_MS

    async def steady(self) -> None:
        """Wait until it is known whether there was a gap."""
        async with self._beaten:
            await self._beaten.wait_for(lambda: self.is_steady)

    async def _beat(self) -> list[str]:
        self._watch()
        self._hurried = max(0, self._hurried - 1)
        heartbeats, at = self._store.heartbeats, self._clock.now()
        if not self._alone or await heartbeats.is_needed():
            latest = await heartbeats.beat(at, self._awake, TOLERANCE_MS)
            gaps = await heartbeats.gaps(self._gaps[-1][1] if self._gaps else 0)
            # Together: a process that sees the later time must also see what is given back.
            self._gaps += gaps
            self._follow(latest)
            at = max(at, latest)
            due = await self._store.due(at - OVERDUE_MS, MAX_TABLES)
        else:
            due = []
        async with self._beaten:
            self._awake = at
            self._beaten.notify_all()
        return due

    async def _share_time(self) -> None:
        """Start from the time of the database server, whatever our wall clock shows."""
        asked = self._clock.now()
        shared = await self._store.heartbeats.time()
        if shared is None:
            return
        answered = self._clock.now()
        self._clock.start_from(shared + (answered - asked) // 2)
        self._lead = self._clock.now() - self._clock.wall()
        if abs(self._lead) > TOLERANCE_MS:
            log.warning(
                "The system clock is %.1f seconds %s that of the database server. "
                "Games use the time of the database server; check both clocks.",
                abs(self._lead) / 1000,
                "behind" if self._lead > 0 else "ahead of",
                extra=facts(seconds=self._lead / 1000),
            )

    def _follow(self, latest: int) -> None:
        """Go on from a stored time, if it is later than ours."""
        behind = latest - self._clock.now()
        self._clock.follow(latest)
        if behind > TOLERANCE_MS:
            # A beat is up to a second old: ask often until a new one says it exactly.
            self._hurried = 0 if self._alone else HURRIED_BEATS
            log.warning(
                "The stored time is ahead of the system clock; games go on from the stored time. "
                "Check the system clock, and restart every process when it is right.",
                extra=facts(seconds=behind / 1000),
            )
        if behind > 0:
            self._lead = self._clock.now() - self._clock.wall()

    def _watch(self) -> None:
        """Log a step of the wall clock, once; our own time does not follow it."""
        lead = self._clock.now() - self._clock.wall()
        step, self._lead = self._lead - lead, lead
        if abs(step) >= STEP_MS:
            log.warning(
                "The system clock was set %s by %.1f seconds; games go on as before. "
                "Check the system clock, and restart every process when it is right.",
                "forward" if step > 0 else "back",
                abs(step) / 1000,
                extra=facts(seconds=step / 1000),
            )
