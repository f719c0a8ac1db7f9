"""The journal of a draft: its plan, then a line for every finished step.

Every line has a checksum, because its contents end up in the header of the tablebase.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from quintet.tablebase.disk import checksum, write_atomically

Entry = Mapping[str, Any]

_CHECKSUM = "checksum"


class Journal:
    """A file of JSON lines, each with a checksum."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[Entry | None]:
        """Return the entries; None for a damaged one.

        A last line without line end, cut off by a kill or a full disk, is not an entry.
        """
        try:
            *lines, _ = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return []
        return [_read(line) for line in lines]

    def append(self, entry: Entry) -> None:
        with self.path.open("ab") as file:
            file.write(_encoded(entry))
            file.flush()
            os.fsync(file.fileno())

    def write(self, entries: Iterable[Entry]) -> None:
        """Replace the journal by these entries."""
        write_atomically(self.path, b"".join(map(_encoded, entries)))


def _sum(entry: Entry) -> str:
    # An entry that is read and written again has the same bytes.
    return checksum(json.dumps(entry).encode()).hex()


def _encoded(entry: Entry) -> bytes:
    return json.dumps({**entry, _CHECKSUM: _sum(entry)}).encode() + b"\n"


def _read(line: bytes) -> Entry | None:
    try:
        entry: dict[str, Any] = json.loads(line)
        claimed = entry.pop(_CHECKSUM)
    except (ValueError, LookupError, TypeError, AttributeError):
        return None
    return entry if claimed == _sum(entry) else None
