"""Threads that think, apart from everything else. The search leaves Python's lock alone."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from quintet.engine import Thinking

Result = TypeVar("Result")


class Thought:
    """Some thinking that can be stopped, before or while it is done."""

    def __init__(self) -> None:
        self.stopped = False
        self._thinking: Thinking | None = None

    def begun(self, thinking: Thinking) -> None:
        self._thinking = thinking
        if self.stopped:
            thinking.stop()

    def stop(self) -> None:
        self.stopped = True
        if self._thinking is not None:
            self._thinking.stop()


class Thinkers:
    """Moves are thought about by threads of their own, so that advice never makes anyone wait."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self._for_moves = ThreadPoolExecutor(max(2, cores), "quintet-move")
        self._for_advice = ThreadPoolExecutor(max(4, cores), "quintet-advice")
        self._thoughts: set[Thought] = set()

    async def about_move(self, thought: Thought, work: Callable[[], Result]) -> Result | None:
        return await self._think(self._for_moves, thought, work)

    async def about_advice(self, thought: Thought, work: Callable[[], Result]) -> Result | None:
        return await self._think(self._for_advice, thought, work)

    async def _think(
        self, pool: ThreadPoolExecutor, thought: Thought, work: Callable[[], Result]
    ) -> Result | None:
        """What the work comes to; None when it was stopped."""
        self._thoughts.add(thought)
        try:
            result = await asyncio.get_running_loop().run_in_executor(
                pool, lambda: None if thought.stopped else work()
            )
        finally:
            self._thoughts.discard(thought)
        return None if thought.stopped else result

    def close(self) -> None:
        for thought in list(self._thoughts):
            thought.stop()
        for pool in (self._for_moves, self._for_advice):
            pool.shutdown(wait=True, cancel_futures=True)
