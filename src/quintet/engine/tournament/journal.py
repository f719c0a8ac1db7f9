"""The journal of a tournament: a file of game records, appended as games finish.

There is no other state. Every record has its tournament (Event) and its number (Round), so that an
interrupted tournament resumes with the games that are missing.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from quintet import record
from quintet.engine.tournament.game import Finished
from quintet.engine.tournament.plan import Plan
from quintet.errors import BadOption
from quintet.i18n.sentence import sentence


class Journal:
    """The record file of one tournament."""

    def __init__(self, path: Path, plan: Plan, *, resume: bool) -> None:
        self.path = path
        self.plan = plan
        self.finished: list[Finished] = []
        if path.exists() and path.stat().st_size > 0:
            if not resume:
                raise BadOption(
                    sentence(
                        "{file} exists. Continue it with --resume, or choose another name.",
                        file=str(path),
                    ),
                    option="records",
                    value=str(path),
                )
            self._read()

    def add(self, game: Finished) -> None:
        """Append a game, and flush it to disk."""
        text = record.dumps(game.record) + "\n"
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        self.finished.append(game)

    def _read(self) -> None:
        tasks = {task.number: task for task in self.plan.tasks()}
        records = list(record.read(self.path))
        complete = records
        if records and records[-1].error is not None:
            complete = records[:-1]  # torn: the run was killed while writing it
        for game in complete:
            if game.error is not None:
                raise BadOption(
                    sentence(
                        "{file} cannot be resumed: {problem}",
                        file=str(self.path),
                        problem=game.error.message,
                    ),
                    option="records",
                    value=str(self.path),
                ) from game.error
            number = game.tags.get("Round", "")
            if game.tags.get("Event") != self.plan.title or not number.isdigit():
                raise BadOption(
                    sentence(
                        "{file} has games of another tournament: {event}.",
                        file=str(self.path),
                        event=game.tags.get("Event", "?"),
                    ),
                    option="records",
                    value=str(self.path),
                )
            # Games beyond the number requested now stay in the file.
            if int(number) in tasks:
                self.finished.append(Finished(tasks[int(number)], game))
        if len(complete) < len(records):
            self._rewrite(complete)

    def _rewrite(self, complete: Sequence[record.Record]) -> None:
        """Replace the file by one without the torn game."""
        partial = self.path.with_name(self.path.name + ".part")
        with partial.open("w", encoding="utf-8", newline="\n") as file:
            record.write(file, complete)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(self.path)
