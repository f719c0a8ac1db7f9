"""The analysis protocol: JSON lines, many requests at a time, answers when ready."""

from __future__ import annotations

import json
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any, BinaryIO

from quintet.engine.protocol.input import MAX_LINE, lines
from quintet.engine.protocol.json_job import Answer, Job
from quintet.engine.protocol.json_request import (
    ACTIONS,
    FIELDS,
    BadRequest,
    read_id,
    read_object,
    read_request,
    unknown_fields,
)
from quintet.engine.protocol.output import Output
from quintet.engine.resources import max_megabytes
from quintet.games import GAMES
from quintet.i18n.sentence import sentence

PROTOCOL = 1  # increased by incompatible changes; new fields are compatible
MAX_QUEUED = 20_000  # requests
MAX_NAMED = 10  # unknown fields in a warning
POLL_SECONDS = 0.2  # between checks whether the client is still there


def speak_json(stream_in: BinaryIO, stream_out: BinaryIO, workers: int | None = None) -> None:
    """Answer requests until the end of input, then finish those in progress."""
    dispatcher = Dispatcher(stream_out, workers or max(2, os.cpu_count() or 1))
    try:
        for line in lines(stream_in):
            if dispatcher.output.closed:
                break
            dispatcher.take(line)
        else:
            dispatcher.finish()
    finally:
        dispatcher.close()


class Dispatcher:
    """Queues requests for the workers, and sends one final answer to each."""

    def __init__(self, stream_out: BinaryIO, workers: int) -> None:
        self._changed = threading.Condition()
        self._waiting: OrderedDict[str, Job] = OrderedDict()
        self._running: dict[str, Job] = {}
        self._no_more = False
        self._megabytes = max_megabytes(workers)
        self._actions: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
            "stop": self._stop_one,
            "stop_all": lambda _: {"stopped": self._stop_waiting() + self._stop_running()},
            "clear": lambda _: {"stopped": self._stop_waiting()},
            "version": _version,
        }
        self.output = Output(stream_out, self._stop_everything)
        self._workers = [
            threading.Thread(target=self._work, name=f"worker {number}", daemon=True)
            for number in range(workers)
        ]
        for worker in self._workers:
            worker.start()

    def take(self, line: bytes | None) -> None:
        """Queue a request or perform an action; answer errors."""
        answering: str | None = None
        try:
            if line is None:
                said = sentence("The line is longer than {most} bytes.", most=MAX_LINE)
                raise BadRequest(said)
            if not line.strip():
                return
            given = read_object(line)
            answering = read_id(given)
            if "action" in given:
                self._act(answering, given)
            else:
                self._submit(answering, given)
        except BadRequest as error:
            self._send({"id": answering, **error.answer})
        except RecursionError:
            self._send({"id": answering, "error": "The JSON is nested too deeply."})

    def finish(self) -> None:
        """Wait until everything is answered, or the client is gone."""
        self._stop_waiting(_is_infinite)
        self._stop_running(_is_infinite)
        self._end_workers()
        for worker in self._workers:
            while worker.is_alive():
                worker.join(POLL_SECONDS)
                if self.output.is_abandoned():
                    self._stop_everything()

    def close(self) -> None:
        self._stop_everything()
        self._end_workers()
        for worker in self._workers:
            worker.join()
        self.output.finish()

    def _submit(self, name: str, given: Mapping[str, Any]) -> None:
        self._warn(name, unknown_fields(given, FIELDS))
        with self._changed:
            # Only this thread adds jobs, so this still holds when the job is added below.
            if name in self._waiting or name in self._running:
                raise BadRequest(sentence("A request with this id is still being answered."), "id")
            if len(self._waiting) >= MAX_QUEUED:
                said = sentence("{most} requests are queued; try again later.", most=MAX_QUEUED)
                raise BadRequest(said)
        job = Job(read_request(given, self._megabytes))
        with self._changed:
            self._waiting[name] = job
            self._changed.notify()

    def _act(self, name: str, given: Mapping[str, Any]) -> None:
        action = given["action"]
        if not isinstance(action, str) or action not in self._actions:
            listed = ", ".join(ACTIONS)
            said = sentence("Unknown action; the actions are {actions}.", actions=listed)
            raise BadRequest(said, "action")
        self._warn(name, unknown_fields(given, ("id", "action", "of")))
        self._send({"id": name, "action": action, **self._actions[action](given)})

    def _stop_one(self, given: Mapping[str, Any]) -> Answer:
        of = given.get("of")
        if not isinstance(of, str):
            raise BadRequest(sentence("The field of must be the id of the request to stop."), "of")

        def is_meant(job: Job) -> bool:
            return job.request.id == of

        # In this order, since a queued job may start in between.
        return {"of": of, "stopped": self._stop_waiting(is_meant) + self._stop_running(is_meant)}

    def _stop_waiting(self, which: Callable[[Job], bool] = lambda _: True) -> int:
        """Cancel queued requests; they are answered at once."""
        with self._changed:
            chosen = [job for job in self._waiting.values() if which(job)]
            for job in chosen:
                del self._waiting[job.request.id]
        for job in chosen:
            self._send(job.cancelled())
        return len(chosen)

    def _stop_running(self, which: Callable[[Job], bool] = lambda _: True) -> int:
        """Stop running requests; the workers send their answers."""
        with self._changed:
            chosen = [job for job in self._running.values() if which(job)]
        for job in chosen:
            job.stop()
        return len(chosen)

    def _stop_everything(self) -> None:
        self._stop_waiting()
        self._stop_running()

    def _end_workers(self) -> None:
        with self._changed:
            self._no_more = True
            self._changed.notify_all()

    def _next(self) -> Job | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._no_more)
            if not self._waiting:
                return None
            name, job = self._waiting.popitem(last=False)
            self._running[name] = job
            return job

    def _work(self) -> None:
        while (job := self._next()) is not None:
            name = job.request.id
            try:
                answer = job.run(self._send)
            except Exception as error:
                # A request that runs out of memory must not end the others.
                answer = {"id": name, "error": f"The search failed: {type(error).__name__}."}
            # The client may use the id again as soon as it sees the answer.
            with self._changed:
                del self._running[name]
            self._send(answer)

    def _warn(self, name: str, unknown: list[str]) -> None:
        if unknown:
            shown = [field[:40] for field in unknown[:MAX_NAMED]]
            said = f"{len(unknown)} unknown fields were ignored."
            if len(unknown) == 1:
                said = "An unknown field was ignored."
            self._send({"id": name, "warning": said, "fields": shown})

    def _send(self, answer: Answer) -> None:
        self.output.line(json.dumps(answer))


def _is_infinite(job: Job) -> bool:
    return job.request.infinite


def _version(_: Mapping[str, Any]) -> Answer:
    return {
        "name": "quintet",
        "version": version("quintet"),
        "protocol": PROTOCOL,
        "games": list(GAMES),
    }
