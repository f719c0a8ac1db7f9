"""Listed set-ups: the last level sets up one of them, in any orientation."""

import random

import pytest

import quintet
from quintet.engine.levels import choose, decide
from quintet.engine.set_ups import LISTED, listed_moves
from quintet.position import Position

BALLS = 9


def set_up_by(level: int, seed: int) -> Position:
    rng = random.Random(seed)
    position = quintet.start("cubulus")
    while position.variant.actions(position) == ("set_up",):
        position = position.play(choose(position, level, rng, nodes=200))
    return position


def is_image(position: Position, board: str) -> bool:
    """Whether the neutral balls stand as on the board, seen from another side."""
    return position.canonical() == quintet.position("cubulus", f"{board} x -").canonical()


def test_the_last_level_sets_up_a_listed_one() -> None:
    """Different seeds choose different orientations, and all listed set-ups come up."""
    made = [set_up_by(10, seed) for seed in range(40)]
    used = set()
    for position in made:
        boards = [board for board in LISTED["cubulus"] if is_image(position, board)]
        assert len(boards) == 1, position.text
        used.update(boards)
    assert used == set(LISTED["cubulus"])
    assert len(set(made)) > 6  # of twelve orientations


def test_listed_set_ups_differ_and_are_complete() -> None:
    positions = [quintet.position("cubulus", f"{board} x -") for board in LISTED["cubulus"]]
    assert len({position.canonical() for position in positions}) == len(positions)
    for position, board in zip(positions, LISTED["cubulus"], strict=True):
        assert board.count("n") == BALLS
        assert position.variant.actions(position) != ("set_up",)


def test_a_set_up_that_somebody_else_began_is_searched() -> None:
    """No listed set-up has the centre of the cube and of five faces."""
    position = quintet.start("cubulus")
    for word in ("core", "U5", "D5", "F5", "B5", "L5"):
        assert word in position.moves
        position = position.play(word)
    assert listed_moves(position) == []
    decision = decide(position, 10, random.Random(1), nodes=500)
    assert decision.move in position.moves
    assert decision.analysis is not None


@pytest.mark.parametrize(("game", "options"), [("cubulus", {"players": 3}), ("quixo", {})])
def test_no_other_game_has_a_set_up(game: str, options: dict[str, object]) -> None:
    assert listed_moves(quintet.start(game, **options)) == []


def test_nothing_is_listed_after_the_set_up() -> None:
    assert listed_moves(set_up_by(10, 1)) == []
