"""The health of a process: whether people can play, and otherwise what is wrong.

The database is tested by a write, because a disk that is full or read-only still answers queries.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from typing_extensions import TypedDict

from quintet.errors import QuintetError
from quintet.server.bus.memory import Bus, BusHealth
from quintet.server.clock import Clock
from quintet.server.store import Store
from quintet.server.store.trouble import Trouble
from quintet.server.web.logs import facts

log = logging.getLogger("quintet.server")

DATABASE_TIMEOUT = 3.0  # seconds
CHECK_INTERVAL = 3.0  # seconds for which a report is repeated
MAX_LAG = 0.5  # seconds by which the event loop was late
MIN_FREE_BYTES = 100_000_000  # on the disk of the games


class HealthReport(TypedDict, total=False):
    """What `/healthz` answers: a status, and the parts that are wrong."""

    status: Literal["ok", "degraded", "unavailable", "ending"]
    database: Trouble | Literal["slow"]
    disk: Literal["low"]
    loop: Literal["lagging"]
    redis: BusHealth  # also when it is right, where there is one


class Health:
    """The checks behind `/healthz`, at most one every few seconds."""

    def __init__(self, store: Store, bus: Bus, clock: Clock, lag: Callable[[], float]) -> None:
        self._store = store
        self._lag = lag  # of the event loop, in seconds
        self._bus = bus
        self._clock = clock
        self._checking = asyncio.Lock()
        self._checked_at: float | None = None
        self._parts: HealthReport = {}
        self._can_write = True
        self._low = False

    async def report(self) -> HealthReport:
        """Return the status and what is wrong."""
        async with self._checking:
            now = self._clock.monotonic()
            if self._checked_at is None or now - self._checked_at >= CHECK_INTERVAL:
                self._parts = await self._check()
                self._checked_at = self._clock.monotonic()
        report: HealthReport = {"status": "ok", **self._parts}
        if self._bus.health is not None:
            report["redis"] = self._bus.health
        if not self._can_write:
            report["status"] = "unavailable"
        elif self._parts or report.get("redis", "ok") != "ok":
            # People can play, so a process must not be taken out of a pool for that.
            report["status"] = "degraded"
        return report

    async def _check(self) -> HealthReport:
        parts: HealthReport = {}
        if self._lag() > MAX_LAG:
            parts["loop"] = "lagging"
        try:
            async with self._clock.timeout(DATABASE_TIMEOUT):
                await self._store.check()
            trouble = self._store.database.trouble
            self._can_write = trouble in (None, "damaged")
        except QuintetError:
            trouble = self._store.database.trouble or "unreachable"
            self._can_write = False
        except TimeoutError:
            parts["database"] = "slow"
            trouble, self._can_write = None, False
        if trouble is not None:
            parts["database"] = trouble
        if self._is_disk_low():
            parts["disk"] = "low"
        return parts

    def _is_disk_low(self) -> bool:
        """Whether the disk of an SQLite database will soon be full."""
        url = self._store.database.engine.url
        if url.get_backend_name() != "sqlite" or not url.database:
            return False
        try:
            free = shutil.disk_usage(Path(url.database).parent).free
        except OSError:
            return False  # the write has told more
        low = free < MIN_FREE_BYTES
        if low and not self._low:
            log.warning(
                "The disk of the database is almost full. Make space before nobody can play.",
                extra=facts(free_bytes=free),
            )
        elif self._low and not low:
            log.warning("The disk of the database has space again.")
        self._low = low
        return low
