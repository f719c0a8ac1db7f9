"""What a server is told when it starts, and where it keeps its data unless told otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from quintet.server.web.secret_keys import make_keys, read_keys

DATABASE = "quintet.sqlite3"
SECRET = "secret.key"  # noqa: S105 the name of a file
PORT = 7655


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs.

    `data` is a folder; games are kept there unless `database` is the address of one. `redis` is
    where several processes of one server tell each other what happens. With `host_names` given,
    requests to any other name are refused: another site's page cannot reach a server on this
    machine by a name of its own. `secret_file` has the keys that sign cookies; it is in the folder
    unless said. `limits` is a factor for what one address and one device may ask for; infinity
    sets no limits. Only `trusted_proxies` (addresses or networks) are believed when they say for
    whom they ask. `metrics_token` is what one needs to see `/metrics`; without it, only this
    machine does. `log_level` is one of `logs.LEVELS`.
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

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{Path(self.data) / DATABASE}"

    @property
    def secret_path(self) -> Path:
        if self.secret_file is not None:
            return Path(self.secret_file)
        return Path(self.data) / SECRET


def prepare(settings: Settings) -> None:
    """Makes what a first start needs, for its owner's eyes only: the folder, and the keys."""
    Path(settings.data).mkdir(mode=0o700, parents=True, exist_ok=True)
    make_keys(settings.secret_path)
    read_keys(settings.secret_path)  # what is wrong with it is better said now than later
