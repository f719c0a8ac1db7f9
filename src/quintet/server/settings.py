"""What a server is told when it starts, and where it keeps its data unless told otherwise."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

DATABASE = "quintet.sqlite3"
PORT = 7655


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs.

    `data` is a folder; games are kept there unless `database` is the address of one. `redis` is
    where several processes of one server tell each other what happens. With `host_names` given,
    requests to any other name are refused: another site's page cannot reach a server on this
    machine by a name of its own.
    """

    data: str
    host_names: tuple[str, ...] = ()
    database: str | None = None
    redis: str | None = None

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{Path(self.data) / DATABASE}"


def data_folder() -> Path:
    """Where programs keep a person's data on this system."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Quintet"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Quintet"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "quintet"


def make_folder(data: str) -> None:
    """Makes the folder for the data, for its owner's eyes only."""
    Path(data).mkdir(mode=0o700, parents=True, exist_ok=True)
