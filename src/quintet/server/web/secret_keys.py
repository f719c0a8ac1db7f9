"""Keys that sign cookies, in a file that only its owner can read.

The first start creates the file. Each line is a key: its creation time in seconds, and its text. A
new key is accepted at once and signs after an hour, when every process and machine has it. An old
key is accepted for as long as a cookie lives, so that nobody loses a seat.
"""

from __future__ import annotations

import logging
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from quintet.errors import QuintetError
from quintet.i18n.sentence import sentence
from quintet.server.clock import Clock

log = logging.getLogger("quintet.server")

COOKIE_LIFE = 366 * 24 * 3600  # seconds
SIGNS_AFTER = 3600  # seconds
SECONDS_BETWEEN_LOOKS = 10.0
OTHERS = 0o007  # the permission bits of everybody else


class BadSecretFile(QuintetError, ValueError):
    """A file of keys that cannot be used, or that others could read."""


@dataclass(frozen=True, slots=True)
class Key:
    made: int
    text: str


def make_keys(path: Path, clock: Clock | None = None) -> None:
    """Create the file with its first key, unless it exists; several processes may try."""
    if path.exists():
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = _write_beside(path, [_new_key(clock or Clock())])
    try:
        os.link(part, path)
    except FileExistsError:
        pass
    finally:
        part.unlink()


def read_keys(path: Path) -> tuple[Key, ...]:
    """Return the keys, the oldest first."""
    if os.name == "posix" and path.stat().st_mode & OTHERS:
        raise BadSecretFile(
            sentence("Others can read {file}; let them not (chmod o= {file}).", file=str(path))
        )
    wrong = sentence("{file} is no file of keys.", file=str(path))
    try:
        lines = [line.split() for line in path.read_text("ascii").splitlines() if line.strip()]
        keys = sorted((Key(int(made), text) for made, text in lines), key=lambda key: key.made)
    except ValueError as error:  # also a text that is not ASCII, or not two words a line
        raise BadSecretFile(wrong) from error
    if not keys or any(len(key.text) < 32 for key in keys):
        raise BadSecretFile(wrong)
    return tuple(keys)


def rotate(path: Path, *, forget: bool = False, clock: Clock | None = None) -> int:
    """Add a key, remove expired ones (or all others), and return the number left."""
    new = _new_key(clock or Clock())
    kept = [] if forget else _accepted(read_keys(path), new.made)
    part = _write_beside(path, [*kept, new])
    before = path.stat()
    part.chmod(before.st_mode & 0o777)
    if hasattr(os, "chown"):
        os.chown(part, before.st_uid, before.st_gid)  # the server must still be able to read it
    part.replace(path)
    return len(kept) + 1


class KeyRing:
    """The keys to use now; the file is read again when it changes."""

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        self._clock = clock or Clock()
        self._path = path
        self._keys: tuple[Key, ...] = read_keys(path)
        self._version = _version(path)
        self._looked_at = self._clock.monotonic()

    def keys(self) -> list[str]:
        """Return the accepted keys; the last one signs."""
        if self._clock.monotonic() - self._looked_at > SECONDS_BETWEEN_LOOKS:
            self.look_again()
        return [key.text for key in _accepted(self._keys, self._clock.now() // 1000)]

    def look_again(self) -> bool:
        """Read the file if it has changed, and return whether it has."""
        self._looked_at = self._clock.monotonic()
        try:
            version = _version(self._path)
            if version == self._version:
                return False
            self._keys, self._version = read_keys(self._path), version
        except (OSError, BadSecretFile):
            log.warning("Cannot read the file of keys; the previous keys stay in use.")
            return False
        return True


def _accepted(keys: Sequence[Key], now: int) -> list[Key]:
    """Return the keys that are accepted at a time; the last one signs."""
    following = zip(keys, (*keys[1:], None), strict=True)
    count = [
        key
        for key, after in following
        if after is None or now <= after.made + SIGNS_AFTER + COOKIE_LIFE
    ]
    return sorted(
        count, key=lambda key: (key is keys[0] or key.made + SIGNS_AFTER <= now, key.made)
    )


def _new_key(clock: Clock) -> Key:
    return Key(clock.now() // 1000, secrets.token_urlsafe(32))


def _write_beside(path: Path, keys: Sequence[Key]) -> Path:
    """Write the keys to a temporary file in the same folder, to be renamed."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    text = "".join(f"{key.made} {key.text}\n" for key in keys)
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:  # noqa: PTH123
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return part


def _version(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_ino
