"""The writer thread: commits all waiting writes in one transaction.

SQLite allows one writer at a time anyway, and a commit takes as long for one event as for fifty.
Callers submit a function and wait for its future; the thread runs all submitted functions and
commits them together. Nothing here depends on SQLite.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from quintet.server.clock import Clock

MAX_BATCH = 100
WRITE_TIMEOUT = 10.0  # seconds a write waits while the database is unreachable
RETRY_INTERVAL = 0.1  # seconds
WRITES = "quintet_writes"  # an execution option of connections that write

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class _Write:
    run: Callable[[Connection], Any]
    table_id: str
    submitted: float
    done: Future[Any] = field(default_factory=Future)


class Writer:
    """One thread that writes; `is_transient` tells errors that a retry may cure."""

    def __init__(
        self,
        engine: Engine,
        is_transient: Callable[[BaseException], bool] = lambda _: False,
        clock: Clock | None = None,
    ) -> None:
        self._engine = engine.execution_options(**{WRITES: True})
        self._is_transient = is_transient
        self._clock = clock or Clock()
        self._queue: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="quintet-writer", daemon=True)
        self._thread.start()

    def submit(self, write: Callable[[Connection], Result], table_id: str = "") -> Future[Result]:
        """Run a function in a transaction; the future is done when it is on disk."""
        job = _Write(write, table_id, self._clock.monotonic())
        self._queue.put(job)
        return job.done

    def close(self) -> None:
        """Write what has been submitted, and stop the thread."""
        self._closing.set()
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        batch: list[_Write] = []
        while self._gather(batch):
            error = self._commit(batch)
            if error is not None and not self._is_transient(error):
                # One of them is invalid: commit each on its own, so that only that one fails.
                for job in batch:
                    error = self._commit([job])
                    if error is not None and not self._is_transient(error):
                        job.done.set_exception(error)
            batch = [job for job in batch if not job.done.done()]
            if error is not None and batch:
                batch = self._expire(batch, error)

    def _gather(self, batch: list[_Write]) -> bool:
        """Wait for a write and add all that are queued; False when there will be none."""
        while len(batch) < MAX_BATCH and not (batch and self._queue.empty()):
            job = self._queue.get()
            if job is None:
                self._queue.put(None)  # for the next call, when the rest is written
                break
            # From now on it cannot be cancelled.
            if job.done.set_running_or_notify_cancel():
                batch.append(job)
        # Every process locks rows in the same order, so there are no deadlocks.
        batch.sort(key=lambda job: job.table_id)
        return bool(batch)

    def _commit(self, batch: list[_Write]) -> Exception | None:
        """Commit all writes, or none and return the error."""
        try:
            with self._engine.begin() as connection:
                results = [job.run(connection) for job in batch]
        except Exception as error:  # the callers get it, whatever it is
            return error
        for job, result in zip(batch, results, strict=True):
            job.done.set_result(result)
        return None

    def _expire(self, batch: list[_Write], error: Exception) -> list[_Write]:
        """Fail the writes that have waited too long; return the others after a pause."""
        timeout = 0 if self._closing.is_set() else WRITE_TIMEOUT
        for job in batch:
            if self._clock.monotonic() - job.submitted >= timeout:
                job.done.set_exception(error)
        self._closing.wait(RETRY_INTERVAL)
        return [job for job in batch if not job.done.done()]
