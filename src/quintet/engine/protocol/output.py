"""Lines out: whole ones, from any thread, in order."""

from __future__ import annotations

import select
import threading
from collections.abc import Callable
from typing import BinaryIO

MOST_HELD = 64 << 20  # bytes that wait for a reader before those who write have to wait, too


class Output:
    """Writes in a thread of its own, so that a client that floods us before it reads is not stuck.

    When nobody reads any more, `when_closed` is called once and further lines are dropped.
    """

    def __init__(self, stream: BinaryIO, when_closed: Callable[[], object]) -> None:
        self._stream = stream
        self._when_closed = when_closed
        self._changed = threading.Condition()
        self._waiting: list[bytes] = []
        self._held = 0
        self._finished = False
        self._closed = False
        self._writer = threading.Thread(target=self._write, name="output", daemon=True)
        self._writer.start()

    @property
    def closed(self) -> bool:
        """Whether it is known that nobody reads any more."""
        return self._closed

    def line(self, text: str) -> None:
        data = text.encode("utf-8", "backslashreplace") + b"\n"
        with self._changed:
            self._changed.wait_for(lambda: self._held < MOST_HELD or self._closed)
            self._waiting.append(data)
            self._held += len(data)
            self._changed.notify_all()

    def finish(self) -> None:
        """Returns when everything is written."""
        with self._changed:
            self._finished = True
            self._changed.notify_all()
        self._writer.join()

    def is_abandoned(self) -> bool:
        """Whether the other end of a pipe is gone, also when there was nothing to write of late."""
        if self._closed:
            return True
        try:
            poll = select.poll()
            poll.register(self._stream, 0)
            return bool(poll.poll(0))  # of no events asked for, only ends and errors are told
        except (AttributeError, OSError, ValueError):
            return False  # not a stream, or not a system, that can tell

    def _write(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._finished)
                if not self._waiting:
                    return
                batch, self._waiting = b"".join(self._waiting), []
            if not self._closed:
                try:
                    self._stream.write(batch)
                    self._stream.flush()
                except (OSError, ValueError):
                    self._closed = True
                    self._when_closed()
            with self._changed:
                self._held -= len(batch)
                self._changed.notify_all()
