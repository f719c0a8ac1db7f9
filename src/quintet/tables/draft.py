"""A table in the making: what is done is on disk, so that a later try goes on from there."""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import shutil
import sys
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
        """Writable memory for the values of the table, which is their file.

        If an earlier try had more values, they stay in the file for a later one.
        """
        path = self.folder / _VALUES
        path.touch()
        wanted = ROOM_BEFORE_VALUES + size
        with path.open("r+b") as file:
            if os.fstat(file.fileno()).st_size < wanted:
                file.truncate(wanted)
            if sys.platform == "linux":
                # A full disk is an error now, not a crash when the memory is written.
                os.posix_fallocate(file.fileno(), 0, wanted)
            self._memory = mmap.mmap(file.fileno(), wanted)
        return memoryview(self._memory)[ROOM_BEFORE_VALUES:]

    def finish(self, header: Mapping[str, Any], more: Mapping[str, bytes]) -> TableFile:
        """Makes the table: the block `values` is what stands in memory, and some more follow."""
        assert self._memory is not None
        self._memory.flush()
        if len(self._memory) <= _SMALL:
            values = bytes(self._memory[ROOM_BEFORE_VALUES:])
            table = write_table(self.path, header, {_VALUES: values, **more})
        else:
            os.truncate(self.folder / _VALUES, len(self._memory))
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
        """The lines of the journal; one cut off by a kill or a full disk does not count."""
        lines = []
        with contextlib.suppress(FileNotFoundError):
            for line in (self.folder / _JOURNAL).read_bytes().splitlines():
                with contextlib.suppress(ValueError):
                    lines.append(json.loads(line))
        return lines

    def _append(self, entry: Mapping[str, Any]) -> None:
        with (self.folder / _JOURNAL).open("ab") as file:
            # A line of its own, even if the last one was cut off.
            file.write(b"\n" + json.dumps(entry).encode())
            file.flush()
            os.fsync(file.fileno())
