"""The journal of a draft: what it is a draft of, and a line for every step that is done.

A line has a checksum of its own, because what stands in it goes into the header of the table.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from quintet.tablebase.disk import checksum, write_whole

Entry = Mapping[str, Any]

_CHECKSUM = "checksum"


class Journal:
    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> list[Entry | None]:
        """What the lines say; None for one that is not as it was written.

        One that was cut off by a kill or a full disk was never written at all.
        """
        try:
            *lines, _ = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return []
        return [_read(line) for line in lines]

    def append(self, entry: Entry) -> None:
        with self.path.open("ab") as file:
            file.write(_written(entry))
            file.flush()
            os.fsync(file.fileno())

    def write(self, entries: Iterable[Entry]) -> None:
        """Begins anew with these entries."""
        write_whole(self.path, b"".join(map(_written, entries)))


def _sum(entry: Entry) -> str:
    # Read again, an entry is written with the same bytes.
    return checksum(json.dumps(entry).encode()).hex()


def _written(entry: Entry) -> bytes:
    return json.dumps({**entry, _CHECKSUM: _sum(entry)}).encode() + b"\n"


def _read(line: bytes) -> Entry | None:
    try:
        entry: dict[str, Any] = json.loads(line)
        claimed = entry.pop(_CHECKSUM)
    except (ValueError, LookupError, TypeError, AttributeError):
        return None
    return entry if claimed == _sum(entry) else None
