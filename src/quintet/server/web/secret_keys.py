"""The keys that sign cookies: made on the first start, in a file that only its owner reads.

The file has a line a key: when it was made, in seconds, and the key itself. A new key is accepted
at once and signs an hour later, so that by then every process and machine has it. An old one is
accepted for as long as a cookie lives, so that nobody loses a seat.
"""

from __future__ import annotations

import logging
import os
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from quintet.errors import QuintetError
from quintet.i18n.sentence import sentence

log = logging.getLogger("quintet.server")

COOKIE_LIFE = 366 * 24 * 3600  # seconds
SIGNS_AFTER = 3600  # seconds
SECONDS_BETWEEN_LOOKS = 10.0
OTHERS = 0o007  # what a mode lets everybody else do


class BadSecretFile(QuintetError, ValueError):
    """A file of keys that cannot be used, or that others could read."""


@dataclass(frozen=True, slots=True)
class Key:
    made: int
    text: str


def make_keys(path: Path) -> None:
    """Makes the file with its first key, unless it is there; whoever comes second finds it."""
    if path.exists():
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = _write_beside(path, [_new_key()])
    try:
        os.link(part, path)
    except FileExistsError:
        pass
    finally:
        part.unlink()


def read_keys(path: Path) -> tuple[Key, ...]:
    """The keys, the oldest first."""
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


def rotate(path: Path, *, forget: bool = False) -> int:
    """Adds a key, and takes out those that have had their time (all others, to `forget` them).

    Gives the number of keys that are left.
    """
    new = _new_key()
    kept = [] if forget else _accepted(read_keys(path), new.made)
    part = _write_beside(path, [*kept, new])
    before = path.stat()
    part.chmod(before.st_mode & 0o777)
    if hasattr(os, "chown"):
        os.chown(part, before.st_uid, before.st_gid)  # the server must still be able to read it
    part.replace(path)
    return len(kept) + 1


class KeyRing:
    """The keys as they are to be used now; a change of the file is noticed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._keys: tuple[Key, ...] = read_keys(path)
        self._version = _version(path)
        self._looked_at = time.monotonic()

    def keys(self) -> list[str]:
        """The keys that are accepted, the one that signs at the end."""
        if time.monotonic() - self._looked_at > SECONDS_BETWEEN_LOOKS:
            self.look_again()
        return [key.text for key in _accepted(self._keys, int(time.time()))]

    def look_again(self) -> bool:
        """Reads the file if it has changed; whether it has."""
        self._looked_at = time.monotonic()
        try:
            version = _version(self._path)
            if version == self._version:
                return False
            self._keys, self._version = read_keys(self._path), version
        except (OSError, BadSecretFile):
            log.warning("The file of keys cannot be read; the keys of before are used.")
            return False
        return True


def _accepted(keys: Sequence[Key], now: int) -> list[Key]:
    """The keys that count, the one that signs at the end."""
    following = zip(keys, (*keys[1:], None), strict=True)
    count = [
        key
        for key, after in following
        if after is None or now <= after.made + SIGNS_AFTER + COOKIE_LIFE
    ]
    return sorted(
        count, key=lambda key: (key is keys[0] or key.made + SIGNS_AFTER <= now, key.made)
    )


def _new_key() -> Key:
    return Key(int(time.time()), secrets.token_urlsafe(32))


def _write_beside(path: Path, keys: Sequence[Key]) -> Path:
    """A file of these keys in the same folder, to be put in place at once."""
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
