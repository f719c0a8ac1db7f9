"""The options of `quintet serve` and `quintet secret`, as the server's settings."""

from __future__ import annotations

import ipaddress
import math
from pathlib import Path

from quintet.cli.parsing.server_urls import read_database, read_redis
from quintet.cli.parsing.values import check_choice
from quintet.errors import BadOption
from quintet.folders import data_folder
from quintet.i18n.sentence import sentence
from quintet.server.settings import Settings
from quintet.server.web.logs import LEVELS


def settings_for(
    data: str | None,
    secret_file: Path | None,
    limits: str = "1",
    trusted_proxies: str = "",
    database: str | None = None,
    redis: str | None = None,
    metrics_token: str | None = None,
    log_level: str = "warning",
) -> Settings:
    """Return the server's settings; check every option."""
    return Settings(
        data or str(data_folder()),
        secret_file=None if secret_file is None else str(secret_file),
        limits=read_limits(limits),
        trusted_proxies=read_proxies(trusted_proxies),
        database=read_database(database),
        redis=None if redis is None else read_redis(redis),
        metrics_token=metrics_token,
        log_level=check_choice("log-level", log_level, LEVELS),
    )


def read_limits(text: str) -> float:
    """Return the factor of all rate limits; infinity for `off`."""
    try:
        factor = math.inf if text == "off" else float(text)
    except ValueError:
        factor = math.nan
    if not factor > 0:  # false for NaN, too
        raise BadOption(
            sentence(
                "--limits is off, or a number such as 1 or 2.5, not {given}.", given=text[:40]
            ),
            option="limits",
        )
    return factor


def read_proxies(text: str) -> tuple[str, ...]:
    """Return addresses and networks given with commas between."""
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    for part in found:
        try:
            ipaddress.ip_network(part, strict=False)
        except ValueError as error:
            raise BadOption(
                sentence("{given} is not an IP address or network.", given=part[:40]),
                option="trusted-proxies",
            ) from error
    return found
