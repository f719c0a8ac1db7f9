"""Server processes under load: start, kill and restart, memory and processor time."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

TOOL = str(Path(sys.executable).parent / "quintet")


class Servers:
    """Processes that serve the same tables; each keeps its port after a restart."""

    def __init__(self, count: int, arguments: list[str], log: Path) -> None:
        self.addresses: list[str] = []
        self._arguments = arguments
        self._log = log
        self._processes: list[subprocess.Popen[str]] = []
        for _ in range(count):
            process, address = self._start("0")
            self._processes.append(process)
            self.addresses.append(address)

    def kill(self, number: int) -> float:
        """Kill a server and restart it; return the seconds of downtime."""
        process, address = self._processes[number], self.addresses[number]
        began = time.perf_counter()
        process.send_signal(signal.SIGKILL)
        process.wait()
        port = address.rstrip("/").rpartition(":")[2]
        self._processes[number], _ = self._start(port)
        return time.perf_counter() - began

    def end(self) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.wait()

    @property
    def memory(self) -> float:
        """The memory of all running processes, in megabytes."""
        pages = sum(int(text.split()[1]) for text in self._of_each("statm"))
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def processor_time(self) -> float:
        """The processor time of all running processes, in seconds."""
        each = [text.rpartition(")")[2].split() for text in self._of_each("stat")]
        return sum(int(fields[11]) + int(fields[12]) for fields in each) / os.sysconf("SC_CLK_TCK")

    def _of_each(self, name: str) -> list[str]:
        """Return a file of /proc for every process; skip those just killed."""
        found = []
        for process in self._processes:
            with suppress(OSError):
                found.append(Path(f"/proc/{process.pid}/{name}").read_text())
        return found

    @property
    def errors(self) -> list[str]:
        """The error lines of the log."""
        return [line for line in self._log.read_text().splitlines() if '"error"' in line.lower()]

    def _start(self, port: str) -> tuple[subprocess.Popen[str], str]:
        line = [TOOL, "serve", "--no-browser", "--port", port, "--limits", "off", *self._arguments]
        with self._log.open("a") as log:
            process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=log, text=True)
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None, self._log.read_text()
        return process, found[0]
