"""Conversion of a table to a record, and of an unfinished record to a table."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from quintet import record
from quintet.errors import NotAllowed
from quintet.i18n.catalogue import Translate
from quintet.i18n.sentence import sentence
from quintet.record import Form, Ply, Record
from quintet.record.tags import REPETITION
from quintet.table.clock import read_clock
from quintet.table.events import (
    MAX_NAME_LENGTH,
    ChairTaken,
    ClocksSet,
    Event,
    Moved,
    Opened,
    Setup,
    Started,
)
from quintet.table.replay import apply, replay
from quintet.table.state import State

# Tags of our own, needed to resume a game.
CLOCKS, TAKE_BACKS = "Clocks", "TakeBacks"
OWN_TAGS = (CLOCKS, REPETITION, TAKE_BACKS, "TimeControl")


def record_of(state: State, now: int, earlier: Record | None = None) -> Record:
    """Return the game of a table as a record.

    `earlier` is the record the game was resumed from: its tags stay, and its notes on moves that
    were not taken back.
    """
    made = Record.from_moves(
        state.positions[0],
        [ply.move for ply in state.played],
        seats=[name or "" for name in state.names],
        tags=_tags(state, now, {} if earlier is None else earlier.tags),
        outcome=state.outcome,
        clocks=[ply.clock for ply in state.played],
    )
    if earlier is None:
        return made
    kept = _common_prefix(earlier.moves, made.moves)
    moves = (*earlier.moves[:kept], *made.moves[kept:])
    return replace(made, comments=earlier.comments, moves=moves)


def _tags(state: State, now: int, earlier: Mapping[str, str]) -> dict[str, str]:
    tags = {name: value for name, value in earlier.items() if name not in OWN_TAGS}
    setup = state.setup
    if setup.clock is not None:
        tags["TimeControl"] = setup.clock.text
        if state.outcome is None:
            left = [state.time_left(seat, now) or 0 for seat in range(len(state.chairs))]
            tags[CLOCKS] = " ".join(map(str, left))
    if not setup.repetition:
        tags[REPETITION] = "off"
    if not setup.take_backs:
        tags[TAKE_BACKS] = "off"
    return tags


def _common_prefix(one: tuple[Ply, ...], other: tuple[Ply, ...]) -> int:
    """Count the plies that two games have in common from the start."""
    count = 0
    while count < min(len(one), len(other)) and one[count].move == other[count].move:
        count += 1
    return count


def resume(game: Record, say: Translate = str) -> list[Event]:
    """Return the events of a table that resumes a game; `say` names unnamed players."""
    if game.error is not None:
        raise game.error
    if game.result is not None:
        raise NotAllowed(sentence("This game is finished."))
    setup = Setup(
        game.game,
        game.options,
        position=game.start.text if game.start else None,
        clock=read_clock(game.tags.get("TimeControl", "-")),
        take_backs=game.tags.get(TAKE_BACKS) != "off",
        repetition=game.tags.get(REPETITION) != "off",
    )
    events: list[Event] = [Opened(0, setup)]
    for chair, name in enumerate(game.seats):
        shown = "".join(filter(str.isprintable, name)).strip()[:MAX_NAME_LENGTH]
        nameless = sentence("Player {number}", number=chair + 1)
        events.append(ChairTaken(0, chair, shown or say(nameless)))
    events.append(Started(0, 0))
    state = replay(events)
    for number, ply in enumerate(game.moves):
        if number < len(state.played):
            continue  # a forced pass, which the table plays by itself
        event = Moved(0, state.position.turn, ply.move)
        state = apply(state, event)
        events.append(event)
    left = _clocks_left(game, len(game.seats))
    return [*events, ClocksSet(0, left)] if setup.clock is not None and left else events


def _clocks_left(game: Record, seats: int) -> tuple[int, ...]:
    """The clocks when the game was saved; empty if the record does not say."""
    found = game.tags.get(CLOCKS, "").split()
    if len(found) != seats or not all(text.isdecimal() and len(text) < 12 for text in found):
        return ()
    return tuple(max(1, int(text)) for text in found)


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file of records whose last game is being written.

    The text before it stays as it is. `form` is the format of the file.
    """

    path: Path
    before: str = ""
    earlier: Record | None = None
    form: Form = "text"

    @classmethod
    def for_new_game(cls, path: Path) -> RecordFile:
        """Return a file to which a new game is added."""
        found = _regular(path)
        if not found.exists():
            return cls(found)
        text = found.read_text(encoding="utf-8")
        form: Form = "json" if text.lstrip().startswith("{") else "text"
        gap = "" if not text.strip() else "\n" if text.endswith("\n") else "\n\n"
        return cls(found, text + (gap if form == "text" else ""), form=form)

    @classmethod
    def for_last_game(cls, path: Path) -> RecordFile:
        """Return a file whose last game is continued."""
        found = _regular(path)
        last: Record | None = None
        for last in record.read(found):  # noqa: B007 only the last one counts
            pass
        if last is None:
            raise NotAllowed(sentence("There is no game in {file}.", file=path.name))
        lines = found.read_text(encoding="utf-8", errors="surrogateescape").splitlines(True)
        return cls(found, "".join(lines[: last.line - 1]), last, last.form)

    def moved_to(self, path: Path) -> RecordFile:
        """Return the file at another path, for the same game."""
        found = _regular(path)
        if found == self.path:
            return self
        return replace(RecordFile.for_new_game(found), earlier=self.earlier)

    def next_game(self, finished: Record) -> RecordFile:
        """Return the file after a finished game, ready for another."""
        return replace(self, before=self.before + _dumps(finished, self.form), earlier=None)

    def write(self, game: Record) -> None:
        """Replace the file atomically."""
        partial = self.path.with_name(self.path.name + ".part")
        try:
            with partial.open("w", encoding="utf-8", errors="surrogateescape", newline="") as file:
                file.write(self.before + _dumps(game, self.form))
                file.flush()
                os.fsync(file.fileno())
            partial.replace(self.path)
        except OSError as error:
            # Name the file that was asked for, not the temporary one.
            raise OSError(error.errno, error.strerror, str(self.path)) from error


def _dumps(game: Record, form: Form) -> str:
    return record.dumps(game, form) + ("\n" if form == "text" else "")


def _regular(path: Path) -> Path:
    """Resolve a path, which must lead to a regular file or to none."""
    found = path.resolve()
    if found.exists() and not stat.S_ISREG(found.stat().st_mode):
        raise NotAllowed(sentence("{file} is not a plain file.", file=str(path)))
    return found
