"""Seats: leaving a game, returning, and replacement by the engine."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quintet
from quintet.errors import NotAllowed, QuintetError
from quintet.table import (
    Answered,
    Asked,
    ChairLeft,
    ChairTaken,
    Clock,
    Declined,
    Event,
    FlagFell,
    LinkRenewed,
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
    rematch,
    replay,
)
from table_play import after, playing, seated


def then(state: State, *events: Event) -> State:
    for event in events:
        state = apply(state, event)
    return state


def of_four(first: int = 0, **wishes: bool) -> State:
    return playing("quixo", options={"players": 4}, first=first, **wishes)


def replacing(at: int, seat: int, seat_of: int, level: int = 3) -> Asked:
    return Asked(at, seat, "replace", seat_of=seat_of, level=level)


# Leaving, and coming back


def test_a_game_waits_for_who_left() -> None:
    state = apply(playing("quantik"), SeatLeft(1, 0))
    assert state.left == {0}
    assert (state.phase, state.seat) == ("playing", 0)
    for event in (
        Moved(2, 0, "A@a1"),
        Resigned(2, 0),
        Asked(2, 0, "draw"),
        SeatLeft(2, 0),
    ):
        with pytest.raises(NotAllowed):
            apply(state, event)
    back = apply(state, SeatTaken(2, 0, "Ann"))
    assert back.left == frozenset()
    assert after(back, "A@a1").seat == 1


def test_others_play_on_until_it_is_their_turn_who_left() -> None:
    state = apply(of_four(), SeatLeft(1, 2))
    state = after(state, "a1e1s a5e5w")
    assert state.seat == 2
    with pytest.raises(NotAllowed):
        apply(state, Moved(2, 2, "b1b5n"))


def test_the_clock_of_who_left_runs_out() -> None:
    state = apply(playing("quantik", clock=Clock("total", 10_000)), SeatLeft(4_000, 0))
    assert state.deadline == 10_000
    assert due(state, 9_999) is None
    flag = due(state, 10_000)
    assert flag == FlagFell(10_000, 0)
    assert apply(state, flag).outcome == quintet.Outcome((0.0, 1.0), "time")


def test_who_comes_back_may_have_another_name() -> None:
    state = then(playing("quantik", first=1), SeatLeft(1, 0), SeatTaken(2, 0, " Benjamin "))
    assert state.names == ("Benjamin", "Ann")
    with pytest.raises(NotAllowed):
        apply(state, SeatTaken(3, 0, " "))
    assert apply(state, SeatTaken(3, 0, "Ben")).names[0] == "Ben"  # at another device


def test_leaving_is_refused() -> None:
    opened = replay([Opened(0, Setup("quantik")), ChairTaken(0, 0, "Ann")])
    over = apply(playing("quantik"), Resigned(1, 0))
    engine = replay([*seated(Setup("quantik"))[:2], ChairTaken(0, 1, "level:3", 3), Started(0, 0)])
    for state, event in (
        (opened, SeatLeft(1, 0)),
        (opened, SeatTaken(1, 0, "Ann")),
        (over, SeatLeft(1, 0)),
        (playing("quantik"), SeatLeft(1, 2)),
        (playing("quantik"), SeatTaken(1, 2, "Cem")),
        (engine, SeatLeft(1, 1)),
        (engine, SeatTaken(1, 1, "Ben")),
    ):
        with pytest.raises(NotAllowed):
            apply(state, event)


def test_the_questions_of_who_left_are_asked_no_more() -> None:
    state = then(playing("quantik"), Asked(1, 0, "draw"), SeatLeft(2, 0))
    assert state.questions == {}
    state = then(playing("quantik"), Asked(1, 0, "draw"), SeatLeft(2, 1))
    assert state.asked[1] == ("answer draw",)
    with pytest.raises(NotAllowed):
        apply(state, Answered(3, 1, "draw", True))
    answered = then(state, SeatTaken(3, 1, "Ben"), Answered(3, 1, "draw", True))
    assert answered.outcome == quintet.Outcome((0.5, 0.5), "agreement")


def test_engines_are_known_by_their_chairs() -> None:
    events = seated(Setup("quantik"))
    events[2] = ChairTaken(0, 1, "level:3", 3)
    assert replay(events).levels == (None, 3)
    state = then(replay(events[:3]), ChairLeft(1, 1), ChairTaken(2, 1, "Ben"))
    assert state.levels == (None, None)


# The engine that stands in


def standing_in(at: int, seat: int, seat_of: int | None) -> Asked:
    return Asked(at, seat, "stand_in", seat_of=seat_of)


def test_the_engine_stands_in_until_the_player_is_back() -> None:
    state = then(playing("quantik"), standing_in(1, 1, 0))
    assert state.stand_ins == {0}
    assert (state.names, state.levels) == (("Ann", "Ben"), (None, None))
    state = after(state, "A@a1 B@d4")  # the engine's move, and Ben's
    back = apply(state, SeatTaken(2, 0, "Ann"))
    assert back.stand_ins == frozenset()
    assert apply(state, SeatLeft(2, 0)).stand_ins == frozenset()


def test_all_who_are_there_agree_to_a_stand_in() -> None:
    state = then(of_four(), SeatLeft(1, 2), standing_in(2, 1, 0))
    assert state.waits_for("stand_in") == {3}
    assert apply(state, Answered(3, 3, "stand_in", True)).stand_ins == {0}
    declined = apply(state, Answered(3, 3, "stand_in", False))
    assert (declined.questions, declined.stand_ins) == ({}, frozenset())
    assert then(declined, standing_in(4, 1, 0)).refusals == {}  # it may be asked again
    assert after(state, "a1e1s").questions == {}  # the player is back, and moves


def test_nobody_stands_in_where_it_is_refused() -> None:
    state, stands = of_four(), then(playing("quantik"), standing_in(1, 1, 0))
    for table, event in (
        (playing("quantik", clock=Clock("move", 60_000)), standing_in(1, 1, 0)),
        (state, standing_in(1, 1, 2)),  # it is not their turn
        (state, standing_in(1, 0, 0)),
        (state, standing_in(1, 1, None)),
        (state, Asked(1, 1, "stand_in", seat_of=0, level=5)),  # the level was agreed before
        (stands, standing_in(2, 1, 0)),
    ):
        with pytest.raises(NotAllowed):
            apply(table, event)


def test_the_level_of_stand_ins_is_agreed_when_the_table_opens() -> None:
    assert Setup("quantik").level_of_stand_ins == 3
    assert Setup("quantik", stand_in_level=7).level_of_stand_ins == 7


def test_who_asked_is_told_who_declined() -> None:
    asked = apply(playing("quantik"), Asked(1, 0, "draw"))
    assert apply(asked, Answered(2, 1, "draw", False)).refusals == {"draw": Declined(0, 1)}
    assert apply(asked, Answered(2, 0, "draw", False)).refusals == {}  # withdrawn
    state = then(after(playing("quantik"), "A@a1"), Asked(1, 0, "draw"))
    state = after(state, "B@d4")
    assert state.refusals == {"draw": Declined(0, 1)}  # Ben has played on
    assert after(state, "C@b2").refusals == {}  # and so has Ann


def test_a_new_link_lasts_until_its_player_acts() -> None:
    state = apply(playing("quantik"), LinkRenewed(1, 0))
    assert state.relinked == {0}
    assert after(state, "A@a1").relinked == frozenset()
    assert then(state, SeatTaken(2, 0, "Ann")).relinked == frozenset()
    stands = then(state, standing_in(2, 1, 0))
    assert after(stands, "A@a1").relinked == {0}  # the engine's move is not hers
    assert event_from_json(event_to_json(LinkRenewed(1, 0))) == LinkRenewed(1, 0)
    for chair in (2, -1):
        with pytest.raises(NotAllowed):
            apply(playing("quantik"), LinkRenewed(1, chair))


# The engine in somebody's place, in logs of earlier versions


def test_the_last_who_is_there_decides_alone() -> None:
    state = then(playing("quantik", first=1), SeatLeft(1, 1), replacing(2, 0, 1, 5))
    assert state.questions == {}
    assert state.left == frozenset()
    assert state.chairs == ("level:5", "Ben")
    assert state.levels == (5, None)
    assert state.names == ("Ben", "level:5")
    assert after(state, "A@a1 B@d4").seat == 0
    with pytest.raises(NotAllowed):
        apply(state, SeatTaken(3, 1, "Ann"))  # the engine plays it now


def test_all_who_are_there_must_agree() -> None:
    state = then(of_four(first=1), SeatLeft(1, 2), SeatLeft(1, 3), replacing(2, 0, 2))
    assert state.waits_for("replace") == {1}
    assert state.asked[1] == ("answer replace",)
    declined = apply(state, Answered(3, 1, "replace", False))
    assert not declined.questions
    assert declined.left == {2, 3}
    assert "replace" in apply(declined, replacing(3, 0, 2)).questions  # there may be no move
    agreed = apply(state, Answered(3, 1, "replace", True))
    assert agreed.left == {3}
    assert agreed.levels == (None, None, None, 3)
    assert agreed.names == ("Ben", "Cem", "level:3", "Ann")


def test_who_is_back_is_not_replaced() -> None:
    state = then(of_four(), SeatLeft(1, 2), replacing(2, 0, 2), SeatTaken(3, 2, "Cem"))
    assert state.questions == {}
    with pytest.raises(NotAllowed):
        apply(state, Answered(4, 1, "replace", True))


def test_the_wish_stays_while_others_play_on() -> None:
    state = then(of_four(), SeatLeft(1, 3), replacing(2, 0, 3))
    state = after(state, "a1e1s a5e5w b1b5n")
    assert state.waits_for("replace") == {1, 2}
    state = then(state, Answered(3, 1, "replace", True), Answered(3, 2, "replace", True))
    assert state.levels[3] == 3


def test_who_leaves_need_not_answer_any_more() -> None:
    state = then(of_four(), SeatLeft(1, 3), replacing(2, 0, 3), Answered(3, 1, "replace", True))
    state = apply(state, SeatLeft(4, 2))
    assert state.levels[3] == 3
    assert state.left == {2}


def test_who_asked_and_left_asks_no_more() -> None:
    state = then(of_four(), SeatLeft(1, 3), replacing(2, 0, 3), SeatLeft(3, 0))
    assert (state.questions, state.levels[3]) == ({}, None)


def test_a_log_does_not_depend_on_the_levels_of_an_engine() -> None:
    """Events of a program with more levels than this one are replayed all the same."""
    asked = apply(apply(of_four(), SeatLeft(1, 3)), replacing(2, 0, 3, 11))
    assert asked.questions["replace"].level == 11


def test_replacing_is_refused() -> None:
    there, left = of_four(), apply(of_four(), SeatLeft(1, 3))
    for state, event in (
        (there, replacing(2, 0, 3)),  # still there
        (left, replacing(2, 3, 3)),  # not there
        (left, replacing(2, 0, 9)),
        (left, replacing(2, 0, 3, 0)),
        (left, Asked(2, 0, "replace", seat_of=3)),
        (left, Asked(2, 0, "replace", level=3)),
        (left, Asked(2, 0, "draw", seat_of=3)),
        (left, Asked(2, 0, "draw", level=3)),
        (left, Asked(2, 0, "replace", 0, 3, 3)),
        (apply(left, replacing(2, 0, 3)), replacing(3, 1, 3)),
        (apply(left, Resigned(2, 0)), replacing(3, 0, 3)),
    ):
        with pytest.raises(NotAllowed):
            apply(state, event)


def test_what_was_asked_of_who_left_ends_with_them() -> None:
    state = then(playing("quantik"), Asked(1, 0, "draw"), SeatLeft(2, 1), replacing(3, 0, 1))
    assert state.questions == {}


def test_the_engine_plays_the_rematch_too() -> None:
    state = then(playing("quantik"), SeatLeft(1, 1), replacing(2, 0, 1, 7), Resigned(3, 0))
    state = then(state, Asked(4, 0, "rematch"), Answered(4, 1, "rematch", True))
    following = replay(rematch(state, 5))
    assert following.names == ("level:7", "Ann")
    assert following.levels == (None, 7)
    assert following.chairs == ("Ann", "level:7")


# Whatever happens

seats, at_once = st.integers(0, 3), st.just(0)
questions = st.sampled_from(["draw", "pause", "resume", "replace"])
happenings: st.SearchStrategy[Event] = st.one_of(
    st.builds(SeatLeft, at_once, seats),
    st.builds(SeatTaken, at_once, seats, st.just("Somebody")),
    st.builds(replacing, at_once, seats, seats),
    st.builds(Asked, at_once, seats, questions),
    st.builds(Answered, at_once, seats, questions, st.booleans()),
    st.builds(Moved, at_once, seats, st.sampled_from(["a1e1s", "a5e5w", "b1b5n", "c1c5e"])),
)


@given(st.lists(happenings, max_size=40))
def test_nothing_is_ever_waited_for_in_vain(events: list[Event]) -> None:
    """Every question waits for somebody who can answer, or come back and answer."""
    state = playing("quixo", options={"players": 4}, clock=Clock("total", 100_000))
    for event in events:
        with suppress(QuintetError):
            state = apply(state, event)
        assert all(state.waits_for(what) for what in state.questions)
        assert all(question.asker not in state.left for question in state.questions.values())
        assert all(state.levels[chair] is None for chair in state.left)
        if "replace" in state.questions:
            assert state.questions["replace"].seat_of in state.left
            assert not state.waits_for("replace") & state.left
        assert (state.deadline is None) == (state.paused or state.outcome is not None)


# Agreements


def test_the_chair_that_begins_can_be_agreed_on() -> None:
    assert replay([Opened(0, Setup("quantik", first=1))]).setup.first == 1
    for chair in (-1, 2):
        with pytest.raises(NotAllowed):
            replay([Opened(0, Setup("quantik", first=chair))])
