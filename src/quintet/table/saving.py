"""A table as a record, and a record as a table that goes on."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from quintet import record
from quintet.errors import NotAllowed
from quintet.record import Record
from quintet.sentence import sentence
from quintet.table.clock import read_clock
from quintet.table.events import ChairTaken, Event, Moved, Opened, Setup, Started
from quintet.table.replay import State, apply, replay


def record_of(state: State, tags: Mapping[str, str] | None = None) -> Record:
    """The game of a table, as far as it has been played."""
    clock = state.setup.clock
    times = {} if clock is None else {"TimeControl": clock.text}
    return Record.from_moves(
        state.positions[0],
        [ply.move for ply in state.played],
        seats=[name or "" for name in state.names],
        tags={**(tags or {}), **times},
        outcome=state.outcome,
        clocks=[ply.clock for ply in state.played],
    )


def resumed(path: Path, *, take_backs: bool, repetition: bool) -> list[Event]:
    """The events of a table that goes on with the last game of a file."""
    games = list(record.read(path))
    if not games:
        raise NotAllowed(sentence("There is no game in {file}.", file=path.name))
    game = games[-1]
    if game.error is not None:
        raise game.error
    if game.result is not None:
        raise NotAllowed(sentence("The game in {file} is finished.", file=path.name))
    setup = Setup(
        game.game,
        game.options,
        position=game.start.text if game.start else None,
        clock=read_clock(game.tags.get("TimeControl", "-")),
        take_backs=take_backs,
        repetition=repetition,
    )
    events: list[Event] = [Opened(0, setup)]
    for chair, name in enumerate(game.seats):
        events.append(ChairTaken(0, chair, name or f"Player {chair + 1}"))
    events.append(Started(0, 0))
    return _with_moves(events, game)


def write_record(path: Path, game: Record) -> None:
    """Writes a game so that the file holds it whole or as it was before, whatever happens."""
    partial = path.with_name(path.name + ".part")
    with partial.open("w", encoding="utf-8", newline="\n") as file:
        record.write(file, [game])
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def _with_moves(events: list[Event], game: Record) -> list[Event]:
    """The events and one for every move, timed so that the clocks stand as the record says."""
    state = replay(events)
    for number, ply in enumerate(game.moves):
        if number < len(state.played):
            continue  # a forced pass, which the table has played by itself
        at = state.at if ply.clock is None else _time_of(state, ply.move, ply.clock)
        event = Moved(at, state.position.turn, ply.move)
        state = apply(state, event)
        events.append(event)
    return events


def _time_of(state: State, move: str, shown: int) -> int:
    """When a move was made, if the seat's clock showed this after it."""
    clock, seat = state.setup.clock, state.position.turn
    if clock is None or state.clocks is None:
        return state.at
    gained = 0 if state.position.play(move).seat == seat else clock.increment
    return max(state.at, state.turn_began + state.clocks[seat] + gained - shown)
