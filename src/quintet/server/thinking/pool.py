"""The engine pool: threads that run jobs. Searches release the global lock."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from quintet.engine import Analysis
from quintet.server.thinking.jobs import AnalysisJob, Job, OnUpdate, Result, StopToken


class EnginePool:
    """Threads that run jobs: some for moves, so that they never wait for advice."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self._for_moves = ThreadPoolExecutor(max(2, cores), "quintet-move")
        self._for_advice = ThreadPoolExecutor(max(4, cores), "quintet-advice")
        self._tokens: set[StopToken] = set()

    async def run(
        self, job: Job[Result], token: StopToken, name: str, on_update: OnUpdate | None = None
    ) -> Result | None:
        """Run a job and return its result; None if it was stopped.

        Jobs of the same `name` may share one result.
        """
        self._tokens.add(token)
        try:
            result = await self._run(job, token, name, on_update)
        finally:
            self._tokens.discard(token)
        return None if token.stopped else result

    async def _run(
        self, job: Job[Result], token: StopToken, name: str, on_update: OnUpdate | None
    ) -> Result | None:
        return await self._run_here(job, token, on_update)

    async def _run_here(
        self, job: Job[Result], token: StopToken, on_update: OnUpdate | None
    ) -> Result | None:
        loop = asyncio.get_running_loop()

        def update(found: Analysis) -> None:
            if on_update is not None:
                loop.call_soon_threadsafe(on_update, found)

        def work() -> Result | None:
            return None if token.stopped else job.run(token, update if on_update else None)

        return await loop.run_in_executor(self._executor_for(job), work)

    def _executor_for(self, job: Job[Any]) -> ThreadPoolExecutor:
        advice = isinstance(job, AnalysisJob) and not job.to_win
        return self._for_advice if advice else self._for_moves

    async def close(self) -> None:
        for token in list(self._tokens):
            token.stop()
        for executor in (self._for_moves, self._for_advice):
            await asyncio.to_thread(executor.shutdown, wait=True, cancel_futures=True)
