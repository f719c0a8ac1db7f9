"""Files that are there when it is said so, and checksums that tell whether they are as written."""

from __future__ import annotations

import hashlib
import mmap
import os
import sys
from pathlib import Path

_PIECE = 2**24  # bytes hashed at a time


def checksum(content: bytes | memoryview | mmap.mmap, first: int = 0) -> bytes:
    """BLAKE2b, 32 bytes long, of everything from some byte on.

    A cyclic checksum would be some times as fast; but this one takes seconds for a gigabyte whose
    building takes far longer, misses nothing, and is the one that table files have anyway.
    """
    found = hashlib.blake2b(digest_size=32)
    with memoryview(content) as view:
        for start in range(first, len(view), _PIECE):
            found.update(view[start : start + _PIECE])
    return found.digest()


def checksum_of_part(path: Path, first: int, length: int) -> bytes | None:
    """The checksum of a part of a file; None if the file is not there or ends before."""
    found = hashlib.blake2b(digest_size=32)
    try:
        with path.open("rb") as file:
            file.seek(first)
            while length > 0:
                piece = file.read(min(length, _PIECE))
                if not piece:
                    return None
                found.update(piece)
                length -= len(piece)
    except FileNotFoundError:
        return None
    return found.digest()


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file at once; when this is done, it stays even if the power fails."""
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Brings the names of a folder's files to the disk; what is in the files is another matter."""
    if sys.platform == "win32":  # which has no such thing, and does it by itself
        return
    found = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(found)
    finally:
        os.close(found)
