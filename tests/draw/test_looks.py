"""Looks of sides: the same game with colours or symbols exchanged (QX1)."""

import random
import re
from typing import Any

import pytest

import quintet
from quintet.draw import DRAWERS, LOOKS, scene_of, side_names, svg
from quintet.testing import random_game

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("quantik", {}),
    ("quarto", {}),
    ("qomet", {}),
    ("cubulus", {}),
    ("cubulus", {"players": 3}),
    ("quixo", {}),
    ("quixo", {"players": 4}),
]
ALL = [(game, options, view) for game, options in GAMES for view in DRAWERS[game].VIEWS]


@pytest.mark.parametrize(("game", "options", "view"), ALL)
def test_exchanged_looks_change_drawings_and_labels_only(
    game: str, options: dict[str, Any], view: str
) -> None:
    for position in random_game(quintet.start(game, **options), random.Random(3), limit=40)[::8]:
        usual, other = (scene_of(position, view, look) for look in LOOKS)
        assert usual.pieces == other.pieces
        assert set(usual.symbols) == set(other.symbols)
        assert [spot.at for spot in usual.spots] == [spot.at for spot in other.spots]
        for one, two in zip(usual.spots, other.spots, strict=True):
            assert (one.x, one.y, one.touch, one.holds) == (two.x, two.y, two.touch, two.holds)
        letters = svg(position, view=view), svg(position, view=view, look=LOOKS[1])
        drawn = [re.findall(r'data-letter="(.)"', picture) for picture in letters]
        assert drawn[0] == drawn[1]


@pytest.mark.parametrize("game", ["quantik", "qomet", "cubulus", "quixo"])
def test_first_side_looks_like_the_second(game: str) -> None:
    position = quintet.start(game)
    first, second = (position.variant.sign(seat) for seat in range(2))
    usual, other = (scene_of(position, DRAWERS[game].VIEWS[0], look).symbols for look in LOOKS)
    assert (other[first], other[second]) == (usual[second], usual[first])
    assert side_names(game, "starter_second")[:2] == side_names(game)[1::-1]
    assert side_names(game, "starter_second")[2:] == side_names(game)[2:]


def test_labels_tell_the_look() -> None:
    position = quintet.position("quixo", "...../...../..x../...../....o x")
    said = {spot.at: str(spot.label) for spot in scene_of(position, "board", LOOKS[1]).spots}
    assert said["c3"] == "The cube on c3 shows a circle."
    assert said["e1"] == "The cube on e1 shows a cross."
    assert said["a1"] == "The cube on a1 is blank."


def test_dots_of_four_players_stay_where_they_point() -> None:
    position = quintet.position("quixo", "s...n/...../...../...../e...w s", players=4)
    usual, other = (scene_of(position, "board", look) for look in LOOKS)
    said = {spot.at: str(spot.label) for spot in other.spots}
    assert said["a5"] == "The cube on a5 shows a circle, its dot to the south."
    assert said["e5"] == "The cube on e5 shows a circle, its dot to the north."
    assert said["a1"] == "The cube on a1 shows a cross, its dot to the east."
    assert said["e1"] == "The cube on e1 shows a cross, its dot to the west."
    # The badges of the seats at the board's sides change, too.
    assert usual.board != other.board
    assert sorted(usual.board) == sorted(other.board)


def test_quarto_belongs_to_nobody() -> None:
    position = quintet.start("quarto")
    assert svg(position) == svg(position, look="starter_second")
    assert side_names("quarto", "starter_second") == ()
