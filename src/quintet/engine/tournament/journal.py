"""The file a tournament is kept in: its game records, appended one by one as games finish.

There is no other state. Every record says which tournament it belongs to (Event) and which game it
is (Round), so a tournament that was interrupted plays what is missing and nothing else.
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
    """A record file that one tournament writes."""

    def __init__(self, path: Path, plan: Plan, *, resume: bool) -> None:
        self.path = path
        self.plan = plan
        self.finished: list[Finished] = []
        if path.exists() and path.stat().st_size > 0:
            if not resume:
                raise BadOption(
                    sentence(
                        "{file} exists; give --resume to go on with it, or another name.",
                        file=str(path),
                    ),
                    option="records",
                    value=str(path),
                )
            self._read()

    def add(self, game: Finished) -> None:
        """Keeps a game; when this returns, it is on the disk."""
        text = record.dumps(game.record) + "\n"
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        self.finished.append(game)

    def _read(self) -> None:
        tasks = {task.number: task for task in self.plan.tasks()}
        records = list(record.read(self.path))
        whole = records
        if records and records[-1].error is not None:
            whole = records[:-1]  # the game that was being written when the run was killed
        for game in whole:
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
            # A file may hold more games than are asked for now; they are left alone.
            if int(number) in tasks:
                self.finished.append(Finished(tasks[int(number)], game))
        if len(whole) < len(records):
            self._keep(whole)

    def _keep(self, whole: Sequence[record.Record]) -> None:
        """Writes the file anew without a torn last game."""
        partial = self.path.with_name(self.path.name + ".part")
        with partial.open("w", encoding="utf-8", newline="\n") as file:
            record.write(file, whole)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(self.path)
