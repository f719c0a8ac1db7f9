"""The games against the plain oracles: move for move, outcome for outcome, text for text."""

import random
from typing import Any

import pytest

import quintet
from oracle import ORACLES, Oracle
from quintet import GAMES, BadPosition, Position
from quintet.options import Value, write_value
from quintet.testing import variants
from slow import slow_variants

ALL = slow_variants((game, options) for game in GAMES for options in variants(game))


def name(case: object) -> str:
    if isinstance(case, dict):
        return ",".join(f"{key}={write_value(value)}" for key, value in case.items()) or "-"
    return str(case)


def compare(ours: Position, oracle: Oracle, theirs: object) -> None:
    assert ours.text == oracle.text(theirs)
    assert sorted(ours.moves) == sorted(oracle.moves(theirs)), ours.text
    assert ours.seat == oracle.seat(theirs), ours.text
    outcome = ours.outcome
    found = None if outcome is None else (outcome.scores, outcome.reason)
    assert found == oracle.outcome(theirs), ours.text


def play_on(ours: Position, oracle: Oracle, theirs: Any, chance: random.Random, plies: int) -> None:
    """Random moves in both, compared at every position."""
    compare(ours, oracle, theirs)
    for _ in range(plies):
        if not ours.moves:
            return
        move = chance.choice(ours.moves)
        ours, theirs = ours.play(move), oracle.play(theirs, move)
        compare(ours, oracle, theirs)


def random_position(game: str, options: dict[str, Value], chance: random.Random) -> Position | None:
    """A board filled at random and kept if it is accepted: positions beyond random games."""
    variant = quintet.start(game, **options).variant
    letters = variant.letters[1:]
    filled = chance.randrange(len(variant.places) + 1)
    cells = ["."] * len(variant.places)
    for cell in chance.sample(range(len(cells)), filled):
        cells[cell] = chance.choice(letters)
    if len(letters) == 16:  # pieces that exist once
        for cell, piece in zip(range(16), chance.sample(letters, 16), strict=True):
            cells[cell] = "." if cells[cell] == "." else piece
    board = "/".join("".join(cells[cell] for cell in row) for row in variant.rows)
    fields = [
        random_field(field.name, letters, variant.seat_names, chance) for field in variant.fields
    ]
    try:
        return quintet.position(game, " ".join([board, *(f for f in fields if f)]), **options)
    except BadPosition:
        return None


def random_field(name: str, letters: str, seats: tuple[str, ...], chance: random.Random) -> str:
    match name:
        case "hand":
            return str(chance.choice(["-", *letters]))
        case "last":
            return chance.choice("abcd") + chance.choice("1234")
        case "used":
            return chance.choice(["-", "0", "1", "01"])
        case "turn":
            return chance.choice(seats)
        case "ban":
            return "-"
    return ""


@pytest.mark.parametrize(("game", "options"), [it for it in ALL if not it.marks], ids=name)
def test_random_games(game: str, options: dict[str, Value]) -> None:
    play_games(game, options, 30)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), ALL, ids=name)
def test_many_random_games(game: str, options: dict[str, Value]) -> None:
    play_games(game, options, 40)


def play_games(game: str, options: dict[str, Value], games: int) -> None:
    chance = random.Random(game)
    oracle = ORACLES[game]
    for _ in range(games // 5 if game == "quarto" else games):
        play_on(quintet.start(game, **options), oracle, oracle.start(**options), chance, 400)


@pytest.mark.parametrize(("game", "options"), ALL, ids=name)
def test_random_positions(game: str, options: dict[str, Value]) -> None:
    chance = random.Random(game)
    oracle = ORACLES[game]
    tried = 0
    for _ in range(3000):
        ours = random_position(game, options, chance)
        if ours is not None:
            tried += 1
            play_on(ours, oracle, oracle.read(ours.text, **options), chance, 3)
        if tried == 60:
            break
    assert tried >= 20
