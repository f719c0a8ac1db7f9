"""Tables in play, for tests of what happens at them."""

from typing import Any

from quintet.table import ChairTaken, Event, Moved, Opened, Setup, Started, State, apply, replay

NAMES = ("Ann", "Ben", "Cem", "Dee")


def seated(setup: Setup, first: int = 0, at: int = 0) -> list[Event]:
    seats = setup.first_position().variant.seats
    taken = [ChairTaken(at, chair, NAMES[chair]) for chair in range(seats)]
    return [Opened(at, setup), *taken, Started(at, first)]


def playing(game: str, *, first: int = 0, **wishes: Any) -> State:
    options = wishes.pop("options", {})
    return replay(seated(Setup(game, options, **wishes), first))


def after(state: State, moves: str, *, step: int = 0) -> State:
    for move in moves.split():
        assert state.seat is not None
        state = apply(state, Moved(state.at + step, state.seat, move))
    return state
