"""`quintet worker`: computes moves and analyses for servers."""

from __future__ import annotations

from typing import Annotated

import typer

from quintet.cli.parsing.server_urls import read_redis
from quintet.i18n.sentence import template

HELP = template("Compute moves and analyses for servers, until it is stopped.")

RedisUrl = Annotated[
    str,
    typer.Option(
        metavar=template("URL"),
        envvar="QUINTET_REDIS",
        help=template("The Redis that the servers use."),
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, help=template("Jobs to run at the same time; one per core by default.")),
]


def worker(redis: RedisUrl, jobs: Jobs = None) -> None:
    url = read_redis(redis)
    # Imported after the check: it needs packages that may be missing.
    from quintet.server.thinking.worker import work

    work(url, jobs)
