"""One thread writes everything: what waits together is put on disk together.

SQLite lets one writer in at a time anyway, and the wait for the disk is the same for one event as
for fifty. So whoever writes hands in a function and waits for it to be committed; the thread takes
all functions that have come in and commits them at once. Nothing here is about SQLite.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

MOST_AT_ONCE = 100
PATIENCE = 10.0  # seconds a write waits for a database that is away
PAUSE = 0.1  # seconds between tries

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class _Job:
    write: Callable[[Connection], Any]
    table_id: str
    done: Future[Any] = field(default_factory=Future)
    came: float = field(default_factory=time.monotonic)


class Writer:
    def __init__(
        self, engine: Engine, is_away: Callable[[BaseException], bool] = lambda _: False
    ) -> None:
        self._engine = engine
        self._is_away = is_away
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="quintet-writer", daemon=True)
        self._thread.start()

    def submit(self, write: Callable[[Connection], Result], table_id: str = "") -> Future[Result]:
        """Does this in a transaction; the future is done when it is on disk."""
        job = _Job(write, table_id)
        self._jobs.put(job)
        return job.done

    def close(self) -> None:
        """Writes what has been handed in, and ends."""
        self._ending.set()
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        batch: list[_Job] = []
        while self._gather(batch):
            error = self._commit(batch)
            if error is not None and not self._is_away(error):
                # One of them cannot be written; the others are not to suffer.
                for job in batch:
                    error = self._commit([job])
                    if error is not None and not self._is_away(error):
                        job.done.set_exception(error)
            batch = [job for job in batch if not job.done.done()]
            if error is not None and batch:
                batch = self._still_patient(batch, error)

    def _gather(self, batch: list[_Job]) -> bool:
        """Takes all that wait, or waits for the first; False when everything is written."""
        while len(batch) < MOST_AT_ONCE and not (batch and self._jobs.empty()):
            job = self._jobs.get()
            if job is None:
                self._jobs.put(None)  # to be found again when the rest is written
                break
            # Nobody can take back what is being written.
            if job.done.set_running_or_notify_cancel():
                batch.append(job)
        # Rows are locked in one order by everyone, so that nobody waits in a circle.
        batch.sort(key=lambda job: job.table_id)
        return bool(batch)

    def _commit(self, batch: list[_Job]) -> Exception | None:
        """Writes all of them, or none, and then says why."""
        try:
            with self._engine.begin() as connection:
                results = [job.write(connection) for job in batch]
        except Exception as error:  # whoever waits must hear of it, whatever it is
            return error
        for job, result in zip(batch, results, strict=True):
            job.done.set_result(result)
        return None

    def _still_patient(self, batch: list[_Job], error: Exception) -> list[_Job]:
        """Those who wait on while the database is away; the others hear of it."""
        since = time.monotonic() - (0 if self._ending.is_set() else PATIENCE)
        for job in batch:
            if job.came < since:
                job.done.set_exception(error)
        time.sleep(PAUSE)
        return [job for job in batch if not job.done.done()]
