"""Pickled positions come back equal; damaged ones are refused."""

import copy
import pickle
import random

import pytest

import quintet
from quintet import GAMES, Position
from quintet.errors import BadOption, BadPosition, UnknownGame
from quintet.position import _restore
from quintet.testing import variants

ALL = [(game, options) for game in GAMES for options in variants(game)]


@pytest.mark.parametrize(("game", "options"), ALL)
def test_whole_games_come_back(game: str, options: dict[str, object]) -> None:
    rng = random.Random(1)
    for _ in range(3):
        position = quintet.start(game, **options)
        while position.moves:
            for protocol in (2, pickle.HIGHEST_PROTOCOL):
                again = pickle.loads(pickle.dumps(position, protocol))
                assert again == position
                assert type(again) is Position
                assert again.variant is position.variant
                assert again.text == position.text
            position = position.play(rng.choice(position.moves))


def test_copies_are_the_same_value() -> None:
    position = quintet.start("quixo")
    assert copy.copy(position) is position
    assert copy.deepcopy([position, position]) == [position, position]


@pytest.mark.parametrize(("game", "options"), ALL)
def test_damage_is_refused(game: str, options: dict[str, object]) -> None:
    position = quintet.start(game, **options)
    position = position.play(position.moves[0])
    _, (name, its_options, state) = position.__reduce__()
    assert _restore(name, its_options, state) == position
    for at in range(8 * len(state)):
        damaged = bytearray(state)
        damaged[at // 8] ^= 1 << at % 8
        with pytest.raises(BadPosition):
            _restore(name, its_options, bytes(damaged))
    for wrong in (
        b"",
        state[:-1],
        state + b"\0",
        bytes(len(state)),
        None,
        "text",
        bytearray(state),
    ):
        with pytest.raises(BadPosition):
            _restore(name, its_options, wrong)  # type: ignore[arg-type]


def test_a_position_of_another_variant_is_refused() -> None:
    _, (name, options, state) = quintet.start("quarto", squares=True).__reduce__()
    assert options == (("squares", True),)
    with pytest.raises(BadPosition, match="damaged"):
        _restore(name, (), state)
    with pytest.raises(UnknownGame):
        _restore("chess", (), state)
    with pytest.raises(BadOption):
        _restore(name, (("size", 3),), state)
    for wrong in (None, 5, [("squares", True)], (("squares",),)):
        with pytest.raises(BadPosition):
            _restore(name, wrong, state)  # type: ignore[arg-type]
