"""Clocks: pauses, days a move, and allowance for latency."""

import pytest

import quintet
from quintet.errors import NotAllowed
from quintet.table import (
    Answered,
    Asked,
    Clock,
    ClocksSet,
    FlagFell,
    Moved,
    Opened,
    Resigned,
    SeatLeft,
    Setup,
    State,
    apply,
    due,
    event_from_json,
    event_to_json,
    read_clock,
)
from quintet.table.events import QuestionKind
from table_play import after, playing

DAY = 24 * 60 * 60 * 1000


def agreed(state: State, what: QuestionKind, at: int, asker: int = 0) -> State:
    state = apply(state, Asked(at, asker, what))
    for seat in range(len(state.chairs)):
        if seat != asker:
            state = apply(state, Answered(at, seat, what, True))
    return state


# Pausing by consent


@pytest.mark.parametrize("text", ["1/10", "10+5", "10"])
def test_clocks_stand_still_while_the_game_is_paused(text: str) -> None:
    state = playing("quantik", clock=read_clock(text))
    state = agreed(state, "pause", 4_000)
    assert state.paused
    assert (state.deadline, state.clocks) == (None, (6_000, 10_000))
    assert state.time_left(0, 99_000_000) == 6_000
    assert due(state, 99_000_000) is None
    state = agreed(state, "resume", 50_000, asker=1)
    assert not state.paused
    assert state.deadline == 56_000
    assert due(state, 55_999) is None
    assert due(state, 56_000) == FlagFell(56_000, 0)
    with pytest.raises(NotAllowed):
        apply(state, Moved(56_000, 0, "A@a1"))
    moved = apply(state, Moved(55_999, 0, "A@a1"))
    assert moved.played[-1].clock == 1 + (5_000 if text == "10+5" else 0)


def test_nobody_moves_while_the_game_is_paused() -> None:
    state = agreed(playing("quantik", clock=Clock("total", 10_000)), "pause", 1_000)
    assert state.asked == {}
    assert state.seat == 0  # whose turn it is does not change
    for event in (Moved(2_000, 0, "A@a1"), FlagFell(99_000, 0), Asked(2_000, 0, "pause")):
        with pytest.raises(NotAllowed):
            apply(state, event)
    assert apply(state, Resigned(2_000, 1)).clocks == (9_000, 10_000)


def test_pausing_needs_all_of_three() -> None:
    state = playing("cubulus", options={"players": 3}, clock=Clock("total", 10_000))
    state = apply(state, Asked(1_000, 0, "pause"))
    state = apply(state, Answered(2_000, 1, "pause", True))
    assert (state.paused, state.deadline) == (False, 10_000)
    state = apply(state, Answered(3_000, 2, "pause", True))
    assert (state.paused, state.deadline) == (True, None)
    state = apply(state, Asked(4_000, 2, "resume"))
    state = apply(state, Answered(4_000, 0, "resume", False))
    assert state.paused
    state = apply(state, Asked(5_000, 2, "resume"))  # there was no move to wait for
    state = apply(state, Answered(5_000, 0, "resume", True))
    state = apply(state, Answered(6_000, 1, "resume", True))
    assert (state.paused, state.deadline) == (False, 13_000)


def test_playing_on_declines_a_pause() -> None:
    state = apply(playing("quantik", clock=Clock("total", 10_000)), Asked(0, 1, "pause"))
    assert after(state, "A@a1").questions == {}


def test_pausing_is_refused() -> None:
    with pytest.raises(NotAllowed):
        apply(playing("quantik"), Asked(0, 0, "pause"))  # no clock
    with pytest.raises(NotAllowed):
        apply(playing("quantik", clock=Clock("total", 10_000)), Asked(0, 0, "resume"))


def test_who_left_does_not_keep_others_from_playing_on_after_a_pause() -> None:
    state = agreed(playing("quantik", clock=Clock("total", 10_000)), "pause", 1_000)
    state = apply(state, SeatLeft(2_000, 1))
    state = apply(state, Asked(3_000, 0, "replace", seat_of=1, level=1))
    assert state.paused
    state = agreed(state, "resume", 4_000)
    assert state.deadline == 13_000


def test_taking_back_in_a_pause_costs_no_time() -> None:
    state = playing("quantik", clock=Clock("total", 10_000), take_backs=True)
    state = apply(state, Moved(1_000, 0, "A@a1"))
    state = agreed(state, "pause", 2_000)
    state = apply(state, Asked(50_000, 0, "take_back", 0))
    state = apply(state, Answered(60_000, 1, "take_back", True))
    assert (state.paused, state.seat, state.clocks) == (True, 0, (9_000, 9_000))
    assert agreed(state, "resume", 70_000).deadline == 79_000


