"""Play games in parallel with joblib, on this machine or on a Ray cluster."""

from __future__ import annotations

import contextlib
import multiprocessing.resource_tracker
import os
import signal
import warnings
from collections.abc import Generator, Iterable, Iterator
from itertools import islice

import joblib
from joblib.externals.loky.backend import resource_tracker

from quintet.engine.tournament.game import Finished, play_game
from quintet.engine.tournament.plan import Plan, Task
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence

# Games per worker of a cluster between fetches of results: several, since all wait for the last one
# to finish; few, since a run that is killed loses them.
_CLUSTER_BATCH = 4


def play_all(
    plan: Plan, tasks: Iterable[Task], *, jobs: int | None, ray: str | None
) -> Generator[Finished]:
    """Yield games as they finish, in any order; closing the iterator stops the others."""
    if ray is not None:
        yield from _on_cluster(plan, tasks, jobs, ray)
        return
    workers = joblib.Parallel(
        n_jobs=jobs or os.cpu_count() or 1,
        return_as="generator_unordered",
        batch_size=1,  # a game takes long enough, and an interrupted batch is lost as a whole
        pre_dispatch="2*n_jobs",
    )
    # Workers stopped by force leave semaphores to joblib's resource tracker, which removes them and
    # would warn about it. The tracker is a process of its own, so only its environment reaches it.
    quiet = "ignore:resource_tracker:UserWarning"
    os.environ["PYTHONWARNINGS"] = ",".join(filter(None, [os.environ.get("PYTHONWARNINGS"), quiet]))
    with _interrupts_held():  # workers inherit this and leave Ctrl-C to the main process
        games = workers(joblib.delayed(play_game)(plan, task) for task in tasks)
    try:
        for game in games:  # noqa: UP028 - `finally` must run before the generator of joblib closes
            yield game
    finally:
        with warnings.catch_warnings():
            # joblib warns that unfinished games are lost, which is the point of stopping early.
            warnings.simplefilter("ignore")
            games.close()


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Block SIGINT in this thread, and in threads and processes it starts.

    A Ctrl-C reaches all processes of a terminal. Workers that handled it would print a traceback
    each; the main process stops them instead.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    # Workers start the trackers of joblib and of the standard library if those do not run yet, and
    # starting one unblocks SIGINT.
    resource_tracker.ensure_running()
    multiprocessing.resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _on_cluster(
    plan: Plan, tasks: Iterable[Task], jobs: int | None, address: str
) -> Generator[Finished]:
    """Yield games played on Ray, whose joblib backend returns whole batches."""
    with _cluster(address) as processors, joblib.parallel_config(backend="ray"):
        number = jobs or processors
        rest = iter(tasks)
        with joblib.Parallel(n_jobs=number, batch_size=1) as workers:
            while batch := list(islice(rest, _CLUSTER_BATCH * number)):
                yield from workers(joblib.delayed(play_game)(plan, task) for task in batch)


@contextlib.contextmanager
def _cluster(address: str) -> Iterator[int]:
    """Connect to a cluster; yield the number of its processors."""
    try:
        import ray
        from ray.util.joblib import register_ray
    except ImportError:
        raise BadOption(
            sentence("--ray needs Ray. Install it with pip install 'quintet[cluster]'."),
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
