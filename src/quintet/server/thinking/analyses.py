"""Analyses of positions: the same question is searched once, and remembered for a minute."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from dataclasses import dataclass

from quintet.engine import Analysis
from quintet.server.clock import Clock
from quintet.server.play.tasks import ended_without_result
from quintet.server.thinking.jobs import AnalysisJob, StopToken, job_to_json
from quintet.server.thinking.pool import EnginePool
from quintet.server.web.client import Client

KEPT_SECONDS = 60.0
MAX_KEPT = 200


@dataclass(frozen=True, slots=True)
class _Search:
    task: asyncio.Task[Analysis | None]
    begun: float


class Analyses:
    """The analyses that run now, and the latest results, by position and limits."""

    def __init__(self, pool: EnginePool, clock: Clock) -> None:
        self._pool = pool
        self._clock = clock
        self._searches: OrderedDict[str, _Search] = OrderedDict()  # by a digest of the job

    async def run(self, job: AnalysisJob, client: Client) -> Analysis | None:
        """Return the result of a job; the client that asked first is charged."""
        text = json.dumps(job_to_json(job), sort_keys=True)
        key = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:32]
        now, search = self._clock.monotonic(), self._searches.get(key)
        if search is None or ended_without_result(search.task) or now - search.begun > KEPT_SECONDS:
            work = self._pool.run(job, StopToken(), f"analysis:{key}", client=client)
            search = _Search(asyncio.get_running_loop().create_task(work), now)
            # The client may be gone when it fails.
            search.task.add_done_callback(ended_without_result)
            self._searches[key] = search
            self._drop_oldest()
        return await asyncio.shield(search.task)

    def _drop_oldest(self) -> None:
        done = [key for key, search in self._searches.items() if search.task.done()]
        for key in done[: max(0, len(self._searches) - MAX_KEPT)]:
            del self._searches[key]