def test_a_draw_can_be_agreed_on_in_a_pause() -> None:
    state = agreed(playing("quantik", clock=Clock("total", 10_000)), "pause", 1_000)
    state = agreed(state, "draw", 90_000)
    assert state.outcome == quintet.Outcome((0.5, 0.5), "agreement")
    assert state.clocks == (9_000, 10_000)


def test_clocks_can_be_set_in_a_pause() -> None:
    state = agreed(playing("quantik", clock=Clock("total", 10_000)), "pause", 1_000)
    state = apply(state, ClocksSet(2_000, (5_000, 6_000)))
    assert (state.deadline, state.time_left(0, 99_000)) == (None, 5_000)
    assert agreed(state, "resume", 3_000).deadline == 8_000


# Days


def test_three_days_a_move() -> None:
    clock = read_clock("1/259200")
    assert clock == Clock("move", 3 * DAY)
    state = playing("quantik", clock=clock)
    assert state.deadline == 3 * DAY
    assert due(state, 3 * DAY - 1) is None
    state = apply(state, Moved(3 * DAY - 1, 0, "A@a1"))
    assert state.deadline == 6 * DAY - 1
    assert due(state, 6 * DAY - 1) == FlagFell(6 * DAY - 1, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1/60", "1 minute per move"),
        ("1/86400", "1 day per move"),
        ("1/259200", "3 days per move"),
        ("600", "10 minutes per player"),
        ("5430", "1 hour, 30 minutes, and 30 seconds per player"),
        ("300+5", "5 minutes + 5 seconds per move"),
        ("1.5+0.05", "1.5 seconds + 0.05 seconds per move"),
    ],
)
def test_clocks_in_words(text: str, said: str) -> None:
    clock = read_clock(text)
    assert clock is not None
    assert str(clock.sentence) == said


# The way a move has to go


def test_a_flag_waits_for_what_may_be_on_its_way() -> None:
    state = playing("quantik", clock=Clock("total", 10_000))
    assert due(state, 10_000, 300) is None
    assert due(state, 10_299, 300) is None
    flag = due(state, 10_300, 300)
    assert flag == FlagFell(10_000, 0)  # it fell when it fell
    # Whatever was made in time still counts, until the flag is written down.
    assert apply(state, Moved(9_999, 0, "A@a1")).clocks == (1, 10_000)
    with pytest.raises(NotAllowed):
        apply(apply(state, flag), Moved(10_000, 0, "A@a1"))


# Clocks that wait for the first move


@pytest.mark.parametrize("text", ["1/10", "10+5", "10"])
def test_no_clock_runs_before_the_first_move(text: str) -> None:
    state = playing("quantik", clock=read_clock(text), clock_waits=True)
    assert state.deadline is None
    assert state.time_left(0, 99_000) == 10_000
    assert due(state, 99_000_000) is None
    state = apply(state, Moved(60_000, 0, "A@a1"))
    assert state.clocks == (10_000, 10_000)  # the first move costs and earns nothing
    assert state.played[-1].clock == 10_000
    assert state.deadline == 70_000
    assert due(state, 70_000) == FlagFell(70_000, 1)


def test_a_turn_of_several_moves_runs_from_the_first() -> None:
    """In Cubulus the neutral balls come first, one after the other."""
    state = playing("cubulus", clock=Clock("total", 10_000), clock_waits=True)
    state = apply(state, Moved(50_000, 1, "U1"))
    assert state.seat is not None
    assert state.deadline == 60_000
    assert state.time_left(state.seat, 53_000) == 7_000


def test_taking_back_the_first_move_takes_no_time() -> None:
    clock = Clock("increment", 10_000, 5_000)
    state = playing("quantik", clock=clock, clock_waits=True, take_backs=True)
    state = apply(state, Moved(3_000, 0, "A@a1"))
    state = apply(state, Asked(4_000, 0, "take_back", to=0))
    state = apply(state, Answered(4_000, 1, "take_back", True))
    assert state.deadline is None
    assert state.clocks == (10_000, 9_000)


def test_stored_games_keep_the_clock_that_started_with_the_game() -> None:
    plain = event_to_json(Opened(0, Setup("quantik", clock=Clock("total", 10_000))))
    assert "clock_waits" not in plain["setup"]  # as in earlier versions
    opened = event_from_json(plain)
    assert isinstance(opened, Opened)
    assert not opened.setup.clock_waits
    assert playing("quantik", clock=Clock("total", 10_000)).deadline == 10_000
