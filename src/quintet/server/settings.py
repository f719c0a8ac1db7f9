"""The settings of a server, and where it stores its data by default."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from quintet.server.web.secret_keys import make_keys, read_keys

DATABASE = "quintet.sqlite3"
SECRET = "secret.key"  # noqa: S105 the name of a file
PORT = 7655


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server.

    `data` is a folder for the games, unless `database` is the address of a database. `redis` is the
    bus between several processes of one server. With `host_names`, requests to any other name are
    refused, which keeps pages of other sites from reaching a local server (DNS rebinding).
    `secret_file` has the keys that sign cookies; by default it is in the folder. `limits` is a
    factor of the rate limits; infinity turns them off. Forwarding headers are accepted only from
    `trusted_proxies` (addresses or networks). `metrics_token` gives access to `/metrics`; without
    it, only this machine has access. `log_level` is one of `logs.LEVELS`. Links for others have the
    first of `shared_addresses` where the host is at this machine.
    """

    data: str
    host_names: tuple[str, ...] = ()
    database: str | None = None
    redis: str | None = None
    secret_file: str | None = None
    limits: float = 1.0
    trusted_proxies: tuple[str, ...] = ()
    metrics_token: str | None = None
    log_level: str = "warning"
    shared_addresses: tuple[str, ...] = ()

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{Path(self.data) / DATABASE}"

    @property
    def secret_path(self) -> Path:
        if self.secret_file is not None:
            return Path(self.secret_file)
        return Path(self.data) / SECRET


def prepare(settings: Settings) -> None:
    """Create the folder and the keys if missing, readable only by their owner."""
    Path(settings.data).mkdir(mode=0o700, parents=True, exist_ok=True)
    make_keys(settings.secret_path)
    read_keys(settings.secret_path)  # fail at the start, not at the first request
