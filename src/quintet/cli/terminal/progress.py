"""A progress bar on standard error, when that is a terminal; silence in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from quintet.cli.terminal.output import say
from quintet.i18n.sentence import Filling


class Update(Protocol):
    """Moves the bar to `done` and, if `doing` is given, changes its description."""

    def __call__(self, done: float, doing: Filling | None = None) -> None: ...


@contextmanager
def progress_bar(
    description: Filling, total: float, *, counted: bool = False
) -> Iterator[Update | None]:
    """Yield a function that updates the bar, or None when nobody would see it.

    A `counted` bar shows how many of the total are done instead of a percentage.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn() if counted else TaskProgressColumn(),
        TimeRemainingColumn() if counted else TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(say(description), total=total)

        def update(done: float, doing: Filling | None = None) -> None:
            progress.update(bar, completed=done, description=say(doing) if doing else None)

        yield update
