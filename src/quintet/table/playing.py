"""Events of play: moves, clocks, and the ways a game ends."""

from __future__ import annotations

from dataclasses import replace

from quintet.errors import NotAllowed
from quintet.outcome import Outcome
from quintet.position import Position
from quintet.record.faults import Fault, read_scores
from quintet.table.clock import MAX_TIME_MS
from quintet.table.events import ClocksSet, Ended, FlagFell, Moved, Resigned
from quintet.table.state import (
    Declined,
    Played,
    State,
    end,
    need_playing,
    need_present,
    refuse,
    with_item,
)


def moved(state: State, event: Moved) -> State:
    need_playing(state, event.seat)
    need_present(state, event.seat)
    if state.paused:
        refuse("The game is paused.")
    if event.seat != state.seat:
        refuse("It is not this seat's turn.")
    position = state.position.play(event.move)
    # A move declines what its seat was asked for, and drops take-back requests.
    kept = {
        what: question
        for what, question in state.questions.items()
        if what == "replace"
        or (what not in ("take_back", "stand_in") and event.seat in question.agreed)
    }
    after = replace(
        state,
        questions=kept,
        declined=frozenset(entry for entry in state.declined if entry[1] != event.seat),
        refusals={
            **{what: no for what, no in state.refusals.items() if no.asker != event.seat},
            **{
                what: Declined(question.asker, event.seat)
                for what, question in state.questions.items()
                if what not in kept and what != "stand_in" and question.asker != event.seat
            },
        },
    )
    after = _append(after, position, event)
    return pass_where_forced(_settle(after, event.at), event.at)


def _append(state: State, position: Position, event: Moved) -> State:
    """Append a ply; press the clock if another seat is to move now."""
    seat, clock, clocks = event.seat, state.setup.clock, state.clocks
    turn_began = state.turn_began
    shown: int | None = None
    if clock is not None and clocks is not None and state.clock_stands:
        shown, turn_began = clocks[seat], event.at  # the first move costs and earns no time
    elif clock is not None and clocks is not None:
        shown = clocks[seat] - (event.at - turn_began)
        if position.seat != seat:
            shown += clock.increment
            clocks = with_item(clocks, seat, clock.base if clock.kind == "move" else shown)
            turn_began = event.at
    elif position.seat != seat:
        turn_began = event.at
    return replace(
        state,
        positions=(*state.positions, position),
        played=(*state.played, Played(seat, event.move, event.at, clock=shown)),
        clocks=clocks,
        turn_began=turn_began,
    )


def _settle(state: State, at: int) -> State:
    """End the game if the latest ply decides it."""
    position, variant, setup = state.position, state.position.variant, state.setup
    outcome = position.outcome
    may_repeat = setup.repetition and variant.cycles
    if outcome is None and may_repeat and state.positions.count(position) >= 3:
        outcome = Outcome(variant.draw_scores(), "repetition")  # H1
    if outcome is None and setup.ply_limit is not None and len(state.played) >= setup.ply_limit:
        outcome = Outcome(variant.draw_scores(), "limit")  # H5
    return state if outcome is None else end(state, outcome, at)


def pass_where_forced(state: State, at: int) -> State:
    """Play forced passes (QX12)."""
    while state.phase == "playing" and state.position.moves == ("pass",):
        seat = state.position.turn
        state = replace(
            state,
            positions=(*state.positions, state.position.play("pass")),
            played=(*state.played, Played(seat, "pass", at, automatic=True)),
            turn_began=at,
        )
        state = _settle(state, at)
    return state


def clocks_set(state: State, event: ClocksSet) -> State:
    if state.phase != "playing" or state.setup.clock is None:
        refuse("There is no running clock to set.")
    in_range = all(0 < left <= MAX_TIME_MS for left in event.left)
    if len(event.left) != len(state.chairs) or not in_range:
        refuse("A time is needed for every seat.")
    return replace(state, clocks=event.left, turn_began=event.at)


def resigned(state: State, event: Resigned) -> State:
    need_playing(state, event.seat)
    need_present(state, event.seat)
    scores = state.position.variant.loss_scores(event.seat)
    return end(state, Outcome(scores, "resignation"), event.at)  # H2


def flag_fell(state: State, event: FlagFell) -> State:
    need_playing(state, event.seat)
    deadline = state.deadline
    if deadline is None or event.seat != state.seat or event.at < deadline:
        refuse("The flag of this seat has not fallen.")
    scores = state.position.variant.loss_scores(event.seat)
    return end(state, Outcome(scores, "time"), event.at)  # H2


def ended(state: State, event: Ended) -> State:
    need_playing(state, 0)
    try:
        scores = read_scores(state.position.variant, event.result)
    except Fault as fault:
        raise NotAllowed(fault.sentence) from fault
    return end(state, Outcome(scores, event.reason), event.at)
