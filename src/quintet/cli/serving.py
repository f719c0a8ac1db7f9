"""What `quintet serve` and `quintet secret` are told, as the server's settings."""

from __future__ import annotations

import ipaddress
import math
from pathlib import Path

from quintet.cli.common import tell
from quintet.cli.processes import read_database, read_redis
from quintet.errors import BadOption
from quintet.folders import data_folder
from quintet.i18n.sentence import any_of, counted, sentence
from quintet.server.settings import Settings, prepare
from quintet.server.web.logs import LEVELS
from quintet.server.web.secret_keys import rotate


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
    return Settings(
        data or str(data_folder()),
        secret_file=None if secret_file is None else str(secret_file),
        limits=read_limits(limits),
        trusted_proxies=read_proxies(trusted_proxies),
        database=read_database(database),
        redis=None if redis is None else read_redis(redis),
        metrics_token=metrics_token,
        log_level=read_level(log_level),
    )


def read_limits(text: str) -> float:
    """A factor; `off` for none at all."""
    try:
        factor = math.inf if text == "off" else float(text)
    except ValueError:
        factor = math.nan
    if not factor > 0:  # also for what is no number
        raise BadOption(
            sentence(
                "--limits is off, or a number such as 1 or 2.5, not {given}.", given=text[:40]
            ),
            option="limits",
        )
    return factor


def read_proxies(text: str) -> tuple[str, ...]:
    """Addresses and networks with commas between."""
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    for part in found:
        try:
            ipaddress.ip_network(part, strict=False)
        except ValueError as error:
            raise BadOption(
                sentence("{given} is no address and no network.", given=part[:40]),
                option="trusted-proxies",
            ) from error
    return found


def read_level(text: str) -> str:
    if text not in LEVELS:
        raise BadOption(
            sentence("--log-level is one of {levels}.", levels=any_of(LEVELS)),
            option="log-level",
            allowed=LEVELS,
        )
    return text


def rotate_secret(settings: Settings, *, forget: bool) -> None:
    prepare(settings)
    left = rotate(settings.secret_path, forget=forget)
    tell(
        counted(
            "{file} has {count} key now.",
            "{file} has {count} keys now.",
            count=left,
            file=str(settings.secret_path),
        )
    )
