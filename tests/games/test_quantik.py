"""Quantik, rule by rule."""

import pytest

import quintet
from quintet import BadPosition, IllegalMove, Motion, Outcome, Position


def at(text: str) -> Position:
    return quintet.position("quantik", text)


def refused(position: Position, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    return caught.value


def test_first_moves() -> None:
    assert len(quintet.start("quantik").moves) == 64


def test_positions_up_to_symmetry() -> None:
    """Undecided ones, by number of pieces."""
    level = {quintet.start("quantik")}
    counts = []
    for _ in range(5):
        counts.append(len(level))
        children = (position.play(move) for position in level for move in position.moves)
        level = {child.canonical() for child in children if child.outcome is None}
    assert counts == [1, 1, 7, 70, 901]


def test_two_of_each_shape_qk1() -> None:
    error = refused(at("A.../..../.b../...A"), "A@a1")  # the other side is to move
    assert error.rule == "QK3"
    error = refused(at("A..A/..../.b../..c."), "A@a3")
    assert (error.rule, error.places) == ("QK1", ("a4", "d4"))


def test_occupied_space_qk2() -> None:
    error = refused(quintet.start("quantik").play("A@b3"), "B@b3")
    assert (error.rule, error.places) == ("QK2", ("b3",))


@pytest.mark.parametrize(("target", "zone"), [("d4", "row"), ("a1", "column"), ("b3", "region")])
def test_opponents_shape_forbids_qk3(target: str, zone: str) -> None:
    error = refused(at("A.../..../..../...."), f"A@{target}")
    assert (error.rule, error.places) == ("QK3", ("a4",))
    assert zone in str(error)
    assert "sphere" in str(error)
    assert "a4" in str(error)


def test_all_that_forbid_are_named_qk3() -> None:
    error = refused(at("A.../..../b.../...A"), "A@a1")
    assert error.rule == "QK3"
    position = at("..A./.b../...c/A...")
    assert refused(position, "A@c1").places == ("a1", "c4")


def test_own_shape_never_forbids_qk4() -> None:
    position = at("A.../b.../..../....")
    assert "A@d4" in position.moves
    assert "A@b3" in position.moves
    assert "A@a1" in position.moves


def test_own_shape_never_permits_qk4() -> None:
    position = at("A.../..../..../...a")  # A may not go to the row of the other's a
    assert refused(position, "A@a1").places == ("d1",)


@pytest.mark.parametrize(
    "text", ["ABcd/..../..../....", "A.../b.../C.../d...", "Ab../cD../..../...."]
)
def test_fourth_different_shape_wins_qk5(text: str) -> None:
    assert at(text).outcome == Outcome((0.0, 1.0), "line")
    assert len(at(text).winning) == 1


def test_owner_does_not_matter_qk5() -> None:
    position = quintet.start("quantik")
    for move in ("A@a1", "B@b1", "C@c1", "D@d1"):
        assert position.outcome is None
        position = position.play(move)
    assert position.outcome == Outcome((0.0, 1.0), "line")
    assert position.winning == (("a1", "b1", "c1", "d1"),)
    over = refused(position, "A@a2")
    assert (over.rule, over.places) == ("QK5", ("a1", "b1", "c1", "d1"))


def test_full_board_without_a_winner_qk7() -> None:
    position = at("AABC/DDBC/bcaa/bcdd")
    assert position.moves == ()
    assert position.outcome == Outcome((0.0, 1.0), "blocked")


def test_blocked_loses_qk6() -> None:
    playouts = quintet.start("quantik").playouts(20_000, seed=3)
    blocked = [outcome for outcome in playouts.outcomes if outcome and outcome.reason == "blocked"]
    assert {outcome.scores for outcome in blocked} == {(1.0, 0.0), (0.0, 1.0)}


def test_there_are_no_draws() -> None:
    outcomes = quintet.start("quantik").playouts(20_000, seed=4).outcomes
    assert all(outcome and max(outcome.scores) == 1 for outcome in outcomes)


@pytest.mark.parametrize(
    ("text", "column", "rule"),
    [
        ("AAA./..../..../bc..", 3, "QK1"),
        ("AB../..../..../....", 2, "QK2"),
        ("a.../..../..../....", 1, "QK2"),
        ("A..a/..../..../....", 4, "QK3"),
        ("ABCD/..../.da./c..b", 1, "QK5"),
        ("AbCd/....../..../....", 10, None),
        ("AbXd/..../..../....", 3, None),
        ("A.../..../..../", 16, None),
        ("A.../..../..../.... x", 20, None),
        (" A.../..../..../....", 1, None),
        ("A...\n..../..../....", 5, None),
        ("", 1, None),
    ],
)
def test_refused_positions(text: str, column: int, rule: str | None) -> None:
    with pytest.raises(BadPosition) as caught:
        at(text)
    assert (caught.value.column, caught.value.rule) == (column, rule)


def test_two_lines_at_once_are_possible() -> None:
    """One last piece may complete several lines; it must stand in all of them."""
    both = at("BC../aD../d.../c...")
    assert len(both.winning) == 2
    with pytest.raises(BadPosition):
        at("AbCd/..../..../BaDc")


def test_motion() -> None:
    position = quintet.start("quantik")
    assert position.motion("C@d2") == (Motion("C", "reserve", "d2", "C"),)
    assert position.play("C@d2").motion("A@a1") == (Motion("a", "reserve", "a1", "a"),)


def test_path_and_touches() -> None:
    position = quintet.start("quantik").play("A@a1")
    assert position.paths["B@a2"] == ("B", "a2")
    assert position.touchable() == ("A", "B", "C", "D")
    assert "b2" not in position.touchable("A")
    assert "b2" in position.touchable("B")
    why = position.why_not("A", "b2")
    assert why is not None
    assert why.rule == "QK3"
    assert position.why_not("A") is None
