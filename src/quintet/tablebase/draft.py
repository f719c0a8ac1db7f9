"""A table in the making: what is done is on disk, so that a later try goes on from there."""

from __future__ import annotations

import logging
import mmap
import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

from quintet.i18n.sentence import counted
from quintet.tablebase.disk import checksum, checksum_of_part, sync_folder, write_whole
from quintet.tablebase.file import (
    ROOM_BEFORE_VALUES,
    TablebaseFile,
    finish_tablebase,
    write_tablebase,
)
from quintet.tablebase.journal import Entry, Journal

_JOURNAL = "journal.jsonl"
_VALUES = "values"
_SMALL = 2**24  # bytes; larger values stay in the file in which they were made

log = logging.getLogger("quintet.tablebase")


class Draft:
    """A folder beside the table it will become.

    `done` has what every finished step came to, by name, and `seconds` what they took. The journal
    knows a checksum of everything a step wrote. When a draft is taken up again and a step is not as
    it was written, it is done anew with all that came later, as these may rest on it. A draft of
    another plan (an older format, other rules) is thrown away.
    """

    def __init__(self, path: Path, plan: Mapping[str, Any]) -> None:
        self.path = path
        self.folder = path.with_name(path.name + ".solving")
        self.done: dict[str, Any] = {}
        self.seconds = 0.0
        self._memory: mmap.mmap | None = None
        self._wrote: list[list[Any]] = []  # by the step that is being done: see `_part`
        self._journal = Journal(self.folder / _JOURNAL)
        entries = self._journal.read()
        sound: list[Entry] = []
        if entries[:1] == [dict(plan)]:
            sound = [entry for entry in takewhile(self._is_sound, entries[1:]) if entry is not None]
            self._keep_only(sound)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
            sync_folder(self.folder.parent)
        self._journal.write([plan, *sound])
        self._tell_of_loss(len(entries) - 1 - len(sound))
        for entry in sound:
            self._remember(entry)

    def mark(
        self, step: str, result: Any, seconds: float, values: Iterable[tuple[int, int]] = ()
    ) -> None:
        """Says that a step is done; what it wrote is on disk before that.

        Besides the files written since the last mark these are parts of the values: where each
        begins and how long it is.
        """
        if self._memory is not None:
            self._memory.flush()
            with memoryview(self._memory) as memory:
                for first, length in values:
                    start = ROOM_BEFORE_VALUES + first
                    self._wrote.append(_part(_VALUES, start, memory[start : start + length]))
        entry = {"step": step, "result": result, "seconds": seconds, "wrote": self._wrote}
        self._journal.append(entry)
        self._remember(entry)
        self._wrote = []

    def _remember(self, entry: Entry) -> None:
        self.done[entry["step"]] = entry["result"]
        self.seconds += entry["seconds"]

    def _is_sound(self, entry: Entry | None) -> bool:
        """Whether everything a step wrote is there as it was written."""
        if entry is None:
            return False
        for name, first, length, expected in entry["wrote"]:
            path = self.folder / name
            found = checksum_of_part(path, first, length)
            if found is None or found.hex() != expected:
                return False
            if name != _VALUES and path.stat().st_size != length:
                return False
        return True

    def _keep_only(self, entries: Iterable[Entry]) -> None:
        """Takes away what is not of these steps; values of others may stay where they are."""
        names = {_JOURNAL, _VALUES}
        names.update(part[0] for entry in entries for part in entry["wrote"])
        for path in self.folder.iterdir():
            if path.name not in names:
                path.unlink()

    def _tell_of_loss(self, steps: int) -> None:
        if steps > 0:
            log.warning(
                counted(
                    "{folder}: What is left here of an earlier try is damaged or out of date; "
                    "{count} step is done anew.",
                    "{folder}: What is left here of an earlier try is damaged or out of date; "
                    "{count} steps are done anew.",
                    folder=str(self.folder),
                    count=steps,
                )
            )

    def write(self, name: str, content: bytes) -> None:
        """Keeps a step's result in a file of the draft."""
        write_whole(self.folder / name, content)
        self._wrote.append(_part(name, 0, content))

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
        sync_folder(self.folder)
        wanted = ROOM_BEFORE_VALUES + size
        with path.open("r+b") as file:
            if os.fstat(file.fileno()).st_size < wanted:
                file.truncate(wanted)
            if sys.platform == "linux":
                # A full disk is an error now, not a crash when the memory is written.
                os.posix_fallocate(file.fileno(), 0, wanted)
            self._memory = mmap.mmap(file.fileno(), wanted)
        return memoryview(self._memory)[ROOM_BEFORE_VALUES:]

    def finish(self, header: Mapping[str, Any], more: Mapping[str, bytes]) -> TablebaseFile:
        """Makes the table: the block `values` is what stands in memory, and some more follow."""
        assert self._memory is not None
        self._memory.flush()
        if len(self._memory) <= _SMALL:
            values = bytes(self._memory[ROOM_BEFORE_VALUES:])
            table = write_tablebase(self.path, header, {_VALUES: values, **more})
        else:
            os.truncate(self.folder / _VALUES, len(self._memory))
            table = finish_tablebase(self.folder / _VALUES, self.path, header, _VALUES, more)
        self.remove()
        return table

    def remove(self) -> None:
        shutil.rmtree(self.folder)


def _part(name: str, first: int, content: bytes | memoryview) -> list[Any]:
    """What the journal knows of a part of a file."""
    return [name, first, len(content), checksum(content).hex()]
