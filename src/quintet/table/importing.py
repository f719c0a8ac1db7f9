"""Conversion of a record to the table of an imported game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quintet.errors import NotAllowed
from quintet.i18n.sentence import counted
from quintet.outcome import TableReason
from quintet.record import Record
from quintet.record.tags import REPETITION
from quintet.table.events import ChairTaken, Ended, Event, Moved, Opened, Setup, Started
from quintet.table.replay import apply, replay
from quintet.table.saving import TAKE_BACKS, record_of
from quintet.table.state import State


class Player(NamedTuple):
    """A player of a record; an engine has a `level`."""

    name: str
    level: int | None = None


def imported(game: Record, players: Sequence[Player], at: int, ply_limit: int) -> list[Event]:
    """Return the events of a table with the game of a record.

    A finished game ends as the record says. An unfinished one goes on, without a clock. Raise
    `BadRecord` for a record with an error, and `NotAllowed` if the game is longer than the limit.
    """
    if game.error is not None:
        raise game.error
    if len(game.moves) > ply_limit or (game.result is None and len(game.moves) == ply_limit):
        raise NotAllowed(
            counted(
                "The game has more than {count} ply.",
                "The game has more than {count} plies.",
                count=ply_limit,
            )
        )
    events: list[Event] = [
        Opened(at, _setup(game, ply_limit)),
        *(ChairTaken(at, chair, name, level) for chair, (name, level) in enumerate(players)),
        Started(at, 0),
    ]
    state = replay(events)
    for number, ply in enumerate(game.moves):
        if number < len(state.played):
            continue  # a forced pass, which the table plays by itself
        event = Moved(at, state.position.turn, ply.move)
        state = apply(state, event)
        events.append(event)
    if game.result is not None and state.outcome is None:
        events.append(Ended(at, game.result, _reason(game, state)))
    return events


def exported(state: State, now: int, source: Record) -> Record:
    """Return the game of a table that was imported from a record.

    Until somebody plays on, it is the record itself.
    """
    moves = [ply.move for ply in state.played]
    goes_on = source.result is None and (
        state.outcome is not None or moves != [ply.move for ply in source.moves]
    )
    return record_of(state, now, source) if goes_on else source


def _setup(game: Record, ply_limit: int) -> Setup:
    position = game.start.text if game.start else None
    if game.result is not None:
        # Other house rules may have applied: nothing but the record ends this game.
        return Setup(game.game, game.options, position=position, repetition=False)
    return Setup(
        game.game,
        game.options,
        position=position,
        take_backs=game.tags.get(TAKE_BACKS) != "off",
        repetition=game.tags.get(REPETITION) != "off",
        ply_limit=ply_limit,
        hints=True,
        values=True,
    )


def _reason(game: Record, state: State) -> TableReason:
    """Return why a game ended; as in PGN, a win without a reason is a resignation."""
    match game.termination:
        case "repetition" | "agreement" | "resignation" | "time" | "limit":
            return game.termination
    draw = apply(state, Ended(state.at, game.result or "", "agreement")).outcome
    return "agreement" if draw is None or len(set(draw.scores)) == 1 else "resignation"
