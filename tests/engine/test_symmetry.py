"""Moves that lead to the same position or a symmetric one are grouped, and have one value."""

import random

import pytest

import quintet
from quintet.engine import Limits, Search
from quintet.engine.symmetry import group_moves, may_group
from quintet.position import Position
from quintet.server.thinking.jobs import AnalysisJob, StopToken, line_from


def after(position: Position, seed: int, plies: int) -> Position:
    choose = random.Random(seed)
    for _ in range(plies):
        position = position.play(choose.choice(position.moves))
        assert position.outcome is None
    return position


def test_first_moves() -> None:
    groups = group_moves(quintet.start("quixo"))
    assert sorted(map(len, groups)) == [4, 8, 32]
    assert sum(map(len, groups)) == len(quintet.start("quixo").moves)
    assert [len(group) for group in group_moves(quintet.start("qomet"))].count(1) == 1  # the centre


@pytest.mark.parametrize("game", ["quantik", "quarto", "qomet", "cubulus", "quixo"])
def test_every_move_is_in_one_group(game: str) -> None:
    position = after(quintet.start(game), 3, 4)
    listed = [word for group in group_moves(position) for word in group]
    assert sorted(listed) == sorted(position.moves)


def test_one_move_of_a_group_speaks_for_all() -> None:
    position = after(quintet.start("quixo", size=3), 5, 3)
    values = {
        each.move: each.value
        for each in Search(position, Limits(seconds=5), moves="all").run().moves
    }
    for group in group_moves(position):
        assert len({values[word] for word in group}) == 1
    job = AnalysisJob(line_from(position, []), 5.0, grouped=True)
    found = job.run(StopToken())
    assert {each.move for each in found.moves} == {group[0] for group in group_moves(position)}
    assert all(each.value == values[each.move] for each in found.moves)


def test_a_repetition_has_no_mirror_image() -> None:
    begin = quintet.start("qomet")
    assert may_group(begin, [])
    assert not may_group(begin, [begin])
    assert may_group(quintet.start("quantik"), [quintet.start("quantik")])  # where nothing repeats
