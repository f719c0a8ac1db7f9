"""One thread writes everything: what waits together is put on disk together.

SQLite lets one writer in at a time anyway, and the wait for the disk is the same for one event as
for fifty. So whoever writes hands in a function and waits for it to be committed; the thread takes
all functions that have come in and commits them at once. Nothing here is about SQLite.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

MOST_AT_ONCE = 100

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class _Job:
    write: Callable[[Connection], Any]
    done: Future[Any] = field(default_factory=Future)


class Writer:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="quintet-writer", daemon=True)
        self._thread.start()

    def submit(self, write: Callable[[Connection], Result]) -> Future[Result]:
        """Does this in a transaction; the future is done when it is on disk."""
        job = _Job(write)
        self._jobs.put(job)
        return job.done

    def close(self) -> None:
        """Writes what has been handed in, and ends."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch, last = self._waiting(job)
            # Nobody can take back what is being written.
            batch = [each for each in batch if each.done.set_running_or_notify_cancel()]
            if not self._commit(batch):
                # One of them cannot be written; the others are not to suffer.
                for each in batch:
                    self._commit_alone(each)
            if last:
                return

    def _waiting(self, first: _Job) -> tuple[list[_Job], bool]:
        batch = [first]
        while len(batch) < MOST_AT_ONCE and not self._jobs.empty():
            job = self._jobs.get()
            if job is None:
                return batch, True
            batch.append(job)
        return batch, False

    def _commit(self, batch: list[_Job]) -> bool:
        """Writes all of them, or none."""
        try:
            with self._engine.begin() as connection:
                results = [job.write(connection) for job in batch]
        except Exception:  # each is tried again alone, and then says what is wrong
            return False
        for job, result in zip(batch, results, strict=True):
            job.done.set_result(result)
        return True

    def _commit_alone(self, job: _Job) -> None:
        try:
            with self._engine.begin() as connection:
                result = job.write(connection)
        except Exception as error:  # whoever waits must hear of it, whatever it is
            job.done.set_exception(error)
        else:
            job.done.set_result(result)
