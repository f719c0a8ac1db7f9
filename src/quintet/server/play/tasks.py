"""Background work of a table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from quintet.errors import QuintetError

log = logging.getLogger("quintet.server")

Result = TypeVar("Result")


def ended_without_result(task: asyncio.Task[Any]) -> bool:
    """Whether a task was cancelled, has failed, or found nothing."""
    return task.done() and (
        task.cancelled() or task.exception() is not None or task.result() is None
    )


class Tasks:
    """Tasks that run to their end even when the request that started them is gone."""

    def __init__(self) -> None:
        self.pending: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.get_running_loop().create_task(work)
        self.pending.add(task)
        task.add_done_callback(self._finished)
        return task

    async def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Start a task and wait for it; cancelling the caller does not cancel the task."""
        return await asyncio.shield(self.start(work))

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self.pending.discard(task)
        error = None if task.cancelled() else task.exception()
        # A refusal goes to the caller, if there is one; nobody needs it in the log.
        if error is not None and not isinstance(error, QuintetError):
            log.error("A task of a table failed.", exc_info=error)
