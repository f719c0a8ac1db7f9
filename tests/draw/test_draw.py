"""Boards as text."""

import random

import pytest

import quintet
from quintet import GAMES
from quintet.cli.terminal.output import coloured
from quintet.draw import DRAWERS, plain, terminal
from quintet.draw.quarto import likeness
from quintet.draw.terminal import MARKS
from quintet.options import Value
from quintet.testing import random_game, variants

ALL = [
    (game, options)
    for game in GAMES
    for options in variants(game)
    if game != "quarto" or len(str(options["features"])) > 40
]


def test_every_game_has_a_drawer() -> None:
    assert set(DRAWERS) == set(GAMES)


@pytest.mark.parametrize(("game", "options"), ALL)
def test_every_position_is_drawn(game: str, options: dict[str, Value]) -> None:
    for position in random_game(quintet.start(game, **options), random.Random(1)):
        for columns in (40, 80):
            picture = plain(terminal(position, columns=columns))
            assert picture.isascii()
            assert max(map(len, picture.splitlines())) <= columns
            letters = [position.variant.letters[code] for code in position.cells if code]
            assert all(letter in picture for letter in letters)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mark", MARKS)
def test_every_place_can_be_marked(game: str, mark: str) -> None:
    position = quintet.start(game)
    for columns in (40, 80):
        unmarked = plain(terminal(position, columns=columns, marks={}))
        for place in position.variant.places:
            marked = plain(terminal(position, columns=columns, marks={place: mark}))
            added = marked.count(MARKS[mark][0]) - unmarked.count(MARKS[mark][0])
            assert added >= 1 or place == "core"


def test_sixteen_pieces_look_different() -> None:
    assert len({likeness(piece)[1:] for piece in range(16)}) == 16


def test_colour_changes_nothing_but_colour() -> None:
    picture = terminal(quintet.start("qomet").play("d4"))
    import re

    bare = re.sub(r"\x1b\[[\d;]*m", "", coloured(picture))
    assert "\n".join(line.rstrip() for line in bare.splitlines()) == plain(picture)
