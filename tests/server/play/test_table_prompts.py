"""What a player is asked at each step of a move, and told of a wrong one."""

from __future__ import annotations

import pytest

import quintet
from quintet.games.quarto import DESCRIBED
from quintet.position import Position
from quintet.server.play.views.prompts import more_paths, next_prompts


def prompts(position: Position) -> dict[str, str]:
    return next_prompts(position.variant, position, str)


def after(game: str, moves: str, **options: object) -> Position:
    position = quintet.start(game, **options)
    for word in moves.split():
        position = position.play(word)
    return position


def test_after_a_piece_the_place_is_asked_for() -> None:
    asked = prompts(quintet.start("quantik"))
    assert asked.keys() == {"*", "B", "C", "D"}
    assert asked["*"] == "Now choose where the sphere goes."
    assert asked["D"] == "Now choose where the cone goes."


def test_a_cube_is_pushed_in_and_its_dot_turned() -> None:
    assert prompts(quintet.start("quixo")) == {"*": "Now choose where it is pushed in."}
    asked = prompts(quintet.start("quixo", players=4))
    assert asked == {
        "*": "Now choose where it is pushed in.",
        "* *": "Now choose whom its dot points at.",
    }


def test_a_star_on_the_edge_may_leave() -> None:
    asked = prompts(after("qomet", "d4 a1 c4 b6 a4 f6"))
    assert asked["*"] == "Now choose where the star goes."
    assert asked["a4"] == "Now choose where the star goes, or take it off the board."


def test_a_move_of_one_touch_asks_nothing_more() -> None:
    assert prompts(quintet.start("quarto")) == {}
    assert prompts(quintet.start("cubulus")) == {}


def test_a_call_asks_for_the_line() -> None:
    asked = prompts(after("quarto", "7 b2", calls="spoken"))
    assert asked["*"] == "Show the two ends of your line."
    assert asked["* *"] == "Now show the other end of the line."
    asked = prompts(after("quarto", "7 b2", calls="spoken", squares=True))
    assert asked["*"] == "Show the two ends of your line, or the four corners of your square."


def test_a_square_is_shown_by_any_of_its_corners() -> None:
    position = after("quarto", "7 b2", calls="spoken", squares=True)
    ways = more_paths(position.variant, position)["quarto:a1-b2"]
    assert {("quarto", "b2", "a1"), ("quarto", "a2", "b1"), ("quarto", "b1", "a2")} <= set(ways)
    assert ("quarto", "a1", "b1", "b2") in ways
    assert ("quarto", "b2", "b1", "a2") in ways


def test_every_way_to_touch_a_move_means_one_move() -> None:
    position = after("quarto", "7 b2", calls="spoken", squares=True)
    ways = [way for word in position.moves for way in position.variant.paths(word)]
    assert len(ways) == len(set(ways))
    whole = set(ways)
    assert not any(way[:end] in whole for way in ways for end in range(1, len(way)))


def test_the_prompt_names_the_piece_by_its_looks() -> None:
    position = after("quarto", "b")
    assert str(position.variant.prompt(position)) == (
        "Place this piece: short, dark, round, hollow."
    )
    assert position.variant.asked_piece(position) == "b"
    assert len(set(map(str, DESCRIBED.values()))) == 16


@pytest.mark.parametrize(
    ("moves", "call", "why"),
    [
        ("0 a1", "quarto:a1-d1", "there are not four pieces"),
        ("0 a1 1 b1 2 c1 f d1", "quarto:a1-d1", "nothing in common that counts"),
        ("0 a1 1 b1 2 c1 3 d1 4 a2", "quarto:a1-d1", "not include the last piece placed, on a2"),
    ],
)
def test_a_void_call_says_why(moves: str, call: str, why: str) -> None:
    position = after("quarto", moves, calls="spoken", features="colour,top")
    said = str(position.variant.remark(position, call))
    assert why in said
    assert "no second call" in said
    strict = after("quarto", moves, calls="spoken", features="colour,top", false_call="loses")
    assert str(strict.variant.remark(strict, call)).startswith("The call is wrong: ")


def test_a_call_of_too_few_shared_features_says_so() -> None:
    position = after("quarto", "0 a1 1 b1 2 c1 7 d1", calls="spoken", common=2)
    assert "do not share two features" in str(position.variant.remark(position, "quarto:a1-d1"))


def test_a_right_call_needs_no_remark() -> None:
    position = after("quarto", "0 a1 1 b1 2 c1 3 d1", calls="spoken")
    assert position.variant.remark(position, "quarto:a1-d1") is None
    assert position.variant.claimed("quarto:a1-d1") == ("a1", "b1", "c1", "d1")
    assert position.variant.claimed("a2") == ()


@pytest.mark.parametrize(
    ("position", "touched", "said"),
    [
        (quintet.start("quantik"), ("a1",), "First choose one of your pieces"),
        (quintet.start("quantik"), ("reserve-a-0",), "your opponent's"),
        (quintet.start("quarto"), ("hand",), "your opponent gets it"),
        (after("quarto", "3"), ("hand",), "Choose an empty space"),
        (after("quarto", "7 b2", calls="spoken"), ("quarto", "a1", "c2"), "or cancel"),
        (quintet.start("qomet"), ("reserve-0-3",), "Choose a free point"),
        (quintet.start("qomet"), ("reserve-1-3",), "your opponent's"),
        (after("qomet", "d4 a1"), ("d4", "g7"), "one step along a line"),
        (after("qomet", "d4 a1"), ("d4", "off"), "Only a star on the outer square"),
        (quintet.start("cubulus"), ("reserve-2-0",), "Choose an empty place"),
        (quintet.start("cubulus", players=3), ("reserve-0-0",), "your ball goes in"),
        (quintet.start("quixo"), ("c3",), "Only cubes on the border"),
        (quintet.start("quixo", players=4), ("a1", "a5", "b2"), "whom the dot points at"),
    ],
)
def test_a_wrong_click_says_what_was_wanted(
    position: Position, touched: tuple[str, ...], said: str
) -> None:
    why = position.why_not(*touched)
    assert why is not None
    assert said in str(why.sentence)
