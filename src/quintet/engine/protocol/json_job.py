"""Analysis requests in progress, and their answers."""

from __future__ import annotations

import threading
from collections.abc import Callable

from quintet.engine.analysis import Analysis
from quintet.engine.protocol.json_request import Request
from quintet.engine.search import Search
from quintet.position import Position
from quintet.value import Value

Answer = dict[str, object]


class Job:
    """An analysis that is queued, runs, and can be stopped at any time."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.stopped = False
        self._search = Search(
            request.position, request.limits, moves=request.moves, history=request.history
        )
        if request.several is not None:
            self._search.multipv = min(self._search.multipv, request.several)

    def stop(self) -> None:
        """Make `run` return soon, whether it has started or not."""
        self.stopped = True
        self._search.stop()

    def cancelled(self) -> Answer:
        """Return the answer to a request that was stopped before it started."""
        self.stopped = True
        return self._answer(_NOTHING_FOUND, final=True)

    def run(self, report: Callable[[Answer], object]) -> Answer:
        """Search and return the answer; call `report` as often as requested."""
        often = self.request.report_every
        found = self._search.run() if often is None else self._run_and_report(often, report)
        return self._answer(_findings(found), final=True)

    def _answer(self, findings: Answer, *, final: bool) -> Answer:
        known = {"id": self.request.id, "final": final, "stopped": self.stopped}
        return {**known, **_about(self.request.position), **findings}

    def _run_and_report(self, seconds: float, report: Callable[[Answer], object]) -> Analysis:
        """Search in another thread, so that reports are on time."""
        found: list[Analysis] = []
        results: list[Analysis] = []
        failures: list[Exception] = []

        def think() -> None:
            try:
                results.append(self._search.run(found.append))
            except Exception as error:
                failures.append(error)

        thread = threading.Thread(target=think, name="search", daemon=True)
        thread.start()
        reported = 0
        while thread.is_alive():
            thread.join(seconds)
            if thread.is_alive() and len(found) > reported:
                reported = len(found)
                report(self._answer(_findings(found[reported - 1]), final=False))
        if failures:
            raise failures[0]
        return results[0]


def _about(position: Position) -> Answer:
    outcome = position.outcome
    ended = None if outcome is None else {"scores": outcome.scores, "reason": outcome.reason}
    return {
        "game": position.game,
        "position": position.text,
        "seat": position.seat,
        "outcome": ended,
    }


def _findings(found: Analysis) -> Answer:
    return {
        "best": found.moves[0].move if found.moves else None,
        "value": _value(found.value),
        "known": found.certainty,
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "moves": [
            {
                "move": move.move,
                "value": _value(move.value),
                "known": move.certainty,
                "line": move.line,
            }
            for move in found.moves
        ],
    }


_NOTHING_FOUND: Answer = {
    "best": None,
    "value": None,
    "known": None,
    "depth": 0,
    "nodes": 0,
    "seconds": 0,
    "moves": [],
}


def _value(value: Value) -> Answer:
    return {"kind": value.kind, "plies": value.plies, "chance": round(value.estimate, 6)}
