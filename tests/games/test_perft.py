"""Perft numbers kept as data; each stands in the rules or was counted by an oracle."""

import shlex
from pathlib import Path

import pytest

import quintet

DATA = Path(__file__).parents[1] / "data" / "perft"
LINES = [
    (path.stem, line)
    for path in sorted(DATA.glob("*.txt"))
    for line in path.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("game", "line"), LINES, ids=lambda case: str(case))
def test_perft(game: str, line: str) -> None:
    variant, where, *numbers = shlex.split(line)
    options = {} if variant == "-" else dict(pair.split("=") for pair in variant.split(";"))
    first = (
        quintet.start(game, **options)
        if where == "start"
        else quintet.position(game, where, **options)
    )
    found = [first.perft(depth) for depth in range(1, len(numbers) + 1)]
    assert found == [int(number) for number in numbers]
