"""Questions between seats, and what happens when all agree."""

from __future__ import annotations

from dataclasses import replace

from quintet.outcome import Outcome
from quintet.table.events import Answered, Asked, QuestionKind
from quintet.table.state import (
    Declined,
    Played,
    Question,
    State,
    end,
    need_playing,
    need_present,
    need_seat,
    refuse,
    stop_clock,
    with_item,
)

# Questions about players who are away.
ABSENCE: tuple[QuestionKind, ...] = ("replace", "stand_in")
# Other questions that were declined may be asked again only after a move.
ASKED_AT_ANY_TIME = ("resume", "replace", "stand_in")


def take_back_to(state: State, seat: int) -> int:
    """Return how many plies remain when a seat takes back its latest turn."""
    keep = len(state.played)
    while keep > 0 and not _is_own(state.played[keep - 1], seat):
        keep -= 1
    while keep > 0 and _is_own(state.played[keep - 1], seat):
        keep -= 1
    return keep


def asked(state: State, event: Asked) -> State:
    check_asked(state, event)
    question = Question(event.seat, frozenset({event.seat}), event.to, event.seat_of, event.level)
    refusals = {what: no for what, no in state.refusals.items() if what != event.what}
    questions = {**state.questions, event.what: question}
    return settle_absence(replace(state, questions=questions, refusals=refusals))


def check_asked(state: State, event: Asked) -> None:
    """Refuse a question that cannot be asked now."""
    need_present(state, event.seat)
    if event.what == "rematch":
        if state.outcome is None:
            refuse("A rematch comes after a game.")
        if state.rematch_agreed:
            refuse("The rematch is agreed already.")
    else:
        need_playing(state, event.seat)
    if event.what in state.questions:
        refuse("This has been asked already.")
    if (event.what, event.seat) in state.declined:
        refuse("This was declined; play on before asking again.")
    _check_take_back(state, event)
    _check_pause(state, event)
    _check_replacing(state, event)
    _check_stand_in(state, event)


def _check_take_back(state: State, event: Asked) -> None:
    if event.what != "take_back":
        if event.to is not None:
            refuse("Only a take-back says how many plies are left.")
        return
    if not state.setup.take_backs:
        refuse("No moves are taken back at this table.")
    if not any(_is_own(ply, event.seat) for ply in state.played):
        refuse("This seat has not moved yet.")
    if event.to is None or not 0 <= event.to < len(state.played):
        refuse("Say how many plies are left after taking back.")
    if state.played[event.to].automatic:
        refuse("A forced pass comes back by itself; take back the move before it.")


def _check_pause(state: State, event: Asked) -> None:
    if event.what == "pause":
        if state.clocks is None:
            refuse("There is no clock to stop at this table.")
        if state.paused:
            refuse("The game is paused already.")
    if event.what == "resume" and not state.paused:
        refuse("The game is not paused.")


def _check_replacing(state: State, event: Asked) -> None:
    if event.what != "replace":
        if event.level is not None or (event.seat_of is not None and event.what != "stand_in"):
            refuse("The engine can only replace a player who has left.")
        return
    if event.seat_of is None or event.level is None or event.level < 1:
        refuse("Name the seat to replace, and the level of the engine.")
    need_seat(state, event.seat_of)
    if event.seat_of not in state.left:
        refuse("The player of this seat is still here.")


def _check_stand_in(state: State, event: Asked) -> None:
    """Refuse a stand-in where a clock decides, or for anybody but the seat to move."""
    if event.what != "stand_in":
        return
    if state.clocks is not None:
        refuse("A clock runs at this table, and it alone decides.")
    if event.seat_of is None or event.seat_of == event.seat:
        refuse("Name the seat of a player who is away.")
    need_seat(state, event.seat_of)
    if event.seat_of != state.seat:
        refuse("The engine stands in only for the player whose turn it is.")
    is_engine = state.levels[state.chair_of(event.seat_of)] is not None
    if is_engine or event.seat_of in state.stand_ins:
        refuse("The engine plays this seat now.")


