"""External engines: programs that play, driven over UGI."""

from __future__ import annotations

import contextlib
import queue
import random
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from quintet.engine.player import Situation
from quintet.errors import BadOption, QuintetError
from quintet.games.variant import Variant
from quintet.i18n.sentence import Filling, Sentence, sentence
from quintet.options import write_value
from quintet.position import start

# Seconds.
HANDSHAKE_TIMEOUT = 30.0  # to start and to say ugiok and readyok
MOVE_GRACE = 5.0  # beyond `movetime`
SEARCH_TIMEOUT = 120.0  # for a move limited by nodes or depth
QUIT_TIMEOUT = 2.0

MAX_LINE = 1 << 20  # characters


class EngineFault(QuintetError):
    """An external engine broke the protocol or the rules, and loses the game."""

    def __init__(self, sentence: Sentence, *, timed_out: bool = False) -> None:
        super().__init__(sentence)
        self.timed_out = timed_out


@dataclass(frozen=True, slots=True)
class Go:
    """A search limit: `nodes`, `depth` in plies or `movetime` in milliseconds."""

    name: str
    number: int

    @property
    def timeout(self) -> float:
        """Seconds after which the engine loses on time."""
        return MOVE_GRACE + self.number / 1000 if self.name == "movetime" else SEARCH_TIMEOUT


class ExternalEngine:
    """A player that runs a program of its own for one game."""

    def __init__(
        self,
        command: list[str],
        go: Go,
        variant: Variant,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._command = command
        self._go = go
        self._variant = variant
        self._monotonic = monotonic
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.SimpleQueue[str | None]

    def move(self, situation: Situation, rng: random.Random) -> str:
        if self._process is None:
            self._start()
        first = situation.start
        startpos = start(first.game, **self._variant.changed_options)
        described = "startpos" if first == startpos else f"fen {first.text}"
        moves = f" moves {' '.join(situation.moves)}" if situation.moves else ""
        self._send(f"position {described}{moves}")
        self._send(f"go {self._go.name} {self._go.number}")
        words = self._wait_for("bestmove", self._go.timeout).split()
        if len(words) < 2 or words[1] not in situation.position.moves:
            raise EngineFault(
                sentence(
                    "The engine {engine} played {move}, which is not a legal move.",
                    engine=self._command[0],
                    move=_shown(" ".join(words[1:2])),
                )
            )
        return words[1]

    def close(self) -> None:
        process = self._process
        if process is None:
            return
        self._process = None
        with contextlib.suppress(OSError, ValueError):
            assert process.stdin is not None
            process.stdin.write("quit\n")
            process.stdin.close()
        try:
            process.wait(QUIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _start(self) -> None:
        try:
            process = subprocess.Popen(  # noqa: S603 - the command is what the user asked for
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise self._unusable(
                sentence("{system}.", system=error.strerror or str(error))
            ) from error
        self._process = process
        self._lines = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(process,), daemon=True).start()
        try:
            self._shake_hands()
        except EngineFault as fault:
            self.close()
            raise self._unusable(fault.sentence) from fault

    def _shake_hands(self) -> None:
        self._send("ugi")
        self._wait_for("ugiok", HANDSHAKE_TIMEOUT)
        self._send(f"setoption name game value {self._variant.name}")
        for name, value in self._variant.changed_options.items():
            self._send(f"setoption name {self._variant.name}.{name} value {write_value(value)}")
        self._send("uginewgame")
        self._send("isready")
        self._wait_for("readyok", HANDSHAKE_TIMEOUT)

    def _unusable(self, problem: Sentence) -> BadOption:
        """Return the error for a program that does not start, instead of a lost game."""
        return BadOption(
            sentence(
                "{engine} cannot be used as a UGI engine: {problem}",
                engine=self._command[0],
                problem=problem,
            ),
            option="player",
            value=self._command,
        )

    def _read(self, process: subprocess.Popen[str]) -> None:
        """Queue the engine's lines, in a thread: not every pipe has timeouts."""
        assert process.stdout is not None
        with contextlib.suppress(OSError, ValueError), process.stdout as stream:
            while line := stream.readline(MAX_LINE):
                self._lines.put(line)
        self._lines.put(None)

    def _send(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._gone() from error

    def _wait_for(self, word: str, seconds: float) -> str:
        """Return the next line that begins with a word; skip `info` and everything else."""
        deadline = self._monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - self._monotonic()))
            except queue.Empty:
                raise EngineFault(
                    sentence(
                        "The engine {engine} did not say {word} within {seconds} seconds.",
                        engine=self._command[0],
                        word=word,
                        seconds=round(seconds),
                    ),
                    timed_out=True,
                ) from None
            if line is None:
                raise self._gone()
            if line.split()[:1] == [word]:
                return line

    def _gone(self) -> EngineFault:
        return EngineFault(
            sentence("The engine {engine} ended in the middle of a game.", engine=self._command[0])
        )


def _shown(word: str) -> Filling:
    shown = "".join(letter if letter.isprintable() else "?" for letter in word[:40])
    return shown or sentence("nothing")
