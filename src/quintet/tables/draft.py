"""A table in the making: what is done is on disk, so that a later try goes on from there."""

from __future__ import annotations

import json
import mmap
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quintet.tables.file import ROOM_BEFORE_VALUES, TableFile, finish_table, write_table

_JOURNAL = "journal.jsonl"
_VALUES = "values"
_SMALL = 2**24  # bytes; larger values stay in the file in which they were made


class Draft:
    """A folder beside the table it will become.

    `done` has what every finished step came to, by name, and `seconds` what they took. A draft of
    another plan (an older format, other rules) is thrown away.
    """

    def __init__(self, path: Path, plan: Mapping[str, Any]) -> None:
        self.path = path
        self.folder = path.with_name(path.name + ".solving")
        self.done: dict[str, Any] = {}
        self.seconds = 0.0
        self._memory: mmap.mmap | None = None
        lines = self._read_journal()
        if lines[:1] != [dict(plan)]:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
            self._append(plan)
            lines = []
        for line in lines[1:]:
            self._remember(**line)

    def mark(self, step: str, result: Any, seconds: float) -> None:
        """Says that a step is done; what it wrote is on disk before that."""
        if self._memory is not None:
            self._memory.flush()
        line = {"step": step, "result": result, "seconds": seconds}
        self._append(line)
        self._remember(**line)

    def _remember(self, *, step: str, result: Any, seconds: float) -> None:
        self.done[step] = result
        self.seconds += seconds

    def write(self, name: str, content: bytes) -> None:
        """Keeps a step's result in a file of the draft."""
        new = self.folder / f"{name}.new"
        with new.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.folder / name)

    def has(self, name: str) -> bool:
        return (self.folder / name).exists()

    def read(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    def values(self, size: int) -> memoryview:
        """Writable memory for the values of the table, which is their file."""
        path = self.folder / _VALUES
        path.touch()
        with path.open("r+b") as file:
            file.truncate(ROOM_BEFORE_VALUES + size)
            self._memory = mmap.mmap(file.fileno(), 0)
        return memoryview(self._memory)[ROOM_BEFORE_VALUES:]

    def finish(self, header: Mapping[str, Any], more: Mapping[str, bytes]) -> TableFile:
        """Makes the table: the block `values` is what stands in memory, and some more follow."""
        assert self._memory is not None
        self._memory.flush()
        if len(self._memory) <= _SMALL:
            values = bytes(self._memory[ROOM_BEFORE_VALUES:])
            table = write_table(self.path, header, {_VALUES: values, **more})
        else:
            table = finish_table(self.folder / _VALUES, self.path, header, _VALUES, more)
        self.remove()
        return table

    def go_on_from(self, file: TableFile, steps: Mapping[str, Any]) -> None:
        """Turns a finished table, with the steps that made it, into a draft again."""
        block = file.block(_VALUES)
        self.values(len(block))[:] = block
        for step, result in steps.items():
            self.mark(step, result, 0.0)

    def remove(self) -> None:
        shutil.rmtree(self.folder)

    def _read_journal(self) -> list[dict[str, Any]]:
        """The lines of the journal; one that was cut off by a kill does not count."""
        try:
            written = (self.folder / _JOURNAL).read_bytes().splitlines(keepends=True)
            return [json.loads(line) for line in written if line.endswith(b"\n")]
        except (OSError, ValueError):
            return []

    def _append(self, entry: Mapping[str, Any]) -> None:
        with (self.folder / _JOURNAL).open("ab") as file:
            file.write(json.dumps(entry).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
