"""Exact values of spoken Quarto, looked up or proved, against brute force.

An alignment that nobody called is dead (QT7) and stays on the board, where the game in which the
program calls would be over. So boards with and without one are tried, early and late in a turn.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import quintet
from oracle import ORACLES
from oracle.solver import Solver
from quintet import BadPosition, Position, tablebase
from quintet.engine import analyse
from quintet.games.quarto import Quarto

FEATURES = ("colour", "shape", "height", "top")
PIECES = "0123456789abcdef"
SPACES = [file + rank for rank in "1234" for file in "abcd"]

AMPLE = 5_000_000  # nodes; all this takes far fewer
# How many positions by the pieces on the board; brute force takes a second for one with twelve.
COUNTS = {12: 4, 13: 30, 14: 120, 15: 600}


@pytest.fixture(autouse=True)
def _tables_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTET_TABLES", str(tmp_path))


def board_with(rng: random.Random, pieces: int, *, quiet: bool, **options: object) -> str:
    """A board of a random game in which nobody calls; a quiet one has no alignment."""
    position = quintet.start("quarto", calls="auto" if quiet else "spoken", **options)
    for _ in range(2 * pieces):
        moves = [move for move in position.moves if not position.variant.is_claim(move)]
        going_on = [move for move in moves if position.play(move).outcome is None]
        if not going_on:
            return board_with(rng, pieces, quiet=quiet, **options)
        position = position.play(rng.choice(going_on))
    return position.text.split()[0]


def spoken_positions(
    rng: random.Random, pieces: int, *, squares: bool, false_call: str
) -> Iterator[Position]:
    """Any piece may be the last, any or none in hand, and any seat may have used up its call."""
    while True:
        features = tuple(rng.sample(FEATURES, rng.randint(1, 4)))
        options = {"squares": squares, "false_call": false_call, "features": features}
        board = board_with(rng, pieces, quiet=rng.random() < 0.5, **options)
        cells = dict(zip(SPACES, "".join(reversed(board.split("/"))), strict=True))
        hand = rng.choice([piece for piece in PIECES if piece not in board] + ["-"])
        last = rng.choice([space for space in SPACES if cells[space] != "."])
        used = rng.choice(["-", "0", "1", "01"])
        try:
            text = f"{board} {hand} {last} {used}"
            yield quintet.position("quarto", text, calls="spoken", **options)
        except BadPosition:
            continue  # this seat cannot have called yet


def standing(position: Position) -> str:
    """What stands on the board: nothing, only what nobody called, or something live."""
    assert isinstance(position.variant, Quarto)
    aligned = position.variant.aligned(position.cells)
    last = position.fields[1] - 1
    return "live" if any(last in four for four in aligned) else "dead" if aligned else "nothing"


@pytest.mark.slow_except("13-loses-True")
@pytest.mark.parametrize("squares", [False, True])
@pytest.mark.parametrize("false_call", ["void", "loses"])
@pytest.mark.parametrize("pieces", COUNTS)
def test_values_are_those_of_brute_force(pieces: int, false_call: str, squares: bool) -> None:
    rng = random.Random(f"{pieces} {false_call} {squares}")
    positions = spoken_positions(rng, pieces, squares=squares, false_call=false_call)
    seen: Counter[str] = Counter()
    for position in islice(positions, COUNTS[pieces]):
        solver = Solver("quarto")
        state = ORACLES["quarto"].read(position.text, **position.options)
        expected = solver.value(state)
        looked_up = tablebase.get(position)
        assert looked_up is None or str(looked_up) == expected, position.text
        found = analyse(position, nodes=AMPLE, megabytes=1)
        assert (str(found.value), found.certainty != "searched") == (expected, True), position.text
        if pieces > 13:
            every = analyse(position, moves="all", nodes=AMPLE, megabytes=1).moves
            values = {move.move: str(move.value) for move in every}
            assert values == solver.move_values(state), position.text
            assert values[found.best.move] == expected, position.text
        seen[standing(position)] += 1
        seen["looked up"] += looked_up is not None
    few = COUNTS[pieces] // 20
    assert pieces == 12 or min(seen["nothing"], seen["dead"], seen["live"]) > few, seen
    assert pieces < 15 or seen["looked up"] > few, seen


@pytest.mark.parametrize(
    ("text", "options", "value"),
    [
        ("f68e/9375/cb0a/4.12 d d1 -", {}, "tie"),
        ("8.7f/25cd/a063/4.b9 e c4 0", {"features": "colour,shape,top"}, "tie"),
        ("09e2/d684/.b53/c17. a a1 01", {"squares": True, "features": "height,top"}, "loss in 5"),
        (".35d/.9.7/80ca/4e2b 6 a1 1", {"features": "height,top"}, "win in 8"),
        (
            "b..a/e718/62c0/d453 9 a4 -",
            {"features": "colour,shape,top", "false_call": "loses"},
            "loss in 4",
        ),
    ],
)
def test_a_dead_alignment_wins_nothing(text: str, options: dict[str, object], value: str) -> None:
    """The piece in hand looks like those of an alignment that nobody called."""
    position = quintet.position("quarto", text, calls="spoken", **options)
    found = analyse(position)
    assert (str(found.value), found.certainty) == (value, "proved")
    assert str(tablebase.get(position, found.value)) == value
    judged = analyse(position, moves=[found.best.move])
    assert str(judged.value) == value
