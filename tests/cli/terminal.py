"""A program on a pseudo-terminal, driven as a person would: wait for output, then type."""

import os
import pty
import select
import signal
import subprocess
import sys
from types import TracebackType

PATIENCE = 5  # seconds before a key is pressed again
TIMEOUT = 60  # seconds; only a broken program takes so long


def _receive_interrupts() -> None:
    """Undo what a shell does to background jobs: let Ctrl-C arrive."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """`python -m quintet …` with its standard streams on a terminal of 80 columns."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.master, slave = pty.openpty()
        self.text = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "quintet", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "dumb", "COLUMNS": "80", **environment},
            start_new_session=True,
            preexec_fn=_receive_interrupts,
        )
        os.close(slave)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(TIMEOUT)
        os.close(self.master)

    def wait_for(self, text: str) -> str:
        """Return everything printed until this text has appeared."""
        while text not in self.text:
            if not self._read():
                raise AssertionError(f"{text!r} did not appear in:\n{self.text}")
        before, _, self.text = self.text.partition(text)
        return before + text

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, and once more if nothing happens.

        Python's line editing misses a signal that comes just before it waits for a key.
        """
        os.killpg(self.process.pid, signal.SIGINT)
        ready, _, _ = select.select([self.master], [], [], PATIENCE)
        if not ready and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)

    def end(self) -> tuple[int, str]:
        """Return the exit code and the rest of the output."""
        while self._read():
            pass
        return self.process.wait(TIMEOUT), self.text

    def _read(self) -> bool:
        """Read what there is; return False at the end."""
        ready, _, _ = select.select([self.master], [], [], TIMEOUT)
        assert ready, f"nothing was printed for {TIMEOUT} s after:\n{self.text}"
        try:
            part = os.read(self.master, 65536)
        except OSError:  # Linux reports the end of the last program like this
            return False
        self.text += part.decode(errors="replace").replace("\r\n", "\n")
        return bool(part)
