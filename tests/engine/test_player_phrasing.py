"""Values as players read them."""

from __future__ import annotations

import pytest

import quintet
from quintet.engine.player_phrasing import player_sentence
from quintet.narration import suggest
from quintet.position import Position
from quintet.value import DRAW, TIE, Value, estimated, loss_in, win_in

NAMES = ("Anna", "Ben")


@pytest.mark.parametrize(
    ("value", "own", "said"),
    [
        (win_in(7), (0,), "You win in 4 moves (solved)"),
        (win_in(7), (1,), "You lose in 4 moves (solved)"),
        (win_in(1), (0, 1), "Anna wins in 1 move (solved)"),
        (loss_in(8), (0,), "You lose in 4 moves (solved)"),
        (loss_in(8), (1,), "You win in 4 moves (solved)"),
        (loss_in(8), (), "Ben wins in 4 moves (solved)"),
        (DRAW, (0,), "A draw (solved)"),
        (TIE, (), "A tie (solved)"),
    ],
)
def test_a_value_is_told_to_you(value: Value, own: tuple[int, ...], said: str) -> None:
    assert str(player_sentence(quintet.start("quixo"), value, "table", own, NAMES)) == said


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ((0,), "You: 62 % (estimate)"),
        ((1,), "You: 38 % (estimate)"),
        ((), "Anna: 62 % (estimate)"),
    ],
)
def test_an_estimate_is_a_share(own: tuple[int, ...], said: str) -> None:
    position = quintet.start("quixo")
    assert str(player_sentence(position, estimated(0.62), "searched", own, NAMES)) == said


def test_a_win_that_was_searched_may_come_sooner() -> None:
    position = quintet.start("quixo")
    said = player_sentence(position, win_in(5), "searched", (0,), NAMES)
    assert str(said) == "You win in 3 moves or fewer (estimate)"
    said = player_sentence(position, win_in(1), "searched", (0,), NAMES)
    assert str(said) == "You win in 1 move (solved)"


@pytest.mark.parametrize(
    ("moves", "plies", "count"),
    [
        ("0", 1, 1),  # place
        ("0", 3, 1),  # place, give; the opponent places
        ("0", 5, 2),  # and again: give, place
        ("0 a1", 2, 1),  # give; the opponent places
        ("0 a1", 4, 1),  # and gives; place
        ("0 a1", 6, 2),
    ],
)
def test_a_move_of_quarto_is_placing_and_giving(moves: str, plies: int, count: int) -> None:
    position = quintet.start("quarto")
    for word in moves.split():
        position = position.play(word)
    assert position.variant.moves_left(position, plies) == count


def after(game: str, moves: str, **options: object) -> Position:
    position = quintet.start(game, **options)
    for word in moves.split():
        position = position.play(word)
    return position


@pytest.mark.parametrize(
    ("position", "move", "said"),
    [
        (after("quantik", ""), "C@a1", "place a cube on a1"),
        (after("quarto", ""), "b", "give this piece: short, dark, round, hollow"),
        (after("quarto", "b"), "c2", "place the piece on c2"),
        (after("quarto", "b c2", calls="spoken"), "quarto:a1-d1", "call Quarto from a1 to d1"),
        (after("qomet", ""), "a4", "place a star on a4"),
        (after("qomet", "a4 d4"), "a4-a7", "move the star from a4 to a7"),
        (after("qomet", "a4 d4"), "a4-off", "take the star on a4 off the board"),
        (after("cubulus", ""), "U1", "put a neutral ball at U1"),
        (after("cubulus", ""), "core", "put a neutral ball into the centre"),
        (after("cubulus", "", players=3), "U1", "insert a ball at U1"),
        (after("quixo", ""), "a1e1", "take the cube on a1 and push it in at e1"),
    ],
)
def test_a_hint_speaks_to_the_player(position: Position, move: str, said: str) -> None:
    assert str(suggest(position, move)) == said


def test_a_hint_names_whom_a_dot_points_at() -> None:
    position = quintet.start("quixo", players=4)
    said = suggest(position, "a1e1n", ("Anna", "Ben", "Cem", "Dora"))
    assert str(said) == "take the cube on a1 and push it in at e1 (dot: Cem)"
