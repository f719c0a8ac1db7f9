"""`quintet serve`: the web server."""

from __future__ import annotations

from typing import Annotated

import typer

from quintet.cli.options import DataFolder, SecretFile
from quintet.cli.parsing.completion import complete_one_of
from quintet.i18n.sentence import template

HELP = template("Start the web server, for this machine or for others.")

Host = Annotated[
    str,
    typer.Option(
        metavar=template("ADDRESS"),
        help=template("Address to listen on; by default only this machine can connect."),
    ),
]
Port = Annotated[
    int | None,
    typer.Option(min=0, max=65535, help=template("Port; by default 7655, or a free one.")),
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        metavar=template("URL"),
        envvar="QUINTET_DATABASE",
        help=template("Store games in this PostgreSQL database instead of a file."),
    ),
]
RedisUrl = Annotated[
    str | None,
    typer.Option(
        metavar=template("URL"),
        envvar="QUINTET_REDIS",
        help=template("Share tables with other server processes and workers over this Redis."),
    ),
]
Browser = Annotated[bool, typer.Option(help=template("Open the browser when the server is ready."))]
RateLimits = Annotated[
    str,
    typer.Option(
        metavar=template("FACTOR"),
        help=template("Multiply all rate limits by this, or switch them off with 'off'."),
    ),
]
TrustedProxies = Annotated[
    str,
    typer.Option(
        metavar=template("ADDRESSES"),
        help=template("Proxies whose X-Forwarded-For is trusted, separated by commas."),
    ),
]
MetricsToken = Annotated[
    str | None,
    typer.Option(
        metavar=template("TOKEN"),
        envvar="QUINTET_METRICS_TOKEN",
        help=template("Serve /metrics to requests with this token, not to this machine alone."),
    ),
]
LogLevel = Annotated[
    str,
    typer.Option(
        metavar=template("LEVEL"),
        help=template("debug, info (every request), warning or error."),
        autocompletion=complete_one_of("debug", "info", "warning", "error"),
    ),
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = None,
    data: DataFolder = None,
    database: DatabaseUrl = None,
    redis: RedisUrl = None,
    browser: Browser = True,
    secret_file: SecretFile = None,
    limits: RateLimits = "1",
    trusted_proxies: TrustedProxies = "",
    metrics_token: MetricsToken = None,
    log_level: LogLevel = "warning",
) -> None:
    from quintet.cli.parsing.server_settings import settings_for
    from quintet.server.run import serve as run

    settings = settings_for(
        data,
        secret_file,
        limits=limits,
        trusted_proxies=trusted_proxies,
        database=database,
        redis=redis,
        metrics_token=metrics_token,
        log_level=log_level,
    )
    run(host, port, settings, browser=browser)
