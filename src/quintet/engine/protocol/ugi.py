"""UGI, the Universal Game Interface: the engine as a player for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from importlib.metadata import version
from typing import BinaryIO

from quintet.engine.levels import choose
from quintet.engine.protocol.begin import begin
from quintet.engine.protocol.input import MAX_LINE, lines
from quintet.engine.protocol.output import Output
from quintet.engine.protocol.ugi_game import GameSoFar, answer
from quintet.engine.protocol.ugi_go import Go, read_go
from quintet.engine.protocol.ugi_options import Settings
from quintet.engine.protocol.ugi_search import NO_MOVE, UgiSearch, best_of
from quintet.engine.search import Search
from quintet.errors import QuintetError
from quintet.games import GAMES
from quintet.outcome import Outcome
from quintet.position import Position

DEFAULT_GAME = next(iter(GAMES))
MAX_ERROR_LENGTH = 400
POLL_SECONDS = 0.2  # between checks whether the client is still there


def speak_ugi(
    stream_in: BinaryIO,
    stream_out: BinaryIO,
    game: str = DEFAULT_GAME,
    options: Mapping[str, object] | None = None,
    *,
    megabytes: int | None = None,
) -> None:
    """Answers commands until `quit` or the end of input; what is being searched is finished.

    `megabytes` is the initial value of the option of that name.
    """
    engine = Engine(stream_out, game, options or {})
    if megabytes is not None:
        engine.settings.set("megabytes", str(megabytes))
    try:
        for line in lines(stream_in):
            if engine.output.closed or not engine.obey(line):
                break
        else:
            engine.finish_search()
    finally:
        engine.close()


class Engine:
    """The game and the search of one client."""

    def __init__(self, stream_out: BinaryIO, game: str, options: Mapping[str, object]) -> None:
        self.settings = Settings(game, options)
        self.game = GameSoFar(self.settings.start)
        self.search: UgiSearch | None = None
        self.output = Output(stream_out, self._stop)

    def obey(self, line: bytes | None) -> bool:
        """Obey a line; return False for `quit`."""
        if line is None:
            self._error(f"A line is longer than {MAX_LINE} bytes.")
            return True
        words = line.decode("utf-8", "replace").split()
        if not words:
            return True
        if words[0] == "quit":
            return False
        try:
            self._obey(words[0], words[1:])
        except QuintetError as error:
            self._error(" ".join([str(error), *getattr(error, "__notes__", ())]))
        return True

    def finish_search(self) -> None:
        """Wait for the end of a search, as long as the client is there."""
        search = self.search
        while search is not None and search.is_running:
            if search.infinite or self.output.is_abandoned():
                search.stop()
            search.wait(POLL_SECONDS)

    def close(self) -> None:
        self._stop_search()
        self.output.finish()

    def _obey(self, command: str, words: list[str]) -> None:
        match command:
            case "ugi":
                self._introduce()
            case "isready":
                self.output.line("readyok")
            case "query":
                self._answer(" ".join(words))
            case "stop":
                self._stop()
            case "setoption":
                self._stop_search()
                self._set_option(words)
            case "uginewgame":
                self._stop_search()
                self.game = GameSoFar(self.settings.start)
            case "position":
                self._stop_search()
                self.game = self._read_position(words)
            case "go":
                self._stop_search()
                self._go(words)
            case _:
                self._error(f"Unknown command {command[:40]}.")

    def _introduce(self) -> None:
        self.output.line(f"id name Quintet {version('quintet')}")
        self.output.line("id author the Quintet founders")
        for line in self.settings.announcements():
            self.output.line(line)
        self.output.line("ugiok")

    def _set_option(self, words: list[str]) -> None:
        if words[:1] != ["name"] or len(words) < 4 or words[2] != "value":
            self._error("Use 'setoption name NAME value VALUE'.")
        elif self.settings.set(words[1], " ".join(words[3:])):
            self.game = GameSoFar(self.settings.start)

    def _read_position(self, words: list[str]) -> GameSoFar:
        end = words.index("moves") if "moves" in words else len(words)
        described, moves = words[:end], words[end + 1 :]
        if described[:1] == ["fen"] and len(described) > 1:
            first = self._read_text(" ".join(described[1:]))
        elif described == ["startpos"]:
            first = self.settings.start
        else:
            self._error("Use 'position startpos' or 'position fen TEXT', optionally with 'moves'.")
            return self.game
        return GameSoFar.after(first, moves)

    def _read_text(self, text: str) -> Position:
        settings = self.settings
        return begin(settings.game, settings.game_options[settings.game], text)

    def _outcome(self) -> Outcome | None:
        settings = self.settings
        max_plies = settings.numbers["plies"]
        return self.game.outcome(repetition=settings.repetition, max_plies=max_plies)

    def _answer(self, question: str) -> None:
        found = answer(self.game, self._outcome(), question)
        if found is None:
            self._error(f"Unknown query {question[:40]}.")
        # The client waits for a response, even to a wrong query.
        self.output.line(f"response {found or 'none'}")

    def _go(self, words: list[str]) -> None:
        """Start a search; answer a wrong `go`, too, as the client waits for `bestmove`."""
        try:
            go = read_go(words)
            if go.unknown:
                self._send(f"info string warning: go does not know {' '.join(go.unknown)}")
            if self.game.position.outcome is None:
                self.search = self._begin(go)
                return
            self._error("The game is over.")
        except QuintetError as error:
            self._error(str(error))
        self.output.line(f"bestmove {NO_MOVE}")

    def _begin(self, go: Go) -> UgiSearch:
        here, settings = self.game.position, self.settings
        history = self.game.history if settings.repetition else ()
        numbers = settings.numbers
        level, several = numbers["level"], numbers["multipv"]
        limits = go.limits(here.turn, numbers["threads"], numbers["megabytes"])
        search = Search(
            here, limits, moves=go.only or several, history=history, to_win=not go.infinite
        )
        search.multipv = min(search.multipv, several)
        begin = partial(
            UgiSearch, self.output, otherwise=(go.only or here.moves)[0], infinite=go.infinite
        )
        if level:
            # A level sets its own limits, and is always fast.
            choice = partial(choose, here, level, settings.rng, history=history)
            return begin(choice, lambda: None)
        return begin(partial(best_of, search, self.output), search.stop)

    def _stop(self) -> None:
        if self.search is not None:
            self.search.stop()

    def _stop_search(self) -> None:
        if self.search is not None:
            self.search.stop()
            self.search.wait()
            self.search = None

    def _error(self, problem: str) -> None:
        self._send(f"info string error: {problem}")

    def _send(self, text: str) -> None:
        """Send one line, without unprintable characters that a client sent."""
        shown = "".join(letter if letter.isprintable() else "?" for letter in text)
        self.output.line(shown[:MAX_ERROR_LENGTH])
