"""Spreading games over processes with joblib, on this machine or on a Ray cluster."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterable, Iterator

import joblib

from quintet.engine.tournament.game import Finished, play_game
from quintet.engine.tournament.plan import Plan, Task
from quintet.errors import BadOption
from quintet.sentence import sentence


def play_all(
    plan: Plan, tasks: Iterable[Task], *, jobs: int | None, ray: str | None
) -> Generator[Finished]:
    """The games as they finish, in any order; closing the iterator stops those still going on."""
    with _backend(ray):
        workers = joblib.Parallel(
            n_jobs=jobs or (-1 if ray else os.cpu_count() or 1),
            return_as="generator_unordered",
            batch_size=1,  # a game takes long enough, and a batch would be lost as a whole
            pre_dispatch="2*n_jobs",
        )
        yield from workers(joblib.delayed(play_game)(plan, task) for task in tasks)


@contextlib.contextmanager
def _backend(ray_address: str | None) -> Iterator[None]:
    if ray_address is None:
        yield
        return
    try:
        import ray
        from ray.util.joblib import register_ray
    except ImportError:
        raise BadOption(
            sentence("For --ray, Ray must be installed: pip install 'quintet[cluster]'."),
            option="ray",
            value=ray_address,
        ) from None
    try:
        ray.init(address=ray_address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError) as error:
        raise BadOption(
            sentence("There is no Ray cluster at {address}.", address=ray_address),
            option="ray",
            value=ray_address,
        ) from error
    register_ray()
    try:
        with joblib.parallel_config(backend="ray"):
            yield
    finally:
        ray.shutdown()
