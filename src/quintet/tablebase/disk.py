"""Durable writes and checksums."""

from __future__ import annotations

import hashlib
import mmap
import os
import sys
from pathlib import Path

_CHUNK = 2**24  # bytes hashed at a time


def checksum(content: bytes | memoryview | mmap.mmap, first: int = 0) -> bytes:
    """Return the BLAKE2b digest (32 bytes) of everything from a byte on.

    A CRC would be several times as fast, but this takes seconds for a gigabyte that takes far
    longer to build, and it is the checksum of tablebase files anyway.
    """
    found = hashlib.blake2b(digest_size=32)
    with memoryview(content) as view:
        for start in range(first, len(view), _CHUNK):
            found.update(view[start : start + _CHUNK])
    return found.digest()


def checksum_of_part(path: Path, first: int, length: int) -> bytes | None:
    """Return the checksum of a part of a file; None if it is missing."""
    found = hashlib.blake2b(digest_size=32)
    try:
        with path.open("rb") as file:
            file.seek(first)
            while length > 0:
                piece = file.read(min(length, _CHUNK))
                if not piece:
                    return None
                found.update(piece)
                length -= len(piece)
    except FileNotFoundError:
        return None
    return found.digest()


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file completely or not at all, even if the power fails."""
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush the file names of a folder to disk."""
    if sys.platform == "win32":  # folders cannot be flushed there, and need not be
        return
    found = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(found)
    finally:
        os.close(found)
