"""The engine with very small limits: the wins and losses it claims are true.

A search that ends early has looked at some moves only. What it tells of these is held against the
plainest of searches (`wins_within`), which the oracles check.
"""

import random
from pathlib import Path

import pytest

import quintet
from exact_values import close_position
from quintet import Position
from quintet.engine import Analysis, Limits, Search, Value, analyse
from quintet.testing import random_game

# The options, positions of random games, and positions from which nobody wins at once, after so
# many plies: there a first look finds that some moves lose, and others do not.
VARIANTS: dict[str, tuple[dict[str, object], int, range, int]] = {
    "quantik": ({}, 40, range(5, 12), 20),
    "quarto": ({}, 40, range(14, 28), 40),
    "three features": ({"features": "colour,height,top"}, 40, range(14, 28), 40),
    "squares": ({"squares": True}, 30, range(12, 24), 20),
    "two in common": ({"common": 2, "squares": True}, 120, range(24, 30), 10),
    "spoken": ({"calls": "spoken"}, 40, range(14, 28), 20),
    "false calls lose": ({"calls": "spoken", "false_call": "loses"}, 30, range(14, 28), 10),
    "qomet": ({}, 20, range(6, 30), 20),
    "cubulus": ({}, 10, range(13, 30), 15),
    "cubulus for three": ({"players": 3}, 10, range(12, 30), 10),
    "quixo": ({}, 15, range(8, 40), 15),
    "small quixo": ({"size": 3}, 30, range(3, 12), 20),
    "quixo for four": ({"players": 4}, 10, range(8, 40), 10),
}
SAME_GAME = {
    "three features": "quarto",
    "squares": "quarto",
    "two in common": "quarto",
    "spoken": "quarto",
    "false calls lose": "quarto",
    "cubulus for three": "cubulus",
    "small quixo": "quixo",
    "quixo for four": "quixo",
}
MAX_PLIES = 4  # more take a plain search too long


def positions(name: str) -> list[Position]:
    options, at_random, plies, close = VARIANTS[name]
    game = SAME_GAME.get(name, name)
    rng = random.Random(name)
    found: list[Position] = []
    while len(found) < at_random:
        position = rng.choice(random_game(quintet.start(game, **options), rng))
        if position.outcome is None:
            found.append(position)
    found += [close_position(game, options, rng.choice(plies), rng) for _ in range(close)]
    return found


def is_true(position: Position, seat: int, value: Value, plies: int) -> bool:
    """Whether a seat's side wins or loses within so many plies, as a value says."""
    if plies > MAX_PLIES:
        return True
    sides = position.variant.sides
    other = next(number for number, side in enumerate(sides) if side != sides[seat])
    return position.wins_within(plies, seat if value.kind == "win" else other)


def check_moves(found: Analysis) -> int:
    """Check the value of every move; return how many win or lose."""
    position = found.position
    told = [move for move in found.moves if move.value.plies is not None]
    for move in told:
        after, plies = position.play(move.move), (move.value.plies or 0) - 1
        assert is_true(after, position.turn, move.value, plies), (position.text, move)
    return len(told)


def check(found: Analysis) -> int:
    """Check the value of the position and of its moves."""
    position, value = found.position, found.value
    assert value == found.best.value
    if value.plies is not None:
        assert is_true(position, position.turn, value, value.plies), (position.text, value)
    return check_moves(found)


@pytest.mark.slow_except(
    "quantik-1",
    "spoken-all",
    "qomet-3",
    "cubulus for three-3",
    "quixo for four-all",
)
@pytest.mark.parametrize("moves", [1, 3, "all"])
@pytest.mark.parametrize("name", VARIANTS)
def test_few_nodes(name: str, moves: int | str) -> None:
    told = 0
    for position in positions(name):
        for nodes in (*range(1, 13), 15, 20, 25, 30, 100, 300):
            told += check(analyse(position, nodes=nodes, moves=moves, tables=False, megabytes=1))
    assert told > 0


@pytest.mark.slow_except("small quixo", "qomet", "three features")
@pytest.mark.parametrize("name", VARIANTS)
def test_few_nodes_with_tablebases(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))  # those that come with the package are used
    for position in positions(name):
        for nodes in (1, 2, 5, 10, 30):
            check(analyse(position, nodes=nodes, megabytes=1))
            check(analyse(position, nodes=nodes, moves="all", megabytes=1))


@pytest.mark.slow_except("quantik", "spoken", "qomet", "cubulus for three", "quixo for four")
@pytest.mark.parametrize("name", VARIANTS)
def test_one_node_or_depth(name: str) -> None:
    for position in positions(name):
        for depth in (1, 2):
            check(analyse(position, depth=depth, nodes=2_000, tables=False, megabytes=1))
        check(analyse(position, seconds=0, tables=False, megabytes=1))
        stopped = Search(position, Limits(seconds=60, threads=2, megabytes=1), tables=False)
        stopped.stop()
        check(stopped.run())


@pytest.mark.slow_except("quantik", "spoken", "qomet", "cubulus for three", "quixo for four")
@pytest.mark.parametrize("name", VARIANTS)
def test_some_moves_alone(name: str) -> None:
    """What is told then is of these moves."""
    rng = random.Random(name)
    for position in positions(name):
        some = rng.sample(position.moves, min(3, len(position.moves)))
        for nodes in (1, 2, 3, 5, 10, 20, 30):
            check_moves(analyse(position, nodes=nodes, moves=some, tables=False, megabytes=1))


@pytest.mark.parametrize(
    ("text", "options"),
    [(".9b./..20/d.../5478 1", {"features": "colour,height,top"}), ("e..a/14.9/.0../..f. 6", {})],
)
@pytest.mark.parametrize("moves", [1, "all"])
def test_one_losing_move_is_no_lost_game(
    text: str, options: dict[str, str], moves: int | str
) -> None:
    position = quintet.position("quarto", text, **options)
    found = analyse(position, nodes=2, moves=moves)
    assert found.value.kind == "chance"
    assert "loss" not in {move.value.kind for move in found.moves[:1]}
