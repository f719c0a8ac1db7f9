"""Drafts: unfinished tablebases on disk, from which an interrupted build resumes."""

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
from quintet.tablebase.disk import checksum, checksum_of_part, sync_folder, write_atomically
from quintet.tablebase.file import (
    ROOM_BEFORE_VALUES,
    TablebaseFile,
    finish_tablebase,
    write_tablebase,
)
from quintet.tablebase.journal import Entry, Journal

_JOURNAL = "journal.jsonl"
_VALUES = "values"
_SMALL = 2**24  # bytes; larger values are not copied out of the file they were computed in

log = logging.getLogger("quintet.tablebase")


class Draft:
    """A folder beside the tablebase it will become.

    `done` has the result of every finished step by name, and `seconds` the time of all. The journal
    has checksums of everything a step wrote. On resuming, a damaged step and all later ones, which
    may depend on it, are repeated. A draft of another plan (an older format, other rules) is
    deleted.
    """

    def __init__(self, path: Path, plan: Mapping[str, Any]) -> None:
        self.path = path
        self.folder = path.with_name(path.name + ".solving")
        self.done: dict[str, Any] = {}
        self.seconds = 0.0
        self._memory: mmap.mmap | None = None
        self._wrote: list[list[Any]] = []  # by the current step: see `_part`
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
        self._warn_of_loss(len(entries) - 1 - len(sound))
        for entry in sound:
            self._remember(entry)

    def mark(
        self, step: str, result: Any, seconds: float, values: Iterable[tuple[int, int]] = ()
    ) -> None:
        """Record a finished step, after flushing what it wrote to disk.

        That is the files written since the last mark, and parts of the values, given as start and
        length.
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
        """Return whether everything a step wrote is intact."""
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
        """Delete the files of other steps; their values may stay."""
        names = {_JOURNAL, _VALUES}
        names.update(part[0] for entry in entries for part in entry["wrote"])
        for path in self.folder.iterdir():
            if path.name not in names:
                path.unlink()

    def _warn_of_loss(self, steps: int) -> None:
        if steps > 0:
            log.warning(
                counted(
                    "{folder}: The unfinished tablebase here is damaged or out of date; repeating "
                    "{count} step.",
                    "{folder}: The unfinished tablebase here is damaged or out of date; repeating "
                    "{count} steps.",
                    folder=str(self.folder),
                    count=steps,
                )
            )

    def write(self, name: str, content: bytes) -> None:
        """Store the result of a step in a file of the draft."""
        write_atomically(self.folder / name, content)
        self._wrote.append(_part(name, 0, content))

    def has(self, name: str) -> bool:
        return (self.folder / name).exists()

    def read(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    def values(self, size: int) -> memoryview:
        """Return writable memory for the values, mapped from their file.

        Additional values of an earlier, larger build stay in the file.
        """
        path = self.folder / _VALUES
        path.touch()
        sync_folder(self.folder)
        wanted = ROOM_BEFORE_VALUES + size
        with path.open("r+b") as file:
            if os.fstat(file.fileno()).st_size < wanted:
                file.truncate(wanted)
            if sys.platform == "linux":
                # Report a full disk now instead of crashing when the memory is written.
                os.posix_fallocate(file.fileno(), 0, wanted)
            self._memory = mmap.mmap(file.fileno(), wanted)
        return memoryview(self._memory)[ROOM_BEFORE_VALUES:]

    @property
    def values_place(self) -> tuple[Path, int]:
        """The file of the values, and the byte where they begin."""
        return self.folder / _VALUES, ROOM_BEFORE_VALUES

    def finish(self, header: Mapping[str, Any], more: Mapping[str, bytes]) -> TablebaseFile:
        """Write the tablebase: the values in memory, and more blocks."""
        assert self._memory is not None
        self._memory.flush()
        if len(self._memory) <= _SMALL:
            values = bytes(self._memory[ROOM_BEFORE_VALUES:])
            file = write_tablebase(self.path, header, {_VALUES: values, **more})
        else:
            os.truncate(self.folder / _VALUES, len(self._memory))
            file = finish_tablebase(self.folder / _VALUES, self.path, header, _VALUES, more)
        self.remove()
        return file

    def remove(self) -> None:
        shutil.rmtree(self.folder)


def _part(name: str, first: int, content: bytes | memoryview) -> list[Any]:
    """Return the journal's entry for a part of a file."""
    return [name, first, len(content), checksum(content).hex()]
