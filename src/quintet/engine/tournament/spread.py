"""Spreading games over processes with joblib, on this machine or on a Ray cluster."""

from __future__ import annotations

import contextlib
import os
import warnings
from collections.abc import Generator, Iterable, Iterator
from itertools import islice

import joblib

from quintet.engine.tournament.game import Finished, play_game
from quintet.engine.tournament.plan import Plan, Task
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence

# Games a worker of a cluster plays before results are fetched: several, since the last to finish
# keeps the others waiting; few, since a run that is killed loses them.
_CLUSTER_BATCH = 4


def play_all(
    plan: Plan, tasks: Iterable[Task], *, jobs: int | None, ray: str | None
) -> Generator[Finished]:
    """The games as they finish, in any order; closing the iterator stops those still going on."""
    if ray is not None:
        yield from _on_cluster(plan, tasks, jobs, ray)
        return
    workers = joblib.Parallel(
        n_jobs=jobs or os.cpu_count() or 1,
        return_as="generator_unordered",
        batch_size=1,  # a game takes long enough, and a batch would be lost as a whole
        pre_dispatch="2*n_jobs",
    )
    games = workers(joblib.delayed(play_game)(plan, task) for task in tasks)
    try:
        for game in games:  # noqa: UP028 - closing must come to us first
            yield game
    finally:
        with warnings.catch_warnings():
            # Who stops early knows that games are lost.
            warnings.simplefilter("ignore")
            games.close()


def _on_cluster(
    plan: Plan, tasks: Iterable[Task], jobs: int | None, address: str
) -> Generator[Finished]:
    """The same on Ray, whose joblib backend gives results only when all of a call are there."""
    with _cluster(address) as processors, joblib.parallel_config(backend="ray"):
        number = jobs or processors
        rest = iter(tasks)
        with joblib.Parallel(n_jobs=number, batch_size=1) as workers:
            while batch := list(islice(rest, _CLUSTER_BATCH * number)):
                yield from workers(joblib.delayed(play_game)(plan, task) for task in batch)


@contextlib.contextmanager
def _cluster(address: str) -> Iterator[int]:
    """A connection to a cluster; gives the number of its processors."""
    try:
        import ray
        from ray.util.joblib import register_ray
    except ImportError:
        raise BadOption(
            sentence("For --ray, Ray must be installed: pip install 'quintet[cluster]'."),
            option="ray",
            value=address,
        ) from None
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError) as error:
        raise BadOption(
            sentence("There is no Ray cluster at {address}.", address=address),
            option="ray",
            value=address,
        ) from error
    try:
        register_ray()
        yield max(1, int(ray.cluster_resources().get("CPU", 1)))
    finally:
        ray.shutdown()
