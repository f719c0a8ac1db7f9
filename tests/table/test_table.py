"""Replay of events, with every clock case at its exact millisecond."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quintet
from any_text import any_text
from quintet.errors import BadEvent, BadMove, BadOption, IllegalMove, NotAllowed
from quintet.table import (
    Answered,
    Asked,
    ChairLeft,
    ChairTaken,
    Clock,
    ClocksSet,
    Event,
    FlagFell,
    Moved,
    Opened,
    Resigned,
    SeatLeft,
    SeatTaken,
    Setup,
    Started,
    State,
    apply,
    due,
    event_from_json,
    event_to_json,
    read_clock,
    rematch,
    replay,
    take_back_to,
)
from table_play import after, playing, seated

# Sitting down (H3)


def test_chairs_and_seats() -> None:
    state = playing("cubulus", options={"players": 3}, first=2)
    assert state.chairs == ("Ann", "Ben", "Cem")
    assert state.names == ("Cem", "Ann", "Ben")
    assert state.phase == "playing"
    assert state.seat == 0


def test_starts_only_when_all_sit() -> None:
    events = seated(Setup("quixo", {"players": 4}))
    del events[2]
    with pytest.raises(NotAllowed):
        replay(events)


def test_chairs_are_refused_when_taken_unknown_or_after_the_start() -> None:
    opened: list[Event] = [Opened(0, Setup("quantik")), ChairTaken(0, 0, "Ann")]
    state = replay(opened)
    for event in (ChairTaken(1, 0, "Ben"), ChairTaken(1, 2, "Ben"), ChairTaken(1, 1, " ")):
        with pytest.raises(NotAllowed):
            apply(state, event)
    assert apply(state, ChairLeft(1, 0)).chairs == (None, None)
    started = playing("quantik")
    with pytest.raises(NotAllowed):
        apply(started, ChairLeft(1, 0))


def test_time_does_not_run_backwards() -> None:
    state = after(playing("quantik"), "A@a1", step=5)
    with pytest.raises(NotAllowed):
        apply(state, Moved(4, 1, "B@d4"))


# Moving


def test_only_the_seat_to_move_moves_and_only_legally() -> None:
    state = playing("quantik")
    with pytest.raises(NotAllowed):
        apply(state, Moved(0, 1, "A@a1"))
    with pytest.raises(NotAllowed):
        apply(state, Moved(0, 7, "A@a1"))
    with pytest.raises(BadMove):
        apply(state, Moved(0, 0, "nonsense"))
    state = after(state, "A@a1")
    with pytest.raises(IllegalMove):
        apply(state, Moved(0, 1, "A@b2"))
    assert len(state.played) == 1


def test_the_end_on_the_board() -> None:
    state = after(playing("quantik"), "A@a1 B@b1 C@c1 D@d1")
    assert state.phase == "over"
    assert state.outcome == quintet.Outcome((0.0, 1.0), "line")
    with pytest.raises(NotAllowed):
        apply(state, Moved(0, 0, "A@a2"))
    with pytest.raises(NotAllowed):
        apply(state, Resigned(0, 0))


def test_who_is_asked_for_what() -> None:
    state = playing("quarto", options={"calls": "spoken"})
    assert state.asked == {0: ("give",)}
    state = after(state, "0")
    assert state.asked == {1: ("place",)}
    state = after(state, "a1")
    assert state.asked == {1: ("give", "call")}
    state = apply(state, Asked(0, 0, "draw"))
    assert state.asked == {1: ("give", "call", "answer draw")}


# Quarto's windows (QT5 to QT15)


def spoken(**options: Any) -> State:
    return playing("quarto", options={"calls": "spoken", **options})


def test_placer_calls() -> None:
    state = after(spoken(), "0 a1 1 b1 2 c1 3 d1 quarto:a1-d1")
    assert state.outcome == quintet.Outcome((1.0, 0.0), "called")
    assert state.overlooked == ()


def test_receiver_steals() -> None:
    state = after(spoken(), "0 a1 1 b1 2 c1 3 d1 4 quarto:a1-d1")
    assert state.outcome == quintet.Outcome((0.0, 1.0), "called")


def test_dead_alignment_is_overlooked_and_shown_after_the_game() -> None:
    state = after(spoken(), "0 a1 1 b1 2 c1 3 d1 4 a2")
    assert state.overlooked == ()
    state = apply(state, Resigned(0, 1))
    assert state.overlooked == ((8, ("a1", "b1", "c1", "d1")),)


def test_false_call_is_void_once_a_window() -> None:
    state = after(spoken(), "0 a1 quarto:a1-d1")
    assert state.outcome is None
    with pytest.raises(IllegalMove) as caught:
        after(state, "quarto:a1-a4")
    assert caught.value.rule == "QT13"
    # The other seat's window is untouched.
    assert after(state, "1 quarto:a1-a4").outcome is None


def test_false_call_loses_where_agreed() -> None:
    state = after(spoken(false_call="loses"), "0 a1 quarto:a1-d1")
    assert state.outcome == quintet.Outcome((1.0, 0.0), "false_call")


# Forced passes (QX12)

# The last cube that points at west is pushed off the border: west has nothing to take.
WEST_STUCK = "nnenn/e...n/sn..n/n...e/nnenn s"


def test_passes_are_automatic_and_shown() -> None:
    state = playing("quixo", options={"players": 4}, position=WEST_STUCK)
    state = after(state, "a3e3n")
    passes = [(ply.seat, ply.move, ply.automatic) for ply in state.played]
    assert passes == [(0, "a3e3n", False), (1, "pass", True)]
    assert state.seat == 2


# Repetition (H1) and limits (H5)

CIRCLE = "d4 d7 d4-d5 d7-a7 d5-d4 a7-d7 d4-d5 d7-a7 d5-d4 a7-d7"


def test_third_occurrence_is_a_draw() -> None:
    before = after(playing("qomet"), CIRCLE.rsplit(" ", 1)[0])
    assert before.outcome is None
    state = after(before, "a7-d7")
    assert state.outcome == quintet.Outcome((0.5, 0.5), "repetition")


def test_repetition_can_be_switched_off() -> None:
    assert after(playing("qomet", repetition=False), CIRCLE).outcome is None


def test_ply_limit() -> None:
    state = after(playing("quixo", ply_limit=2), "a1e1 b1b5")
    assert state.outcome == quintet.Outcome((0.5, 0.5), "limit")


# Agreement and resignation (H2)


def test_draw_by_agreement_of_two() -> None:
    state = apply(playing("quantik"), Asked(1, 1, "draw"))
    state = apply(state, Answered(2, 0, "draw", True))
    assert state.outcome == quintet.Outcome((0.5, 0.5), "agreement")


def test_draw_needs_all_three() -> None:
    state = apply(playing("cubulus", options={"players": 3}), Asked(1, 0, "draw"))
    state = apply(state, Answered(2, 1, "draw", True))
    assert state.outcome is None
    state = apply(state, Answered(3, 2, "draw", True))
    assert state.outcome is not None
    assert state.outcome.result == "1/3-1/3-1/3"


def test_draw_lapses_when_an_opponent_plays_on() -> None:
    state = apply(playing("quantik"), Asked(0, 0, "draw"))
    state = after(state, "A@a1")
    assert "draw" in state.questions
    state = after(state, "B@d4")
    assert state.questions == {}
    with pytest.raises(NotAllowed):
        apply(state, Answered(0, 1, "draw", True))


def test_declined_means_play_on_first() -> None:
    state = apply(playing("quantik"), Asked(0, 0, "draw"))
    with pytest.raises(NotAllowed):
        apply(state, Asked(0, 0, "draw"))
    with pytest.raises(NotAllowed):
        apply(state, Answered(0, 0, "draw", True))
    state = apply(state, Answered(0, 1, "draw", False))
    with pytest.raises(NotAllowed):
        apply(state, Asked(0, 0, "draw"))
    state = after(state, "A@a1")
    assert "draw" in apply(state, Asked(0, 0, "draw")).questions


def test_resignation_of_two_three_and_four() -> None:
    assert scores("quantik", 0) == (0.0, 1.0)
    assert scores("cubulus", 1, players=3) == (0.5, 0.0, 0.5)
    assert scores("quixo", 3, players=4) == (1.0, 0.0, 1.0, 0.0)


def scores(game: str, seat: int, **options: Any) -> tuple[float, ...]:
    outcome = apply(playing(game, options=options), Resigned(0, seat)).outcome
    assert outcome is not None
    assert outcome.reason == "resignation"
    return outcome.scores


# Taking back (H4)


def test_take_back_by_consent() -> None:
    state = after(playing("quantik", take_backs=True), "A@a1 B@d4")
    to = take_back_to(state, 0)
    assert to == 0
    state = apply(state, Asked(1, 0, "take_back", to))
    state = apply(state, Answered(2, 1, "take_back", True))
    assert state.position == quintet.start("quantik")
    assert state.played == ()
    assert state.seat == 0


def test_take_back_of_a_whole_turn() -> None:
    state = after(playing("quarto", take_backs=True), "0 a1 1 b1 2")
    assert take_back_to(state, 1) == 1  # placing on a1 and giving 1
    assert take_back_to(state, 0) == 3  # placing on b1 and giving 2


def test_take_back_is_refused() -> None:
    with pytest.raises(NotAllowed):
        apply(after(playing("quantik"), "A@a1"), Asked(0, 0, "take_back", 0))
    state = after(playing("quantik", take_backs=True), "A@a1")
    for event in (
        Asked(0, 1, "take_back", 0),  # has not moved
        Asked(0, 0, "take_back", 1),  # takes nothing back
        Asked(0, 0, "take_back", None),
        Asked(0, 0, "draw", 0),
        Asked(0, 0, "rematch"),
    ):
        with pytest.raises(NotAllowed):
            apply(state, event)
    asked = apply(state, Asked(0, 0, "take_back", 0))
    assert after(asked, "B@d4").questions == {}


# Clocks


def test_clock_texts() -> None:
    assert read_clock("-") is None
    assert read_clock("1/60") == Clock("move", 60_000)
    assert read_clock("300+5") == Clock("increment", 300_000, 5_000)
    assert read_clock("600") == Clock("total", 600_000)
    assert read_clock("0.5+0.25") == Clock("increment", 500, 250)
    for text in ("1/60", "300+5", "600", "0.5+0.25"):
        clock = read_clock(text)
        assert clock is not None
        assert clock.text == text


@pytest.mark.parametrize("text", ["", "x", "1/", "0", "1/60+5", "-5", "5+", "1e9", "99999999", "²"])
def test_bad_clocks(text: str) -> None:
    with pytest.raises(BadOption):
        read_clock(text)


def test_clock_per_move_counts_a_whole_turn() -> None:
    """QT11: a move is steal call, placing, giving."""
    state = playing("quarto", clock=Clock("move", 60_000))
    assert state.deadline == 60_000
    state = apply(state, Moved(10_000, 0, "0"))
    assert state.deadline == 70_000
    state = apply(state, Moved(40_000, 1, "a1"))
    assert state.deadline == 70_000
    assert state.time_left(1, 69_999) == 1
    assert due(state, 69_999) is None
    state = apply(state, Moved(69_999, 1, "1"))
    assert state.deadline == 129_999


def test_a_move_at_the_very_deadline_is_too_late() -> None:
    state = playing("quantik", clock=Clock("move", 1_000))
    with pytest.raises(NotAllowed):
        apply(state, Moved(1_000, 0, "A@a1"))
    assert apply(state, Moved(999, 0, "A@a1")).seat == 1
    with pytest.raises(NotAllowed):
        apply(state, FlagFell(999, 0))
    with pytest.raises(NotAllowed):
        apply(state, FlagFell(1_000, 1))
    flag = due(state, 5_000)
    assert flag == FlagFell(1_000, 0)
    assert apply(state, flag).outcome == quintet.Outcome((0.0, 1.0), "time")


def test_increment() -> None:
    state = playing("quantik", clock=Clock("increment", 10_000, 2_000))
    state = apply(state, Moved(3_000, 0, "A@a1"))
    assert state.clocks == (9_000, 10_000)
    assert state.played[-1].clock == 9_000
    state = apply(state, Moved(4_000, 1, "B@d4"))
    assert state.clocks == (9_000, 11_000)
    assert state.deadline == 13_000


def test_total_for_each_of_four() -> None:
    """QX16."""
    state = playing("quixo", options={"players": 4}, clock=Clock("total", 10_000))
    for number, move in enumerate(("a1e1s", "a5e5w", "b1b5n", "c1c5e"), start=1):
        assert state.seat is not None
        state = apply(state, Moved(number * 1_000, state.seat, move))
    assert state.clocks == (9_000,) * 4
    flag = due(state, 13_000)
    assert flag == FlagFell(13_000, 0)
    assert apply(state, flag).outcome == quintet.Outcome((0.0, 1.0, 0.0, 1.0), "time")


def test_losing_on_time_with_three_shares_the_point() -> None:
    state = playing("cubulus", options={"players": 3}, clock=Clock("total", 1_000))
    flag = due(state, 1_000)
    assert flag is not None
    assert apply(state, flag).outcome == quintet.Outcome((0.0, 0.5, 0.5), "time")


def test_taken_back_time_stays_used() -> None:
    state = playing("quantik", clock=Clock("total", 10_000), take_backs=True)
    state = apply(state, Moved(1_000, 0, "A@a1"))
    state = apply(state, Asked(2_000, 0, "take_back", 0))
    state = apply(state, Answered(3_000, 1, "take_back", True))
    assert state.clocks == (9_000, 8_000)
    assert state.deadline == 12_000


def test_a_move_clock_starts_anew_for_everyone_after_taking_back() -> None:
    state = playing("quixo", clock=Clock("move", 60_000), take_backs=True)
    state = apply(state, Moved(1_000, 0, "a1e1"))
    state = apply(state, Asked(51_000, 0, "take_back", 0))
    state = apply(state, Answered(51_000, 1, "take_back", True))
    assert state.clocks == (60_000, 60_000)
    assert state.deadline == 111_000


def test_taking_back_gives_no_time() -> None:
    state = playing("quixo", clock=Clock("increment", 300_000, 60_000), take_backs=True)
    for at in range(1, 6):
        state = apply(state, Moved(at * 1_000, 0, "a1e1"))
        state = apply(state, Asked(at * 1_000, 0, "take_back", 0))
        state = apply(state, Answered(at * 1_000, 1, "take_back", True))
    assert state.clocks == (295_000, 300_000)


def test_after_the_deadline_only_the_flag_counts() -> None:
    state = apply(playing("quantik", clock=Clock("total", 1_000)), Asked(0, 0, "draw"))
    for event in (Answered(1_000, 1, "draw", True), Resigned(1_000, 1), Asked(1_000, 1, "draw")):
        with pytest.raises(NotAllowed):
            apply(state, event)
    assert apply(state, FlagFell(1_000, 0)).outcome == quintet.Outcome((0.0, 1.0), "time")


def test_clocks_can_be_set() -> None:
    state = playing("quantik", clock=Clock("total", 10_000))
    state = apply(state, ClocksSet(500, (700, 900)))
    assert (state.clocks, state.deadline) == ((700, 900), 1_200)
    for event in (ClocksSet(500, (700,)), ClocksSet(500, (0, 1))):
        with pytest.raises(NotAllowed):
            apply(state, event)
    with pytest.raises(NotAllowed):
        apply(playing("quantik"), ClocksSet(0, (1, 1)))


@pytest.mark.parametrize(
    "event",
    [
        Moved(5, True, "A@a1"),
        Moved(5.5, 0, "A@a1"),  # type: ignore[arg-type]
        Moved(5, 0, 7),  # type: ignore[arg-type]
        Resigned(5, 1.0),  # type: ignore[arg-type]
        Resigned("5", 1),  # type: ignore[arg-type]
        ClocksSet(5, [1, 2]),  # type: ignore[arg-type]
        Asked(5, 0, "coffee"),  # type: ignore[arg-type]
        "moved",
        None,
    ],
)
def test_events_of_the_wrong_kind(event: Any) -> None:
    with pytest.raises(BadEvent):
        apply(playing("quantik", clock=Clock("total", 10_000)), event)


def test_setups_of_the_wrong_kind() -> None:
    for setup in (Setup("quantik", clock="60"), Setup("quantik", repetition=1), "quantik"):  # type: ignore[arg-type]
        with pytest.raises(BadEvent):
            replay([Opened(0, setup)])  # type: ignore[arg-type]


def test_the_clock_stops_with_the_game() -> None:
    state = playing("quantik", clock=Clock("total", 10_000))
    state = apply(state, Resigned(4_000, 1))
    assert state.clocks == (6_000, 10_000)
    assert state.deadline is None
    assert state.time_left(0, 99_000) == 6_000


# Rematch (H3)


def test_rematch_rotates_the_seats() -> None:
    state = apply(playing("cubulus", options={"players": 3}), Resigned(0, 0))
    state = apply(state, Asked(1, 2, "rematch"))
    state = apply(state, Answered(2, 0, "rematch", True))
    assert not state.rematch_agreed
    state = apply(state, Answered(3, 1, "rematch", True))
    assert state.rematch_agreed
    following = replay(rematch(state, 4))
    assert following.names == ("Ben", "Cem", "Ann")
    assert following.phase == "playing"


def test_no_rematch_before_the_end() -> None:
    with pytest.raises(NotAllowed):
        rematch(playing("quantik"), 0)


# Events as JSON

EVENTS: list[Event] = [
    Opened(0, Setup("quixo", {"players": 4}, clock=Clock("increment", 300_000, 5_000))),
    Opened(0, Setup("quarto", {"features": ("colour", "top")}, take_backs=True, ply_limit=400)),
    Opened(0, Setup("quantik", position="..../..../..../A...")),
    ChairTaken(1, 0, "Ann"),
    ChairLeft(2, 0),
    Started(3, 1),
    Moved(4, 0, "a1e1s"),
    Asked(5, 0, "take_back", 3),
    Asked(5, 0, "draw"),
    Answered(6, 1, "draw", False),
    Resigned(7, 2),
    FlagFell(8, 3),
    ClocksSet(9, (5_000, 6_000)),
    Opened(0, Setup("quixo", public=True, spectators=False, first=1, clock=Clock("move", 60_000))),
    ChairTaken(1, 0, "level:3", 3),
    SeatLeft(10, 1),
    SeatTaken(11, 1, "Ben"),
    Asked(12, 0, "replace", seat_of=1, level=3),
    Asked(13, 0, "pause"),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_events_round_trip_through_json(event: Event) -> None:
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@pytest.mark.parametrize(
    ("plain", "field"),
    [
        (None, "event"),
        ([], "event"),
        ({}, "event"),
        ({"event": "danced"}, "event"),
        ({"event": "moved", "at": 1, "seat": 0}, "move"),
        ({"event": "moved", "at": 1.0, "seat": 0, "move": "a1"}, "at"),
        ({"event": "moved", "at": 1, "seat": True, "move": "a1"}, "seat"),
        ({"event": "moved", "at": 1, "seat": 0, "move": "a1", "extra": 1}, "extra"),
        ({"event": "asked", "at": 1, "seat": 0, "what": "coffee"}, "what"),
        ({"event": "clocks_set", "at": 1, "left": [1, "2"]}, "left"),
        ({"event": "answered", "at": 1, "seat": 0, "what": "draw", "yes": 1}, "yes"),
        ({"event": "opened", "at": 1, "setup": {"game": "quixo", "first": "0"}}, "first"),
        ({"event": "opened", "at": 1, "setup": {"game": "quixo", "options": []}}, "options"),
        ({"event": "opened", "at": 1}, "setup"),
        ({"event": "opened", "at": 1, "setup": {"game": "chess"}}, "setup"),
        (
            {"event": "opened", "at": 1, "setup": {"game": "quixo", "options": {"size": "9"}}},
            "setup",
        ),
        ({"event": "opened", "at": 1, "setup": {"game": "quixo", "clock": 5}}, "clock"),
        ({"event": "opened", "at": 1, "setup": {"game": "quixo", "clock": "soon"}}, "clock"),
        ({"event": "opened", "at": 1, "setup": {"game": "quixo", "position": "x"}}, "setup"),
    ],
)
def test_bad_events(plain: object, field: str) -> None:
    with pytest.raises(BadEvent) as caught:
        event_from_json(plain)
    assert caught.value.field == field


def test_bad_events_name_the_field_and_what_it_must_be() -> None:
    for values, said in (
        ({"seat": "0", "what": "draw"}, "The field seat must be a whole number."),
        ({"seat": 0, "what": "coffee"}, "The field what must be draw, take_back, rematch, "),
        ({"seat": 0}, "The field what is missing."),
        ({"seat": 0, "what": "draw", "x": 1}, "There is no field x here."),
    ):
        with pytest.raises(BadEvent) as caught:
            event_from_json({"event": "asked", "at": 1, **values})
        assert str(caught.value).startswith(said)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | any_text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["event", "at", "seat", "move", "setup", "game", "options", "clock", "x"]
            ),
            inner | st.sampled_from(["opened", "moved", "asked", "quixo", "1/60"]),
            max_size=6,
        )
    ),
    max_leaves=12,
)


@given(json_values)
def test_any_json_is_an_event_or_refused(plain: object) -> None:
    try:
        event = event_from_json(plain)
    except BadEvent:
        return
    assert event_from_json(event_to_json(event)) == event
