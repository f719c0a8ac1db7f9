"""Searches for UGI: `info` lines, then always one `bestmove`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from quintet.engine.analysis import Analysis
from quintet.engine.protocol.output import Output
from quintet.engine.search import Search
from quintet.value import Value

NO_MOVE = "none"


class UgiSearch:
    """The choice of a move in its own thread.

    `choose` returns the move, and `hurry` makes it return soon. With `infinite` the move is sent
    only after `stop`, as UGI demands.
    """

    def __init__(
        self,
        output: Output,
        choose: Callable[[], str],
        hurry: Callable[[], object],
        *,
        otherwise: str,
        infinite: bool,
    ) -> None:
        self._output = output
        self._choose = choose
        self._hurry = hurry
        self._otherwise = otherwise
        self._asked_to_stop = threading.Event()
        self.infinite = infinite
        self._thread = threading.Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        return self._thread.is_alive()

    def stop(self) -> None:
        self._asked_to_stop.set()
        self._hurry()

    def wait(self, seconds: float | None = None) -> None:
        self._thread.join(seconds)

    def _run(self) -> None:
        move = self._otherwise
        try:
            move = self._choose()
        except Exception as error:
            # The client gets a legal move even when memory runs out.
            self._output.line(f"info string error: The search failed: {type(error).__name__}.")
        if self.infinite:
            self._asked_to_stop.wait()
        self._output.line(f"bestmove {move}")


def best_of(search: Search, output: Output) -> str:
    """Search with `info` lines after every depth, and return the best move."""

    def report(found: Analysis) -> None:
        for line in info_lines(found, several=search.multipv > 1):
            output.line(line)

    return search.run(report).best.move


def info_lines(found: Analysis, *, several: bool) -> Iterator[str]:
    milliseconds = round(found.seconds * 1000)
    speed = round(found.nodes / found.seconds) if found.seconds > 0 else 0
    effort = f"depth {found.depth} nodes {found.nodes} time {milliseconds} nps {speed}"
    for place, move in enumerate(found.moves, start=1):
        # The first line is the value of the position, proved only if no other move is better.
        certainty = found.certainty if place == 1 else move.certainty
        how = "" if certainty == "searched" else f" {certainty}"
        number = f" multipv {place}" if several else ""
        yield f"info {effort}{number} score {score_words(move.value)}{how} pv {' '.join(move.line)}"


def score_words(value: Value) -> str:
    if value.kind in ("win", "loss"):
        return f"{value.kind} {value.plies}"
    return f"chance {value.estimate:.3f}" if value.kind == "chance" else value.kind
