"""An engine pool without an engine: a test sees the jobs, and says when they end."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from quintet.server.thinking.jobs import Job, MoveJob, StopToken
from quintet.server.thinking.pool import EnginePool


@dataclass(eq=False)
class StubJob:
    job: Job[Any]
    token: StopToken
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    result: Any = None

    def stop(self) -> None:
        self.ended.set()

    def end(self, result: Any = None) -> None:
        self.result = result
        self.ended.set()


class StubPool(EnginePool):
    """Its jobs wait until a test ends them."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: list[StubJob] = []  # all that were ever started

    @property
    def running(self) -> list[StubJob]:
        return [each for each in self.jobs if not each.ended.is_set()]

    async def _run(self, job: Job[Any], token: StopToken, *_: Any, **__: Any) -> Any:
        made = StubJob(job, token)
        self.jobs.append(made)
        token.attach(made)
        await made.ended.wait()
        return made.result


def first_move(job: Job[Any]) -> str:
    """A legal move, to end the job of an engine with."""
    assert isinstance(job, MoveJob)
    return job.line.positions()[1].moves[0]
