"""A client of `quintet engine` that knows nothing but the documented protocols."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

QUINTET = Path(sys.executable).with_name("quintet")
PATIENCE = 60.0  # seconds until a test gives up: nothing is measured here, only hanging is noticed

# Every game with every mode, as the game's name and the options that differ from the defaults.
MODES: list[tuple[str, dict[str, str]]] = [
    ("quantik", {}),
    ("quarto", {}),
    ("quarto", {"squares": "true"}),
    ("quarto", {"features": "colour,height"}),
    ("quarto", {"calls": "spoken"}),
    ("quarto", {"calls": "spoken", "squares": "true", "false_call": "loses"}),
    ("quarto", {"common": "2", "squares": "true"}),
    ("qomet", {}),
    ("qomet", {"undo": "strict", "corner_exit": "rays"}),
    ("cubulus", {}),
    ("cubulus", {"players": "3"}),
    ("quixo", {}),
    ("quixo", {"size": "3"}),
    ("quixo", {"size": "4"}),
    ("quixo", {"players": "4"}),
]
MODE_NAMES = [" ".join([game, *map("=".join, options.items())]) for game, options in MODES]


class Client:
    """A running engine: lines go in, lines come out, and it must end well."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [QUINTET, "engine", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read_all, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            self.process.kill()
        else:
            self.end()

    def send(self, line: str) -> None:
        self.send_bytes(line.encode() + b"\n")

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self) -> str:
        line = self._lines.get(timeout=PATIENCE)
        assert line is not None, "the engine ended"
        return line

    def until(self, beginning: str) -> list[str]:
        """All lines up to the first one that begins so."""
        found = [self.read()]
        while not found[-1].startswith(beginning):
            found.append(self.read())
        return found

    def end(self) -> list[str]:
        """Ends the input; the lines that still came. The engine must end without a complaint."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        if not self.process.stdin.closed:
            self.process.stdin.close()
        rest = []
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            rest.append(line)
        self._lines.put(None)
        assert self.process.wait(PATIENCE) == 0
        if not self.process.stderr.closed:
            assert self.process.stderr.read() == b""
            self.process.stderr.close()
        return rest

    def _read_all(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stdout:
            for line in stdout:
                assert line.endswith(b"\n")
                self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)


class UgiClient(Client):
    """Knows the commands of UGI."""

    def settle(self) -> list[str]:
        """What the engine had to say to everything sent so far."""
        self.send("isready")
        return self.until("readyok")[:-1]

    def choose(self, **options: str) -> None:
        for name, value in options.items():
            self.send(f"setoption name {name.replace('__', '.')} value {value}")
        assert self.settle() == []

    def ask(self, question: str) -> str:
        self.send(f"query {question}")
        return self.read().removeprefix("response ")

    def go(self, limits: str) -> str:
        """The move the engine plays; what it says before must be information."""
        self.send(f"go {limits}")
        *told, last = self.until("bestmove ")
        assert all(line.startswith("info ") for line in told)
        return last.removeprefix("bestmove ")


class JsonClient(Client):
    """Knows that every line is an object with an id."""

    def __init__(self) -> None:
        super().__init__("--json")

    def ask(self, request: dict[str, Any]) -> None:
        self.send(json.dumps(request))

    def answer(self) -> dict[str, Any]:
        found = json.loads(self.read())
        assert isinstance(found, dict)
        assert "id" in found
        return found

    def answer_to(self, name: str | None) -> dict[str, Any]:
        """The next answer with this id that is not a partial one; others are passed over."""
        while True:
            found = self.answer()
            if found["id"] == name and found.get("final", True):
                return found
