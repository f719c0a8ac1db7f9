"""Foreign engines: other programs that play, driven over UGI through their standard streams."""

from __future__ import annotations

import contextlib
import queue
import random
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quintet.errors import BadOption, QuintetError
from quintet.games.variant import Variant
from quintet.i18n.sentence import Filling, Sentence, sentence
from quintet.options import write_value
from quintet.position import start

if TYPE_CHECKING:
    from quintet.engine.players import Situation

HANDSHAKE_SECONDS = 30.0  # to start and to say ugiok and readyok
GRACE_SECONDS = 5.0  # beyond the time a move may take
SEARCH_SECONDS = 120.0  # for a move with a limit that is not of time
QUIT_SECONDS = 2.0
LONGEST_LINE = 1 << 20


class ForeignFault(QuintetError):
    """A foreign engine did what it must not do, and loses the game for it."""

    def __init__(self, sentence: Sentence, *, late: bool = False) -> None:
        super().__init__(sentence)
        self.late = late


@dataclass(frozen=True, slots=True)
class Go:
    """What a foreign engine may use for a move: `nodes`, `depth` or `movetime` (milliseconds)."""

    name: str
    number: int

    @property
    def seconds(self) -> float:
        """How long the answer may take before the engine has lost on time."""
        return GRACE_SECONDS + self.number / 1000 if self.name == "movetime" else SEARCH_SECONDS


class ForeignEngine:
    """One process for one game."""

    def __init__(self, command: list[str], go: Go, variant: Variant) -> None:
        self._command = command
        self._go = go
        self._variant = variant
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.SimpleQueue[str | None]

    def move(self, situation: Situation, chance: random.Random) -> str:
        if self._process is None:
            self._begin()
        begin = situation.start
        own_start = start(begin.game, **self._variant.changed_options)
        described = "startpos" if begin == own_start else f"fen {begin.text}"
        moves = f" moves {' '.join(situation.moves)}" if situation.moves else ""
        self._say(f"position {described}{moves}")
        self._say(f"go {self._go.name} {self._go.number}")
        words = self._wait_for("bestmove", self._go.seconds).split()
        if len(words) < 2 or words[1] not in situation.position.moves:
            raise ForeignFault(
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
            process.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _begin(self) -> None:
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
        except ForeignFault as fault:
            self.close()
            raise self._unusable(fault.sentence) from fault

    def _shake_hands(self) -> None:
        self._say("ugi")
        self._wait_for("ugiok", HANDSHAKE_SECONDS)
        self._say(f"setoption name game value {self._variant.name}")
        for name, value in self._variant.changed_options.items():
            self._say(f"setoption name {self._variant.name}.{name} value {write_value(value)}")
        self._say("uginewgame")
        self._say("isready")
        self._wait_for("readyok", HANDSHAKE_SECONDS)

    def _unusable(self, problem: Sentence) -> BadOption:
        """A program that does not even begin loses no games: the call was wrong."""
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
        """Runs in a thread, since a pipe cannot be read with a time limit everywhere."""
        assert process.stdout is not None
        with contextlib.suppress(OSError, ValueError), process.stdout as stream:
            while line := stream.readline(LONGEST_LINE):
                self._lines.put(line)
        self._lines.put(None)

    def _say(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._gone() from error

    def _wait_for(self, word: str, seconds: float) -> str:
        """The next line that begins with a word; all others are the engine's own thoughts."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise ForeignFault(
                    sentence(
                        "The engine {engine} did not say {word} within {seconds} seconds.",
                        engine=self._command[0],
                        word=word,
                        seconds=round(seconds),
                    ),
                    late=True,
                ) from None
            if line is None:
                raise self._gone()
            if line.split()[:1] == [word]:
                return line

    def _gone(self) -> ForeignFault:
        return ForeignFault(
            sentence("The engine {engine} ended in the middle of a game.", engine=self._command[0])
        )


def _shown(word: str) -> Filling:
    shown = "".join(letter if letter.isprintable() else "?" for letter in word[:40])
    return shown or sentence("nothing")
