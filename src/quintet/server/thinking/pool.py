"""Threads that think, apart from everything else. The search leaves Python's lock alone."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from quintet.engine import Analysis
from quintet.server.thinking.jobs import AnalysisTask, Result, Task, Tell, Thought


class Thinkers:
    """Moves are thought about by threads of their own, so that advice never makes anyone wait."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self._for_moves = ThreadPoolExecutor(max(2, cores), "quintet-move")
        self._for_advice = ThreadPoolExecutor(max(4, cores), "quintet-advice")
        self._thoughts: set[Thought] = set()

    async def think(
        self, task: Task[Result], thought: Thought, name: str, tell: Tell | None = None
    ) -> Result | None:
        """What a task comes to; None when it was stopped.

        The `name` says what it is about: who asks for the same at the same time is given the same.
        """
        self._thoughts.add(thought)
        try:
            result = await self._find(task, thought, name, tell)
        finally:
            self._thoughts.discard(thought)
        return None if thought.stopped else result

    async def _find(
        self, task: Task[Result], thought: Thought, name: str, tell: Tell | None
    ) -> Result | None:
        return await self._think_here(task, thought, tell)

    async def _think_here(
        self, task: Task[Result], thought: Thought, tell: Tell | None
    ) -> Result | None:
        loop = asyncio.get_running_loop()

        def hear(found: Analysis) -> None:
            if tell is not None:
                loop.call_soon_threadsafe(tell, found)

        def work() -> Result | None:
            return None if thought.stopped else task.think(thought, hear if tell else None)

        return await loop.run_in_executor(self._pool_for(task), work)

    def _pool_for(self, task: Task[Any]) -> ThreadPoolExecutor:
        hint = isinstance(task, AnalysisTask) and task.to_win
        advice = isinstance(task, AnalysisTask) and not hint
        return self._for_advice if advice else self._for_moves

    async def close(self) -> None:
        for thought in list(self._thoughts):
            thought.stop()
        for pool in (self._for_moves, self._for_advice):
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)
