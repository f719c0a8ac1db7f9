"""Output lines: whole and in order, from any thread."""

from __future__ import annotations

import select
import threading
from collections.abc import Callable
from typing import BinaryIO

MAX_BUFFERED = 64 << 20  # bytes; beyond that writers block until the client reads


class Output:
    """Writes lines in its own thread.

    So a client may send many commands before it reads the answers.
    When the client closes the stream, `when_closed` is called once and further lines are dropped.
    """

    def __init__(self, stream: BinaryIO, when_closed: Callable[[], object]) -> None:
        self._stream = stream
        self._when_closed = when_closed
        self._changed = threading.Condition()
        self._waiting: list[bytes] = []
        self._buffered = 0
        self._finished = False
        self._closed = False
        self._writer = threading.Thread(target=self._write, name="output", daemon=True)
        self._writer.start()

    @property
    def closed(self) -> bool:
        """Whether a write has found the stream closed."""
        return self._closed

    def line(self, text: str) -> None:
        data = text.encode("utf-8", "backslashreplace") + b"\n"
        with self._changed:
            self._changed.wait_for(lambda: self._buffered < MAX_BUFFERED or self._closed)
            self._waiting.append(data)
            self._buffered += len(data)
            self._changed.notify_all()

    def finish(self) -> None:
        """Wait until everything is written."""
        with self._changed:
            self._finished = True
            self._changed.notify_all()
        self._writer.join()

    def is_abandoned(self) -> bool:
        """Return whether the client has closed its end, without writing to it."""
        if self._closed:
            return True
        try:
            poll = select.poll()
            poll.register(self._stream, 0)
            # With no events requested, poll reports hang-ups and errors alone.
            return bool(poll.poll(0))
        except (AttributeError, OSError, ValueError):
            return False  # the stream or the system does not support this

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
                self._buffered -= len(batch)
                self._changed.notify_all()