def answered(state: State, event: Answered) -> State:
    need_present(state, event.seat)
    question = state.questions.get(event.what)
    if question is None:
        refuse("Nobody has asked for this.")
    if event.seat == question.asker and event.yes:
        refuse("You cannot answer your own question.")
    if event.seat in question.agreed and event.yes:
        refuse("This seat has agreed already.")
    if not event.yes:
        return _declined(state, event.what, question.asker, event.seat)
    agreed = replace(question, agreed=question.agreed | {event.seat})
    state = replace(state, questions={**state.questions, event.what: agreed})
    if state.waits_for(event.what):
        return state
    return _carry_out(state, event.what, event.at)


def _declined(state: State, what: QuestionKind, asker: int, by: int) -> State:
    """Drop a question that was declined, or withdrawn by its asker."""
    declined, refusals = state.declined, state.refusals
    if what not in ASKED_AT_ANY_TIME:
        declined |= {(what, asker)}
    if by != asker:
        refusals = {**refusals, what: Declined(asker, by)}
    left = _without(state, what)
    return replace(state, questions=left, declined=declined, refusals=refusals)


def settle_absence(state: State) -> State:
    """Let the engine play for somebody who is away as soon as all others agree."""
    for what in ABSENCE:
        if what in state.questions and not state.waits_for(what):
            state = _carry_out(state, what, state.at)
    return state


def _carry_out(state: State, what: QuestionKind, at: int) -> State:
    """Do what was asked for, now that all agree."""
    question = state.questions[what]
    state = replace(state, questions=_without(state, what))
    match what:
        case "draw":
            scores = state.position.variant.draw_scores()
            return end(state, Outcome(scores, "agreement"), at)  # H2
        case "take_back":
            assert question.to is not None
            return _taken_back(state, question.to, at)
        case "pause":
            return replace(stop_clock(state, at), paused=True)
        case "resume":
            return replace(state, paused=False, turn_began=at)
        case "replace":
            return _replaced(state, question)
        case "stand_in":
            assert question.seat_of is not None
            away = {question.seat_of}
            return replace(state, left=state.left - away, stand_ins=state.stand_ins | away)
    return replace(state, rematch_agreed=True)


def _replaced(state: State, question: Question) -> State:
    """Let the engine continue for a player; drop all open questions."""
    assert question.seat_of is not None
    chair = state.chair_of(question.seat_of)
    return replace(
        state,
        chairs=with_item(state.chairs, chair, f"level:{question.level}"),
        levels=with_item(state.levels, chair, question.level),
        left=state.left - {question.seat_of},
        questions={},
    )


def _without(state: State, what: QuestionKind) -> dict[QuestionKind, Question]:
    return {other: question for other, question in state.questions.items() if other != what}


def _taken_back(state: State, to: int, at: int) -> State:
    """Return to an earlier position (H4). Used time stays used."""
    stopped = stop_clock(state, at)
    earlier = replace(
        stopped,
        positions=state.positions[: to + 1],
        played=state.played[:to],
        turn_began=at,
        questions={},
        refusals={},
    )
    clock, clocks = state.setup.clock, earlier.clocks
    if clock is None or clocks is None:
        return earlier
    if clock.kind == "move":
        return replace(earlier, clocks=(clock.base,) * len(clocks))
    # Increments of turns that are taken back are taken back, too.
    for ply in range(to, len(state.played)):
        seat = state.played[ply].seat
        is_free = state.setup.clock_waits and all(it.automatic for it in state.played[:ply])
        ends_turn = state.positions[ply + 1].seat != seat
        if ends_turn and not is_free and not state.played[ply].automatic:
            clocks = with_item(clocks, seat, max(1, clocks[seat] - clock.increment))
    return replace(earlier, clocks=clocks)


def _is_own(ply: Played, seat: int) -> bool:
    return ply.seat == seat and not ply.automatic
