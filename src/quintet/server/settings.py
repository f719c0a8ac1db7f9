"""What a server is told when it starts, and where it keeps its data unless told otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

DATABASE = "quintet.sqlite3"
PORT = 7655


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs.

    `data` is a folder, or the address of a database. With `host_names` given, requests to any
    other name are refused: another site's page cannot reach a server on this machine by a name of
    its own.
    """

    data: str
    host_names: tuple[str, ...] = ()

    @property
    def database_url(self) -> str:
        if "://" in self.data:
            return self.data
        return f"sqlite:///{Path(self.data) / DATABASE}"


def make_folder(data: str) -> None:
    """Makes the folder for the data, for its owner's eyes only."""
    if "://" not in data:
        Path(data).mkdir(mode=0o700, parents=True, exist_ok=True)
