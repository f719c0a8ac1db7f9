"""One builder at a time: a file beside a table, locked while somebody builds it.

The system unlocks it when its owner ends, in whatever way; so a kill leaves nothing in the way.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from quintet.errors import TablebaseInUse
from quintet.i18n.sentence import sentence

_TRIES = 100  # to find a file that its last owner is not just taking away


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold the lock of the tablebase at a path; raise `TablebaseInUse` if it is taken."""
    lock = path.with_name(path.name + ".lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        # "File exists" is true, but does not say what is wrong with it.
        wrong = errno.ENOTDIR
        raise NotADirectoryError(wrong, os.strerror(wrong), str(lock.parent)) from error
    with _owned(lock, path):
        try:
            yield
        finally:
            with contextlib.suppress(OSError):  # where an open file cannot be taken away
                lock.unlink()


def _owned(lock: Path, path: Path) -> BinaryIO:
    for _ in range(_TRIES):
        file = lock.open("ab")
        if not _lock(file):
            file.close()
            break
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), lock.stat()):
                return file
        file.close()
    raise TablebaseInUse(
        sentence(
            "{file}: Somebody else is building this table right now; wait for it, or build into "
            "another folder.",
            file=str(path),
        ),
        path=str(path),
    )


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> bool:
        """Locks a file, unless somebody else has."""
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: BinaryIO) -> bool:
        """Locks a file, unless somebody else has."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
