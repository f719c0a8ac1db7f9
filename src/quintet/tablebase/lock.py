"""A lock file beside a tablebase, so that one process at a time builds it.

The system releases the lock when its owner ends, even by a kill.
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

_MAX_TRIES = 100  # the last owner may be deleting the file we have just opened


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of the tablebase at a path; raise `TablebaseInUse` if it is taken."""
    lock = path.with_name(path.name + ".lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        # The system says "File exists", which does not tell what is wrong.
        wrong = errno.ENOTDIR
        raise NotADirectoryError(wrong, os.strerror(wrong), str(lock.parent)) from error
    with _open_locked(lock, path):
        try:
            yield
        finally:
            with contextlib.suppress(OSError):  # Windows cannot delete an open file
                lock.unlink()


def _open_locked(lock: Path, path: Path) -> BinaryIO:
    for _ in range(_MAX_TRIES):
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
            "{file}: Another process is building this tablebase. Wait for it, or build into "
            "another folder.",
            file=str(path),
        ),
        path=str(path),
    )


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> bool:
        """Lock a file; return whether that was possible."""
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: BinaryIO) -> bool:
        """Lock a file; return whether that was possible."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
